//! Tables and games whose newest message may have been posted without being recorded.

use std::collections::HashMap;

use parking_lot::Mutex;
use tokio::time::Instant;

use crate::discord::runtime::wakeups::Walk;
use crate::service::{GameId, MessageForm, MessageId, QueuePage, Reached};

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

    /// Records that everything in a queue is in doubt, and forgets earlier doubts about everything
    /// else; none is forgotten if a `page` cannot be read.
    pub(super) async fn note_queued<E, F>(
        &self,
        page: impl Fn(Option<Reached>) -> F,
    ) -> Result<(), E>
    where
        F: Future<Output = Result<QueuePage, E>>,
    {
        let (begun, mut walk) = (Instant::now(), Walk::BEGUN);
        while let Some(games) = walk.next(&page).await? {
            for game in games {
                self.note(game, None);
            }
        }
        self.0.lock().retain(|_, doubt| doubt.since >= begun);
        Ok(())
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
    use std::future::ready;
    use std::time::Duration;

    use tokio::time::advance;

    use super::Unconfirmed;
    use crate::service::{GameId, QueuePage, Reached};

    /// Returns which of the games 1 to 4 are in doubt after the queue was read: 1 and 2 were
    /// before, 4 comes into doubt in the meantime, and the queue holds 2 and, on a second page that
    /// may fail, 3.
    async fn doubted(second: Result<(), ()>) -> [bool; 4] {
        let unconfirmed = Unconfirmed::default();
        let games = [1, 2, 3, 4].map(GameId);
        for game in &games[..2] {
            unconfirmed.note(*game, None);
        }
        advance(Duration::from_secs(1)).await;
        let page = |reached: Option<Reached>| {
            let page = if reached.is_some() {
                unconfirmed.note(games[3], None);
                let (entries, next) = (vec![games[2]], None);
                second.map(|()| QueuePage { entries, next })
            } else {
                let (entries, next) = (vec![games[1]], Some(Reached::at(b"a")));
                Ok(QueuePage { entries, next })
            };
            ready(page)
        };
        assert_eq!(unconfirmed.note_queued(page).await, second);
        games.map(|game| unconfirmed.has(game))
    }

    #[tokio::test(start_paused = true)]
    async fn only_doubts_about_games_that_are_not_queued_are_forgotten() {
        assert_eq!(doubted(Ok(())).await, [false, true, true, true]);
    }

    #[tokio::test(start_paused = true)]
    async fn no_doubt_is_forgotten_if_the_queue_cannot_be_read() {
        assert_eq!(doubted(Err(())).await, [true, true, false, true]);
    }
}
