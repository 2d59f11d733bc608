//! Emojis of pieces and stacks, which the application owns. The bot uploads them itself; where one
//! is missing, texts and menus leave it out.
//!
//! The name of an emoji ends with a checksum of its picture: one that has changed is missing under
//! its new name. Earlier ones stay, because messages show them.

use std::collections::HashMap;
use std::sync::LazyLock;

use parking_lot::RwLock;
use serenity::all::{CreateSelectMenuOption, EmojiId, ReactionType};

use crate::i18n::Words;
use focus::{Color, Stack};
use focus_render::emoji_pngs;

/// Pictures with their names.
pub(super) static PICTURES: LazyLock<Vec<(Face, String, Vec<u8>)>> = LazyLock::new(|| {
    let faces = Color::ALL.into_iter().flat_map(|color| {
        let pngs = (1..).zip(emoji_pngs(color));
        pngs.map(move |(height, png)| ((color, height), png))
    });
    let pictures = faces.map(|((color, height), png)| {
        let name = format!("{color:?}").to_lowercase();
        let name = format!("focus_{name}_{height}_{:08x}", crc32fast::hash(&png));
        ((color, height), name, png)
    });
    pictures.collect()
});

/// Color of the top piece, and the number of pieces.
pub(super) type Face = (Color, usize);

/// Ids of the uploaded emojis.
#[derive(Debug, Default)]
pub(crate) struct Emojis(RwLock<HashMap<Face, EmojiId>>);

impl Emojis {
    /// Adds the emoji of a stack, if there is one, to an option of a menu.
    pub(crate) fn on_option(
        &self,
        option: CreateSelectMenuOption,
        stack: Option<Stack>,
    ) -> CreateSelectMenuOption {
        match stack.and_then(|stack| self.find((stack.top(), stack.height()))) {
            Some(emoji) => option.emoji(emoji),
            None => option,
        }
    }

    /// Returns words that put the emoji of a piece before names of its color.
    pub(crate) fn shown_in(&self, words: Words) -> Words {
        let known = self.0.read();
        let emoji = |color: Color| known.get(&(color, 1)).map(|id| (*id).into());
        words.with_emojis(Color::ALL.map(emoji))
    }

    fn find(&self, face: Face) -> Option<ReactionType> {
        let known = self.0.read();
        let id = *known.get(&face)?;
        let (_, name, _) = PICTURES.iter().find(|(other, ..)| *other == face)?;
        Some(ReactionType::Custom {
            animated: false,
            id,
            name: Some(name.clone()),
        })
    }

    /// Learns the ids of emojis from their names, and forgets those that are not listed.
    pub(super) fn learn(&self, listed: &HashMap<String, EmojiId>) {
        let pictures = PICTURES.iter();
        let found = pictures.filter_map(|(face, name, _)| Some((*face, *listed.get(name)?)));
        *self.0.write() = found.collect();
    }
}
