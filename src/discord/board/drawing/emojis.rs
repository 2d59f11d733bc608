//! Emojis of pieces and stacks, which the application owns. The bot uploads them itself; where one
//! is missing, texts and menus are without it.
//!
//! The name of an emoji ends with a checksum of its picture: one that has changed is missing under
//! its new name. Earlier ones stay, because messages show them.

use std::collections::HashMap;
use std::sync::LazyLock;

use parking_lot::RwLock;
use serenity::all::{EmojiId, ReactionType};

use focus::{Color, Stack};
use focus_render::emoji_png;

/// Pictures with their names.
pub(super) static PICTURES: LazyLock<Vec<(Face, String, Vec<u8>)>> = LazyLock::new(|| {
    let faces = Color::ALL.into_iter();
    let faces = faces.flat_map(|color| (1..=Stack::MAX_HEIGHT).map(move |height| (color, height)));
    let pictures = faces.map(|(color, height)| {
        let png = emoji_png(color, height);
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
    /// Returns the emoji of a stack, for a button or a menu.
    pub(crate) fn of_stack(&self, stack: Stack) -> Option<ReactionType> {
        self.find((stack.top(), stack.height()))
    }

    /// Returns the emoji of a piece, for a button or a menu.
    pub(crate) fn of_piece(&self, color: Color) -> Option<ReactionType> {
        self.find((color, 1))
    }

    /// Returns the emoji of a piece and a space, for a text; nothing if there is none.
    pub(crate) fn before(&self, color: Color) -> String {
        let emoji = self.of_piece(color);
        emoji.map_or_else(String::new, |emoji| format!("{emoji} "))
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

    /// Learns the ids of emojis from their names.
    pub(super) fn learn(&self, listed: &HashMap<String, EmojiId>) {
        let mut known = self.0.write();
        for (face, name, _) in PICTURES.iter() {
            if let Some(id) = listed.get(name) {
                known.insert(*face, *id);
            }
        }
    }
}
