//! Followers: messages in other channels, updated after every move of their game.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::{Instant, MissedTickBehavior, interval};

use crate::discord::bot::Bot;
use crate::discord::game_messages::delivery::not_shown::NotSent;
use crate::discord::game_messages::delivery::snowflake::{channel_id, message_id};
use crate::discord::game_messages::drawing::view_preferences::{ViewPreferences, public_settings};
use crate::discord::game_messages::publisher::boards;
use crate::discord::game_messages::unreachable::left_servers;
use crate::discord::interaction::error::BotError;
use crate::discord::rest::{Outgoing, RestError, Urgency};
use crate::discord::runtime::retry_backoff::RetryBackoff;
use crate::discord::runtime::supervisor::Heartbeat;
use crate::discord::runtime::wakeups::{QueuePace, QueuePart, TaskQueue, WakeupReceiver, Walk};
use crate::discord::views;
use crate::service::{ChannelId, Follower, GameId, GameView, MessageId, Timestamp};

/// Interval between retries of updates that failed.
const LOOK_AGAIN: Duration = Duration::from_secs(30);
/// Interval between checks of the queue if other processes may add to it: the process that handles
/// a move need not serve the followers' servers. Each check reads one page, which has more
/// followers than Discord lets a bot update in that time.
const LOOK: Duration = Duration::from_secs(1);
/// Interval between checks of all followers.
const LOOK_AT_ALL: Duration = Duration::from_secs(600);

/// Number of messages updated at once; some channels make the bot wait.
const AT_ONCE: usize = 64;

/// Time of the next attempt at each follower; a follower that has just begun has none.
type Waiting = Arc<RetryBackoff<(GameId, ChannelId, Timestamp)>>;

/// Updates every follower, concurrently with each other and with the games themselves, so that no
/// player waits for followers.
pub(crate) async fn follow(
    bot: Arc<Bot>,
    wakeups: Arc<Mutex<WakeupReceiver>>,
    heartbeat: Heartbeat,
) {
    let is_shared = bot.service.is_shared().await;
    let looks = QueuePace::of(is_shared, LOOK, LOOK_AGAIN);
    let mut queue = TaskQueue::new(wakeups.lock().await, looks, AT_ONCE, &bot.task_gate);
    let waiting = Waiting::default();
    while let Some(look) = queue.next(&heartbeat).await {
        match look {
            QueuePart::Games(games) => {
                let behind = bot
                    .service
                    .ask_later(move |service| service.watches_behind_of(&games));
                for watch in behind.await.unwrap_or_default() {
                    if !begin(&bot, &waiting, &mut queue, watch) {
                        queue.look_again(watch.game);
                    }
                }
            }
            QueuePart::Page(reached) => {
                if reached.is_none() {
                    waiting.sweep(Instant::now());
                }
                let page = bot
                    .service
                    .ask_later(move |service| service.watches_behind(reached));
                let page = page.await.unwrap_or_default();
                queue.go_on(page.next);
                for watch in page.entries {
                    begin(&bot, &waiting, &mut queue, watch);
                }
            }
        }
    }
}

/// Queues, from time to time, the followers that fell behind without being queued: the change came
/// from an older program, which queues none, or they began during it.
pub(crate) async fn queue_unqueued(bot: Arc<Bot>, heartbeat: Heartbeat) {
    let mut times = interval(LOOK_AT_ALL);
    times.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        heartbeat.idle();
        times.tick().await;
        if let Err(error) = queue_all(&bot, &heartbeat).await {
            tracing::error!(
                %error,
                "followers could not be looked at; trying again later"
            );
        }
    }
}

/// Queues all followers that are behind, page by page.
async fn queue_all(bot: &Bot, heartbeat: &Heartbeat) -> Result<(), BotError> {
    let page = |reached| {
        heartbeat.busy();
        bot.service
            .ask_later(move |service| service.queue_followers(reached))
    };
    let mut walk = Walk::BEGUN;
    while let Some(games) = walk.next(page).await? {
        for game in games {
            bot.following.wake(game);
        }
    }
    Ok(())
}

/// Begins to update a follower, if it may be tried now; returns false if an update is already in
/// progress.
fn begin(
    bot: &Arc<Bot>,
    waiting: &Waiting,
    queue: &mut TaskQueue<'_, ChannelId>,
    watch: Follower,
) -> bool {
    let name = (watch.game, watch.place.channel);
    let own = (watch.game, watch.place.channel, watch.begun);
    if !waiting.is_due(own, Instant::now()) {
        return true;
    }
    let (bot, waiting) = (Arc::clone(bot), Arc::clone(waiting));
    queue.tasks.begin(name, async move {
        let result = show_watch(&bot, watch).await;
        let setback = result.as_ref().err().map(NotSent::setback);
        waiting.note(own, setback, Instant::now());
        if let Err(failure) = result {
            tracing::warn!(game = %watch.game, %failure, "a follower could not be updated");
        }
    })
}

