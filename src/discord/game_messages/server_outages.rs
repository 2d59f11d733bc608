//! Outages of servers, and the return to servers that the bot had left: while nobody can move
//! there, clocks are paused.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::discord::bot::Bot;
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::error::BotError;
use crate::discord::runtime::subject_queues::Subject;
use crate::i18n::Language;
use crate::metrics::Health;
use crate::service::{Fault, GuildId, Service, Shard, Timestamp};

/// Time between attempts to end an outage or an absence.
const TRY_AGAIN: Duration = Duration::from_secs(10);

/// Records the language of a place that an interaction reports: the server's, or in private the
/// person's.
pub(crate) fn learn_locale(bot: &Arc<Bot>, context: &RequestContext, locale: Option<&str>) {
    let place = context.place;
    let Some(guild) = place.joined_server() else {
        let language = locale.map(Language::from_locale);
        let language = language.unwrap_or_else(|| context.words.language());
        return bot.languages.guilds.hear(place, language);
    };
    let Some(locale) = locale else { return };
    let guilds = &bot.languages.guilds;
    let is_store_there = !bot.metrics.health().is_store_away();
    let is_check_due = is_store_there && guilds.is_check_due(guild, bot.clock.now());
    let is_new = guilds.learn(guild, locale);
    if is_new || is_check_due {
        // People can move there, even if Discord has not reported the server yet, or if another
        // process has noticed that the bot was removed and knows nothing of its return.
        let bot = Arc::clone(bot);
        tokio::spawn(async move {
            if is_new {
                end_outage(&bot, guild).await;
            }
            end_absences(bot, Arc::new(HashSet::from([guild]))).await;
        });
    }
}

/// Records that nobody can move on these servers from `since` on, until Discord reports them
/// again.
pub(crate) async fn note_outage(bot: &Bot, guilds: Vec<GuildId>, since: Timestamp) {
    bot.languages.guilds.note_out(&guilds);
    bot.languages.guilds.report_count(&bot.metrics);
    let noted = guilds.into_iter().map(|guild| {
        bot.service
            .ask_in_turn(&[Subject::Guild(guild)], move |service| {
                service.begin_outage(guild, since);
                Ok::<_, Fault>(())
            })
    });
    // All of these are queued before the end of an outage can be.
    let noted: Vec<_> = noted.collect();
    for noted in noted {
        if let Err(error) = noted.await {
            tracing::error!(%error, "the outage of a server could not be recorded");
        }
    }
}

/// Returns the servers of a shard that the bot has left during an outage, which may have begun
/// before this start: Discord does not list them at the beginning of the session.
pub(crate) async fn left_during(bot: &Bot, shard: Shard, guilds: &[GuildId]) -> Vec<GuildId> {
    let guilds = guilds.to_vec();
    let beyond = bot
        .service
        .ask(move |service| Ok::<_, Fault>(service.outages_beyond(shard, &guilds)));
    let mut beyond = beyond.await.unwrap_or_default();
    beyond.retain(|guild| bot.languages.guilds.is_lost(*guild));
    beyond
}

/// Gives the time of a server's outage back to the clocks that run there. While the store is
/// unavailable, the outage continues: nobody can move.
pub(crate) async fn end_outage(bot: &Bot, guild: GuildId) {
    give_back(bot, guild, move |service, now| {
        service.end_outage(guild, now)
    })
    .await;
}

/// Records that the bot is on these servers again, if it had left any of them, and gives the time
/// since then back to the clocks that run there. While the store is unavailable, they stay paused.
///
/// If this process may have noted a removal, the caller has ended their outages, in turn for each
/// server, so that every such note before the return can be read by now.
pub(crate) async fn end_absences(bot: Arc<Bot>, servers: Arc<HashSet<GuildId>>) {
    let left = loop {
        let servers = Arc::clone(&servers);
        let left = bot
            .service
            .ask_in_parallel(move |service| service.left_among(&servers));
        match left.await {
            Ok(left) => break left,
            Err(error) => report(bot.metrics.health(), &error),
        }
        sleep(TRY_AGAIN).await;
    };
    let ending = left.into_iter();
    let ending = ending.map(|guild| end_absence(Arc::clone(&bot), guild));
    let mut ending: JoinSet<_> = ending.collect();
    while ending.join_next().await.is_some() {}
}

async fn end_absence(bot: Arc<Bot>, guild: GuildId) {
    let own = Arc::clone(&bot);
    give_back(&bot, guild, move |service, now| {
        // The bot may have been removed again meanwhile.
        if own.languages.guilds.is_lost(guild) {
            return Ok(());
        }
        service.server_joined(guild, now)
    })
    .await;
    // The boards there may have been shown before.
    bot.returned.notify_one();
}

/// Gives time back on a server, and tries again if that fails.
async fn give_back(
    bot: &Bot,
    guild: GuildId,
    work: impl Fn(&Service, Timestamp) -> Result<(), Fault> + Clone + Send + 'static,
) {
    loop {
        let (now, work) = (bot.clock.now(), work.clone());
        let done = bot
            .service
            .ask_in_turn(&[Subject::Guild(guild)], move |service| work(service, now));
        match done.await {
            Ok(()) => return bot.deadline_set.notify_one(),
            Err(error) => report(bot.metrics.health(), &error),
        }
        sleep(TRY_AGAIN).await;
    }
}

/// Logs why the time lost on a server could not be given back. An unavailable store affects all
/// servers at once, and is logged by the timer that records the presence of the bot.
fn report(health: &Health, error: &BotError) {
    if !health.is_store_away() {
        tracing::error!(
            %error,
            "time lost on a server could not be given back; trying again"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::StoreError;

    #[test]
    fn a_store_that_is_away_is_not_logged_for_each_server() {
        let log = Arc::new(tempfile::tempfile().expect("a file"));
        let subscriber = tracing_subscriber::fmt()
            .with_writer(Arc::clone(&log))
            .finish();
        // With a single dispatcher, tracing caches interest by the thread that reaches a log line
        // first, which may be another test's.
        let _second = tracing::Dispatch::new(tracing::subscriber::NoSubscriber::new());
        let _logging = tracing::subscriber::set_default(subscriber);
        let bytes = || log.metadata().expect("a file").len();
        let health = Health::default();
        let away = StoreError::Unavailable("away".to_owned());
        let error = BotError::from(Fault::from(away));
        health.note_store_away(Some("away"));
        for _server in 0..1_000 {
            report(&health, &error);
        }
        assert_eq!(bytes(), 0);
        health.note_store_away(None);
        report(&health, &error);
        assert!(bytes() > 0);
    }
}
