//! What happens by itself: tables close, players run out of time, and what could not be shown is
//! tried again.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio::time::interval;

use crate::discord::bot::Bot;
use crate::session::Service;

/// How often to look for what could not be shown.
const LOOK_AGAIN: Duration = Duration::from_secs(30);
/// What fails when it is due is not tried more often.
const SHORTEST: Duration = Duration::from_millis(20);
const LONGEST: Duration = Duration::from_secs(3_600);
/// How often it is noted that people can move; so much may be lost of the time to give back.
const BEAT: Duration = Duration::from_secs(20);
/// How often records that people brought along are looked through for old ones.
const SWEEP: Duration = Duration::from_secs(6 * 3_600);

/// Does what falls due; one timer for all tables and games.
pub(super) async fn keep_deadlines(bot: &Arc<Bot>) {
    let reminders = Notify::new();
    let remind = async {
        loop {
            reminders.notified().await;
            bot.remind().await;
        }
    };
    tokio::join!(keep_time(bot, &reminders), remind);
}

/// Shows what fell due and rings for reminders, waiting for neither: a channel that hangs holds up
/// no other.
async fn keep_time(bot: &Arc<Bot>, reminders: &Notify) {
    let mut under_way = JoinSet::new();
    loop {
        let next = bot.ask(Service::next_deadline).await.ok().flatten();
        let now = bot.clock.now();
        let (soonest, latest) = (now.after(SHORTEST), now.after(LONGEST));
        let wake = next.map_or(latest, |next| next.clamp(soonest, latest));
        tokio::select! {
            () = bot.clock.sleep_until(wake) => {}
            // It may fall due before what was next.
            () = bot.deadline_set.notified() => continue,
            Some(_shown) = under_way.join_next() => continue,
        }
        let now = bot.clock.now();
        for update in bot
            .ask(move |service| service.expire(now))
            .await
            .unwrap_or_default()
        {
            let (bot, game) = (Arc::clone(bot), update.view.id());
            under_way.spawn(async move { bot.show_or_tell(game).await });
        }
        reminders.notify_one();
    }
}

/// Tries again what could not be shown.
pub(super) async fn show_waiting(bot: &Bot) {
    let mut times = interval(LOOK_AGAIN);
    times.tick().await;
    loop {
        times.tick().await;
        bot.show_rest(None).await;
        bot.remind().await;
    }
}

/// Drops records that people brought along a while ago.
pub(super) async fn sweep(bot: &Bot) {
    let mut times = interval(SWEEP);
    loop {
        times.tick().await;
        let now = bot.clock.now();
        match bot.ask(move |service| service.drop_old_imports(now)).await {
            Ok(dropped) => tracing::debug!(dropped, "looked for old records"),
            Err(trouble) => tracing::error!(?trouble, "old records were not dropped"),
        }
    }
}

/// Notes again and again that people can move, so that they get the time back in which they
/// cannot.
pub(super) async fn beat(bot: &Bot) {
    let mut times = interval(BEAT);
    times.tick().await;
    loop {
        times.tick().await;
        let now = bot.clock.now();
        if let Err(trouble) = bot.ask(move |service| service.beat(now)).await {
            tracing::error!(?trouble, "no sign of life was noted");
        }
    }
}
