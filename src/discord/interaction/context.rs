//! Context of an interaction: the person, the place, and the way to answer.

use std::sync::Arc;

use serenity::all::{CommandInteraction, Permissions, User};
use tokio::time::Instant;

use crate::discord::interaction::bot_permissions::{Needs, ShownIn};
use crate::discord::interaction::error::BotError;
use crate::discord::interaction::incoming::interaction::{ChannelKind, GuildMember};
use crate::discord::interaction::incoming::{Interaction, USUAL_FILE_LIMIT};
use crate::discord::interaction::locale_cache::words_of;
use crate::discord::rest::InteractionKey;
use crate::discord::rest::interactions::key::ResponseProgress;
use crate::discord::runtime::subject_queues::Subject;
use crate::i18n::{Language, Permission, Words};
use crate::service::{
    Access, Actor, ChannelId, GameId, GuildId, MemberPermissions, MessageForm, MessageId, PersonId,
    Place, Request, RoleId,
};

tokio::task_local! {
    /// Event that is being handled.
    static ARRIVED: Arrived;
}

/// Event that is being handled, shared by all of its handlers.
struct Arrived {
    at: Instant,
    /// Progress of the responses, if it is an interaction.
    progress: Arc<ResponseProgress>,
}

/// Runs the handler of an event with its arrival time, since which the person has been waiting.
pub(crate) fn arrived<F: Future>(at: Instant, handling: F) -> impl Future<Output = F::Output> {
    let progress = Arc::default();
    ARRIVED.scope(Arrived { at, progress }, handling)
}

/// Returns the arrival time of the event that is being handled, if there is one.
pub(crate) fn arrival() -> Option<Instant> {
    ARRIVED.try_with(|arrived| arrived.at).ok()
}

/// Returns the key of the interaction that is being handled.
fn key(asked: &Interaction) -> InteractionKey {
    let at = arrival().unwrap_or_else(Instant::now);
    let key = InteractionKey::new(asked.id, asked.token.clone(), asked.application_id, at);
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
    pub permissions: MemberPermissions,
    /// Parent channel, if the interaction is in a thread.
    pub parent: Option<ChannelId>,
    /// Public message with the component or form, if there is one.
    pub pressed: Option<MessageId>,
    /// Form of the message with the component or form, if only the person sees it.
    pub private_form: Option<MessageForm>,
    /// Largest size of a file in a response, in bytes.
    pub file_limit: usize,
    /// True if the person has pressed the same button just before.
    pub is_double_press: bool,
    /// Permissions of the bot in that place, if Discord sends them.
    pub granted: Option<Permissions>,
    channel: ChannelKind,
    /// True if Discord would show the bot's responses to the person alone: the server forces
    /// user-installed apps to answer ephemerally.
    pub is_ephemeral_only: bool,
}

impl RequestContext {
    pub(crate) fn person_and_place(&self) -> (PersonId, Place) {
        (self.actor.person, self.place)
    }

    /// Returns the subjects of an action of the person, in this game if it is known.
    pub(crate) fn subjects(&self, game: Option<GameId>) -> Vec<Subject> {
        let person = Subject::Person(self.actor.person);
        game.map(Subject::Game)
            .into_iter()
            .chain([person])
            .collect()
    }

    /// Returns the subjects of setting up a game here, where the number of games is limited.
    pub(crate) fn new_game(&self) -> Vec<Subject> {
        let guild = self.place.guild.map(Subject::Guild);
        let here = guild.unwrap_or(Subject::Channel(self.place.channel));
        vec![Subject::Person(self.actor.person), here]
    }

    pub(crate) fn subjects_of(&self, request: &Request) -> Vec<Subject> {
        let mut subjects = self.subjects(request.game());
        let brings_game = match request {
            Request::Create(_) | Request::Rematch(_) | Request::MoveToChannel { .. } => true,
            Request::Join(_)
            | Request::ChooseTeam { .. }
            | Request::PlaceInTeam { .. }
            | Request::AllowColors(_)
            | Request::DrawColors(_)
            | Request::ChooseColor { .. }
            | Request::GiveColor { .. }
            | Request::AddComputer { .. }
            | Request::Invite { .. }
            | Request::OpenToAll(_)
            | Request::Remove { .. }
            | Request::Leave(_)
            | Request::Decline(_)
            | Request::Start(_)
            | Request::Move { .. }
            | Request::InGame { .. }
            | Request::Seat { .. } => false,
        };
        if brings_game {
            subjects.extend(self.new_game());
        }
        subjects
    }

    /// Returns the person behind an interaction.
    pub(crate) fn of(asked: &Interaction) -> Self {
        let place = place(asked.guild_id, asked.channel_id, access(asked));
        let (member, channel) = (asked.member.as_ref(), asked.channel_kind());
        let nick = member.and_then(|member| member.nick.as_deref());
        let (private, public) = match asked.message.as_ref() {
            Some(message) if message.is_private() => (Some(message.form()), None),
            message => (None, message.map(|message| MessageId(message.id.get()))),
        };
        Self {
            key: key(asked).limited(place.is_visited()),
            actor: actor(&asked.user, nick, Some(&asked.locale)),
            place,
            words: words_of(&asked.locale),
            permissions: permissions_of(member),
            parent: asked.parent().map(|parent| ChannelId(parent.get())),
            pressed: public,
            private_form: private,
            file_limit: asked.file_limit().unwrap_or(USUAL_FILE_LIMIT),
            is_double_press: false,
            granted: asked.app_permissions,
            channel,
            is_ephemeral_only: place.is_visited() && is_ephemeral_only(member, channel.is_thread()),
        }
    }