async fn show_watch(bot: &Bot, watch: Follower) -> Result<(), NotSent> {
    if bot.languages.is_muted(watch.place.guild).await {
        // It is updated once Discord has reported the server.
        return Ok(());
    }
    let view = match bot.service.game(watch.game).await {
        Err(BotError::Refused(_)) => return Ok(end_watch(bot, watch, "the game is gone").await?),
        view => view?,
    };
    if view.place.channel == watch.place.channel {
        return end_beside_board(bot, watch).await;
    }
    if view.place.guild.is_none() {
        return end_without_server(bot, watch).await;
    }
    match show_followed(bot, watch, &view).await? {
        Ok(message) => {
            let is_over = view.ending.is_some();
            let noted = bot
                .service
                .ask(move |service| service.watched(watch, message, &view));
            let is_followed = noted.await?;
            bot.superseded.wake(watch.game);
            if is_over {
                end_watch(bot, watch, "the game is over").await?;
            } else if !is_followed && watch.message == Some(message) {
                show_stopped(bot, watch, message).await?;
            }
            Ok(())
        }
        Err(error) if has_ended(bot, watch, &view, &error).await => {
            let why = "the message cannot be changed any more";
            Ok(end_watch(bot, watch, why).await?)
        }
        Err(error) => Err(error.into()),
    }
}

/// Ends a watch in the channel to which its game has moved, where its own board shows it.
async fn end_beside_board(bot: &Bot, watch: Follower) -> Result<(), NotSent> {
    if let Some(message) = watch.message {
        let channel = channel_id(watch.place.channel);
        unless_refused(bot.rest.delete(channel, message_id(message)).await)?;
    }
    Ok(end_watch(bot, watch, "its channel has the board now").await?)
}

/// Ends a watch of a game that has left all servers, and is seen only where it is played.
async fn end_without_server(bot: &Bot, watch: Follower) -> Result<(), NotSent> {
    if let Some(message) = watch.message {
        unless_refused(show_stopped(bot, watch, message).await)?;
    }
    Ok(end_watch(bot, watch, "the game has left its server").await?)
}

/// Ignores that Discord refuses to change a message: it is gone, or nobody can see it.
fn unless_refused(changed: Result<(), RestError>) -> Result<(), RestError> {
    match changed {
        Err(error) if error.is_final() => Ok(()),
        changed => changed,
    }
}

/// Shows the notice that a message no longer follows its game, which a board in flight may have
/// overwritten.
async fn show_stopped(bot: &Bot, watch: Follower, message: MessageId) -> Result<(), RestError> {
    let words = bot.languages.words_at(watch.place).await;
    let line =
        Outgoing::text(words.of_game("watch-stopped", watch.game)).urgency(Urgency::Background);
    let channel = channel_id(watch.place.channel);
    bot.rest.edit(channel, message_id(message), &line).await
}

async fn show_followed(
    bot: &Bot,
    watch: Follower,
    view: &GameView,
) -> Result<Result<MessageId, RestError>, BotError> {
    let words = bot
        .emojis
        .shown_in(bot.languages.words_at(watch.place).await);
    let settings = public_settings(&bot.service, watch.place.guild).await;
    let preferences = ViewPreferences::with(&settings, view);
    let mut picture = bot.drawing.picture(view, preferences, words).await?;
    picture.name = views::watched_name(view);
    let mut message = views::watched(view, words).picture(picture);
    if view.ending.is_some() && view.place.guild != watch.place.guild {
        // When the watch has ended, only the players may look at the game there.
        message = message.rows(Vec::new());
    }
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

/// Returns whether a follower is not updated any more. Permissions that are missing may be granted
/// again, unless the bot is no longer on the server.
async fn has_ended(bot: &Bot, watch: Follower, view: &GameView, error: &RestError) -> bool {
    if error.is_unknown_channel() || error.is_unknown_message() {
        return true;
    }
    let is_last = view.ending.is_some();
    error.is_missing_permission()
        && match watch.place.guild {
            Some(guild) => is_last || left_servers::has_left(bot, guild).await,
            None => true,
        }
}
