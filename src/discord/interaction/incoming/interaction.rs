//! Parts that interactions of all kinds have.

use std::collections::HashMap;

use serde::{Deserialize, Deserializer};
use serde_json::Value;
use serenity::all::{
    ApplicationId, AuthorizingIntegrationOwner, ChannelId, CommandInteraction, GuildId,
    InteractionContext, InteractionId, MessageFlags, MessageId, Permissions, RoleId, User, UserId,
};

use crate::discord::rest::components_v2::form_of;
use crate::service::MessageForm;

/// Types of threads that everybody in their channel sees.
const THREADS: [u64; 2] = [10, 11];
/// Type of a thread that only its members see.
const PRIVATE_THREAD: u64 = 12;
/// Type of a text channel of a server.
const TEXT: u64 = 0;
/// Types of voice and stage channels, in which people write as well.
const VOICE: [u64; 2] = [2, 13];
/// Context of direct messages between people, and of groups.
const PRIVATE_CHANNEL: u64 = 2;
/// Installation on a server.
const GUILD_INSTALL: &str = "0";

/// Kind of channel, as far as games depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChannelKind {
    /// Thread that everybody in its channel sees.
    Thread,
    /// Thread that only its members see; a person whom a message there mentions becomes one.
    PrivateThread,
    /// Text channel of a server.
    Text,
    /// Voice or stage channel, which has no threads.
    Voice,
    Other,
}

impl ChannelKind {
    pub(crate) fn is_thread(self) -> bool {
        matches!(self, Self::Thread | Self::PrivateThread)
    }
}

/// Person, place and way to answer of an interaction.
#[derive(Clone, Debug, Deserialize)]
pub struct Interaction {
    /// Id of the interaction.
    pub id: InteractionId,
    /// Application of the bot.
    pub application_id: ApplicationId,
    /// Token of the interaction.
    pub token: String,
    /// The server, unless it is a private conversation.
    pub guild_id: Option<GuildId>,
    /// The channel or thread.
    pub channel_id: ChannelId,
    /// The channel or thread, with its kind.
    pub channel: Option<InteractionChannel>,
    /// The person as a member of the server.
    pub member: Option<GuildMember>,
    /// The person; on a server taken from the member, where Discord names them.
    #[serde(deserialize_with = "user")]
    pub user: User,
    /// Locale of the person's client.
    #[serde(default)]
    pub locale: String,
    /// Locale of the server.
    pub guild_locale: Option<String>,
    /// Permissions of the bot in the channel.
    pub app_permissions: Option<Permissions>,
    /// Message with the component, or with the component that has opened the form.
    pub message: Option<ComponentMessage>,
    /// Largest size of a file in a response, in bytes.
    #[serde(default)]
    attachment_size_limit: Value,
    /// Kind of place, as a number.
    #[serde(default)]
    context: Value,
    /// Installations that the interaction relies on, by their kind.
    #[serde(default)]
    authorizing_integration_owners: HashMap<String, Value>,
}

/// Channel or thread of an interaction.
#[derive(Clone, Debug, Deserialize)]
pub struct InteractionChannel {
    #[serde(rename = "type", default)]
    kind: u64,
    parent_id: Option<ChannelId>,
}

/// Member of a server, behind an interaction.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct GuildMember {
    /// Name on this server.
    pub nick: Option<String>,
    /// Permissions in the channel.
    pub permissions: Option<Permissions>,
    /// Roles on this server.
    #[serde(default)]
    pub roles: Vec<RoleId>,
}

/// Message with a component.
#[derive(Clone, Debug, Deserialize)]
pub struct ComponentMessage {
    /// Id of the message.
    pub id: MessageId,
    #[serde(default)]
    flags: u64,
    /// Components of any kinds, as they were when the person used one of them.
    #[serde(default)]
    components: Value,
}

impl Interaction {
    /// Returns the kind of the channel or thread.
    pub(crate) fn channel_kind(&self) -> ChannelKind {
        match self.channel.as_ref().map(|channel| channel.kind) {
            Some(PRIVATE_THREAD) => ChannelKind::PrivateThread,
            Some(kind) if THREADS.contains(&kind) => ChannelKind::Thread,
            Some(TEXT) if self.guild_id.is_some() => ChannelKind::Text,
            Some(kind) if VOICE.contains(&kind) => ChannelKind::Voice,
            Some(_) | None => ChannelKind::Other,
        }
    }

