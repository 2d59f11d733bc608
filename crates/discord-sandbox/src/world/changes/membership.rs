//! Changes to who is in threads, and who sees channels.

use crate::world::World;
use crate::world::event::WorldEvent;
use crate::world::model::{Channel, PRIVATE_THREAD};
use crate::world::snowflake::Id;

impl World {
    /// Adds a user to a thread.
    pub(crate) fn join_thread(&mut self, thread: Id, user: Id) {
        let Some(mut channel) = self.channel(thread).cloned() else {
            return;
        };
        let Some(inner) = &mut channel.thread else {
            return;
        };
        if inner.members.contains(&user) {
            return;
        }
        inner.members.push(user);
        let before = self.watchers(&[thread]);
        self.put_channel(channel);
        self.note(WorldEvent::ThreadMemberAdded { thread, user });
        self.note_sight(&before, &[thread]);
    }

    /// Removes a user from those of these channels that are threads.
    pub(super) fn leave_threads(&mut self, channels: &[Id], user: Id) {
        for &id in channels {
            let Some(mut channel) = self.channel(id).cloned() else {
                continue;
            };
            if let Some(thread) = &mut channel.thread {
                thread.members.retain(|member| *member != user);
                self.put_channel(channel);
            }
        }
    }

    /// Returns whether a mention in a private thread adds the user to it.
    pub(crate) fn is_drawn_in(&self, user: Id, thread: &Channel) -> bool {
        let parent = thread.parent.and_then(|parent| self.channel(parent));
        let is_private = thread.kind == PRIVATE_THREAD && !self.sees(user, thread);
        is_private && parent.is_some_and(|parent| self.sees(user, parent))
    }

    /// Notes which users can now see channels they could not see before, and the reverse.
    pub(crate) fn note_sight(&mut self, before: &[(Id, Id)], concerned: &[Id]) {
        let after = self.watchers(concerned);
        for &(channel, user) in after.iter().filter(|seen| !before.contains(seen)) {
            self.note(WorldEvent::ChannelShown { channel, user });
        }
        for &(channel, user) in before.iter().filter(|seen| !after.contains(seen)) {
            self.note(WorldEvent::ChannelHidden { channel, user });
        }
    }

    /// Returns who sees which of these channels.
    pub(crate) fn watchers(&self, channels: &[Id]) -> Vec<(Id, Id)> {
        let channels = channels.iter().filter_map(|&id| self.channel(id));
        channels
            .flat_map(|channel| {
                self.users()
                    .filter(|user| self.sees(user.id, channel))
                    .map(|user| (channel.id, user.id))
            })
            .collect()
    }
}
