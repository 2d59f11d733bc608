//! Timers: deadlines of tables and clocks, and retries of updates that could not be shown.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};

use crate::discord::bot::Bot;
use crate::discord::features::personal::privacy;
use crate::discord::game_messages::publisher::waiting_updates;
use crate::discord::game_messages::unreachable::left_servers;
use crate::discord::runtime::presence;
use crate::discord::runtime::subject_queues::Subject;
use crate::discord::runtime::supervisor::Heartbeat;
use crate::discord::runtime::wakeups::Walk;
use crate::service::{Fault, GameId, Service, Timestamp};

/// Interval between retries of updates that could not be shown.
const LOOK_AGAIN: Duration = Duration::from_secs(30);
/// Minimum interval between attempts at a deadline that fails.
const SHORTEST: Duration = Duration::from_millis(20);
const LONGEST: Duration = Duration::from_secs(3_600);
/// Pause after a change of deadlines, so that others can be handled together with it.
const MORE_CHANGES: Duration = Duration::from_millis(200);
/// Interval between checks of the connection, and of changes by other processes.
const LOOK: Duration = Duration::from_secs(1);
/// Interval between checks whether the process was frozen.
const LOOK_FOR_FREEZES: Duration = Duration::from_millis(500);
/// Pause after the removal of the bot from a server could not be recorded, before its deadlines are
/// handled again.
const NOTE_AGAIN: Duration = Duration::from_secs(1);
/// Interval between removals of data that nobody needs anymore.
const SWEEP: Duration = Duration::from_secs(6 * 3_600);

/// Handles deadlines, with one timer for all tables and games. It starts announcements and triggers
/// reminders without waiting for them, so that a slow channel delays no other.
pub(crate) async fn keep_time(bot: Arc<Bot>, heartbeat: Heartbeat) {
    let (mut under_way, mut moves) = (JoinSet::new(), bot.clock.moves());
    // Another process may set a deadline, or leave its own to this one.
    let is_shared = bot.service.is_shared().await;
    let longest = if is_shared { LOOK } else { LONGEST };
    loop {
        heartbeat.busy();
        let now = bot.clock.now();
        let next = bot.service.ask(move |service| service.next_deadline(now));
        let next = next.await.ok().flatten();
        let now = bot.clock.now();
        let (soonest, latest) = (now.after(SHORTEST), now.after(longest));
        let wake = next.map_or(latest, |next| next.clamp(soonest, latest));
        heartbeat.idle();
        tokio::select! {
            () = bot.clock.sleep_until(wake, &mut moves) => {}
            // The new deadline may be earlier than the current one.
            () = bot.deadline_set.notified() => {
                sleep(MORE_CHANGES).await;
                // However many changes there are, a deadline that has passed is handled.
                if bot.clock.now() < wake {
                    continue;
                }
            }
            Some(_shown) = under_way.join_next() => continue,
        }
        // Read before the check of the presence, so that time lost after that check does not count.
        let now = bot.clock.now();
        if presence::is_away(&bot) {
            // All clocks are paused; when they run again, the next deadline is a different one.
            let _ = timeout(LOOK, bot.deadline_set.notified()).await;
            continue;
        }
        presence::note_freeze(&bot);
        heartbeat.busy();
        let expired = expire(&bot, now).await;
        if !expired.is_empty() {
            let bot = Arc::clone(&bot);
            under_way.spawn(async move {
                let mut telling = JoinSet::new();
                waiting_updates::show_all(&bot, expired, &mut telling).await;
                while telling.join_next().await.is_some() {}
            });
        }
        bot.reminders_due.notify_one();
    }
}

/// Handles a first batch of deadlines, each in turn for its game and its people, so that a move
/// that arrived in time counts. Those on servers that may have removed the bot stay due until that
/// is recorded. Returns the tables and games that have changed visibly.
async fn expire(bot: &Arc<Bot>, now: Timestamp) -> Vec<GameId> {
    let due = bot.service.ask(move |service| service.due(now)).await;
    let due = due.unwrap_or_default();
    let servers = due.iter().filter_map(|due| due.server).collect();
    let unnoted = left_servers::note_unreported(bot, servers).await;
    let due = due.into_iter();
    let due = due.filter(|due| due.server.is_none_or(|server| !unnoted.contains(&server)));
    let handled = due.map(|due| {
        let people = due.people.iter().copied().map(Subject::Person);
        let subjects: Vec<_> = people.chain([Subject::Game(due.game)]).collect();
        bot.service.ask_in_turn(&subjects, move |service| {
            let has_changed = service.expire(&due, now)?;
            Ok::<_, Fault>(has_changed.then_some(due.game))
        })
    });
    let mut handled: JoinSet<_> = handled.collect();
    let mut changed = Vec::new();
    while let Some(handled) = handled.join_next().await {
        changed.extend(handled.ok().and_then(Result::ok).flatten());
    }
    if !unnoted.is_empty() {
        sleep(NOTE_AGAIN).await;
    }
    changed
}

/// Retries updates that could not be shown.
pub(crate) async fn show_waiting(bot: Arc<Bot>, heartbeat: Heartbeat) {
    let (mut times, mut telling) = (interval(LOOK_AGAIN), JoinSet::new());
    times.tick().await;
    loop {
        heartbeat.idle();
        tokio::select! {
            _tick = times.tick() => {}
            () = bot.returned.notified() => {}
        }
        heartbeat.busy();
        waiting_updates::show_rest(&bot, &mut telling, || heartbeat.busy()).await;
        bot.reminders_due.notify_one();
    }
}

