//! Confirmations, questions and input errors that the bot shows to a person.

use strum::{IntoStaticStr, VariantNames};

use crate::i18n::{Words, escape};
use crate::service::{GameId, View};
use focus::Mode;
use focus_engine::Level;

/// Action that a person has completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case")]
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
        self.of_game(&format!("done-{}", <&str>::from(done)), game)
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

    /// Asks whether to really call a game off or close a table. Names the players, since a
    /// moderator may have entered the number of another game than intended.
    #[must_use]
    pub fn moderator_abort_question(self, view: &View) -> String {
        match view {
            View::Game(game) => {
                let question = self.of_game("ask-abort", game.id);
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

    /// Says that no move starts at a place.
    #[must_use]
    pub fn nothing_from_there(self, place: &str) -> String {
        self.text("nothing-from-there", &[("place", place.into())])
    }

    /// Says that a mode does not offer the requested value of an option, or the requested color.
    #[must_use]
    pub fn not_in_mode(self, mode: Mode, choice: &str) -> String {
        let args = [("mode", self.mode(mode).into()), ("option", choice.into())];
        self.text("not-in-mode", &args)
    }

    /// Returns a message that names a game.
    #[must_use]
    pub fn of_game(self, id: &str, game: GameId) -> String {
        self.text(id, &[("game", game.to_string().into())])
    }

    /// Returns a message that quotes what a person has typed.
    #[must_use]
    pub fn quoting(self, id: &str, text: &str) -> String {
        self.text(id, &[("text", escape(text).into())])
    }
}
