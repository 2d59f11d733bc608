//! Context of an interaction: the person, the place, and the way to answer.

use std::sync::Arc;

use serenity::all::{
    ApplicationId, AuthorizingIntegrationOwner, AuthorizingIntegrationOwners, ChannelType,
    CommandInteraction, ComponentInteraction, InteractionContext, InteractionId, Member, Message,
    MessageFlags, PartialChannel, Permissions, User,
};
use tokio::time::Instant;

use crate::discord::interaction::incoming;
use crate::discord::interaction::locale_cache::words_of;
use crate::discord::interaction::permissions::Needs;
use crate::discord::rest::interactions::Progress;
use crate::discord::rest::{Form, InteractionKey};
use crate::discord::runtime::lines::Subject;
use crate::i18n::{Language, Permission, Words};
use crate::service::{
    Access, Actor, ChannelId, GameId, GuildId, MemberPermissions, MessageId, PersonId, Place,
    Request, RoleId,
};

tokio::task_local! {
    /// Event that is being handled.
    static ARRIVED: Arrived;
}

/// Event that is being handled, as all who handle it see it.
struct Arrived {
    at: Instant,
    /// Progress of the responses, if it is an interaction.
    progress: Arc<Progress>,
}

/// Runs the handler of an event with its arrival time, from which on the person is waiting.
pub(crate) fn arrived<F: Future>(at: Instant, handling: F) -> impl Future<Output = F::Output> {
    let progress = Arc::default();
    ARRIVED.scope(Arrived { at, progress }, handling)
}

/// Returns the arrival time of the event that is being handled, if there is one.
pub(crate) fn arrival() -> Option<Instant> {
    ARRIVED.try_with(|arrived| arrived.at).ok()
}

/// Returns the key of the interaction that is being handled.
fn key(id: InteractionId, token: &str, application: ApplicationId) -> InteractionKey {
    let at = arrival().unwrap_or_else(Instant::now);
    let key = InteractionKey::new(id, token.to_owned(), application, at);
    match ARRIVED.try_with(|arrived| Arc::clone(&arrived.progress)) {
        Ok(progress) => key.sharing(progress),
        Err(_) => key,
    }
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
    /// Form of the message with the component or form, if only the person sees it.
    pub private_form: Option<Form>,
    /// Permissions of the bot in that place, if Discord sends them.
    granted: Option<Permissions>,
    in_thread: bool,
    /// True if Discord would show what the bot says to the person alone.
    is_whispering: bool,
}

/// Parts that interactions of all kinds have.
struct Parts<'a> {
    key: InteractionKey,
    user: &'a User,
    member: Option<&'a Member>,
    guild: Option<serenity::all::GuildId>,
    channel: serenity::all::ChannelId,
    whereabouts: Option<&'a PartialChannel>,
    locale: &'a str,
    granted: Option<Permissions>,
    message: Option<&'a Message>,
    access: Access,
}

impl RequestContext {
    /// Returns the subjects of what the person does, in this game if it is known.
    #[must_use]
    pub fn subjects(&self, game: Option<GameId>) -> Vec<Subject> {
        let person = Subject::Person(self.actor.person);
        game.map(Subject::Game)
            .into_iter()
            .chain([person])
            .collect()
    }

    /// Returns the subjects of setting up a game here, where the number of games is limited.
    #[must_use]
    pub fn new_game(&self) -> Vec<Subject> {
        let guild = self.place.guild.map(Subject::Guild);
        let here = guild.unwrap_or(Subject::Channel(self.place.channel));
        vec![Subject::Person(self.actor.person), here]
    }

    /// Returns the subjects of a request.
    #[must_use]
    pub fn subjects_of(&self, request: &Request) -> Vec<Subject> {
        let mut subjects = self.subjects(request.game());
        let brings_game = match request {
            Request::Create(_) | Request::Rematch(_) | Request::MoveToChannel { .. } => true,
            Request::Join(_)
            | Request::ChooseTeam { .. }
            | Request::PlaceInTeam { .. }
            | Request::AddComputer { .. }
            | Request::Invite { .. }
            | Request::OpenToAll(_)
            | Request::Leave(_)
            | Request::Decline(_)
            | Request::Start(_)
            | Request::Move { .. }
            | Request::Resign { .. }
            | Request::Draw { .. }
            | Request::RefuseDraw { .. }
            | Request::Claim { .. }
            | Request::TakeBack { .. }
            | Request::AllowTakeBack { .. }
            | Request::RefuseTakeBack { .. }
            | Request::Seat { .. }
            | Request::Abort { .. } => false,
        };
        if brings_game {
            subjects.extend(self.new_game());
        }
        subjects
    }

    /// Returns the person behind a command.
    #[must_use]
    pub fn of_command(command: &CommandInteraction) -> Self {
        let owners = &command.authorizing_integration_owners;
        Self::new(&Parts {
            key: key(command.id, &command.token, command.application_id),
            user: &command.user,
            member: command.member.as_deref(),
            guild: command.guild_id,
            channel: command.channel_id,
            whereabouts: command.channel.as_ref(),
            locale: &command.locale,
            granted: command.app_permissions,
            message: None,
            access: access(command.guild_id, command.context, is_by_guild(owners)),
        })
    }

