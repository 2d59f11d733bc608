//! Confirmations, questions and input errors that the bot shows to a person.

use crate::i18n::{Words, escape};
use crate::service::{GameId, View};
use focus::{Color, Mode, RuleOption};
use focus_engine::Level;

/// Action that a person has completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// Set up a table.
    SetUp {
        /// Level at which the bot itself plays there, if that was left to the bot.
        against: Option<Level>,
    },
    /// Took a seat at a table.
    Joined,
    /// Chose a team, or placed a member in one.
    TeamsChanged,
    /// Allowed colors to be chosen or not, chose one, or gave one.
    ColorsChanged,
    /// Seated a computer.
    ComputerAdded,
    /// Invited people.
    Invited,
    /// Opened a table to all.
    Opened,
    /// Left a table.
    Left,
    /// Removed somebody from a table.
    Removed,
    /// Declined an invitation.
    Declined,
    /// Started a game.
    Started,
    /// Resigned.
    Resigned,
    /// Agreed to a draw.
    DrawAgreed,
    /// Declined a draw.
    DrawRefused,
    /// Continued a game in this channel.
    GoesOn,
    /// Put out a player whose time was up.
    Claimed,
    /// Called a game off.
    Aborted,
    /// Took a move back.
    TookBack,
    /// Asked to take a move back.
    TakeBackAsked,
    /// Allowed a take-back.
    TakeBackAllowed,
    /// Refused a take-back.
    TakeBackRefused,
    /// Offered their own seat.
    SeatOffered,
    /// Asked for a computer in a seat.
    SeatAsked,
    /// Asked for a seat for themselves.
    SeatWanted,
    /// Let a seat change hands.
    SeatAllowed,
    /// Refused a change of hands.
    SeatRefused,
    /// Made a channel follow a game.
    Watched,
}

impl Words {
    /// Says that an action is completed.
    #[must_use]
    pub fn done(self, done: Done, game: GameId) -> String {
        let id = match done {
            Done::SetUp { .. } => "done-set-up",
            Done::Joined => "done-joined",
            Done::TeamsChanged => "done-teams",
            Done::ColorsChanged => "done-colors",
            Done::ComputerAdded => "done-computer-added",
            Done::Invited => "done-invited",
            Done::Opened => "done-opened",
            Done::Left => "done-left",
            Done::Removed => "done-removed",
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
            Done::SeatAsked | Done::SeatWanted => "done-seat-asked",
            Done::SeatAllowed => "done-seat-allowed",
            Done::SeatRefused => "done-seat-refused",
            Done::TakeBackRefused => "done-takeback-refused",
        };
        self.of_game(id, game)
    }

    /// Says that a table is set up or a game started in which the bot itself plays, and at which
    /// level.
    #[must_use]
    pub fn set_up_with_bot(self, game: GameId, level: Level) -> String {
        let args = [
            ("game", game.to_string().into()),
            ("level", self.level(level).into()),
        ];
        self.text("done-set-up-with-bot", &args)
    }

    /// Says that a move is played.
    #[must_use]
    pub fn played(self, mv: &str) -> String {
        self.text("done-played", &[("move", mv.into())])
    }

    /// Says that a channel no longer follows a game.
    #[must_use]
    pub fn no_longer_watched(self, game: GameId) -> String {
        self.of_game("watch-stopped", game)
    }

    /// Asks whether to really resign a game.
    #[must_use]
    pub fn resign_question(self, game: GameId) -> String {
        self.of_game("ask-resign", game)
    }

    /// Says that a game goes on, because the person does not resign after all.
    #[must_use]
    pub fn not_resigned(self, game: GameId) -> String {
        self.of_game("not-resigned", game)
    }

    /// Asks whether to really call a game off.
    #[must_use]
    pub fn abort_question(self, game: GameId) -> String {
        self.of_game("ask-abort", game)
    }

    /// Asks whether to really call a game off or close a table. Names the players, since a
    /// moderator may have entered the number of another game than intended.
    #[must_use]
    pub fn moderator_abort_question(self, view: &View) -> String {
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

    /// Replaces a table whose game has started, with a link to the board.
    #[must_use]
    pub fn game_has_begun(self, link: &str) -> String {
        self.text("table-begun", &[("link", link.into())])
    }

    /// Links to the newest board.
    #[must_use]
    pub fn newest_board(self, link: &str) -> String {
        self.text("newest-board", &[("link", link.into())])
    }

    /// Says that an action is completed and will be shown to everyone later.
    #[must_use]
    pub fn shown_later(self) -> String {
        self.text("shown-later", &[])
    }

    /// Says that a game is played in the channel, because no thread could be created.
    #[must_use]
    pub fn no_thread(self) -> String {
        self.text("no-thread", &[])
    }

    /// Says that a button is unknown.
    #[must_use]
    pub fn unknown_button(self) -> String {
        self.text("unknown-button", &[])
    }

    /// Says that a bot cannot be asked to play.
    #[must_use]
    pub fn bots_do_not_play(self, name: &str) -> String {
        self.text("bots-do-not-play", &[("name", escape(name).into())])
    }

    /// Says at a table that a bot cannot be invited.
    #[must_use]
    pub fn bots_take_no_seat(self, name: &str) -> String {
        self.text("bots-take-no-seat", &[("name", escape(name).into())])
    }

    /// Says in the panel that a bot cannot be chosen together with people.
    #[must_use]
    pub fn bots_are_not_chosen(self, name: &str) -> String {
        self.text("bots-are-not-chosen", &[("name", escape(name).into())])
    }

    /// Greets a person who writes to the bot in private.
    #[must_use]
    pub fn welcome(self) -> String {
        self.text("private-welcome", &[])
    }

    /// Asks for the language of a person about whom nothing is known.
    #[must_use]
    pub fn language_question(self) -> String {
        self.text("private-language", &[])
    }

    /// Explains how to write a move in a message.
    #[must_use]
    pub fn how_to_write_moves(self) -> String {
        self.text("how-to-write-moves", &[])
    }

    /// Says that no move starts at a place.
    #[must_use]
    pub fn nothing_from_there(self, place: &str) -> String {
        self.text("nothing-from-there", &[("place", place.into())])
    }

    /// Says that a mode does not offer the requested value of an option.
    #[must_use]
    pub fn not_in_mode(self, mode: Mode, option: RuleOption) -> String {
        let args = [
            ("mode", self.mode(mode).into()),
            ("option", self.rule_option(option).into()),
        ];
        self.text("not-in-mode", &args)
    }

    /// Says that a color has no player in a mode.
    #[must_use]
    pub fn color_not_in_mode(self, mode: Mode, color: Color) -> String {
        let args = [
            ("mode", self.mode(mode).into()),
            ("option", self.color(color).into()),
        ];
        self.text("not-in-mode", &args)
    }

    /// Says that a text is not the number of a game.
    #[must_use]
    pub fn not_a_game(self, text: &str) -> String {
        self.text("not-a-game", &[("text", escape(text).into())])
    }

    /// Says that a text is not a valid number of moves without a capture until a draw.
    #[must_use]
    pub fn not_a_quiet_number(self, text: &str) -> String {
        self.text("not-a-quiet-number", &[("text", escape(text).into())])
    }

    /// Returns a message that names a game.
    pub(in crate::i18n) fn of_game(self, id: &str, game: GameId) -> String {
        self.text(id, &[("game", game.to_string().into())])
    }
}
