//! Events that the bot uses, read from the gateway's JSON. Only the fields that it uses are read,
//! so that nothing else in them can be wrong.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serenity::all::{ApplicationId, ChannelId, GuildId, Message, RoleId, UserId};

use crate::discord::interaction::incoming::{Incoming, reduced};

/// Event from Discord.
#[derive(Clone, Debug)]
pub enum GatewayEvent {
    /// A session has begun.
    Ready(Box<Ready>),
    /// Interactions are received without a session.
    Identity(Identity),
    /// A server is available: after the start, after an outage, or because the bot has joined it.
    GuildCreate(Guild),
    /// A server has changed.
    GuildUpdate(Guild),
    /// A server is in an outage, or the bot has left it.
    GuildDelete(GoneGuild),
    /// A channel or thread has changed, perhaps also what the bot may do there; or the bot sees a
    /// thread that is new, or private and has let it in.
    ChannelUpdate(GuildChannel),
    /// A channel or thread was deleted.
    ChannelDelete(GuildChannel),
    /// A role has changed, or the bot has other roles, so that it may have other permissions.
    RoleUpdate(ChangedRoles),
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

/// Account and application of the bot, if no session reports them.
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

/// Channel or thread of a server.
#[derive(Clone, Debug, Deserialize)]
pub struct GuildChannel {
    /// Id of the channel or thread.
    pub id: ChannelId,
    /// Its server.
    pub guild_id: GuildId,
}

/// Server on which roles have changed.
#[derive(Clone, Debug, Deserialize)]
pub struct ChangedRoles {
    /// Id of the server.
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
        "GUILD_CREATE" => created(name, data)?,
        "GUILD_UPDATE" => GatewayEvent::GuildUpdate(parse(name, data)?),
        "GUILD_DELETE" => GatewayEvent::GuildDelete(parse(name, data)?),
        "CHANNEL_UPDATE" | "THREAD_CREATE" | "THREAD_UPDATE" => {
            GatewayEvent::ChannelUpdate(parse(name, data)?)
        }
        "CHANNEL_DELETE" | "THREAD_DELETE" => GatewayEvent::ChannelDelete(parse(name, data)?),
        // Without the intent for members, only the bot's own changes come.
        "GUILD_ROLE_UPDATE" | "GUILD_MEMBER_UPDATE" => GatewayEvent::RoleUpdate(parse(name, data)?),
        "GUILD_ROLE_DELETE" => GatewayEvent::RoleDelete(parse(name, data)?),
        "MESSAGE_CREATE" => GatewayEvent::Message(known(name, message(data))?),
        "INTERACTION_CREATE" => GatewayEvent::Interaction(known(name, Incoming::read(data))??),
        _ => return None,
    })
}

/// Reads a server that Discord reports. It may be in an outage, and then has nothing but its id.
///
/// Source: Discord, "Guild Create" in "Gateway Events".
fn created(name: &str, data: &str) -> Option<GatewayEvent> {
    #[derive(Deserialize)]
    struct Created {
        id: GuildId,
        #[serde(default)]
        preferred_locale: String,
        unavailable: Option<bool>,
    }
    let created: Created = parse(name, data)?;
    let id = created.id;
    if created.unavailable == Some(true) {
        let unavailable = true;
        return Some(GatewayEvent::GuildDelete(GoneGuild { id, unavailable }));
    }
    let preferred_locale = created.preferred_locale;
    Some(GatewayEvent::GuildCreate(Guild {
        id,
        preferred_locale,
    }))
}

/// Reads a message, and the one to which it replies.
fn message(data: &str) -> Result<Box<Message>, serde_json::Error> {
    let json: Value = serde_json::from_str(data)?;
    serde_json::from_value(reduced::message(json))
}

fn parse<T: DeserializeOwned>(name: &str, data: &str) -> Option<T> {
    known(name, serde_json::from_str(data))
}

