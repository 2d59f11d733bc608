//! Detection of times when people cannot reach the bot, which are given back to their clocks.

pub(crate) mod monitor;
mod state;

use std::sync::atomic::Ordering::Relaxed;

use crate::discord::bot::Bot;
use crate::discord::runtime::presence::state::Sign;
use crate::metrics::ShardState;
use crate::service::{Fault, Shard, Timestamp};

/// Checks the connection and the time since the last check, and records the consequences before it
/// returns.
pub(crate) async fn check(bot: &Bot) {
    let mut checked = bot.presence.checking.lock().await;
    // The time is read after the state: a shard that is there by then may have returned at any moment
    // until now.
    let health = bot.metrics.health();
    let (shards, is_connected) = (health.shards(), health.is_reachable());
    let store_away = health.store_away_since();
    let is_store_there = store_away.is_none();
    let (now, machine) = (bot.clock.now(), bot.clock.machine());
    let before = *bot.presence.seen();
    let (next, sign) = before.check(now, machine, is_connected);
    // Requests have waited for the store before it counts as away, as this check may not have.
    let away = store_away.map(|since| now.before(since.elapsed()));
    let last = away.map_or(*checked, |away| away.min(*checked));
    let held = bot.service.ask(move |service| {
        if is_store_there {
            service.end_store_outage(now);
        } else {
            service.begin_store_outage(last);
        }
        Ok::<_, Fault>(service.held_shards())
    });
    let Ok(held) = held.await else { return };
    note_silent(bot, now).await;
    let is_shared = held.is_some();
    let is_one_back = match held {
        Some(held) => {
            let is_there = |held: &Shard| {
                let shard = shards.iter().find(|shard| shard.number == held.number);
                let is_connected = shard.map_or(shards.is_empty() && is_connected, |shard| {
                    shard.is_connected && shard.total == held.total
                });
                // While the store is unavailable, nobody can move.
                is_connected && is_store_there
            };
            let held = held.into_iter();
            let held = held.map(|shard| (shard, is_there(&shard))).collect();
            note_held(bot, last, now, held).await
        }
        None if is_connected => note_shards(bot, last, now, &shards).await,
        None => Some(false),
    };
    let Some(is_one_back) = is_one_back else {
        return note_failure(bot);
    };
    bot.presence.has_returned.fetch_or(is_one_back, Relaxed);
    if !note_sign(bot, sign, now, is_shared).await {
        // It is noticed again at the next check.
        return note_failure(bot);
    }
    if before.is_away && sign == Sign::Online && !is_shared {
        bot.service.short_outages.note(None, before.since, now);
    }
    *bot.presence.seen() = next;
    *checked = now;
    let has_returned = sign == Sign::BackOnline;
    bot.presence.has_returned.fetch_or(has_returned, Relaxed);
}

/// Notes that the store has failed: what could not be shown meanwhile is to be shown as soon as it
/// can be used, even if no check finds it away before that.
pub(crate) fn note_failure(bot: &Bot) {
    bot.presence.has_returned.store(true, Relaxed);
}

/// Records what a check has found; returns whether that was possible.
async fn note_sign(bot: &Bot, sign: Sign, now: Timestamp, is_shared: bool) -> bool {
    let noted = match sign {
        Sign::Nothing => Ok(()),
        // The leases record for how long people could not reach a shard.
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
    noted
        .inspect_err(|error| {
            tracing::error!(%error, "the presence of the bot could not be recorded");
        })
        .is_ok()
}

/// Notes that the process is running and, if it was frozen just before, for how long, so that
/// nobody loses on time because of that. It does not wait for anything.
pub(crate) fn note_freeze(bot: &Bot) {
    let mut ran = bot.presence.ran.lock();
    // By the machine's clock, by which the time of players passes, and in this order: a freeze in
    // between is noted by the next call.
    let machine = bot.clock.machine();
    let now = bot.clock.now();
    let from = now.before(machine.since(*ran));
    bot.service.short_outages.note(None, from, now);
    *ran = machine;
}

/// Records since when people could not reach shards whose connections had died silently. They may
/// be connected again already.
async fn note_silent(bot: &Bot, now: Timestamp) {
    let silent = bot.metrics.health().take_silent();
    if silent.is_empty() {
        return;
    }
    bot.presence.has_away.store(true, Relaxed);
    let silent = silent.into_iter().map(|silent| {
        let shard = Shard {
            number: silent.number,
            total: silent.total,
        };
        (shard, now.before(silent.since.elapsed()))
    });
    let silent: Vec<_> = silent.collect();
    let noted = bot.service.ask(move |service| {
        service.note_silent(&silent);
        Ok::<_, Fault>(())
    });
    if let Err(error) = noted.await {
        tracing::error!(%error, "a shard that was silent could not be recorded");
    }
}

/// Records which of the shards that this process holds people can reach; each is owed its own time.
async fn note_held(
    bot: &Bot,
    last: Timestamp,
    now: Timestamp,
    held: Vec<(Shard, bool)>,
) -> Option<bool> {
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
            tracing::error!(%error, "the presence of the shards could not be recorded");
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
            tracing::error!(%error, "the presence of the shards could not be recorded");
            None
        }
    }
}

/// Returns whether people can move again, and may be owed time, since the last call.
pub(crate) fn has_returned(bot: &Bot) -> bool {
    bot.presence.has_returned.swap(false, Relaxed)
}

/// Returns whether the last check is so long ago that the process must have slept; until the
/// next check, nobody may lose because of time that has passed.
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
