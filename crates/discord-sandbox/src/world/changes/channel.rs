//! Changes to channels and threads of guilds.

use crate::world::World;
use crate::world::disk::seed::text_channel;
use crate::world::event::WorldEvent;
use crate::world::message_view::{THREAD_CREATED, THREAD_STARTER};
use crate::world::model::{Channel, FORUM, HAS_THREAD, Message, Overwrite, PRIVATE_THREAD, Thread};
use crate::world::snowflake::Id;

/// Thread to be started.
#[derive(Clone, Debug)]
pub(crate) struct NewThread {
    pub(crate) parent: Id,
    /// Message that the thread is started from.
    pub(crate) message: Option<Id>,
    pub(crate) owner: Id,
    pub(crate) name: String,
    pub(crate) kind: u8,
    pub(crate) auto_archive_minutes: u64,
}

impl World {
    /// Creates a channel of a kind in a guild.
    pub(crate) fn create_channel(&mut self, guild: Id, name: &str, kind: u8) -> Id {
        let id = self.next_id();
        let position = self
            .channels()
            .filter(|channel| channel.guild == Some(guild) && !channel.is_thread())
            .count();
        let position = u32::try_from(position).expect("few channels");
        self.add_channel(Channel {
            kind,
            ..text_channel(Some(guild), id, name, position)
        })
    }

    /// Stores a new channel and notes its creation; returns its id.
    pub(crate) fn add_channel(&mut self, channel: Channel) -> Id {
        let id = channel.id;
        self.put_channel(channel);
        self.note(WorldEvent::ChannelCreated(id));
        id
    }

    /// Deletes a channel and its threads.
    pub(crate) fn delete_channel(&mut self, id: Id) {
        let threads: Vec<Id> = self
            .channels()
            .filter(|channel| channel.parent == Some(id))
            .map(|channel| channel.id)
            .collect();
        for thread in threads {
            self.delete_channel(thread);
        }
        let starter = self.message(id).cloned();
        if let Some(mut message) = starter.filter(|message| message.thread == Some(id)) {
            message.thread = None;
            message.flags &= !HAS_THREAD;
            self.update(message);
        }
        if let Some(channel) = self.drop_channel(id) {
            self.note(WorldEvent::ChannelDeleted(Box::new(channel)));
        }
    }

    /// Starts a thread and posts the system messages that Discord posts with it.
    pub(crate) fn create_thread(&mut self, new: NewThread) -> Id {
        let is_post = self
            .channel(new.parent)
            .is_some_and(|parent| parent.kind == FORUM);
        let id = new.message.unwrap_or_else(|| self.next_id());
        self.add_channel(Channel {
            kind: new.kind,
            parent: Some(new.parent),
            thread: Some(Thread {
                owner: new.owner,
                archived: false,
                locked: false,
                auto_archive_minutes: new.auto_archive_minutes,
                archive_ms: self.now_ms,
                members: vec![new.owner],
                messages: 0,
                sent: 0,
            }),
            ..text_channel(self.guild_at(new.parent), id, &new.name, 0)
        });
        if let Some(mut starter) = new
            .message
            .and_then(|message| self.message(message))
            .cloned()
        {
            starter.thread = Some(id);
            starter.flags |= HAS_THREAD;
            self.update(starter);
            let first = self.next_id();
            self.post(Message {
                kind: THREAD_STARTER,
                reply_to: new.message,
                ..Message::new(first, id, new.owner)
            });
        } else if new.kind != PRIVATE_THREAD && !is_post {
            let notice = self.next_id();
            self.post(Message {
                kind: THREAD_CREATED,
                content: new.name,
                thread: Some(id),
                ..Message::new(notice, new.parent, new.owner)
            });
        }
        id
    }

    /// Archives the threads without a message for their auto-archive time.
    pub(crate) fn archive_idle(&mut self) {
        let now_ms = self.now_ms;
        let idle: Vec<Channel> = self
            .channels()
            .filter(|channel| {
                channel.thread.as_ref().is_some_and(|thread| {
                    let written_ms = channel.last_message.map_or(0, Id::ms);
                    let rest_ms = thread.auto_archive_minutes * 60_000;
                    !thread.archived && written_ms.max(thread.archive_ms) + rest_ms <= now_ms
                })
            })
            .cloned()
            .collect();
        for mut channel in idle {
            if let Some(thread) = &mut channel.thread {
                thread.archived = true;
                thread.archive_ms = now_ms;
            }
            self.change_channel(channel);
        }
    }

    /// Stores a changed channel and notes the update.
    pub(crate) fn change_channel(&mut self, channel: Channel) {
        let id = channel.id;
        self.put_channel(channel);
        self.note(WorldEvent::ChannelUpdated(id));
    }

    /// Sets the permission overwrite of a role or a person in a channel.
    pub(crate) fn set_overwrite(&mut self, channel: Id, overwrite: Overwrite) {
        let Some(mut changed) = self.channel(channel).cloned() else {
            return;
        };
        let concerned: Vec<Id> = self
            .channels()
            .filter(|other| other.id == channel || other.parent == Some(channel))
            .map(|other| other.id)
            .collect();
        let before = self.watchers(&concerned);
        changed.overwrites.retain(|old| old.id != overwrite.id);
        if overwrite.allow != 0 || overwrite.deny != 0 {
            changed.overwrites.push(overwrite);
        }
        self.change_channel(changed);
        self.note_sight(&before, &concerned);
    }
}
