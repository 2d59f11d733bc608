//! Replays posted automatically below the last board of a game.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::{Instant, interval};

use crate::discord::bot::Bot;
use crate::discord::game_messages::delivery::find_unrecorded::has_replay;
use crate::discord::game_messages::delivery::not_shown::NotSent;
use crate::discord::game_messages::delivery::snowflake::{channel_id, message_id};
use crate::discord::game_messages::drawing::view_preferences::public_settings;
use crate::discord::interaction::error::BotError;
use crate::discord::interaction::incoming::USUAL_FILE_LIMIT;
use crate::discord::rest::{Outgoing, RestError, Urgency, at_urgency};
use crate::discord::runtime::retry_backoff::RetryBackoff;
use crate::discord::runtime::supervisor::Heartbeat;
use crate::discord::runtime::tasks::TaskSet;
use crate::discord::runtime::wakeups::{Wakeup, WakeupReceiver, Walk};
use crate::discord::views;
use crate::service::{GameId, GameView};
use focus::Direction;
use focus_render::Speed;

/// Interval between retries of replays that could not be posted.
const LOOK_AGAIN: Duration = Duration::from_secs(60);
/// Number of replays posted at once; some channels make the bot wait.
const AT_ONCE: usize = 16;

/// Posts a replay for each game received from `endings`, and retries those that could not be
/// posted. Pending replays are in the store, so that none is lost, and the channel is checked
/// before, so that none is posted twice.
pub(crate) async fn post_replays(
    bot: Arc<Bot>,
    endings: Arc<Mutex<WakeupReceiver>>,
    heartbeat: Heartbeat,
) {
    let mut endings = endings.lock().await;
    let mut tasks = TaskSet::new(AT_ONCE, &bot.task_gate);
    let waiting = Arc::new(RetryBackoff::default());
    let mut again = interval(LOOK_AGAIN);
    // Those pending at the start are posted when their server is reported, with its language.
    again.tick().await;
    let mut walk = Walk::default();
    loop {
        heartbeat.idle();
        let games = if walk.is_under_way() && tasks.has_room() && endings.is_empty() {
            let page = |reached| {
                bot.service
                    .ask_in_parallel(move |service| service.owed_replays(reached))
            };
            walk.next(page).await.ok().flatten().unwrap_or_default()
        } else {
            tokio::select! {
                wakeup = endings.recv() => match wakeup {
                    Some(Wakeup::Game(game)) => vec![game],
                    Some(Wakeup::HandedOver) => continue,
                    Some(Wakeup::All) => {
                        walk.begin();
                        continue;
                    }
                    None => return,
                },
                _ended = tasks.ended() => continue,
                _ = again.tick() => {
                    waiting.sweep(Instant::now());
                    walk.begin();
                    continue;
                }
            }
        };
        heartbeat.busy();
        let due = |game: &GameId| waiting.is_due(*game, Instant::now());
        let games: Vec<_> = games.into_iter().filter(due).collect();
        let channels = bot
            .service
            .ask_in_parallel(move |service| service.channels_of(&games));
        for (game, channel) in channels.await.unwrap_or_default() {
            let (bot, waiting) = (Arc::clone(&bot), Arc::clone(&waiting));
            let task = async move {
                let result = post_replay(&bot, game).await;
                let setback = result.as_ref().err().map(NotSent::setback);
                waiting.note(game, setback, Instant::now());
                if let Err(failure) = result {
                    tracing::warn!(%game, %failure, "a replay could not be posted");
                }
            };
            tasks.begin_in(channel, game, at_urgency(Urgency::Background, task));
        }
    }
}

/// Posts the pending replay of a game, if there is one, below its last board.
async fn post_replay(bot: &Bot, game: GameId) -> Result<(), NotSent> {
    let read = std::time::Instant::now();
    let view = bot
        .service
        .ask(move |service| service.owed_replay(game))
        .await?;
    let Some(view) = view else {
        return Ok(());
    };
    if bot.languages.is_muted(view.place.guild).await {
        // The game is received again once Discord has reported the server.
        return Ok(());
    }
    if has_replay(bot, &view).await? {
        return note_posted(bot, game).await;
    }
    match send_replay(bot, &view, read).await? {
        Ok(()) => {}
        // Everybody has seen the result; a channel that refuses a replay need not have one. A
        // followup may have been posted, and Discord would not recognize another one.
        Err(error) if error.is_final() || view.place.is_visited() => {
            tracing::info!(%game, %error, "a replay is not sent again");
        }
        Err(error) => return Err(error.into()),
    }
    note_posted(bot, game).await
}

/// Records that the replay of a game needs no more work.
async fn note_posted(bot: &Bot, game: GameId) -> Result<(), NotSent> {
    let noted = bot.service.ask(move |service| service.replay_posted(game));
    noted.await.map_err(NotSent::Other)
}

/// Sends a replay to the channel, or as a followup where the bot can only answer, if somebody has
/// just used the bot there. If the process was frozen after the replay was `read`, another one may
/// have sent it.
async fn send_replay(
    bot: &Bot,
    view: &GameView,
    read: std::time::Instant,
) -> Result<Result<(), RestError>, BotError> {
    let (game, channel) = (view.id, view.place.channel);
    if !view.place.is_visited() {
        let message = owed_message(bot, view).await?.as_of(read);
        let sent = bot.rest.post(channel_id(channel), &message).await;
        return Ok(sent.map(drop));
    }
    let key = bot.tokens.newest(game, channel, Instant::now());
    let Some(key) = key else { return Ok(Ok(())) };
    if !key.settled(bot.rest.response_times).await {
        return Ok(Ok(()));
    }
    let message = owed_message(bot, view).await?.as_of(read);
    let sent = bot.rest.follow_up_publicly(&key, &message).await;
    Ok(sent.map(drop))
}

async fn owed_message(bot: &Bot, view: &GameView) -> Result<Outgoing, BotError> {
    let words = bot.languages.words_of(view).await;
    let animation = views::animation(view, Direction::South, words);
    let settings = public_settings(&bot.service, view.place.guild).await;
    let replay = bot
        .replay_encoder
        .encode(
            animation,
            settings.theme,
            Speed::default(),
            USUAL_FILE_LIMIT,
            None,
        )
        .await?;
    let text = words.replay(view, &replay.plies);
    let message = views::replay(view, &replay.plies, replay.gif, text, words)
        .rows(views::replay_rows(view, words))
        .once(name_of(view));
    Ok(message.below(view.message.map(message_id)))
}

/// Returns the name under which a replay is posted only once. The number alone is not enough: in a
/// store that has gone back, the game ends again.
fn name_of(view: &GameView) -> String {
    format!("r{}-{}", view.id.0, view.acted.0)
}
