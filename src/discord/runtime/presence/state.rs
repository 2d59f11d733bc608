//! State of the bot's reachability, and the consequences of each check of it.

use std::time::Duration;

use crate::service::Timestamp;

/// Interval between records that people can move; up to this much time may be missing when time is
/// given back.
const ONLINE_INTERVAL: Duration = Duration::from_secs(20);
/// Minimum time for which Discord is unavailable, or the process sleeps, that is given back to every
/// game.
const BREAK: Duration = Duration::from_secs(30);

/// State of the bot's reachability, derived from its connection to Discord.
#[derive(Clone, Copy, Debug)]
pub(super) struct Presence {
    pub(super) is_away: bool,
    /// Time of the last change, or when people were last known to be able to move.
    pub(super) since: Timestamp,
    /// Time of the last check, by the machine's clock.
    checked: Timestamp,
}

/// Fact to be recorded after a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    Nothing,
    /// People can move.
    Online,
    /// People can move again, and get back the time in which they could not.
    BackOnline,
}

impl Presence {
    /// Creates a presence that is away: before the first connection nobody can reach the bot.
    pub(super) fn new(since: Timestamp, checked: Timestamp) -> Self {
        Self {
            is_away: true,
            since,
            checked,
        }
    }

    /// Returns whether the process has slept since the last check, or its machine's clock was set
    /// forward.
    pub(super) fn has_slept(&self, machine: Timestamp) -> bool {
        machine.since(self.checked) >= BREAK
    }

    pub(super) fn check(
        self,
        now: Timestamp,
        machine: Timestamp,
        is_connected: bool,
    ) -> (Self, Sign) {
        let (is_away, has_slept) = (!is_connected, self.has_slept(machine));
        let lasted = now.since(self.since);
        let sign = if is_away {
            Sign::Nothing
        } else if has_slept || (self.is_away && lasted >= BREAK) {
            Sign::BackOnline
        } else if self.is_away || lasted >= ONLINE_INTERVAL || now < self.since {
            // Short interruptions are not recorded in every game; and the machine's clock may be
            // set back.
            Sign::Online
        } else {
            Sign::Nothing
        };
        // A process that has slept was away from before it fell asleep.
        let has_gone = is_away && !self.is_away && !has_slept;
        let next = Self {
            is_away,
            since: if has_gone || sign != Sign::Nothing {
                now
            } else {
                self.since
            },
            checked: machine,
        };
        (next, sign)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{BREAK, ONLINE_INTERVAL, Presence, Sign};
    use crate::service::Timestamp;

    const INTERVAL: Duration = Duration::from_secs(1);

    /// Presence, and the time of its next check.
    struct Watched(Presence, Timestamp);

    impl Watched {
        fn new() -> Self {
            let start = Timestamp(0);
            Self(Presence::new(start, start), start)
        }

        fn check(&mut self, is_connected: bool) -> Sign {
            self.check_after(INTERVAL, is_connected)
        }

        fn check_after(&mut self, pause: Duration, is_connected: bool) -> Sign {
            self.1 = self.1.after(pause);
            let (next, sign) = self.0.check(self.1, self.1, is_connected);
            self.0 = next;
            sign
        }

        /// Returns the signs recorded in `count` checks.
        fn signs(&mut self, is_connected: bool, count: u64) -> Vec<Sign> {
            let signs = (0..count).map(|_| self.check(is_connected));
            signs.filter(|sign| *sign != Sign::Nothing).collect()
        }
    }

    #[test]
    fn a_bot_that_is_connected_gives_a_sign_from_time_to_time() {
        let mut watched = Watched::new();
        // It is away until it is first connected, which takes a moment.
        assert_eq!(watched.signs(false, 3), []);
        assert!(watched.0.is_away);
        assert_eq!(watched.check(true), Sign::Online);
        assert_eq!(
            watched.signs(true, 3 * ONLINE_INTERVAL.as_secs()),
            [Sign::Online; 3]
        );
    }

    #[test]
    fn a_start_without_discord_counts_as_time_away() {
        let mut watched = Watched::new();
        assert_eq!(watched.signs(false, 10 * ONLINE_INTERVAL.as_secs()), []);
        assert!(watched.0.is_away);
        assert_eq!(watched.check(true), Sign::BackOnline);
    }

    #[test]
    fn time_without_discord_is_given_back_when_it_is_over() {
        let mut watched = Watched::new();
        watched.check(true);
        assert_eq!(watched.signs(false, 10 * ONLINE_INTERVAL.as_secs()), []);
        assert!(watched.0.is_away);
        assert_eq!(watched.check(true), Sign::BackOnline);
        assert!(!watched.0.is_away);
        assert_eq!(
            watched.signs(true, ONLINE_INTERVAL.as_secs()),
            [Sign::Online]
        );
    }

    #[test]
    fn a_short_break_is_not_given_back() {
        let mut watched = Watched::new();
        watched.check(true);
        assert_eq!(watched.signs(false, BREAK.as_secs() - 1), []);
        assert_eq!(watched.check(true), Sign::Online);
    }

    #[test]
    fn time_in_which_nobody_looked_is_given_back() {
        let mut watched = Watched::new();
        watched.check(true);
        assert_eq!(watched.check_after(BREAK, true), Sign::BackOnline);
        assert_eq!(
            watched.signs(true, ONLINE_INTERVAL.as_secs()),
            [Sign::Online]
        );
        // A shorter time counts as being busy.
        assert_eq!(
            watched.check_after(BREAK.saturating_sub(INTERVAL), true),
            Sign::Online
        );
    }

    #[test]
    fn connection_that_broke_while_nobody_looked_was_away_all_the_time() {
        let mut watched = Watched::new();
        watched.check(true);
        assert_eq!(watched.check_after(BREAK, false), Sign::Nothing);
        assert_eq!(watched.check(true), Sign::BackOnline);
    }
}
