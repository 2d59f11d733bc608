//! What happens by itself: tables close, players run out of time, and what could not be shown is
//! tried again.

use std::sync::Arc;
use std::sync::atomic::Ordering;
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
/// How often the connection is looked at.
const LOOK: Duration = Duration::from_secs(1);
/// After how many looks it is noted that people can move; so much may be lost of the time to give
/// back.
const BEAT: u32 = 20;
/// For how many looks Discord has to be away for its time to be given back.
const BREAK: u32 = 30;
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
        if bot.is_away.load(Ordering::Relaxed) {
            // Nobody's time runs; when it does again, other moments are next.
            bot.deadline_set.notified().await;
            continue;
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
/// cannot, because the bot is away or Discord is.
pub(super) async fn beat(bot: &Bot) {
    let mut presence = Presence::default();
    let mut times = interval(LOOK);
    times.tick().await;
    loop {
        times.tick().await;
        let now = bot.clock.now();
        let noted = match presence.look(bot.metrics.health().is_connected()) {
            Sign::Nothing => Ok(()),
            Sign::Beat => bot.ask(move |service| service.beat(now)).await,
            Sign::Back => bot.ask(move |service| service.wake(now)).await,
        };
        if let Err(trouble) = noted {
            tracing::error!(?trouble, "no sign of life was noted");
        }
        let was_away = bot.is_away.swap(presence.is_away, Ordering::Relaxed);
        if was_away && !presence.is_away {
            bot.deadline_set.notify_one();
        }
    }
}

/// Whether people can reach the bot, as its connection to Discord shows.
#[derive(Debug, Default)]
struct Presence {
    /// Before the first connection, the time of the last run counts.
    has_been_there: bool,
    is_away: bool,
    /// Looks since that changed.
    looks: u32,
}

/// What is to be written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    Nothing,
    /// People can move.
    Beat,
    /// They can again, and get back the time in which they could not.
    Back,
}

impl Presence {
    fn look(&mut self, is_connected: bool) -> Sign {
        self.has_been_there |= is_connected;
        let is_away = self.has_been_there && !is_connected;
        let looks = self.looks + 1;
        let has_changed = is_away != self.is_away;
        self.is_away = is_away;
        self.looks = if has_changed { 0 } else { looks };
        match (has_changed, is_away) {
            // Not every hiccup is written into every game.
            (true, false) if looks < BREAK => Sign::Beat,
            (true, false) => Sign::Back,
            (false, false) if looks.is_multiple_of(BEAT) => Sign::Beat,
            (_, true) | (false, false) => Sign::Nothing,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{BEAT, BREAK, Presence, Sign};

    /// What is written down in so many looks.
    fn signs(presence: &mut Presence, is_connected: bool, looks: u32) -> Vec<Sign> {
        let signs = (0..looks).map(|_| presence.look(is_connected));
        signs.filter(|sign| *sign != Sign::Nothing).collect()
    }

    #[test]
    fn a_bot_that_is_connected_gives_a_sign_from_time_to_time() {
        let mut presence = Presence::default();
        // It is not away before it has ever been there.
        assert_eq!(signs(&mut presence, false, BEAT), [Sign::Beat]);
        assert!(!presence.is_away);
        assert_eq!(signs(&mut presence, true, 3 * BEAT), [Sign::Beat; 3]);
    }

    #[test]
    fn time_without_discord_is_given_back_when_it_is_over() {
        let mut presence = Presence::default();
        presence.look(true);
        assert_eq!(signs(&mut presence, false, 10 * BEAT), []);
        assert!(presence.is_away);
        assert_eq!(presence.look(true), Sign::Back);
        assert!(!presence.is_away);
        assert_eq!(signs(&mut presence, true, BEAT), [Sign::Beat]);
    }

    #[test]
    fn a_short_break_is_not_given_back() {
        let mut presence = Presence::default();
        presence.look(true);
        assert_eq!(signs(&mut presence, false, BREAK - 1), []);
        assert_eq!(presence.look(true), Sign::Beat);
    }
}
