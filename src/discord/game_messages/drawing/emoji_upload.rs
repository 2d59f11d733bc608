//! Upload of the application's emojis.

use std::time::Duration;

use serenity::all::ApplicationId;
use tokio::time::{Instant, sleep, sleep_until};

use crate::discord::bot::Bot;
use crate::discord::game_messages::drawing::emojis::PICTURES;
use crate::discord::rest::RestError;

const FIRST_PAUSE: Duration = Duration::from_secs(5);
const LONGEST_PAUSE: Duration = Duration::from_secs(600);
/// Shortest time between two searches for emojis that Discord does not know any more. Until the
/// next one, messages with such an emoji are sent twice.
const SEARCH_INTERVAL: Duration = Duration::from_secs(60);

/// Keeps the emojis uploaded: the owner of the application can delete them.
pub(crate) async fn keep_uploaded(bot: &Bot, application: ApplicationId) {
    let mut next = Instant::now();
    loop {
        upload(bot, application).await;
        bot.rest.emoji_missing.notified().await;
        sleep_until(next).await;
        next = Instant::now() + SEARCH_INTERVAL;
    }
}

/// Uploads the emojis that are missing, and retries until all are there or Discord refuses one.
/// The start of the bot does not wait for it.
async fn upload(bot: &Bot, application: ApplicationId) {
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
