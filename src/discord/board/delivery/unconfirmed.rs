//! Tables and games whose newest message may have been posted without being recorded.

use std::collections::HashMap;

use parking_lot::Mutex;
use tokio::time::Instant;

use crate::service::{GameId, MessageForm, MessageId};

/// Tables and games whose newest message is in doubt. Discord recognizes a repeated nonce for only a
/// few minutes; after that, the bot has to search for the message before it posts it again.
#[derive(Debug, Default)]
pub struct Unconfirmed(Mutex<HashMap<GameId, Doubt>>);

#[derive(Debug)]
struct Doubt {
    /// Time of the last attempt whose outcome is unknown, or of the start of the bot.
    since: Instant,
    /// Version that the message in doubt shows, if it is known.
    version: Option<u64>,
    /// Message that may be the one in doubt.
    pressed: Option<PressedBoard>,
}

/// Unrecorded message of a game that somebody has pressed. Where the bot sees no messages, only a
/// press tells it that the message exists.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PressedBoard {
    pub(crate) message: MessageId,
    pub(crate) form: MessageForm,
    /// Steps of the game that its buttons were made for.
    pub(crate) steps: u32,
}

impl Unconfirmed {
    /// Records that a message may have been posted that shows this version, if it is known.
    pub(crate) fn note(&self, game: GameId, version: Option<u64>) {
        let doubt = Doubt {
            since: Instant::now(),
            version,
            pressed: None,
        };
        self.0.lock().insert(game, doubt);
    }

    /// Records that nothing is in doubt about a game.
    pub(crate) fn clear(&self, game: GameId) {
        self.0.lock().remove(&game);
    }

    /// Forgets doubts from before this time.
    pub(super) fn sweep(&self, time: Instant) {
        self.0.lock().retain(|_, doubt| doubt.since >= time);
    }

    /// Returns whether a message may have been posted.
    pub(super) fn has(&self, game: GameId) -> bool {
        self.0.lock().contains_key(&game)
    }

    /// Returns whether a message may have been posted after this time.
    pub(crate) fn has_since(&self, game: GameId, time: Instant) -> bool {
        let games = self.0.lock();
        games.get(&game).is_some_and(|doubt| doubt.since >= time)
    }

    /// Returns whether the message in doubt may show this version.
    pub(crate) fn may_show(&self, game: GameId, version: u64) -> bool {
        let games = self.0.lock();
        let doubt = games.get(&game);
        doubt.is_some_and(|doubt| doubt.version.is_none_or(|doubted| doubted == version))
    }

    /// Records a message that may be the one in doubt, if there is one.
    pub(crate) fn note_pressed(&self, game: GameId, pressed: Option<PressedBoard>) {
        if let Some(doubt) = self.0.lock().get_mut(&game) {
            doubt.pressed = pressed;
        }
    }

    /// Takes the pressed message that may show a game after these steps.
    pub(super) fn take_pressed(&self, game: GameId, steps: u32) -> Option<PressedBoard> {
        let mut games = self.0.lock();
        let pressed = games.get_mut(&game)?.pressed.take()?;
        (pressed.steps == steps).then_some(pressed)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::{Instant, advance};

    use super::Unconfirmed;
    use crate::service::GameId;

    #[tokio::test(start_paused = true)]
    async fn only_doubts_that_are_not_noted_again_are_forgotten() {
        let unconfirmed = Unconfirmed::default();
        let games = [1, 2].map(GameId);
        for game in games {
            unconfirmed.note(game, None);
        }
        advance(Duration::from_secs(1)).await;
        let begun = Instant::now();
        unconfirmed.note(games[1], None);
        unconfirmed.sweep(begun);
        assert_eq!(games.map(|game| unconfirmed.has(game)), [false, true]);
    }
}