    /// Returns the channel of the thread, if it is in one.
    pub(crate) fn parent(&self) -> Option<ChannelId> {
        let parent = self.channel.as_ref()?.parent_id;
        parent.filter(|_| self.channel_kind().is_thread())
    }

    /// Returns whether it is in direct messages between people, or in a group.
    pub(crate) fn is_among_people(&self) -> bool {
        self.context.as_u64() == Some(PRIVATE_CHANNEL)
    }

    /// Returns the form of the message with the component, if there is one.
    pub(crate) fn form(&self) -> MessageForm {
        self.message
            .as_ref()
            .map(ComponentMessage::form)
            .unwrap_or_default()
    }

    /// Returns the largest size of a file in a response, in bytes, if Discord says it.
    pub(crate) fn file_limit(&self) -> Option<usize> {
        let limit = self.attachment_size_limit.as_u64()?;
        usize::try_from(limit).ok()
    }

    /// Returns whether the server has installed the bot; `None` if Discord does not say who has.
    pub(crate) fn is_by_guild(&self) -> Option<bool> {
        let owners = &self.authorizing_integration_owners;
        (!owners.is_empty()).then(|| owners.contains_key(GUILD_INSTALL))
    }
}

impl ComponentMessage {
    /// Returns whether only one person sees the message.
    pub(crate) fn is_private(&self) -> bool {
        self.flags & MessageFlags::EPHEMERAL.bits() != 0
    }

    /// Returns the form of the message, which its edits must have as well.
    pub(crate) fn form(&self) -> MessageForm {
        form_of(self.flags)
    }

    pub(crate) fn component(&self, custom_id: &str) -> Option<&Value> {
        find(&self.components, custom_id)
    }
}

/// Returns the component with this custom id, among these components or below them.
fn find<'a>(components: &'a Value, custom_id: &str) -> Option<&'a Value> {
    let mut components = components.as_array().into_iter().flatten();
    components.find_map(|component| {
        if component["custom_id"] == custom_id {
            return Some(component);
        }
        find(&component["components"], custom_id)
    })
}

/// Commands arrive in serenity's type, because poise runs them.
impl From<&CommandInteraction> for Interaction {
    fn from(command: &CommandInteraction) -> Self {
        let owners = command.authorizing_integration_owners.0.iter();
        let is_guild = |owner: &AuthorizingIntegrationOwner| {
            matches!(owner, AuthorizingIntegrationOwner::GuildInstall(_))
        };
        let kinds = owners.map(|owner| if is_guild(owner) { GUILD_INSTALL } else { "1" });
        Self {
            id: command.id,
            application_id: command.application_id,
            token: command.token.clone(),
            guild_id: command.guild_id,
            channel_id: command.channel_id,
            channel: command.channel.as_ref().map(|channel| InteractionChannel {
                kind: u8::from(channel.kind).into(),
                parent_id: channel.parent_id,
            }),
            member: command.member.as_ref().map(|member| GuildMember {
                nick: member.nick.clone(),
                permissions: member.permissions,
                roles: member.roles.clone(),
            }),
            user: command.user.clone(),
            locale: command.locale.clone(),
            guild_locale: command.guild_locale.clone(),
            app_permissions: command.app_permissions,
            message: None,
            attachment_size_limit: command.attachment_size_limit.into(),
            context: match command.context {
                Some(InteractionContext::PrivateChannel) => PRIVATE_CHANNEL.into(),
                Some(_) | None => Value::Null,
            },
            authorizing_integration_owners: kinds
                .map(|kind| (kind.to_owned(), Value::Null))
                .collect(),
        }
    }
}

/// Reads a person, of whom the bot uses the names alone.
pub(super) fn user<'de, D: Deserializer<'de>>(deserializer: D) -> Result<User, D::Error> {
    #[derive(Deserialize)]
    struct Person {
        id: UserId,
        #[serde(default)]
        username: String,
        global_name: Option<String>,
        #[serde(default)]
        bot: bool,
    }
    let person = Person::deserialize(deserializer)?;
    let mut user = User::default();
    user.id = person.id;
    user.name = person.username;
    user.global_name = person.global_name;
    user.bot = person.bot;
    Ok(user)
}
