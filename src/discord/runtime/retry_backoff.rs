//! Backoff for games whose messages Discord did not accept.

use std::collections::HashMap;
use std::hash::Hash;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::time::Instant;

use crate::service::GameId;

/// Pause after a first failure, and longest pause in an outage.
const FIRST: Duration = Duration::from_secs(60);
/// Longest pause. Discord bans bots that send thousands of refused requests.
const LONGEST: Duration = Duration::from_secs(3_600);

/// Longest pause while it is not clear whether the next attempt would fail as well.
const LONGEST_UNCLEAR: Duration = Duration::from_secs(600);

/// Cause of a failed attempt, which decides how long the next one has to wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setback {
    /// Discord or the store could not be reached, and may be back at any moment.
    Outage,
    /// Something in between refused it: for a moment, or because it blocks such requests.
    Unclear,
    /// Discord refused it, or something other than an outage is in the way: it would soon fail again.
    Lasting,
}

impl Setback {
    /// Returns the longest pause before the next attempt.
    fn longest_pause(self) -> Duration {
        match self {
            Self::Outage => FIRST,
            Self::Unclear => LONGEST_UNCLEAR,
            Self::Lasting => LONGEST,
        }
    }
}

/// Times of the next attempt, by game, or by follower of a game. The messages themselves are in the
/// store.
#[derive(Debug)]
pub struct RetryBackoff<K = GameId> {
    games: Mutex<HashMap<K, (Instant, Duration)>>,
}

impl<K> Default for RetryBackoff<K> {
    fn default() -> Self {
        Self {
            games: Mutex::default(),
        }
    }
}

impl<K: Copy + Eq + Hash> RetryBackoff<K> {
    /// Notes why the news of a game was not shown; `None` if it was.
    pub fn note(&self, game: K, setback: Option<Setback>, now: Instant) {
        let mut games = self.games.lock();
        let Some(setback) = setback else {
            games.remove(&game);
            return;
        };
        let pause = games.get(&game).map_or(FIRST, |(_, pause)| *pause * 2);
        let pause = pause.min(setback.longest_pause());
        games.insert(game, (now + pause, pause));
    }

    /// Forgets games that are long overdue: nothing of them is left to show.
    pub fn sweep(&self, now: Instant) {
        let mut games = self.games.lock();
        games.retain(|_, (at, _)| now.saturating_duration_since(*at) < LONGEST);
    }

    /// Returns whether a game may be tried again.
    #[must_use]
    pub fn is_due(&self, game: K, now: Instant) -> bool {
        let games = self.games.lock();
        games.get(&game).is_none_or(|(at, _)| *at <= now)
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::Instant;

    use super::{FIRST, LONGEST, LONGEST_UNCLEAR, RetryBackoff, Setback};
    use crate::service::GameId;

    #[test]
    fn pauses_grow_until_it_works() {
        let (waiting, now, game) = (RetryBackoff::default(), Instant::now(), GameId(1));
        assert!(waiting.is_due(game, now));
        waiting.note(game, Some(Setback::Lasting), now);
        assert!(!waiting.is_due(game, now));
        assert!(waiting.is_due(game, now + FIRST));
        waiting.note(game, Some(Setback::Lasting), now);
        assert!(!waiting.is_due(game, now + FIRST));
        assert!(!waiting.is_due(game, now + FIRST));
        assert!(waiting.is_due(game, now + FIRST * 2));
        waiting.note(game, None, now);
        assert!(waiting.is_due(game, now));
    }

    #[test]
    fn pauses_do_not_grow_in_an_outage() {
        let (waiting, now, game) = (RetryBackoff::default(), Instant::now(), GameId(1));
        for _ in 0..3 {
            waiting.note(game, Some(Setback::Lasting), now);
        }
        assert!(!waiting.is_due(game, now + FIRST));
        for _ in 0..9 {
            waiting.note(game, Some(Setback::Outage), now);
            assert!(!waiting.is_due(game, now));
            assert!(waiting.is_due(game, now + FIRST));
        }
        for _ in 0..9 {
            waiting.note(game, Some(Setback::Unclear), now);
        }
        assert!(!waiting.is_due(game, now + FIRST));
        assert!(waiting.is_due(game, now + LONGEST_UNCLEAR));
    }

    #[test]
    fn game_that_nobody_tries_again_is_forgotten() {
        let (waiting, now) = (RetryBackoff::default(), Instant::now());
        for game in 0..1_000 {
            waiting.note(GameId(game), Some(Setback::Lasting), now);
        }
        let count = || waiting.games.lock().len();
        waiting.sweep(now + FIRST);
        assert_eq!(count(), 1_000, "it is time for them just now");
        waiting.sweep(now + FIRST + LONGEST);
        assert_eq!(count(), 0);
    }
}
