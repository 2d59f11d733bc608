//! Changes to reactions.

use crate::world::World;
use crate::world::event::WorldEvent;
use crate::world::model::Reaction;
use crate::world::snowflake::Id;

impl World {
    /// Adds a user's reaction to a message.
    pub(crate) fn add_reaction(&mut self, message: Id, user: Id, emoji: &str) {
        let Some(mut changed) = self.message(message).cloned() else {
            return;
        };
        let place = changed
            .reactions
            .iter_mut()
            .find(|reaction| reaction.emoji == emoji);
        match place {
            Some(reaction) if reaction.users.contains(&user) => return,
            Some(reaction) => reaction.users.push(user),
            None => changed.reactions.push(Reaction {
                emoji: emoji.to_owned(),
                users: vec![user],
            }),
        }
        self.put_message(changed);
        self.note(WorldEvent::ReactionAdded {
            message,
            user,
            emoji: emoji.to_owned(),
        });
    }

    /// Removes a user's reaction from a message.
    pub(crate) fn remove_reaction(&mut self, message: Id, user: Id, emoji: &str) {
        let Some(mut changed) = self.message(message).cloned() else {
            return;
        };
        let place = changed
            .reactions
            .iter_mut()
            .find(|reaction| reaction.emoji == emoji);
        let Some(reaction) = place.filter(|reaction| reaction.users.contains(&user)) else {
            return;
        };
        reaction.users.retain(|other| *other != user);
        changed
            .reactions
            .retain(|reaction| !reaction.users.is_empty());
        self.put_message(changed);
        self.note(WorldEvent::ReactionRemoved {
            message,
            user,
            emoji: emoji.to_owned(),
        });
    }
}
