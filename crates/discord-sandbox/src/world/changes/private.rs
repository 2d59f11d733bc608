//! Direct messages (DMs), with the bot or between people, and groups.

use crate::world::World;
use crate::world::disk::seed::text_channel;
use crate::world::event::WorldEvent;
use crate::world::message_view::{RECIPIENT_ADD, RECIPIENT_REMOVE};
use crate::world::model::{Channel, DIRECT, GROUP, Message};
use crate::world::snowflake::Id;

impl World {
    /// Returns the DM channel of the bot and a person, creating it if there is none.
    pub(crate) fn open_direct(&mut self, person: Id) -> Id {
        let found = self
            .channels()
            .find(|channel| channel.recipient == Some(person));
        if let Some(channel) = found {
            return channel.id;
        }
        let id = self.next_id();
        self.add_channel(Channel {
            kind: DIRECT,
            recipient: Some(person),
            ..text_channel(None, id, "", 0)
        })
    }

    /// Returns the DM channel of two people, creating it if there is none.
    pub(crate) fn open_between(&mut self, one: Id, other: Id) -> Id {
        let is_theirs = |channel: &&Channel| {
            channel.kind == DIRECT
                && channel.people.contains(&one)
                && channel.people.contains(&other)
        };
        if let Some(channel) = self.channels().find(is_theirs) {
            return channel.id;
        }
        let id = self.next_id();
        self.add_channel(Channel {
            kind: DIRECT,
            people: vec![one, other],
            ..text_channel(None, id, "", 0)
        })
    }

    /// Creates a group of people; without a name, Discord's client shows the names of its people.
    pub(crate) fn create_group(&mut self, owner: Id, mut others: Vec<Id>, name: &str) -> Id {
        others.retain(|other| *other != owner);
        others.insert(0, owner);
        let id = self.next_id();
        self.add_channel(Channel {
            kind: GROUP,
            people: others,
            owner: Some(owner),
            ..text_channel(None, id, name, 0)
        })
    }

    /// Adds a person to a group, and tells the group who added whom.
    pub(crate) fn join_group(&mut self, group: Id, by: Id, person: Id) {
        let Some(mut changed) = self.channel(group).cloned() else {
            return;
        };
        if changed.kind != GROUP || changed.people.contains(&person) {
            return;
        }
        changed.people.push(person);
        self.change_channel(changed);
        self.note(WorldEvent::ChannelShown {
            channel: group,
            user: person,
        });
        self.post_membership(RECIPIENT_ADD, group, by, person);
    }

    /// Removes a person from a group, which ends with its last member.
    pub(crate) fn leave_group(&mut self, group: Id, person: Id) {
        let Some(mut changed) = self.channel(group).cloned() else {
            return;
        };
        if changed.kind != GROUP || !changed.people.contains(&person) {
            return;
        }
        changed.people.retain(|member| *member != person);
        let Some(&next) = changed.people.first() else {
            self.delete_channel(group);
            return;
        };
        if changed.owner == Some(person) {
            changed.owner = Some(next);
        }
        self.change_channel(changed);
        self.note(WorldEvent::ChannelHidden {
            channel: group,
            user: person,
        });
        self.post_membership(RECIPIENT_REMOVE, group, person, person);
    }

    fn post_membership(&mut self, kind: u8, group: Id, author: Id, person: Id) {
        let id = self.next_id();
        self.post(Message {
            kind,
            mentions: vec![person],
            ..Message::new(id, group, author)
        });
    }
}
