//! State of the sandbox: people, channels, messages, commands, interactions.
//!
//! This layer has no connections and no clock of its own. Each change is stored in the journal and
//! noted as a [`WorldEvent`], which the server sends to those allowed to see it.

pub(crate) mod changes;
pub(crate) mod disk;

pub(crate) mod snowflake;

pub(crate) mod model;

pub(crate) mod permissions;

pub(crate) mod access;

pub(crate) mod commands;

pub(crate) mod installation;

pub(crate) mod event;

pub(crate) mod view;

pub(crate) mod message_view;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde_json::Value;

use crate::world::changes::interaction::Interaction;
use crate::world::commands::Command;
use crate::world::disk::files::Files;
use crate::world::disk::journal::{Journal, JournalEntry};
use crate::world::event::WorldEvent;
use crate::world::model::{Channel, Emoji, Guild, Message, User};
use crate::world::snowflake::{Id, IdSource};

/// Number of interactions kept before those with an expired token are forgotten.
const INTERACTIONS: usize = 4_096;

/// Complete state of a sandbox.
#[derive(Debug)]
pub(crate) struct World {
    /// Time of the current request, in milliseconds since 1970.
    pub(crate) now_ms: u64,
    /// URL of the sandbox, such as `http://127.0.0.1:8080`.
    pub(crate) base_url: String,
    /// Time limit of the initial response to an interaction.
    pub(crate) response_limit_ms: u64,
    /// Key that signs tokens and URLs.
    pub(crate) secret: String,
    /// User id of the bot, which is also its application id.
    pub(crate) bot: Id,
    guilds: BTreeMap<Id, Guild>,
    users: BTreeMap<Id, User>,
    channels: BTreeMap<Id, Channel>,
    messages: BTreeMap<Id, Message>,
    messages_by_channel: BTreeMap<Id, BTreeSet<Id>>,
    /// Newest message by author and nonce, as JSON; the message may be deleted.
    messages_by_nonce: HashMap<(Id, String), Id>,
    commands: BTreeMap<Id, Command>,
    emojis: BTreeMap<Id, Emoji>,
    interactions: BTreeMap<Id, Interaction>,
    ids: IdSource,
    files: Files,
    journal: Option<Journal>,
    events: Vec<WorldEvent>,
    /// Guilds with an outage.
    outages: BTreeSet<Id>,
}

impl World {
    /// Returns a new id.
    pub(crate) fn next_id(&mut self) -> Id {
        self.ids.next(self.now_ms)
    }

    /// Notes a change to be published.
    pub(crate) fn note(&mut self, event: WorldEvent) {
        self.events.push(event);
    }

    /// Returns the changes since the last call.
    pub(crate) fn take_events(&mut self) -> Vec<WorldEvent> {
        std::mem::take(&mut self.events)
    }

    fn keep(&mut self, record: &JournalEntry) {
        let Some(journal) = &mut self.journal else {
            return;
        };
        if let Err(error) = journal.append(record) {
            tracing::error!(%error, "the sandbox cannot write its journal");
        }
    }

    /// Returns a person or the bot.
    pub(crate) fn user(&self, id: Id) -> Option<&User> {
        self.users.get(&id)
    }

    /// Returns all users, oldest account first.
    pub(crate) fn users(&self) -> impl Iterator<Item = &User> {
        self.users.values()
    }

    /// Returns the person with this id or user name.
    pub(crate) fn person(&self, name: &str) -> Option<&User> {
        self.users()
            .filter(|user| !user.bot)
            .find(|user| user.username == name || user.id.to_string() == name)
    }

    /// Stores a changed user and notes the update.
    pub(crate) fn put_user(&mut self, user: User) {
        self.note(WorldEvent::UserUpdated(user.id));
        self.keep(&JournalEntry::User(user.clone()));
        self.users.insert(user.id, user);
    }

    pub(crate) fn guild(&self, id: Id) -> Option<&Guild> {
        self.guilds.get(&id)
    }

    /// Returns all guilds, oldest first.
    pub(crate) fn guilds(&self) -> impl Iterator<Item = &Guild> {
        self.guilds.values()
    }

    /// Returns the oldest guild, which is the default.
    pub(crate) fn first_guild(&self) -> &Guild {
        self.guilds().next().expect("a guild in every world")
    }

    /// Returns the guild of a channel, or `None` for a DM.
    pub(crate) fn guild_of(&self, channel: &Channel) -> Option<&Guild> {
        self.guild(channel.guild?)
    }

    /// Returns the members of a guild, oldest account first.
    pub(crate) fn members<'a>(&'a self, guild: &'a Guild) -> impl Iterator<Item = &'a User> {
        self.users().filter(|user| guild.has(user))
    }

    /// Stores a changed guild without noting it.
    pub(crate) fn put_guild(&mut self, guild: Guild) {
        self.keep(&JournalEntry::Guild(guild.clone()));
        self.guilds.insert(guild.id, guild);
    }

    /// Returns a channel, a thread or a DM channel.
    pub(crate) fn channel(&self, id: Id) -> Option<&Channel> {
        self.channels.get(&id)
    }

    /// Returns all channels, threads and DM channels, oldest first.
    pub(crate) fn channels(&self) -> impl Iterator<Item = &Channel> {
        self.channels.values()
    }

    /// Stores a new or changed channel without noting it.
    pub(crate) fn put_channel(&mut self, channel: Channel) {
        self.keep(&JournalEntry::Channel(channel.clone()));
        self.channels.insert(channel.id, channel);
    }

