//! Servers that the bot has left, until what belongs to them is removed.

use std::collections::HashSet;

use crate::discord::board::delivery::snowflake::guild_id;
use crate::discord::bot::Bot;
use crate::discord::rest::RestError;
use crate::discord::runtime::subject_queues::Subject;
use crate::service::{GuildId, Timestamp};

/// Records that the bot has left a server, before anything that is asked about it after this call.
pub(crate) fn note(bot: &Bot, guild: GuildId) -> impl Future<Output = ()> + Send + use<> {
    let now = bot.clock.now();
    let noted = bot
        .service
        .ask_in_turn(&[Subject::Guild(guild)], move |service| {
            service.server_left(guild, now)
        });
    async move {
        if let Err(error) = noted.await {
            tracing::error!(?error, "the removal from a server could not be recorded");
        }
    }
}

/// Returns whether the bot is no longer on a server. Discord is asked where no connection of the
/// gateway tells, and the removal recorded.
pub(crate) async fn has_left(bot: &Bot, guild: GuildId) -> bool {
    if bot.languages.guilds.is_announced(guild) {
        return bot.languages.guilds.is_lost(guild);
    }
    let is_gone = matches!(bot.rest.is_member(guild_id(guild)).await, Ok(false));
    if is_gone {
        note(bot, guild).await;
    }
    is_gone
}

/// Returns some of the servers that the bot left long ago and is not on again. Discord is asked where
/// no connection of the gateway tells; calls `step` for every server.
pub(crate) async fn long_left(bot: &Bot, now: Timestamp, step: impl Fn()) -> HashSet<GuildId> {
    let (mut left, mut joined) = (HashSet::new(), HashSet::new());
    if !bot.metrics.health().has_endpoint() {
        return left;
    }
    let servers = bot
        .service
        .ask_later(move |service| service.servers_to_remove(now));
    let servers = servers.await.unwrap_or_default().into_iter();
    for server in servers.filter(|server| !bot.languages.guilds.is_announced(*server)) {
        step();
        match bot.rest.is_member(guild_id(server)).await {
            Ok(true) => _ = joined.insert(server),
            Ok(false) => _ = left.insert(server),
            // Discord is asked about this server again at the next look.
            Err(RestError::Refused { .. }) => {}
            // Discord is away, and each further question would take a minute.
            Err(_) => break,
        }
    }
    if !joined.is_empty() {
        let joined = bot
            .service
            .ask_later(move |service| service.servers_joined(&joined));
        if let Err(error) = joined.await {
            tracing::error!(?error, "the return to a server could not be recorded");
        }
    }
    left
}
