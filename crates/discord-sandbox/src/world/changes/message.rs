//! Changes to messages, and the mentions in them.

use crate::world::World;
use crate::world::event::WorldEvent;
use crate::world::message_view::REPLY;
use crate::world::model::{Message, SUPPRESS_NOTIFICATIONS};
use crate::world::snowflake::Id;

/// Mentions in a message that take effect.
#[derive(Clone, Debug)]
pub(crate) struct AllowedMentions {
    pub(crate) everyone: bool,
    pub(crate) roles: Allowed,
    pub(crate) users: Allowed,
    pub(crate) replied_user: bool,
}

/// Users or roles that may be mentioned.
#[derive(Clone, Debug)]
pub(crate) enum Allowed {
    All,
    Only(Vec<Id>),
}

impl Allowed {
    fn allows(&self, id: Id) -> bool {
        match self {
            Self::All => true,
            Self::Only(ids) => ids.contains(&id),
        }
    }
}

impl AllowedMentions {
    /// Returns the default of a regular message.
    pub(crate) fn all() -> Self {
        Self {
            everyone: true,
            roles: Allowed::All,
            users: Allowed::All,
            replied_user: true,
        }
    }

    /// Returns the default of a response to an interaction.
    pub(crate) fn users_only() -> Self {
        Self {
            everyone: false,
            roles: Allowed::Only(Vec::new()),
            users: Allowed::All,
            replied_user: true,
        }
    }
}

impl World {
    /// Posts a new message to its channel and notes it.
    pub(crate) fn post(&mut self, message: Message) {
        let (id, author, channel) = (message.id, message.author, message.channel);
        let (is_public, now_ms) = (message.only_for.is_none(), self.now_ms);
        if is_public {
            self.draw_in(&message);
        }
        self.put_message(message);
        if is_public && let Some(mut channel) = self.channel(channel).cloned() {
            channel.last_message = Some(id);
            let mut revived = false;
            let mut joined = false;
            if let Some(thread) = &mut channel.thread {
                thread.messages += 1;
                thread.sent += 1;
                revived = std::mem::take(&mut thread.archived);
                if revived {
                    thread.archive_ms = now_ms;
                }
                joined = !thread.members.contains(&author);
                if joined {
                    thread.members.push(author);
                }
            }
            let thread = channel.id;
            self.put_channel(channel);
            if revived {
                self.note(WorldEvent::ChannelUpdated(thread));
            }
            if joined {
                self.note(WorldEvent::ThreadMemberAdded {
                    thread,
                    user: author,
                });
            }
        }
        self.note(WorldEvent::MessageCreated(id));
    }

    /// Adds the users whom a message in a private thread mentions to the thread.
    fn draw_in(&mut self, message: &Message) {
        for &user in &message.mentions {
            let thread = self.channel(message.channel);
            if thread.is_some_and(|thread| self.is_drawn_in(user, thread)) {
                self.join_thread(message.channel, user);
            }
        }
    }

    /// Stores a changed message and notes the update.
    pub(crate) fn update(&mut self, message: Message) {
        let id = message.id;
        if let Some(old) = self.message(id) {
            let gone: Vec<Id> = old
                .attachments
                .iter()
                .map(|attachment| attachment.id)
                .filter(|id| message.attachments.iter().all(|kept| kept.id != *id))
                .collect();
            for attachment in gone {
                self.files_mut().forget(attachment);
            }
        }
        self.put_message(message);
        self.note(WorldEvent::MessageUpdated(id));
    }

    /// Deletes a message and notes it.
    pub(crate) fn delete(&mut self, id: Id) {
        let Some(message) = self.drop_message(id) else {
            return;
        };
        if let Some(mut channel) = self.channel(message.channel).cloned()
            && let Some(thread) = &mut channel.thread
        {
            thread.messages = thread.messages.saturating_sub(1);
            self.put_channel(channel);
        }
        self.note(WorldEvent::MessageDeleted {
            channel: message.channel,
            message: id,
            only_for: message.only_for,
        });
    }

    /// Sets the users and roles that the message mentions and, if it is new, the users it notifies.
    pub(crate) fn set_mentions(&self, message: &mut Message, allowed: &AllowedMentions, new: bool) {
        let text = visible_text(message);
        let (users, roles) = (tagged(&text, "<@"), tagged(&text, "<@&"));
        message.mentions = users
            .into_iter()
            .filter(|&id| self.user(id).is_some() && allowed.users.allows(id))
            .collect();
        let channel = self.channel(message.channel);
        let guild = channel.and_then(|channel| self.guild_of(channel));
        message.mention_roles = roles
            .into_iter()
            .filter(|&id| allowed.roles.allows(id))
            .filter(|&id| guild.is_some_and(|guild| guild.has_role(id)))
            .collect();
        message.mention_everyone =
            allowed.everyone && (text.contains("@everyone") || text.contains("@here"));
        if message.kind == REPLY && allowed.replied_user {
            // Responses to interactions come from a webhook, which cannot be pinged.
            let replied = message.reply_to.and_then(|id| self.message(id));
            let author = replied.filter(|to| to.origin.is_none()).map(|to| to.author);
            if let Some(author) = author.filter(|author| !message.mentions.contains(author)) {
                message.mentions.push(author);
            }
        }
        if new {
            message.pings = self.pinged(message);
        }
    }

    fn pinged(&self, message: &Message) -> Vec<Id> {
        let is_silent = message.flags & SUPPRESS_NOTIFICATIONS != 0 || message.only_for.is_some();
        let Some(channel) = self.channel(message.channel).filter(|_| !is_silent) else {
            return Vec::new();
        };
        self.users()
            .filter(|user| user.id != message.author)
            .filter(|user| {
                let is_called = message.mentions.contains(&user.id);
                self.sees(user.id, channel) || (is_called && self.is_drawn_in(user.id, channel))
            })
            .filter(|user| {
                message.mention_everyone
                    || channel.guild.is_none()
                    || message.mentions.contains(&user.id)
                    || user
                        .roles
                        .iter()
                        .any(|role| message.mention_roles.contains(role))
            })
            .map(|user| user.id)
            .collect()
    }
}

/// Returns the content followed by the text in the components.
fn visible_text(message: &Message) -> String {
    fn add(text: &mut String, component: &serde_json::Value) {
        if let Some(content) = component.get("content").and_then(serde_json::Value::as_str) {
            text.push('\n');
            text.push_str(content);
        }
        let inner = component
            .get("components")
            .and_then(serde_json::Value::as_array);
        for component in inner.into_iter().flatten() {
            add(text, component);
        }
    }
    let mut text = message.content.clone();
    for component in &message.components {
        add(&mut text, component);
    }
    text
}

/// Returns the ids written as `<@123>`, without duplicates.
fn tagged(text: &str, open: &str) -> Vec<Id> {
    let mut ids = Vec::new();
    for part in text.split(open).skip(1) {
        let part = part.strip_prefix('!').unwrap_or(part);
        let id = part.split_once('>').and_then(|(id, _)| id.parse().ok());
        if let Some(id) = id.filter(|id| !ids.contains(id)) {
            ids.push(id);
        }
    }
    ids
}