    /// Returns the person behind a button or a menu.
    #[must_use]
    pub fn of_press(press: &ComponentInteraction) -> Self {
        let owners = &press.authorizing_integration_owners;
        Self::new(&Parts {
            key: key(press.id, &press.token, press.application_id),
            user: &press.user,
            member: press.member.as_ref(),
            guild: press.guild_id,
            channel: press.channel_id,
            whereabouts: press.channel.as_ref(),
            locale: &press.locale,
            granted: press.app_permissions,
            message: Some(&press.message),
            access: access(press.guild_id, press.context, is_by_guild(owners)),
        })
    }

    /// Returns the person behind a form.
    #[must_use]
    pub fn of_form(form: &incoming::Form) -> Self {
        let owners = &form.authorizing_integration_owners;
        Self::new(&Parts {
            key: key(form.id, &form.token, form.application_id),
            user: &form.user,
            member: form.member.as_ref(),
            guild: form.guild_id,
            channel: form.channel_id,
            whereabouts: form.channel.as_ref(),
            locale: &form.locale,
            granted: form.app_permissions,
            message: form.message.as_deref(),
            access: access(form.guild_id, form.context, is_by_guild(owners)),
        })
    }

    fn new(parts: &Parts<'_>) -> Self {
        let place = place(parts.guild, parts.channel, parts.access);
        let in_thread = is_thread(parts.whereabouts);
        Self {
            key: parts.key.clone().limited(place.is_visited()),
            actor: actor(parts.user, parts.member, Some(parts.locale)),
            place,
            words: words_of(parts.locale),
            standing: standing(parts.member),
            parent: parent(parts.whereabouts),
            pressed: parts.message.and_then(public),
            private_form: parts.message.and_then(private_form),
            granted: parts.granted,
            in_thread,
            is_whispering: place.is_visited() && is_whispering(parts.member, in_thread),
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

    /// Returns whether Discord would show what the bot says to the person alone: the server does not
    /// let the person speak there by applications that only people have installed.
    #[must_use]
    pub fn is_whispering(&self) -> bool {
        self.is_whispering
    }

    /// Returns the situation that decides which permissions a game needs here.
    #[must_use]
    pub fn needs(&self, new_thread: bool) -> Needs {
        Needs {
            in_thread: self.in_thread,
            new_thread,
            is_answer: self.place.guild.is_none() || self.place.is_visited(),
        }
    }

    /// Lists the permissions that the bot lacks for a game in this channel; empty if Discord does
    /// not send them.
    #[must_use]
    pub fn missing(&self, new_thread: bool) -> Vec<Permission> {
        let needs = self.needs(new_thread);
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
pub fn place(
    guild: Option<serenity::all::GuildId>,
    channel: serenity::all::ChannelId,
    access: Access,
) -> Place {
    Place {
        guild: guild.map(|guild| GuildId(guild.get())),
        channel: ChannelId(channel.get()),
        access,
    }
}

/// Returns how the bot gets to the place of an interaction; `is_by_guild` says whether the server
/// has installed the bot, if Discord says who has.
fn access(
    guild: Option<serenity::all::GuildId>,
    context: Option<InteractionContext>,
    is_by_guild: Option<bool>,
) -> Access {
    let is_member = match guild {
        Some(_) => is_by_guild.unwrap_or(true),
        None => context != Some(InteractionContext::PrivateChannel),
    };
    if is_member {
        Access::Member
    } else {
        Access::Visitor
    }
}

fn is_by_guild(owners: &AuthorizingIntegrationOwners) -> Option<bool> {
    let is_guild = |owner: &AuthorizingIntegrationOwner| {
        matches!(owner, AuthorizingIntegrationOwner::GuildInstall(_))
    };
    (!owners.0.is_empty()).then(|| owners.0.iter().any(is_guild))
}

/// Returns whether a server keeps a member from speaking by what only people have installed.
fn is_whispering(member: Option<&Member>, in_thread: bool) -> bool {
    let speaking = if in_thread {
        Permissions::SEND_MESSAGES_IN_THREADS
    } else {
        Permissions::SEND_MESSAGES
    };
    let needed = Permissions::USE_EXTERNAL_APPS | speaking;
    let may = member.and_then(|member| member.permissions);
    may.is_some_and(|may| !may.administrator() && !may.contains(needed))
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

/// Returns the form of a message that only one person sees. serenity drops the flag that tells it;
/// every message of the bot that is not made of components has a text or an embed.
fn private_form(message: &Message) -> Option<Form> {
    if public(message).is_some() {
        return None;
    }
    if message.content.is_empty() && message.embeds.is_empty() {
        return Some(Form::Components);
    }
    Some(Form::Text)
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
