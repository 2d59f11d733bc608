//! What happens by itself: tables close, players run out of time, and what could not be shown is
//! tried again.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio::time::interval;

use crate::discord::bot::Bot;
use crate::session::{Service, Timestamp};

/// How often to look for what could not be shown.
const LOOK_AGAIN: Duration = Duration::from_secs(30);
/// What fails when it is due is not tried more often.
const SHORTEST: Duration = Duration::from_millis(20);
const LONGEST: Duration = Duration::from_secs(3_600);
/// How often the connection is looked at.
const LOOK: Duration = Duration::from_secs(1);
/// How often it is noted that people can move; so much may be lost of the time to give back.
const BEAT: Duration = Duration::from_secs(20);
/// How long Discord has to be away for its time to be given back.
const BREAK: Duration = Duration::from_secs(30);
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
        if bot.metrics.health().is_away() {
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
        tokio::select! {
            _tick = times.tick() => {}
            () = bot.returned.notified() => {}
        }
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

/// Brings what older versions left into today's form, step by step between what people ask.
pub(super) async fn tidy(bot: &Bot) {
    let mut done = None;
    loop {
        let before = done.take();
        match bot.ask(move |service| service.tidy(before)).await {
            Ok(Some(step)) => done = Some(step),
            Ok(None) => return,
            Err(trouble) => {
                return tracing::error!(?trouble, "older records stay as they are for now");
            }
        }
    }
}

/// Notes again and again that people can move, so that they get the time back in which they
/// cannot, because the bot is away or Discord is.
pub(super) async fn beat(bot: &Bot) {
    let health = bot.metrics.health();
    let mut presence = Presence::new(bot.clock.now());
    health.note_away(presence.is_away);
    let mut times = interval(LOOK);
    loop {
        tokio::select! {
            _tick = times.tick() => {}
            () = bot.connected.notified() => {}
        }
        let now = bot.clock.now();
        let sign = presence.look(now, health.is_connected());
        let noted = match sign {
            Sign::Nothing => Ok(()),
            Sign::Beat => bot.ask(move |service| service.beat(now)).await,
            Sign::Back => bot.ask(move |service| service.wake(now)).await,
        };
        if let Err(trouble) = noted {
            tracing::error!(?trouble, "no sign of life was noted");
        }
        let was_away = health.is_away();
        health.note_away(presence.is_away);
        if was_away && !presence.is_away {
            bot.deadline_set.notify_one();
        }
        if sign == Sign::Back {
            // It may take long, and the connection may break again meanwhile.
            bot.returned.notify_one();
        }
    }
}

/// Whether people can reach the bot, as its connection to Discord shows.
#[derive(Debug)]
struct Presence {
    is_away: bool,
    /// When that changed, or when people could last be seen to be able to move.
    since: Timestamp,
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
    /// Away: at a start nobody can reach the bot before it is connected.
    fn new(since: Timestamp) -> Self {
        Self {
            is_away: true,
            since,
        }
    }

    fn look(&mut self, now: Timestamp, is_connected: bool) -> Sign {
        let is_away = !is_connected;
        let has_changed = is_away != self.is_away;
        self.is_away = is_away;
        let lasted = now.since(self.since);
        let sign = match (has_changed, is_away) {
            // Not every hiccup is written into every game.
            (true, false) if lasted < BREAK => Sign::Beat,
            (true, false) => Sign::Back,
            (false, false) if lasted >= BEAT => Sign::Beat,
            (_, true) | (false, false) => Sign::Nothing,
        };
        if has_changed || sign != Sign::Nothing {
            self.since = now;
        }
        sign
    }
}

#[cfg(test)]
mod tests {
    use super::{BEAT, BREAK, LOOK, Presence, Sign};
    use crate::session::Timestamp;

    /// A presence and the time of its next look.
    struct Watched(Presence, Timestamp);

    impl Watched {
        fn new() -> Self {
            let start = Timestamp(0);
            Self(Presence::new(start), start)
        }

        fn look(&mut self, is_connected: bool) -> Sign {
            self.1 = self.1.after(LOOK);
            self.0.look(self.1, is_connected)
        }

        /// What is written down in so many looks.
        fn signs(&mut self, is_connected: bool, looks: u64) -> Vec<Sign> {
            let signs = (0..looks).map(|_| self.look(is_connected));
            signs.filter(|sign| *sign != Sign::Nothing).collect()
        }
    }

    #[test]
    fn a_bot_that_is_connected_gives_a_sign_from_time_to_time() {
        let mut watched = Watched::new();
        // It is away until it is connected for the first time, which takes a moment.
        assert_eq!(watched.signs(false, 3), []);
        assert!(watched.0.is_away);
        assert_eq!(watched.look(true), Sign::Beat);
        assert_eq!(watched.signs(true, 3 * BEAT.as_secs()), [Sign::Beat; 3]);
    }

    #[test]
    fn a_start_without_discord_counts_as_time_away() {
        let mut watched = Watched::new();
        assert_eq!(watched.signs(false, 10 * BEAT.as_secs()), []);
        assert!(watched.0.is_away);
        assert_eq!(watched.look(true), Sign::Back);
    }

    #[test]
    fn time_without_discord_is_given_back_when_it_is_over() {
        let mut watched = Watched::new();
        watched.look(true);
        assert_eq!(watched.signs(false, 10 * BEAT.as_secs()), []);
        assert!(watched.0.is_away);
        assert_eq!(watched.look(true), Sign::Back);
        assert!(!watched.0.is_away);
        assert_eq!(watched.signs(true, BEAT.as_secs()), [Sign::Beat]);
    }

    #[test]
    fn a_short_break_is_not_given_back() {
        let mut watched = Watched::new();
        watched.look(true);
        assert_eq!(watched.signs(false, BREAK.as_secs() - 1), []);
        assert_eq!(watched.look(true), Sign::Beat);
    }
}
