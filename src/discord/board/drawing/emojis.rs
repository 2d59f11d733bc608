//! Emojis of pieces and stacks, which the application owns. The bot uploads them itself; where one
//! is missing, texts and menus are without it.
//!
//! The name of an emoji ends with a checksum of its picture: one that has changed is missing under
//! its new name. Those of before stay, because messages show them.

use std::collections::HashMap;
use std::sync::{LazyLock, PoisonError, RwLock};
use std::time::Duration;

use serenity::all::{ApplicationId, EmojiId, ReactionType};
use tokio::time::sleep;

use crate::discord::bot::Bot;
use crate::discord::rest::RestError;
use focus::{Color, Stack};
use focus_render::emoji_png;

const FIRST_PAUSE: Duration = Duration::from_secs(5);
const LONGEST_PAUSE: Duration = Duration::from_secs(600);

/// Pictures with their names.
static PICTURES: LazyLock<Vec<(Face, String, Vec<u8>)>> = LazyLock::new(|| {
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
type Face = (Color, usize);

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
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let id = *known.get(&face)?;
        let (_, name, _) = PICTURES.iter().find(|(other, ..)| *other == face)?;
        Some(ReactionType::Custom {
            animated: false,
            id,
            name: Some(name.clone()),
        })
    }

    /// Learns the ids of emojis from their names.
    fn learn(&self, listed: &HashMap<String, EmojiId>) {
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        for (face, name, _) in PICTURES.iter() {
            if let Some(id) = listed.get(name) {
                known.insert(*face, *id);
            }
        }
    }
}

/// Uploads the emojis that are missing, and retries until all are there or Discord refuses one.
/// The start of the bot does not wait for it.
pub(crate) async fn upload(bot: &Bot, application: ApplicationId) {
    // They are drawn at the first use. A failure is logged where it happens.
    if bot.drawing.drawn(|| PICTURES.len()).await.is_err() {
        return;
    }
    let mut pause = FIRST_PAUSE;
    loop {
        match upload_missing(bot, application).await {
            Ok(0) => return tracing::info!("emojis are up to date"),
            Ok(count) => return tracing::info!(count, "emojis uploaded"),
            Err(error @ RestError::Refused { .. }) => {
                return tracing::warn!(%error, "some emojis are missing");
            }
            Err(error) => tracing::warn!(%error, ?pause, "some emojis are missing; trying again"),
        }
        sleep(pause).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

/// Uploads the emojis that are missing, and returns their number.
async fn upload_missing(bot: &Bot, application: ApplicationId) -> Result<usize, RestError> {
    let mut listed = bot.rest.emojis(application).await?;
    bot.emojis.learn(&listed);
    let mut count = 0;
    for (_, name, png) in PICTURES.iter() {
        if listed.contains_key(name) {
            continue;
        }
        match bot.rest.create_emoji(application, name, png).await {
            Ok(id) => {
                listed.insert(name.clone(), id);
                count += 1;
            }
            Err(error) => {
                // Another process of the bot may have uploaded it meanwhile.
                let now = bot.rest.emojis(application).await?;
                let id = now.get(name).copied().ok_or(error)?;
                listed.insert(name.clone(), id);
            }
        }
        bot.emojis.learn(&listed);
    }
    Ok(count)
}
