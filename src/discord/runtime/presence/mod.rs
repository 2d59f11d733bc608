//! Detection of times when people cannot reach the bot, which are given back to their clocks.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Mutex as AsyncMutex;

use crate::discord::bot::Bot;
use crate::metrics::ShardState;
use crate::service::{Fault, Shard, Timestamp};

/// Interval between records that people can move; up to this much time may be missing when time is
/// given back.
const ONLINE_INTERVAL: Duration = Duration::from_secs(20);
/// Minimum time that Discord is away, or the process sleeps, for it to be given back.
const BREAK: Duration = Duration::from_secs(30);

/// Result of the last check, for callers that cannot wait for the next one.
#[derive(Debug)]
pub(crate) struct PresenceMonitor {
    seen: Mutex<Presence>,
    /// Time of the last check, held during a check, so that its consequences are recorded before
    /// the next one.
    looking: AsyncMutex<Timestamp>,
    has_returned: AtomicBool,
    /// True if a shard may have been away at the last check, while others were not.
    has_away: AtomicBool,
}

impl PresenceMonitor {
    /// Creates a monitor before the first check.
    pub(crate) fn new(now: Timestamp, machine: Timestamp) -> Self {
        Self {
            seen: Mutex::new(Presence::new(now, machine)),
            looking: AsyncMutex::new(now),
            has_returned: AtomicBool::new(false),
            has_away: AtomicBool::new(false),
        }
    }

    fn seen(&self) -> MutexGuard<'_, Presence> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Checks the connection and the time since the last check, and has recorded the consequences
/// when it returns.
pub(crate) async fn look(bot: &Bot) {
    bot.metrics.health().was_frozen();
    let mut looked = bot.presence.looking.lock().await;
    let (now, machine) = (bot.clock.now(), bot.clock.machine());
    let shards = bot.metrics.health().shards();
    let is_connected = bot.metrics.health().is_reachable();
    let (next, sign) = bot.presence.seen().look(now, machine, is_connected);
    let held = bot
        .service
        .ask(|service| Ok::<_, Fault>(service.held_shards()));
    let Ok(held) = held.await else { return };
    let is_shared = held.is_some();
    let is_one_back = match held {
        Some(held) => note_held(bot, *looked, now, held).await,
        None if is_connected => note_shards(bot, *looked, now, &shards).await,
        None => Some(false),
    };
    let Some(is_one_back) = is_one_back else {
        return;
    };
    bot.presence.has_returned.fetch_or(is_one_back, Relaxed);
    let noted = match sign {
        Sign::Nothing => Ok(()),
        // The leases tell for how long people could not reach a shard.
        Sign::BackOnline if !is_shared => {
            bot.service
                .ask(move |service| service.note_back_online(now))
                .await
        }
        Sign::Online | Sign::BackOnline => {
            bot.service
                .ask(move |service| service.note_online(now))
                .await
        }
    };
    if let Err(error) = noted {
        // A change that was not recorded is noticed again at the next check.
        tracing::error!(?error, "the presence of the bot could not be recorded");
        return;
    }
    *bot.presence.seen() = next;
    *looked = now;
    let has_returned = sign == Sign::BackOnline;
    bot.presence.has_returned.fetch_or(has_returned, Relaxed);
}

/// Records which of the shards that this process holds people can reach; each is owed its own time.
async fn note_held(
    bot: &Bot,
    last: Timestamp,
    now: Timestamp,
    held: BTreeSet<Shard>,
) -> Option<bool> {
    let health = bot.metrics.health();
    let (shards, is_reachable) = (health.shards(), health.is_reachable());
    let is_connected = |held: &Shard| {
        let shard = shards.iter().find(|shard| shard.number == held.number);
        shard.map_or(shards.is_empty() && is_reachable, |shard| {
            shard.is_connected && shard.total == held.total
        })
    };
    let held = held.into_iter();
    let held: Vec<_> = held.map(|shard| (shard, is_connected(&shard))).collect();
    let has_slept = has_slept(bot);
    let noted = bot.service.ask(move |service| {
        if has_slept {
            let away: Vec<_> = held.iter().map(|(shard, _)| (*shard, false)).collect();
            service.note_shards(last, now, &away)?;
        }
        service.note_shards(last, now, &held)
    });
    noted
        .await
        .inspect_err(|error| {
            tracing::error!(?error, "the presence of the shards could not be recorded");
        })
        .ok()
}

/// Records which shards people can reach, while there is one: the time in which another one is away
/// is given back to its own games alone. Returns whether one has returned after a while, or `None`
/// if that could not be recorded.
async fn note_shards(
    bot: &Bot,
    last: Timestamp,
    now: Timestamp,
    shards: &[ShardState],
) -> Option<bool> {
    let has_away = shards.iter().any(|shard| !shard.is_connected);
    if !has_away && !bot.presence.has_away.load(Relaxed) {
        return Some(false);
    }
    bot.presence.has_away.store(true, Relaxed);
    let shards = shards.iter().map(|shard| {
        let place = Shard {
            number: shard.number,
            total: shard.total,
        };
        (place, shard.is_connected)
    });
    let shards: Vec<_> = shards.collect();
    let noted = bot
        .service
        .ask(move |service| service.note_shards(last, now, &shards));
    match noted.await {
        Ok(has_returned) => {
            bot.presence.has_away.store(has_away, Relaxed);
            Some(has_returned)
        }
        Err(error) => {
            tracing::error!(?error, "the presence of the shards could not be recorded");
            None
        }
    }
}

/// Returns whether people can move again, and are owed time, since the last call.
pub(crate) fn has_returned(bot: &Bot) -> bool {
    bot.presence.has_returned.swap(false, Relaxed)
}

/// Returns whether the last check is so long ago that the process must have slept; until the
/// next check, nobody may lose by time that has passed.
pub(crate) fn has_slept(bot: &Bot) -> bool {
    bot.presence.seen().has_slept(bot.clock.machine())
}

/// Returns whether all clocks are paused: people cannot reach the bot, or could not until just
/// now.
pub(crate) fn is_away(bot: &Bot) -> bool {
    bot.metrics.health().is_away() || was_away(bot) || has_slept(bot)
}

/// Returns whether people could not reach the bot at the last check.
pub(crate) fn was_away(bot: &Bot) -> bool {
    bot.presence.seen().is_away
}

/// State of the bot's reachability, derived from its connection to Discord.
#[derive(Clone, Copy, Debug)]
struct Presence {
    is_away: bool,
    /// Time of the last change, or when people were last known to be able to move.
    since: Timestamp,
    /// Time of the last check, by the machine's clock.
    looked: Timestamp,
}

/// Fact to be recorded after a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    Nothing,
    /// People can move.
    Online,
    /// People can move again, and get back the time in which they could not.
    BackOnline,
}