    pub(crate) fn message(&self, id: Id) -> Option<&Message> {
        self.messages.get(&id)
    }

    /// Returns the messages of a channel, oldest first.
    pub(crate) fn messages_in(&self, channel: Id) -> impl DoubleEndedIterator<Item = &Message> {
        self.messages_by_channel
            .get(&channel)
            .into_iter()
            .flatten()
            .filter_map(|id| self.messages.get(id))
    }

    /// Stores a new or changed message without noting it.
    pub(crate) fn put_message(&mut self, message: Message) {
        self.keep(&JournalEntry::Message(Box::new(message.clone())));
        self.index_message(message);
    }

    /// Returns an author's newest message with this nonce, in any channel and possibly deleted.
    pub(crate) fn id_with_nonce(&self, author: Id, nonce: &Value) -> Option<Id> {
        let key = (author, nonce.to_string());
        self.messages_by_nonce.get(&key).copied()
    }

    fn index_message(&mut self, message: Message) {
        if let Some(nonce) = &message.nonce {
            let key = (message.author, nonce.to_string());
            let newest = self.messages_by_nonce.entry(key).or_insert(message.id);
            *newest = message.id.max(*newest);
        }
        self.messages_by_channel
            .entry(message.channel)
            .or_default()
            .insert(message.id);
        self.messages.insert(message.id, message);
    }

    /// Removes a message and its files without noting it.
    pub(crate) fn drop_message(&mut self, id: Id) -> Option<Message> {
        let message = self.unindex_message(id)?;
        for attachment in &message.attachments {
            self.files.forget(attachment.id);
        }
        self.keep(&JournalEntry::MessageGone(id));
        Some(message)
    }

    fn unindex_message(&mut self, id: Id) -> Option<Message> {
        let message = self.messages.remove(&id)?;
        if let Some(ids) = self.messages_by_channel.get_mut(&message.channel) {
            ids.remove(&id);
        }
        Some(message)
    }

    /// Removes a channel and its messages without noting it.
    pub(crate) fn drop_channel(&mut self, id: Id) -> Option<Channel> {
        let channel = self.channels.remove(&id)?;
        for message in self.messages_by_channel.remove(&id).unwrap_or_default() {
            self.drop_message(message);
        }
        self.keep(&JournalEntry::ChannelGone(id));
        Some(channel)
    }

    /// Returns the registered commands, oldest first.
    pub(crate) fn commands(&self) -> impl Iterator<Item = &Command> {
        self.commands.values()
    }

    /// Returns a registered command.
    pub(crate) fn command(&self, id: Id) -> Option<&Command> {
        self.commands.get(&id)
    }

    /// Stores a new or changed command and notes that the commands changed.
    pub(crate) fn put_command(&mut self, command: Command) {
        self.note_commands();
        self.keep(&JournalEntry::Command(Box::new(command.clone())));
        self.commands.insert(command.id, command);
    }

    /// Removes a command and notes that the commands changed.
    pub(crate) fn drop_command(&mut self, id: Id) -> Option<Command> {
        let command = self.commands.remove(&id)?;
        self.note_commands();
        self.keep(&JournalEntry::CommandGone(id));
        Some(command)
    }

    fn note_commands(&mut self) {
        if !matches!(self.events.last(), Some(WorldEvent::CommandsChanged)) {
            self.note(WorldEvent::CommandsChanged);
        }
    }

    /// Returns the application's emojis, oldest first.
    pub(crate) fn emojis(&self) -> impl Iterator<Item = &Emoji> {
        self.emojis.values()
    }

    /// Returns an emoji of the application.
    pub(crate) fn emoji(&self, id: Id) -> Option<&Emoji> {
        self.emojis.get(&id)
    }

    /// Stores a new or changed emoji; its picture is among the files.
    pub(crate) fn put_emoji(&mut self, emoji: Emoji) {
        self.keep(&JournalEntry::Emoji(emoji.clone()));
        self.emojis.insert(emoji.id, emoji);
    }

    /// Removes an emoji and its picture.
    pub(crate) fn drop_emoji(&mut self, id: Id) {
        if self.emojis.remove(&id).is_some() {
            self.files.forget(id);
            self.keep(&JournalEntry::EmojiGone(id));
        }
    }

    pub(crate) fn interaction(&self, id: Id) -> Option<&Interaction> {
        self.interactions.get(&id)
    }

    /// Returns all interactions, oldest first.
    pub(crate) fn interactions(&self) -> impl Iterator<Item = &Interaction> {
        self.interactions.values()
    }

    /// Stores a new or changed interaction without noting it. Forgets old ones whose token has
    /// expired.
    pub(crate) fn put_interaction(&mut self, interaction: Interaction) {
        while self.interactions.len() > INTERACTIONS
            && let Some(oldest) = self.interactions.first_entry()
            && !oldest.get().has_live_token(self.now_ms)
        {
            oldest.remove();
        }
        self.keep(&JournalEntry::Interaction(Box::new(interaction.clone())));
        self.interactions.insert(interaction.id, interaction);
    }

    /// Returns the files of attachments.
    pub(crate) fn files(&self) -> &Files {
        &self.files
    }

    /// Returns the files of attachments for changes.
    pub(crate) fn files_mut(&mut self) -> &mut Files {
        &mut self.files
    }
}
