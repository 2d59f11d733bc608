//! Context of an interaction: the person, the place, and the way to answer.

use serenity::all::{
    ChannelType, CommandInteraction, ComponentInteraction, Member, Message, MessageFlags,
    ModalInteraction, PartialChannel, Permissions, User,
};
use tokio::time::Instant;

use crate::discord::interaction::locale_cache::words_of;
use crate::discord::interaction::permissions::Needs;
use crate::discord::rest::InteractionKey;
use crate::i18n::{Language, Permission, Words};
use crate::service::{
    Actor, ChannelId, GuildId, MemberPermissions, MessageId, PersonId, Place, RoleId,
};

tokio::task_local! {
    /// Arrival time of the event that is being handled.
    static ARRIVED: Instant;
}

/// Runs the handler of an event with its arrival time, from which on the person is waiting.
pub(crate) fn arrived<F: Future>(at: Instant, handling: F) -> impl Future<Output = F::Output> {
    ARRIVED.scope(at, handling)
}

/// Returns the arrival time of the event that is being handled, if there is one.
pub(crate) fn arrival() -> Option<Instant> {
    ARRIVED.try_with(|at| *at).ok()
}

fn received() -> Instant {
    arrival().unwrap_or_else(Instant::now)
}

/// Largest number of characters of a stored name; Discord allows 32.
const NAME: usize = 64;

/// Person behind an interaction.
#[derive(Clone, Debug)]
pub struct RequestContext {
    /// Data for the response.
    pub key: InteractionKey,
    /// Identity of the person.
    pub actor: Actor,
    /// Place of the interaction.
    pub place: Place,
    /// Texts in the person's language.
    pub words: Words,
    /// Permissions and roles of the person in that place.
    pub standing: MemberPermissions,
    /// Parent channel, if the interaction is in a thread.
    pub parent: Option<ChannelId>,
    /// Public message with the component or form, if there is one.
    pub pressed: Option<MessageId>,
    /// Permissions of the bot in that place, if Discord sends them.
    granted: Option<Permissions>,
    in_thread: bool,
}

impl RequestContext {
    /// Returns the person behind a command.
    #[must_use]
    pub fn of_command(command: &CommandInteraction) -> Self {
        Self {
            key: InteractionKey::new(
                command.id,
                command.token.clone(),
                command.application_id,
                received(),
            ),
            actor: actor(
                &command.user,
                command.member.as_deref(),
                Some(&command.locale),
            ),
            place: place(command.guild_id, command.channel_id),
            words: words_of(&command.locale),
            standing: standing(command.member.as_deref()),
            parent: parent(command.channel.as_ref()),
            pressed: None,
            granted: command.app_permissions,
            in_thread: is_thread(command.channel.as_ref()),
        }
    }

    /// Returns the person behind a button or a menu.
    #[must_use]
    pub fn of_press(press: &ComponentInteraction) -> Self {
        Self {
            key: InteractionKey::new(
                press.id,
                press.token.clone(),
                press.application_id,
                received(),
            ),
            actor: actor(&press.user, press.member.as_ref(), Some(&press.locale)),
            place: place(press.guild_id, press.channel_id),
            words: words_of(&press.locale),
            standing: standing(press.member.as_ref()),
            parent: parent(press.channel.as_ref()),
            pressed: public(&press.message),
            granted: press.app_permissions,
            in_thread: is_thread(press.channel.as_ref()),
        }
    }

    /// Returns the person behind a form.
    #[must_use]
    pub fn of_form(form: &ModalInteraction) -> Self {
        Self {
            key: InteractionKey::new(form.id, form.token.clone(), form.application_id, received()),
            actor: actor(&form.user, form.member.as_ref(), Some(&form.locale)),
            place: place(form.guild_id, form.channel_id),
            words: words_of(&form.locale),
            standing: standing(form.member.as_ref()),
            parent: parent(form.channel.as_ref()),
            pressed: form.message.as_deref().and_then(public),
            granted: form.app_permissions,
            in_thread: is_thread(form.channel.as_ref()),
        }
    }

    /// Returns whether the interaction is in a thread.
    #[must_use]
    pub fn is_in_thread(&self) -> bool {
        self.in_thread
    }

    /// Returns the permissions of the bot in that place, if Discord sends them.
    #[must_use]
    pub fn granted(&self) -> Option<Permissions> {
        self.granted
    }

    /// Lists the permissions that the bot lacks for a game in this channel; empty if Discord does
    /// not send them.
    #[must_use]
    pub fn missing(&self, new_thread: bool) -> Vec<Permission> {
        let needs = Needs {
            in_thread: self.in_thread,
            new_thread,
        };
        self.granted
            .map_or_else(Vec::new, |granted| needs.missing(granted))
    }
}

/// Returns the author of a message or an interaction, with the name that others see. An interaction
/// includes the locale of the person's client.
#[must_use]
pub fn actor(user: &User, member: Option<&Member>, locale: Option<&str>) -> Actor {
    let nick = member.and_then(|member| member.nick.as_deref());
    let language = locale.map(|locale| Language::from_locale(locale).code());
    Actor {
        person: PersonId(user.id.get()),
        name: cut(nick.unwrap_or_else(|| user.display_name())),
        language: language.map(str::to_owned),
    }
}

/// Returns the name, as others see it, of a person who took no action here.
#[must_use]
pub fn name_of(user: &User) -> String {
    cut(user.display_name())
}

/// Cuts a name to the maximum length.
fn cut(name: &str) -> String {
    name.chars().take(NAME).collect()
}

/// Returns a channel with its server.
#[must_use]
pub fn place(guild: Option<serenity::all::GuildId>, channel: serenity::all::ChannelId) -> Place {
    Place {
        guild: guild.map(|guild| GuildId(guild.get())),
        channel: ChannelId(channel.get()),
    }
}

fn standing(member: Option<&Member>) -> MemberPermissions {
    let may = member.and_then(|member| member.permissions);
    let manages = |may: Permissions| may.manage_guild() || may.administrator();
    let roles = member.map_or(&[][..], |member| &member.roles);
    MemberPermissions {
        manages: may.is_some_and(manages),
        roles: roles.iter().map(|role| RoleId(role.get())).collect(),
    }
}

/// Returns the id of a message that everybody sees.
fn public(message: &Message) -> Option<MessageId> {
    let is_private = |flags: MessageFlags| flags.contains(MessageFlags::EPHEMERAL);
    let is_public = !message.flags.is_some_and(is_private);
    is_public.then(|| MessageId(message.id.get()))
}

fn parent(channel: Option<&PartialChannel>) -> Option<ChannelId> {
    let channel = channel.filter(|_| is_thread(channel))?;
    channel.parent_id.map(|parent| ChannelId(parent.get()))
}

fn is_thread(channel: Option<&PartialChannel>) -> bool {
    let kind = channel.map(|channel| channel.kind);
    matches!(
        kind,
        Some(ChannelType::PublicThread | ChannelType::PrivateThread | ChannelType::NewsThread)
    )
}
