//! What the bot says to one person: that something is done, and what it cannot read.

use crate::rules::{Color, Mode, RuleOption};
use crate::search::Level;
use crate::session::{GameId, Plan, View};
use crate::wording::{Words, escape};

/// What a person has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// Set up a table.
    SetUp {
        /// How strong the bot itself plays at it, if that was left to the bot.
        against: Option<Level>,
    },
    /// Sat down at a table.
    Joined,
    /// Chosen a team, or placed somebody in one.
    TeamsChanged,
    /// Stood up from a table.
    Left,
    /// Turned an invitation down.
    Declined,
    /// Begun a game.
    Started,
    /// Given up.
    Resigned,
    /// Said yes to a draw.
    DrawAgreed,
    /// Said no to a draw.
    DrawRefused,
    /// Let a game go on in this channel.
    GoesOn,
    /// Put a player out whose time is over.
    Claimed,
    /// Called a game off.
    Aborted,
    /// Taken a move back.
    TookBack,
    /// Asked to take a move back.
    TakeBackAsked,
    /// Let somebody take a move back.
    TakeBackAllowed,
    /// Not let somebody take a move back.
    TakeBackRefused,
    /// Offered the own seat.
    SeatOffered,
    /// Asked for a seat, for oneself or a computer.
    SeatAsked,
    /// Let a seat change hands.
    SeatAllowed,
    /// Not let a seat change hands.
    SeatRefused,
    /// Had a channel follow a game.
    Watched,
}

impl Words {
    /// That something is done.
    #[must_use]
    pub fn done(self, done: Done, game: GameId) -> String {
        let id = match done {
            Done::SetUp { .. } => "done-set-up",
            Done::Joined => "done-joined",
            Done::TeamsChanged => "done-teams",
            Done::Left => "done-left",
            Done::Declined => "done-declined",
            Done::Started => "done-started",
            Done::Resigned => "done-resigned",
            Done::DrawAgreed => "done-draw",
            Done::DrawRefused => "done-no-draw",
            Done::GoesOn => "done-goes-on",
            Done::Claimed => "done-claimed",
            Done::Aborted => "done-aborted",
            Done::TookBack => "done-took-back",
            Done::TakeBackAsked => "done-takeback-asked",
            Done::TakeBackAllowed => "done-takeback-allowed",
            Done::Watched => "done-watched",
            Done::SeatOffered => "done-seat-offered",
            Done::SeatAsked => "done-seat-asked",
            Done::SeatAllowed => "done-seat-allowed",
            Done::SeatRefused => "done-seat-refused",
            Done::TakeBackRefused => "done-takeback-refused",
        };
        self.of_game(id, game)
    }

    /// That a table is set up or a game begun at which the bot itself plays, and how.
    #[must_use]
    pub fn set_up_with_bot(self, game: GameId, level: Level) -> String {
        let args = [
            ("game", game.to_string().into()),
            ("level", self.level(level).into()),
        ];
        self.text("done-set-up-with-bot", &args)
    }

    /// That a move is played.
    #[must_use]
    pub fn played(self, mv: &str) -> String {
        self.text("done-played", &[("move", mv.into())])
    }

    /// That a channel no longer follows a game.
    #[must_use]
    pub fn no_longer_watched(self, game: GameId) -> String {
        self.of_game("watch-stopped", game)
    }

    /// An answer that somebody has set out.
    #[must_use]
    pub fn plan(self, plan: Plan) -> String {
        self.of_plan("plan-set", plan)
    }

    /// That an answer is dropped.
    #[must_use]
    pub fn plan_dropped(self, plan: Plan) -> String {
        self.of_plan("plan-dropped", plan)
    }

    /// Whether to give a game up for sure.
    #[must_use]
    pub fn resign_question(self, game: GameId) -> String {
        self.of_game("ask-resign", game)
    }

    /// Whether to call a game off for sure.
    #[must_use]
    pub fn abort_question(self, game: GameId) -> String {
        self.of_game("ask-abort", game)
    }

    /// The same for a moderator, who may have named another game than was meant; or whether to
    /// close a table.
    #[must_use]
    pub fn call_off_question(self, view: &View) -> String {
        match view {
            View::Game(game) => {
                let question = self.abort_question(game.id);
                let colors = game.players.iter().map(|(color, _)| *color).collect();
                let who = self.everyone(game, colors);
                format!("{question}\n{who}\n{}", self.footer(game))
            }
            View::Table(table) => {
                let people = table.people.iter();
                let names: Vec<_> = people.map(|person| escape(&self.person(person))).collect();
                let question = self.of_game("ask-close", table.id);
                format!("{question}\n{}", self.list(&names))
            }
        }
    }

    /// What is left of a table, with a link to the board.
    #[must_use]
    pub fn game_has_begun(self, link: &str) -> String {
        self.text("table-begun", &[("link", link.into())])
    }

    /// A link to the newest board.
    #[must_use]
    pub fn newest_board(self, link: &str) -> String {
        self.text("newest-board", &[("link", link.into())])
    }

    /// That something is done, and everybody sees it later.
    #[must_use]
    pub fn shown_later(self) -> String {
        self.text("shown-later", &[])
    }

    /// That a game is played in the channel, because no thread could be made.
    #[must_use]
    pub fn no_thread(self) -> String {
        self.text("no-thread", &[])
    }

    /// That a button is not known.
    #[must_use]
    pub fn unknown_button(self) -> String {
        self.text("unknown-button", &[])
    }

    /// That a bot cannot be asked to play.
    #[must_use]
    pub fn bots_do_not_play(self, name: &str) -> String {
        self.text("bots-do-not-play", &[("name", escape(name).into())])
    }

    /// Greeting for somebody who writes to the bot in private.
    #[must_use]
    pub fn welcome(self) -> String {
        self.text("private-welcome", &[])
    }

    /// How to write a move in a message.
    #[must_use]
    pub fn how_to_write_moves(self) -> String {
        self.text("how-to-write-moves", &[])
    }

    /// That no move begins at a place.
    #[must_use]
    pub fn nothing_from_there(self, place: &str) -> String {
        self.text("nothing-from-there", &[("place", place.into())])
    }

    /// That a mode does not offer the value wanted of an option.
    #[must_use]
    pub fn not_in_mode(self, mode: Mode, option: RuleOption) -> String {
        let args = [
            ("mode", self.mode(mode).into()),
            ("option", self.rule_option(option).into()),
        ];
        self.text("not-in-mode", &args)
    }

    /// That nobody plays a color in a mode.
    #[must_use]
    pub fn color_not_in_mode(self, mode: Mode, color: Color) -> String {
        let args = [
            ("mode", self.mode(mode).into()),
            ("option", self.color(color).into()),
        ];
        self.text("not-in-mode", &args)
    }

    /// That a text is not the number of a game.
    #[must_use]
    pub fn not_a_game(self, text: &str) -> String {
        self.text("not-a-game", &[("text", escape(text).into())])
    }

    /// That a text does not say after how many moves without a capture a game is drawn.
    #[must_use]
    pub fn not_a_quiet_number(self, text: &str) -> String {
        self.text("not-a-quiet-number", &[("text", escape(text).into())])
    }

    fn of_plan(self, id: &str, plan: Plan) -> String {
        let args = [
            ("when", plan.when.to_string().into()),
            ("answer", plan.answer.to_string().into()),
        ];
        self.text(id, &args)
    }

    /// A message that names a game.
    pub(super) fn of_game(self, id: &str, game: GameId) -> String {
        self.text(id, &[("game", game.to_string().into())])
    }
}