impl Presence {
    /// Creates a presence that is away: before the first connection nobody can reach the bot.
    fn new(since: Timestamp, looked: Timestamp) -> Self {
        Self {
            is_away: true,
            since,
            looked,
        }
    }

    /// Returns whether the process has slept since the last check, or its machine's clock was set
    /// forward.
    fn has_slept(&self, machine: Timestamp) -> bool {
        machine.since(self.looked) >= BREAK
    }

    fn look(self, now: Timestamp, machine: Timestamp, is_connected: bool) -> (Self, Sign) {
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
            looked: machine,
        };
        (next, sign)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{BREAK, ONLINE_INTERVAL, Presence, Sign};
    use crate::service::Timestamp;

    const LOOK: Duration = Duration::from_secs(1);

    /// Presence, and the time of its next check.
    struct Watched(Presence, Timestamp);

    impl Watched {
        fn new() -> Self {
            let start = Timestamp(0);
            Self(Presence::new(start, start), start)
        }

        fn look(&mut self, is_connected: bool) -> Sign {
            self.look_after(LOOK, is_connected)
        }

        fn look_after(&mut self, pause: Duration, is_connected: bool) -> Sign {
            self.1 = self.1.after(pause);
            let (next, sign) = self.0.look(self.1, self.1, is_connected);
            self.0 = next;
            sign
        }

        /// Returns what is recorded in `looks` checks.
        fn signs(&mut self, is_connected: bool, looks: u64) -> Vec<Sign> {
            let signs = (0..looks).map(|_| self.look(is_connected));
            signs.filter(|sign| *sign != Sign::Nothing).collect()
        }
    }

    #[test]
    fn a_bot_that_is_connected_gives_a_sign_from_time_to_time() {
        let mut watched = Watched::new();
        // It is away until it is first connected, which takes a moment.
        assert_eq!(watched.signs(false, 3), []);
        assert!(watched.0.is_away);
        assert_eq!(watched.look(true), Sign::Online);
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
        assert_eq!(watched.look(true), Sign::BackOnline);
    }

    #[test]
    fn time_without_discord_is_given_back_when_it_is_over() {
        let mut watched = Watched::new();
        watched.look(true);
        assert_eq!(watched.signs(false, 10 * ONLINE_INTERVAL.as_secs()), []);
        assert!(watched.0.is_away);
        assert_eq!(watched.look(true), Sign::BackOnline);
        assert!(!watched.0.is_away);
        assert_eq!(
            watched.signs(true, ONLINE_INTERVAL.as_secs()),
            [Sign::Online]
        );
    }

    #[test]
    fn a_short_break_is_not_given_back() {
        let mut watched = Watched::new();
        watched.look(true);
        assert_eq!(watched.signs(false, BREAK.as_secs() - 1), []);
        assert_eq!(watched.look(true), Sign::Online);
    }

    #[test]
    fn time_in_which_nobody_looked_is_given_back() {
        let mut watched = Watched::new();
        watched.look(true);
        assert_eq!(watched.look_after(BREAK, true), Sign::BackOnline);
        assert_eq!(
            watched.signs(true, ONLINE_INTERVAL.as_secs()),
            [Sign::Online]
        );
        // A shorter time counts as being busy.
        assert_eq!(
            watched.look_after(BREAK.saturating_sub(LOOK), true),
            Sign::Online
        );
    }

    #[test]
    fn connection_that_broke_while_nobody_looked_was_away_all_the_time() {
        let mut watched = Watched::new();
        watched.look(true);
        assert_eq!(watched.look_after(BREAK, false), Sign::Nothing);
        assert_eq!(watched.look(true), Sign::BackOnline);
    }
}