/// Returns the parsed value, or logs why it could not be parsed.
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
    use serde_json::json;
    use serenity::all::MessageId;

    use super::{GatewayEvent, read};

    #[test]
    fn a_server_may_be_reported_in_an_outage() {
        let out = read("GUILD_CREATE", r#"{"id": "2", "unavailable": true}"#);
        let Some(GatewayEvent::GuildDelete(out)) = out else {
            panic!("expected an outage, got {out:?}");
        };
        assert_eq!((out.id.get(), out.unavailable), (2, true));
        for more in ["", r#", "unavailable": false"#, r#", "unavailable": null"#] {
            let data = format!(r#"{{"id": "2", "preferred_locale": "de"{more}}}"#);
            let there = read("GUILD_CREATE", &data);
            let Some(GatewayEvent::GuildCreate(there)) = there else {
                panic!("expected a server, got {there:?}");
            };
            assert_eq!((there.id.get(), &*there.preferred_locale), (2, "de"));
        }
    }

    #[test]
    fn a_private_thread_that_lets_the_bot_in_is_a_change() {
        let data = r#"{"id": "9", "guild_id": "2", "type": 12, "member": {"id": "9"}}"#;
        let read = read("THREAD_CREATE", data);
        let Some(GatewayEvent::ChannelUpdate(changed)) = read else {
            panic!("expected a change, got {read:?}");
        };
        assert_eq!((changed.id.get(), changed.guild_id.get()), (9, 2));
    }

    #[test]
    fn a_deleted_role_comes_with_its_server() {
        let read = read("GUILD_ROLE_DELETE", r#"{"guild_id": "2", "role_id": "9"}"#);
        let Some(GatewayEvent::RoleDelete(gone)) = read else {
            panic!("expected a role, got {read:?}");
        };
        assert_eq!((gone.guild_id.get(), gone.role_id.get()), (2, 9));
    }

    #[test]
    fn changes_of_roles_come_with_their_server() {
        for (name, data) in [
            (
                "GUILD_ROLE_UPDATE",
                r#"{"guild_id": "2", "role": {"id": "9"}}"#,
            ),
            (
                "GUILD_MEMBER_UPDATE",
                r#"{"guild_id": "2", "roles": ["9"], "user": {"id": "1"}}"#,
            ),
        ] {
            let read = read(name, data);
            let Some(GatewayEvent::RoleUpdate(changed)) = read else {
                panic!("expected roles, got {read:?}");
            };
            assert_eq!(changed.guild_id.get(), 2);
        }
    }

    #[test]
    fn unused_parts_of_a_message_may_have_any_form() {
        let person = |id: &str| {
            json!({"id": id, "username": "anna", "avatar": "new",
                "avatar_decoration_data": {"asset": "new"}, "primary_guild": {"badge": "new"},
                "public_flags": "new"})
        };
        let row = json!({"type": 1, "components": [{"type": 99},
            {"type": 2, "custom_id": "b", "style": "new"}]});
        let answered = json!({"id": "7", "channel_id": "3", "type": 20, "author": person("1"),
            "content": "a board", "flags": {"new": 1}, "components": [row],
            "attachments": [{"id": "6", "filename": "focus-1-0.png", "size": "new"}]});
        let written = json!({"id": "8", "channel_id": "3", "guild_id": "2", "type": 19,
            "author": person("10"), "member": {"nick": "Ann", "avatar": "new"},
            "content": "b2-b3", "flags": "new", "timestamp": "new", "embeds": "new",
            "mentions": [person("1")], "sticker_items": 7, "referenced_message": answered,
            "message_reference": {"message_id": "7", "channel_id": "3", "type": "new"}});
        let read = read("MESSAGE_CREATE", &written.to_string());
        let Some(GatewayEvent::Message(message)) = read else {
            panic!("expected a message, got {read:?}");
        };
        assert_eq!(message.author.id, 10);
        assert_eq!(message.content, "b2-b3");
        let member = message.member.expect("a member");
        assert_eq!(member.nick.as_deref(), Some("Ann"));
        let reference = message.message_reference.expect("a reference");
        assert_eq!(reference.message_id.map(MessageId::get), Some(7));
        let answered = message.referenced_message.expect("an answered message");
        assert_eq!(answered.attachments[0].filename, "focus-1-0.png");
        let rows = serde_json::to_value(&answered.components).expect("json");
        assert_eq!(rows[0]["components"][0]["custom_id"], "b");
    }
}
