//! Sentences of reminders to move, and of notices that an idle game will be called off.

use crate::i18n::Words;
use crate::i18n::board::clock::moment;
use crate::i18n::board::names::mention;
use crate::service::{GameId, PersonId, Timestamp};

impl Words {
    /// Reminds a person to move before their time is up.
    #[must_use]
    pub fn reminder(self, game: GameId, person: PersonId, runs_out: Timestamp) -> String {
        let args = [
            ("mention", mention(person).into()),
            ("game", game.to_string().into()),
            ("when", moment(runs_out).into()),
        ];
        self.text("reminder-to-move", &args)
    }

    /// Tells a channel that a game in which nobody moves will be called off.
    #[must_use]
    pub fn idle_notice(self, game: GameId, ends: Timestamp) -> String {
        let args = [
            ("game", game.to_string().into()),
            ("when", moment(ends).into()),
        ];
        self.text("reminder-idle", &args)
    }
}