/// Shows refused boards again when they may be accepted, each in a task of its own.
pub(crate) async fn show_refused(bot: Arc<Bot>, heartbeat: Heartbeat) {
    let mut under_way = JoinSet::new();
    loop {
        heartbeat.idle();
        let game = bot.refused_boards.next_board().await;
        heartbeat.busy();
        while under_way.try_join_next().is_some() {}
        under_way.spawn(waiting_updates::show_refused(Arc::clone(&bot), game));
    }
}

/// Converts older data, finishes deletions, and removes expired imports and records whose retention
/// period has expired.
pub(crate) async fn sweep(bot: Arc<Bot>, heartbeat: Heartbeat) {
    let (mut moves, mut telling) = (bot.clock.moves(), JoinSet::new());
    loop {
        // A process of an older version may have ended since the last time.
        clean_up(&bot, &heartbeat).await;
        heartbeat.busy();
        privacy::finish_forgetting(&bot).await;
        heartbeat.idle();
        while presence::is_away(&bot) {
            // Nobody can move in a game that would be called off.
            sleep(LOOK).await;
        }
        heartbeat.busy();
        let now = bot.clock.now();
        retire(&bot, now, &mut telling, &heartbeat).await;
        match bot
            .service
            .ask_later(move |service| service.drop_old_imports(now))
            .await
        {
            Ok(dropped) => tracing::debug!(dropped, "expired imports deleted"),
            Err(error) => tracing::error!(%error, "expired imports were not deleted"),
        }
        heartbeat.idle();
        bot.clock.sleep_until(now.after(SWEEP), &mut moves).await;
    }
}

/// Handles records whose retention period has expired, page by page between requests. Direct
/// messages may still be sent in `telling` afterwards.
async fn retire(bot: &Arc<Bot>, now: Timestamp, telling: &mut JoinSet<()>, heartbeat: &Heartbeat) {
    left_servers::remove_long_left(bot, now, || heartbeat.busy()).await;
    let page = |reached| {
        heartbeat.busy();
        let own = Arc::clone(bot);
        let is_lost = move |guild| left_servers::is_surely_lost(&own, guild);
        bot.service
            .ask_in_parallel(move |service| service.retire(now, reached, is_lost))
    };
    let mut walk = Walk::BEGUN;
    loop {
        match walk.next(page).await {
            Ok(Some(games)) => {
                waiting_updates::show_all(bot, games, telling).await;
                bot.reminders_due.notify_one();
            }
            Ok(None) => return,
            Err(error) => {
                return tracing::error!(
                    %error,
                    "expired data could not be removed; trying again later"
                );
            }
        }
    }
}

/// Converts data of older versions to the current form, step by step between requests.
async fn clean_up(bot: &Bot, heartbeat: &Heartbeat) {
    let mut done = None;
    loop {
        heartbeat.busy();
        let (before, now) = (done.take(), bot.clock.now());
        match bot
            .service
            .ask_later(move |service| service.clean_up(before, now))
            .await
        {
            Ok(Some(step)) => done = Some(step),
            Ok(None) => return,
            Err(error) => {
                return tracing::error!(
                    %error,
                    "older records could not be converted; trying again later"
                );
            }
        }
    }
}

/// Learns the languages that people and servers choose through other processes, if there can be
/// any.
pub(crate) async fn learn_languages(bot: Arc<Bot>, heartbeat: Heartbeat) {
    if !bot.service.is_shared().await {
        return;
    }
    let mut times = interval(LOOK);
    times.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        heartbeat.idle();
        times.tick().await;
        heartbeat.busy();
        bot.languages.learn_chosen().await;
    }
}

/// Checks repeatedly whether the process was frozen. It does not use the store, because waiting for
/// an unavailable store would look like a freeze.
pub(crate) async fn watch_freezes(bot: Arc<Bot>, heartbeat: Heartbeat) {
    let mut times = interval(LOOK_FOR_FREEZES);
    times.set_missed_tick_behavior(MissedTickBehavior::Delay);
    heartbeat.idle();
    loop {
        times.tick().await;
        bot.metrics.health().was_frozen();
        presence::note_freeze(&bot);
    }
}

/// Checks repeatedly whether people can reach the bot, and gives back the time in which they could
/// not: page by page between the checks, because it may take long.
pub(crate) async fn watch_presence(bot: Arc<Bot>, heartbeat: Heartbeat) {
    let health = bot.metrics.health();
    let mut times = interval(LOOK);
    times.set_missed_tick_behavior(MissedTickBehavior::Delay);
    // An earlier run may have left time to give back.
    let mut is_behind = true;
    loop {
        if !is_behind {
            heartbeat.idle();
            tokio::select! {
                _tick = times.tick() => {}
                () = bot.connected.notified() => {}
            }
        }
        heartbeat.busy();
        let was_away = presence::is_away(&bot);
        presence::check(&bot).await;
        is_behind = match bot.service.ask_in_parallel(Service::give_back).await {
            Ok(is_behind) => is_behind,
            Err(error) => {
                tracing::error!(%error, "downtime could not be given back; trying again");
                presence::note_failure(&bot);
                times.tick().await;
                true
            }
        };
        health.note_away(presence::was_away(&bot) || is_behind);
        if was_away && !presence::is_away(&bot) {
            bot.deadline_set.notify_one();
        }
        if !is_behind && presence::has_returned(&bot) {
            // It may take long, and the connection may break again meanwhile.
            bot.returned.notify_one();
        }
    }
}
