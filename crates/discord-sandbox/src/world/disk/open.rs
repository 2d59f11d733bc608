//! Creating a world, and loading one from disk.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io;
use std::num::NonZeroUsize;
use std::path::Path;

use data_encoding::{BASE64URL_NOPAD, HEXLOWER};
use ring::hmac::Tag;

use crate::world::World;
use crate::world::changes::interaction::Stage;
use crate::world::disk::files::{Files, derived};
use crate::world::disk::journal::{Journal, JournalEntry, VERSION, damaged};
use crate::world::disk::seed::Seed;
use crate::world::snowflake::IdSource;

impl World {
    /// Loads the world stored in `folder`, or creates one with `servers` guilds. Without a folder,
    /// the world lives in memory only.
    ///
    /// # Errors
    ///
    /// The folder cannot be read or written, or holds something other than a world.
    pub(crate) fn open(
        folder: Option<&Path>,
        (bot_name, servers): (&str, NonZeroUsize),
        secret: String,
        now_ms: u64,
    ) -> io::Result<Self> {
        let records = folder.map_or_else(|| Ok(Vec::new()), Journal::read)?;
        let mut world = Self::new(folder, Seed::new(bot_name, servers, now_ms), secret, now_ms);
        if !records.is_empty() {
            world.replay(records)?;
            world.rename_bot(bot_name);
        }
        if let Some(folder) = folder {
            world.journal = Some(Journal::rewrite(folder, &world.records())?);
        }
        Ok(world)
    }

    fn new(folder: Option<&Path>, seed: Seed, secret: String, now_ms: u64) -> Self {
        let mut world = Self {
            now_ms,
            base_url: String::new(),
            response_limit_ms: 0,
            secret,
            bot: seed.bot,
            guilds: BTreeMap::new(),
            users: BTreeMap::new(),
            channels: BTreeMap::new(),
            messages: BTreeMap::new(),
            messages_by_channel: BTreeMap::new(),
            messages_by_nonce: HashMap::new(),
            commands: BTreeMap::new(),
            emojis: BTreeMap::new(),
            interactions: BTreeMap::new(),
            ids: IdSource::default(),
            files: Files::new(folder),
            journal: None,
            events: Vec::new(),
            outages: BTreeSet::new(),
        };
        world
            .guilds
            .extend(seed.guilds.into_iter().map(|guild| (guild.id, guild)));
        world
            .users
            .extend(seed.users.into_iter().map(|user| (user.id, user)));
        world.channels.extend(
            seed.channels
                .into_iter()
                .map(|channel| (channel.id, channel)),
        );
        world.saw_ids();
        world
    }

    fn replay(&mut self, records: Vec<JournalEntry>) -> io::Result<()> {
        let mut records = records.into_iter();
        let Some(JournalEntry::Head { bot, secret, .. }) = records.next() else {
            return Err(damaged("expected a journal that begins with its head"));
        };
        (self.bot, self.secret) = (bot, secret);
        self.guilds.clear();
        self.users.clear();
        self.channels.clear();
        for record in records {
            self.restore(record);
        }
        if self.guilds.is_empty() {
            return Err(damaged("expected a journal with a guild"));
        }
        // After a restart no response is awaited for earlier interactions.
        for interaction in self.interactions.values_mut() {
            if interaction.stage == Stage::Pending {
                interaction.stage = Stage::Failed;
            }
        }
        self.saw_ids();
        Ok(())
    }

    fn restore(&mut self, record: JournalEntry) {
        match record {
            JournalEntry::Head { .. } => {}
            JournalEntry::Guild(guild) => drop(self.guilds.insert(guild.id, guild)),
            JournalEntry::User(user) => drop(self.users.insert(user.id, user)),
            JournalEntry::Channel(channel) => drop(self.channels.insert(channel.id, channel)),
            JournalEntry::ChannelGone(id) => drop(self.channels.remove(&id)),
            JournalEntry::Message(message) => self.index_message(*message),
            JournalEntry::MessageGone(id) => drop(self.unindex_message(id)),
            JournalEntry::Command(command) => drop(self.commands.insert(command.id, *command)),
            JournalEntry::CommandGone(id) => drop(self.commands.remove(&id)),
            JournalEntry::Emoji(emoji) => drop(self.emojis.insert(emoji.id, emoji)),
            JournalEntry::EmojiGone(id) => drop(self.emojis.remove(&id)),
            JournalEntry::Interaction(interaction) => {
                if interaction.has_live_token(self.now_ms) {
                    self.interactions.insert(interaction.id, *interaction);
                }
            }
        }
    }

    fn records(&self) -> Vec<JournalEntry> {
        let mut records = vec![JournalEntry::Head {
            version: VERSION,
            bot: self.bot,
            secret: self.secret.clone(),
        }];
        records.extend(self.guilds.values().cloned().map(JournalEntry::Guild));
        records.extend(self.users.values().cloned().map(JournalEntry::User));
        records.extend(self.channels.values().cloned().map(JournalEntry::Channel));
        let messages = self.messages.values().cloned();
        records.extend(messages.map(|message| JournalEntry::Message(Box::new(message))));
        let commands = self.commands.values().cloned();
        records.extend(commands.map(|command| JournalEntry::Command(Box::new(command))));
        records.extend(self.emojis.values().cloned().map(JournalEntry::Emoji));
        let interactions = self.interactions.values().cloned();
        records.extend(interactions.map(|asked| JournalEntry::Interaction(Box::new(asked))));
        records
    }

    fn rename_bot(&mut self, name: &str) {
        if let Some(bot) = self.users.get_mut(&self.bot) {
            name.clone_into(&mut bot.username);
        }
        let roles = self.guilds.values_mut().flat_map(|guild| &mut guild.roles);
        for role in roles.filter(|role| role.managed_by == Some(self.bot)) {
            name.clone_into(&mut role.name);
        }
    }

    fn saw_ids(&mut self) {
        let attachments = self
            .messages
            .values()
            .flat_map(|message| &message.attachments);
        let roles = self.guilds.values().flat_map(|guild| &guild.roles);
        let ids = attachments
            .map(|attachment| attachment.id)
            .chain(self.users.keys().copied())
            .chain(self.channels.keys().copied())
            .chain(self.messages.keys().copied())
            .chain(self.commands.values().map(|command| command.version))
            .chain(self.interactions.keys().copied())
            .chain(self.emojis.keys().copied())
            .chain(self.guilds.keys().copied())
            .chain(roles.map(|role| role.id));
        if let Some(last) = ids.max() {
            self.ids.saw(last);
        }
    }

    /// Returns the seed of the key with which interactions over HTTP are signed.
    pub(crate) fn key_seed(&self) -> Tag {
        derived(&self.secret, "key")
    }

    /// Returns the bot's token, in the format of Discord's.
    pub(crate) fn default_token(&self) -> String {
        let id = BASE64URL_NOPAD.encode(self.bot.to_string().as_bytes());
        let code = HEXLOWER.encode(derived(&self.secret, "token").as_ref());
        format!("{id}.sandbx.{}", &code[..38])
    }
}
