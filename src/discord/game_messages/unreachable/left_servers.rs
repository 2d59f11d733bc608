//! Servers that the bot has left, until their data is removed.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::discord::bot::Bot;
use crate::discord::game_messages::delivery::snowflake::guild_id;
use crate::discord::rest::RestError;
use crate::discord::runtime::subject_queues::Subject;
use crate::metrics::Metrics;
use crate::service::{Fault, GuildId, Timestamp};

/// Time after a request to Discord for which the answer is valid.
const FRESH: Duration = Duration::from_secs(60);
/// Time after a freeze in which a connection may not have reported all events of the freeze yet.
const CATCH_UP: Duration = Duration::from_secs(300);

/// Records that the bot has left a server, ahead of every request about it that follows this call.
pub(crate) fn note(bot: &Bot, guild: GuildId) -> impl Future<Output = ()> + Send + use<> {
    let since = bot.languages.guilds.lost_since(guild);
    let since = since.unwrap_or_else(|| bot.clock.now());
    let noted = bot
        .service
        .ask_in_turn(&[Subject::Guild(guild)], move |service| {
            service.server_left(guild, since)
        });
    async move {
        if let Err(error) = noted.await {
            tracing::error!(%error, "the removal from a server could not be recorded");
        }
    }
}

/// Records that the bot has left those of these servers that it is not on, as far as Discord has
/// reported: nobody reports a removal while no process runs, and a note of one may have failed.
/// Returns the servers for which the store fails now.
pub(crate) async fn note_unreported(bot: &Arc<Bot>, servers: HashSet<GuildId>) -> HashSet<GuildId> {
    let mut failed = HashSet::new();
    for guild in servers {
        let Some(since) = bot.languages.guilds.lost_since(guild) else {
            continue;
        };
        let own = Arc::clone(bot);
        let noted = bot
            .service
            .ask_in_turn(&[Subject::Guild(guild)], move |service| {
                // The bot may have been invited again meanwhile.
                if own.languages.guilds.is_lost(guild) {
                    service.server_left(guild, since)?;
                }
                Ok::<_, Fault>(())
            });
        if let Err(error) = noted.await {
            tracing::error!(%error, "the removal from a server could not be recorded");
            // If the data of the server cannot be read, clocks run there as on any other.
            failed.extend(error.is_store_failure().then_some(guild));
        }
    }
    failed
}

/// Returns whether the bot is no longer on a server. If no gateway connection reports the server,
/// it asks Discord, and records the removal; a late answer does not count.
pub(crate) async fn has_left(bot: &Bot, guild: GuildId) -> bool {
    if bot.languages.guilds.is_announced(guild) {
        return bot.languages.guilds.is_lost(guild);
    }
    let asked = Instant::now();
    let answer = bot.rest.is_member(guild_id(guild)).await;
    let is_gone = matches!(answer, Ok(false)) && is_fresh(&bot.metrics, asked);
    if is_gone {
        // The next interaction from there shows that the bot is back, which is recorded after this.
        let noted = note(bot, guild);
        bot.languages.guilds.forget(guild, bot.clock.now());
        noted.await;
    }
    is_gone
}

/// Returns whether a gateway connection has reported for certain that the bot is not on a server.
/// After a freeze of the process, it may have been invited again.
pub(crate) fn is_surely_lost(bot: &Bot, guild: GuildId) -> bool {
    let health = bot.metrics.health();
    let since = Instant::now().checked_sub(CATCH_UP);
    let is_up_to_date = since.is_some_and(|since| !health.was_frozen_since(since));
    is_up_to_date && bot.languages.guilds.is_lost(guild)
}

/// Removes the data of some servers that the bot left long ago and has not rejoined, according to
/// Discord if no gateway connection reports them. Calls `step` for every server.
pub(crate) async fn remove_long_left(bot: &Bot, now: Timestamp, step: impl Fn()) {
    if !bot.metrics.health().has_endpoint() {
        return;
    }
    let servers = bot
        .service
        .ask_later(move |service| service.servers_to_remove(now));
    let servers = servers.await.unwrap_or_default().into_iter();
    for server in servers.filter(|server| !bot.languages.guilds.is_announced(*server)) {
        step();
        let asked = Instant::now();
        match bot.rest.is_member(guild_id(server)).await {
            Ok(true) => note_return(bot, server, now).await,
            Ok(false) => remove(bot, server, now, asked).await,
            // Discord is asked about this server again at the next check.
            Err(RestError::Refused { .. }) => {}
            // Discord is unavailable, and each further request would take a minute.
            Err(_) => break,
        }
    }
}

async fn note_return(bot: &Bot, server: GuildId, now: Timestamp) {
    let joined = bot
        .service
        .ask_later(move |service| service.server_joined(server, now));
    if let Err(error) = joined.await {
        tracing::error!(%error, "the return to a server could not be recorded");
    }
}

/// Removes the data of a server that the bot was not on when Discord was `asked`. If that answer is
/// outdated, Discord is asked again at the next check.
async fn remove(bot: &Bot, server: GuildId, now: Timestamp, asked: Instant) {
    let metrics = bot.metrics.clone();
    let removed = bot.service.ask_later(move |service| {
        if !is_fresh(&metrics, asked) {
            return Ok(());
        }
        service.remove_server(server, now)
    });
    if let Err(error) = removed.await {
        tracing::error!(
            %error,
            "data of a server could not be removed; trying again later"
        );
    }
}

/// Returns whether an answer from Discord, `asked` at this time, is still valid. If the request had
/// to wait, or the process was frozen, the bot may have been invited again.
fn is_fresh(metrics: &Metrics, asked: Instant) -> bool {
    asked.elapsed() < FRESH && !metrics.health().was_frozen_since(asked)
}