    /// Returns the person behind a command that poise runs.
    pub(crate) fn of_command(command: &CommandInteraction) -> Self {
        Self::of(&command.into())
    }

    pub(crate) fn is_in_thread(&self) -> bool {
        self.channel.is_thread()
    }

    /// Returns whether only members of the thread see it. Games that are set up there are private.
    pub(crate) fn is_in_private_thread(&self) -> bool {
        self.channel == ChannelKind::PrivateThread
    }

    pub(crate) fn is_in_text_channel(&self) -> bool {
        self.channel == ChannelKind::Text
    }

    /// Returns whether threads can be opened here: only a member can do so, and the bot is not a
    /// member where it is only user-installed.
    pub(crate) fn can_open_thread(&self) -> bool {
        let has_none = self.is_in_thread() || self.channel == ChannelKind::Voice;
        !has_none && !self.needs(true).is_answer
    }

    /// Returns the situation that decides which permissions a game needs here.
    pub(crate) fn needs(&self, new_thread: bool) -> Needs {
        Needs {
            shown_in: match self.channel {
                ChannelKind::Thread | ChannelKind::PrivateThread => ShownIn::Thread,
                ChannelKind::Voice => ShownIn::VoiceChannel,
                ChannelKind::Text | ChannelKind::Other => ShownIn::Channel,
            },
            new_thread,
            is_answer: self.place.guild.is_none() || self.place.is_visited(),
        }
    }

    /// Lists the permissions that the bot lacks for a game in this channel; empty if Discord does
    /// not send them.
    pub(crate) fn missing(&self, new_thread: bool) -> Vec<Permission> {
        let needs = self.needs(new_thread);
        self.granted
            .map_or_else(Vec::new, |granted| needs.missing(granted))
    }

    /// Lists the permissions that the bot lacks for pictures of a game in this channel; empty if
    /// Discord does not send them.
    pub(crate) fn missing_for_pictures(&self) -> Vec<Permission> {
        let needs = self.needs(false);
        self.granted
            .map_or_else(Vec::new, |granted| needs.missing_for_pictures(granted))
    }

    /// Checks that everybody here sees what the bot shows of a new game.
    ///
    /// # Errors
    ///
    /// The bot lacks permissions, or Discord shows its responses to the person alone.
    pub(crate) fn check_can_show(&self, new_thread: bool) -> Result<(), BotError> {
        if self.is_ephemeral_only {
            return Err(BotError::Said(self.words.text("place-ephemeral-only", &[])));
        }
        let missing = self.missing(new_thread);
        if missing.is_empty() {
            return Ok(());
        }
        Err(BotError::Missing(self.about_missing(&missing)))
    }

    /// Returns whether the bot, which lacks these permissions, does not see this private thread.
    pub(crate) fn is_unseen_thread(&self, missing: &[Permission]) -> bool {
        self.is_in_private_thread() && missing.contains(&Permission::ViewChannel)
    }

    /// Says what the person can do about permissions that the bot lacks here.
    pub(crate) fn about_missing(&self, missing: &[Permission]) -> String {
        if self.is_unseen_thread(missing) {
            return self.words.text("missing-thread", &[]);
        }
        self.words.missing_permissions(missing)
    }
}

/// Returns the author of a message or an interaction, with the name that others see. An interaction
/// includes the locale of the person's client.
pub(crate) fn actor(user: &User, nick: Option<&str>, locale: Option<&str>) -> Actor {
    let language = locale.map(|locale| Language::from_locale(locale).code());
    Actor {
        person: PersonId(user.id.get()),
        name: cut(nick.unwrap_or_else(|| user.display_name())),
        language: language.map(str::to_owned),
    }
}

/// Returns the name, as others see it, of a person who took no action here.
pub(crate) fn name_of(user: &User) -> String {
    cut(user.display_name())
}

/// Cuts a name to the maximum length.
fn cut(name: &str) -> String {
    name.chars().take(NAME).collect()
}

/// Returns a channel with its server.
pub(crate) fn place(
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

/// Returns how the bot accesses the place of an interaction.
fn access(asked: &Interaction) -> Access {
    let is_member = match asked.guild_id {
        Some(_) => asked.is_by_guild().unwrap_or(true),
        None => !asked.is_among_people(),
    };
    if is_member {
        Access::Member
    } else {
        Access::Visitor
    }
}

/// Returns whether the server forces user-installed apps to answer ephemerally.
fn is_ephemeral_only(member: Option<&GuildMember>, in_thread: bool) -> bool {
    let speaking = if in_thread {
        Permissions::SEND_MESSAGES_IN_THREADS
    } else {
        Permissions::SEND_MESSAGES
    };
    let needed = Permissions::USE_EXTERNAL_APPS | speaking;
    let may = member.and_then(|member| member.permissions);
    may.is_some_and(|may| !may.administrator() && !may.contains(needed))
}

fn permissions_of(member: Option<&GuildMember>) -> MemberPermissions {
    let may = member.and_then(|member| member.permissions);
    let manages = |may: Permissions| may.manage_guild() || may.administrator();
    let roles = member.map_or(&[][..], |member| &member.roles);
    MemberPermissions {
        manages: may.is_some_and(manages),
        roles: roles.iter().map(|role| RoleId(role.get())).collect(),
    }
}
