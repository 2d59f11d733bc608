//! What happens by itself: tables close, and what could not be shown is tried again.

use std::time::Duration;

use tokio::time::{interval, sleep};

use crate::discord::bot::{Bot, now};
use crate::session::Service;

/// How often to look for what could not be shown.
const LOOK_AGAIN: Duration = Duration::from_secs(30);
/// A table that fails to close is not tried more often.
const SHORTEST: Duration = Duration::from_millis(20);
const LONGEST: Duration = Duration::from_secs(3_600);

/// Closes tables whose time is over; one timer for all of them.
pub(super) async fn close_tables(bot: &Bot) {
    loop {
        let next = bot.ask(Service::next_deadline).await.ok().flatten();
        let wait = next.map_or(LONGEST, |next| {
            Duration::from_millis(next.0.saturating_sub(now().0)).clamp(SHORTEST, LONGEST)
        });
        tokio::select! {
            () = sleep(wait) => {}
            // It may close before the one that was next.
            () = bot.table_set_up.notified() => continue,
        }
        for update in bot
            .ask(|service| service.expire(now()))
            .await
            .unwrap_or_default()
        {
            // What is in the way is logged, and tried again.
            let _ = bot.show(update.view.id()).await;
        }
    }
}

/// Tries again what could not be shown.
pub(super) async fn show_waiting(bot: &Bot) {
    let mut times = interval(LOOK_AGAIN);
    times.tick().await;
    loop {
        times.tick().await;
        bot.show_rest(None).await;
    }
}
