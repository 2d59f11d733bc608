//! Followers: messages in other channels, updated after every move of their game.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Mutex;

use crate::discord::board::delivery::snowflake::{channel_id, message_id};
use crate::discord::board::drawing::view_preferences::ViewPreferences;
use crate::discord::board::publisher::boards;
use crate::discord::bot::Bot;
use crate::discord::interaction::error::BotError;
use crate::discord::rest::{RestError, Urgency};
use crate::discord::runtime::supervisor::Heartbeat;
use crate::discord::runtime::wakeups::{Calls, QueuePart, TaskQueue};
use crate::discord::views;
use crate::service::{ChannelId, Follower, GameView, MessageId};

/// Interval between retries of updates that failed.
const LOOK_AGAIN: Duration = Duration::from_secs(30);

/// Number of messages updated at once; some channels make the bot wait.
const AT_ONCE: usize = 64;

/// Updates every follower, concurrently with each other and with the games themselves, so that no
/// player waits for followers.
pub(crate) async fn follow(bot: Arc<Bot>, calls: Arc<Mutex<Calls>>, heartbeat: Heartbeat) {
    let mut queue = TaskQueue::new(calls.lock().await, LOOK_AGAIN, AT_ONCE, &bot.task_gate);
    while let Some(look) = queue.next(&heartbeat).await {
        match look {
            QueuePart::Games(games) => {
                let behind = bot
                    .service
                    .ask_later(move |service| service.watches_behind_of(&games));
                for watch in behind.await.unwrap_or_default() {
                    if !begin(&bot, &mut queue, watch) {
                        queue.look_again(watch.game);
                    }
                }
            }
            QueuePart::Page(reached) => {
                let page = bot
                    .service
                    .ask_later(move |service| service.watches_behind(reached));
                let page = page.await.unwrap_or_default();
                queue.go_on(page.next);
                for watch in page.entries {
                    begin(&bot, &mut queue, watch);
                }
            }
        }
    }
}

/// Begins to update a follower; returns false if that is under way.
fn begin(bot: &Arc<Bot>, queue: &mut TaskQueue<'_, ChannelId>, watch: Follower) -> bool {
    let bot = Arc::clone(bot);
    queue.begin((watch.game, watch.place.channel), async move {
        if let Err(error) = show_watch(&bot, watch).await {
            tracing::warn!(game = %watch.game, ?error, "a follower could not be updated");
        }
    })
}

async fn show_watch(bot: &Bot, watch: Follower) -> Result<(), BotError> {
    if bot.languages.is_muted(watch.place.guild).await {
        // It is updated once Discord has reported the server.
        return Ok(());
    }
    let view = match bot.service.game(watch.game).await {
        Err(BotError::Refused(_)) => return end_watch(bot, watch, "the game is gone").await,
        view => view?,
    };
    match show_followed(bot, watch, &view).await? {
        Ok(message) => {
            let is_over = view.ending.is_some();
            let noted = bot
                .service
                .ask(move |service| service.watched(watch, message, &view));
            noted.await?;
            bot.left_over.wake(watch.game);
            if is_over {
                end_watch(bot, watch, "the game is over").await?;
            }
            Ok(())
        }
        Err(error) if has_ended(&error) => {
            end_watch(bot, watch, "the message cannot be changed any more").await
        }
        // It is retried with the next update.
        Err(error) => Err(error.into()),
    }
}

async fn show_followed(
    bot: &Bot,
    watch: Follower,
    view: &GameView,
) -> Result<Result<MessageId, RestError>, BotError> {
    let words = bot.languages.words_at(watch.place).await;
    let preferences = ViewPreferences::public(&bot.service, view).await;
    let mut picture = bot.drawing.picture(view, preferences, words).await?;
    picture.name = views::watched_name(view);
    let message = views::watched(view, words).picture(picture);
    let message = message.urgency(Urgency::Background);
    let channel = channel_id(watch.place.channel);
    if let Some(id) = watch.message.filter(|id| !boards::is_old(bot, *id)) {
        let edited = bot.rest.edit(channel, message_id(id), &message).await;
        return Ok(edited.map(|()| id));
    }
    let (game, begun, version) = (watch.game.0, watch.begun.0, view.version);
    let once = format!("w{game}-{begun}-{version}");
    let posted = bot.rest.post(channel, &message.once(once)).await;
    Ok(posted.map(|id| MessageId(id.get())))
}

async fn end_watch(bot: &Bot, watch: Follower, why: &str) -> Result<(), BotError> {
    tracing::info!(game = %watch.game, channel = watch.place.channel.0, why, "a follower was removed");
    let ended = bot.service.ask(move |service| service.unwatch(watch));
    ended.await.map(drop)
}

fn has_ended(error: &RestError) -> bool {
    error.is_unknown_channel() || error.is_unknown_message() || error.is_missing_permission()
}
