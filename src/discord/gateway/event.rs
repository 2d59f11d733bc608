//! Events that the bot uses, read from the gateway's JSON. Only the fields that it uses are read, so
//! that nothing else can be wrong with them.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serenity::all::{ApplicationId, ChannelId, GuildId, Message, RoleId, UserId};

use crate::discord::interaction::incoming::Incoming;
use crate::discord::rest::components_v2::flatten;

/// Event from Discord.
#[derive(Clone, Debug)]
pub enum GatewayEvent {
    /// A session has begun.
    Ready(Box<Ready>),
    /// Interactions are received without a session.
    Identity(Identity),
    /// A server is there: after the start, after an outage, or because the bot has joined it.
    GuildCreate(Guild),
    /// A server has changed.
    GuildUpdate(Guild),
    /// A server is out, or the bot has left it.
    GuildDelete(GoneGuild),
    /// A channel was deleted.
    ChannelDelete(GoneChannel),
    /// A thread was deleted.
    ThreadDelete(GoneChannel),
    /// A role was deleted.
    RoleDelete(GoneRole),
    /// Somebody has used a command, a component or a form.
    Interaction(Incoming),
    /// Somebody has written a message.
    Message(Box<Message>),
}

/// Beginning of a session.
#[derive(Clone, Debug, Deserialize)]
pub struct Ready {
    /// Discord's name for the session.
    pub session_id: String,
    /// URL at which the session is resumed.
    pub resume_gateway_url: String,
    /// Account of the bot.
    pub user: Account,
    /// Servers that will be reported next.
    pub guilds: Vec<GoneGuild>,
    /// Number of the shard, and the number of shards.
    pub shard: Option<[u32; 2]>,
    /// Application of the bot.
    pub application: ReadyApplication,
}

/// Account and application of the bot, where no session tells.
#[derive(Clone, Debug)]
pub struct Identity {
    /// Account of the bot.
    pub user: Account,
    /// Id of the application.
    pub application: ApplicationId,
}

/// Account of the bot.
#[derive(Clone, Debug, Deserialize)]
pub struct Account {
    /// Id of the account.
    pub id: UserId,
    /// Name of the account.
    pub username: String,
}

/// Application of the bot.
#[derive(Clone, Debug, Deserialize)]
pub struct ReadyApplication {
    /// Id of the application.
    pub id: ApplicationId,
}

/// Server.
#[derive(Clone, Debug, Deserialize)]
pub struct Guild {
    /// Id of the server.
    pub id: GuildId,
    /// Language of the server.
    #[serde(default)]
    pub preferred_locale: String,
}

/// Server that cannot be reached.
#[derive(Clone, Debug, Deserialize)]
pub struct GoneGuild {
    /// Id of the server.
    pub id: GuildId,
    /// True in an outage; false if the bot has left it.
    #[serde(default)]
    pub unavailable: bool,
}

/// Channel or thread that no longer exists.
#[derive(Clone, Debug, Deserialize)]
pub struct GoneChannel {
    /// Id of the channel or thread.
    pub id: ChannelId,
    /// Its server.
    pub guild_id: GuildId,
}

/// Role that no longer exists.
#[derive(Clone, Debug, Deserialize)]
pub struct GoneRole {
    /// Id of the role.
    pub role_id: RoleId,
    /// Its server.
    pub guild_id: GuildId,
}

/// Parses an event by its name; `None` if the bot does not use it or the data cannot be parsed.
pub(super) fn read(name: &str, data: &str) -> Option<GatewayEvent> {
    Some(match name {
        "READY" => GatewayEvent::Ready(parse(name, data)?),
        "GUILD_CREATE" => GatewayEvent::GuildCreate(parse(name, data)?),
        "GUILD_UPDATE" => GatewayEvent::GuildUpdate(parse(name, data)?),
        "GUILD_DELETE" => GatewayEvent::GuildDelete(parse(name, data)?),
        "CHANNEL_DELETE" => GatewayEvent::ChannelDelete(parse(name, data)?),
        "THREAD_DELETE" => GatewayEvent::ThreadDelete(parse(name, data)?),
        "GUILD_ROLE_DELETE" => GatewayEvent::RoleDelete(parse(name, data)?),
        "MESSAGE_CREATE" => GatewayEvent::Message(known(name, message(data))?),
        "INTERACTION_CREATE" => GatewayEvent::Interaction(known(name, Incoming::read(data))??),
        _ => return None,
    })
}

/// Reads a message, with the text and the rows of the one to which it replies.
fn message(data: &str) -> Result<Box<Message>, serde_json::Error> {
    let message: Box<Message> = serde_json::from_str(data)?;
    if message.referenced_message.is_none() {
        return Ok(message);
    }
    let mut json: Value = serde_json::from_str(data)?;
    flatten(&mut json["referenced_message"]);
    serde_json::from_value(json)
}

fn parse<T: DeserializeOwned>(name: &str, data: &str) -> Option<T> {
    known(name, serde_json::from_str(data))
}

/// Returns what was read, and logs what could not be.
fn known<T>(name: &str, read: Result<T, serde_json::Error>) -> Option<T> {
    // The message of the error may contain a token.
    read.inspect_err(|error| {
        let (line, column) = (error.line(), error.column());
        tracing::warn!(name, line, column, "an event cannot be read");
    })
    .ok()
}

#[cfg(test)]
mod tests {
    use super::{GatewayEvent, read};

    #[test]
    fn a_deleted_role_comes_with_its_server() {
        let read = read("GUILD_ROLE_DELETE", r#"{"guild_id": "2", "role_id": "9"}"#);
        let Some(GatewayEvent::RoleDelete(gone)) = read else {
            panic!("expected a role, got {read:?}");
        };
        assert_eq!((gone.guild_id.get(), gone.role_id.get()), (2, 9));
    }
}
