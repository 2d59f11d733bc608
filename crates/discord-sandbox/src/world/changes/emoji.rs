//! Emojis that the application owns.

use crate::world::World;
use crate::world::event::WorldEvent;
use crate::world::model::Emoji;
use crate::world::snowflake::Id;

/// Largest number of emojis of an application.
pub(crate) const EMOJIS: usize = 2_000;

impl World {
    /// Stores a new emoji and its picture.
    ///
    /// # Errors
    ///
    /// The picture cannot be written.
    pub(crate) fn add_emoji(&mut self, emoji: Emoji, bytes: Vec<u8>) -> std::io::Result<()> {
        self.files_mut().keep(emoji.id, bytes)?;
        self.rename_emoji(emoji);
        Ok(())
    }

    /// Stores a changed emoji.
    pub(crate) fn rename_emoji(&mut self, emoji: Emoji) {
        self.put_emoji(emoji);
        self.note(WorldEvent::EmojisChanged);
    }

    /// Removes an emoji and its picture.
    pub(crate) fn delete_emoji(&mut self, id: Id) {
        if self.drop_emoji(id).is_some() {
            self.files_mut().forget(id);
            self.note(WorldEvent::EmojisChanged);
        }
    }
}
