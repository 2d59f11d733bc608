//! Clearing of superseded messages: each is reduced to a line that says what happened and links to
//! its successor.

use std::collections::HashMap;
use std::mem;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex as SyncMutex;
use tokio::sync::Mutex;
use tokio::time::{Instant, sleep};

use crate::discord::bot::Bot;
use crate::discord::game_messages::delivery;
use crate::discord::game_messages::delivery::not_shown::NotSent;
use crate::discord::game_messages::delivery::snowflake::{channel_id, message_id, moment_of};
use crate::discord::interaction::error::BotError;
use crate::discord::rest::{Outgoing, Urgency, at_urgency};
use crate::discord::runtime::retry_backoff::RetryBackoff;
use crate::discord::runtime::supervisor::Heartbeat;
use crate::discord::runtime::wakeups::{QueuePace, QueuePart, TaskQueue, WakeupReceiver};
use crate::discord::views::link_or_channel;
use crate::service::{
    GameId, MessageId, Place, ServiceError, SupersededKind, SupersededMessage, TableState, View,
};

/// Interval between retries of messages that could not be edited.
const LOOK_AGAIN: Duration = Duration::from_secs(60);
/// Interval between checks for messages that other processes leave to this one, if there can be
/// any. Each check reads one page, because many messages may wait for a day where the bot can only
/// answer.
const LOOK_FOR_OTHERS: Duration = Duration::from_secs(2);
/// Time for which checks of all messages skip one that cannot be changed yet. It is below the usual
/// interval, so that a process that runs alone tries the message in every check.
const LEFT_OUT: Duration = Duration::from_secs(50);
/// Number of messages edited at once; some channels make the bot wait.
const AT_ONCE: usize = 64;
/// Age at which a message that only a press can change is given up; nobody scrolls back that far.
const GIVEN_UP: Duration = Duration::from_secs(24 * 60 * 60);
/// Time within which a posted message is normally recorded.
const RECORDED: Duration = Duration::from_secs(60);
/// Pause after a message is finished, so that others can be recorded together with it.
const MORE_FINISHED: Duration = Duration::from_millis(100);

/// Work on all superseded messages.
struct Work {
    bot: Arc<Bot>,
    waiting: RetryBackoff,
    /// Messages that cannot be changed yet.
    postponed: SyncMutex<HashMap<MessageId, Postponed>>,
    /// Messages in their final form that are still to be recorded as such.
    finished: SyncMutex<Vec<SupersededMessage>>,
    /// Held by the task that records them.
    recording: Mutex<()>,
}

/// Message that is skipped for a while.
struct Postponed {
    until: Instant,
    /// True if it is skipped even after a wakeup for its game.
    is_refused: bool,
}

/// Removes buttons and pictures, separately from the games themselves, so that no game waits for
/// it. Pending edits are in the store, so that no message keeps its buttons.
pub(crate) async fn clear_up(
    bot: Arc<Bot>,
    wakeups: Arc<Mutex<WakeupReceiver>>,
    heartbeat: Heartbeat,
) {
    let is_shared = bot.service.is_shared().await;
    let looks = QueuePace::of(is_shared, LOOK_FOR_OTHERS, LOOK_AGAIN);
    let mut queue = TaskQueue::new(wakeups.lock().await, looks, AT_ONCE, &bot.task_gate);
    let work = Arc::new(Work {
        bot: Arc::clone(&bot),
        waiting: RetryBackoff::default(),
        postponed: SyncMutex::default(),
        finished: SyncMutex::default(),
        recording: Mutex::default(),
    });
    while let Some(look) = queue.next(&heartbeat).await {
        match look {
            QueuePart::Games(games) => {
                let recorded = mem::take(&mut *bot.just_superseded.lock());
                let messages = bot.service.ask_in_parallel(move |service| {
                    service.superseded_messages_of(&games, recorded)
                });
                for old in messages.await.unwrap_or_default() {
                    if !work.leaves_out(old.message, true) && !begin(&work, &mut queue, old).await {
                        queue.look_again(old.game);
                    }
                }
            }
            QueuePart::Page(reached) => {
                if reached.is_none() {
                    work.sweep(Instant::now());
                }
                let page = bot
                    .service
                    .ask_in_parallel(move |service| service.superseded_messages(reached));
                let page = page.await.unwrap_or_default();
                queue.go_on(page.next);
                for old in page.entries {
                    if !work.leaves_out(old.message, false) {
                        begin(&work, &mut queue, old).await;
                    }
                }
            }
        }
    }
}

/// Begins to change a message, if it may be tried now; returns false if a change is already in
/// progress, or if too many others wait for their turns in the channel.
async fn begin(
    work: &Arc<Work>,
    queue: &mut TaskQueue<'_, MessageId>,
    superseded: SupersededMessage,
) -> bool {
    let is_muted = work.bot.languages.is_muted(superseded.place.guild).await;
    if is_muted || !work.waiting.is_due(superseded.game, Instant::now()) {
        return true;
    }
    let (game, channel) = (superseded.game, superseded.place.channel);
    let work = Arc::clone(work);
    let task = async move { work.change(superseded).await };
    let task = at_urgency(Urgency::Background, task);
    queue
        .tasks
        .begin_in(channel, (game, superseded.message), task)
}

impl Work {
    /// Changes a message, unless another one of its game was refused while this one waited.
    async fn change(&self, superseded: SupersededMessage) {
        let SupersededMessage { game, message, .. } = superseded;
        if !self.waiting.is_due(game, Instant::now()) {
            return;
        }
        let result = match clear(&self.bot, superseded).await {
            Ok(Cleared::Finished) => self.record(superseded).await.map_err(NotSent::Other),
            Ok(Cleared::Later) => return self.postpone([message], false),
            Ok(Cleared::Refused) => return self.postpone([message], true),
            Err(failure) => Err(failure),
        };
        let setback = result.as_ref().err().map(NotSent::setback);
        self.waiting.note(game, setback, Instant::now());
        if let Err(failure) = result {
            tracing::info!(%game, %failure, "a superseded message could not be edited; trying again later");
        }
    }

    /// Skips messages for a while.
    fn postpone(&self, messages: impl IntoIterator<Item = MessageId>, is_refused: bool) {
        let until = Instant::now() + LEFT_OUT;
        let postponed = messages
            .into_iter()
            .map(|message| (message, Postponed { until, is_refused }));
        self.postponed.lock().extend(postponed);
    }

    /// Returns whether a message is skipped, because it was tried a short time ago. After a wakeup
    /// for its game, only a message that Discord refused to change is skipped.
    fn leaves_out(&self, message: MessageId, is_woken: bool) -> bool {
        let postponed = self.postponed.lock();
        postponed.get(&message).is_some_and(|postponed| {
            postponed.until > Instant::now() && (postponed.is_refused || !is_woken)
        })
    }

    /// Forgets games and messages that no longer need to wait.
    fn sweep(&self, now: Instant) {
        self.waiting.sweep(now);
        let mut postponed = self.postponed.lock();
        postponed.retain(|_, postponed| postponed.until > now);
    }

    /// Records that a message needs no more work.
    async fn record(&self, message: SupersededMessage) -> Result<(), BotError> {
        self.finished.lock().push(message);
        let _turn = self.recording.lock().await;
        if self.finished.lock().is_empty() {
            // Another task has recorded it.
            return Ok(());
        }
        sleep(MORE_FINISHED).await;
        let finished = mem::take(&mut *self.finished.lock());
        let messages: Vec<_> = finished.iter().map(|done| done.message).collect();
        let recorded = self
            .bot
            .service
            .ask_in_parallel(move |service| service.cleared(&finished))
            .await;
        if recorded.is_err() {
            // Otherwise, they would be edited again in every check.
            self.postpone(messages, true);
        }
        recorded
    }
}

/// Result of an attempt to change a message.
enum Cleared {
    /// It needs no more work.
    Finished,
    /// It is tried again later, or when its successor exists.
    Later,
    /// It is tried again later; its token is useless now.
    Refused,
}

async fn clear(bot: &Bot, superseded: SupersededMessage) -> Result<Cleared, NotSent> {
    let (game, old) = (superseded.game, superseded.message);
    let is_visited = can_only_answer(bot, superseded.place);
    if is_visited && bot.tokens.maker(game, old, Instant::now()).is_none() {
        // The bot can only answer there, until a press on the message brings a token.
        let age = bot.clock.now().since(moment_of(old.0));
        return Ok(if age < GIVEN_UP {
            Cleared::Later
        } else {
            Cleared::Finished
        });
    }
    let channel = channel_id(superseded.place.channel);
    let message = message_id(old);
    let changed = match superseded.was {
        SupersededKind::Watch => bot.rest.delete(channel, message).await,
        SupersededKind::Table | SupersededKind::Board { .. } | SupersededKind::Moved => {
            let Some(rest) = remains(bot, superseded).await? else {
                return Ok(Cleared::Later);
            };
            let is_edited = delivery::edit_by_token(bot, game, old, &rest).await;
            if is_edited {
                Ok(())
            } else if is_visited {
                // It is tried again while the token lives.
                return Ok(Cleared::Refused);
            } else {
                bot.rest.retouch(channel, message, &rest).await
            }
        }
    };
    match changed {
        Err(error) if error.is_too_many_edits() => return Err(error.into()),
        // It was deleted, or can no longer be edited. A press on it is refused as stale.
        Err(error) if error.is_final() => {
            tracing::debug!(game = %superseded.game, %error, "a superseded message can no longer be edited");
        }
        changed => changed?,
    }
    Ok(Cleared::Finished)
}

/// Returns whether a message of a game neither shows the game nor waits to be changed: it was given
/// up, or Discord's answer was lost when it was posted.
pub(crate) async fn is_forgotten(bot: &Bot, game: GameId, message: MessageId) -> bool {
    let is_forgotten = bot.service.ask_in_parallel(move |service| {
        let is_shown = service.view(game)?.message() == Some(message);
        let waiting = service.superseded_messages_of(&[game], [])?;
        let is_waiting = waiting.iter().any(|old| old.message == message);
        // The press may be forged, and the message the board of another game.
        let shown = service.by_message(message)?;
        let is_of_another = shown.is_some_and(|(shown, _)| shown != game);
        Ok::<_, ServiceError>(!is_shown && !is_waiting && !is_of_another)
    });
    is_forgotten.await.unwrap_or(false)
}

/// Changes a message that was [forgotten](is_forgotten) when somebody pressed it, unless it shows
/// its game by now.
pub(crate) async fn clear_forgotten(bot: &Bot, old: SupersededMessage) {
    let SupersededMessage { game, message, .. } = old;
    if bot.clock.now().since(moment_of(message.0)) < RECORDED {
        return;
    }
    let pending = bot
        .service
        .ask_in_parallel(move |service| service.pending(game));
    // There is nothing newer yet that it could link to.
    if matches!(pending.await, Ok(None))
        && is_forgotten(bot, game, message).await
        && let Ok(Some(rest)) = remains(bot, old).await
    {
        delivery::edit_by_token(bot, game, message, &rest).await;
    }
}

/// Returns whether the bot can only answer at a place: it may have become a member there since.
fn can_only_answer(bot: &Bot, place: Place) -> bool {
    let guilds = &bot.languages.guilds;
    let is_member = |guild| guilds.is_member(guild);
    place.is_visited() && !place.guild.is_some_and(is_member)
}

/// Returns the new content of a message; `None` for now if its successor is about to be posted, or
/// if it calls people to a table that is still open.
async fn remains(bot: &Bot, superseded: SupersededMessage) -> Result<Option<Outgoing>, BotError> {
    let game = superseded.game;
    let view = bot
        .service
        .ask_in_parallel(move |service| service.view_after(superseded))
        .await?;
    if let View::Table(table) = &view
        && superseded.was == SupersededKind::Table
        && table.state == TableState::Open
    {
        return Ok(None);
    }
    let words = bot
        .languages
        .words_among(superseded.place, view.languages())
        .await;
    let message = view.message().filter(|new| *new != superseded.message);
    if message.is_none() && bot.retries.is_due(game, Instant::now()) {
        return Ok(None);
    }
    let place = view.place();
    let link = link_or_channel(place, message);
    let text = match superseded.was {
        SupersededKind::Board { from, .. } => match &view {
            // The first board of a game, followed by moves of computers.
            View::Game(view) if from == 0 && view.news.is_empty() => {
                words.game_has_begun(&format!("[{game}]({link})"))
            }
            View::Game(view) => bot.emojis.shown_in(words).superseded_board(view, &link),
            View::Table(_) => link,
        },
        SupersededKind::Table => match &view {
            View::Table(table) => words.table(table),
            View::Game(_) => words.game_has_begun(&link),
        },
        SupersededKind::Moved | SupersededKind::Watch => match &view {
            // The table was posted anew, and has begun before the old message could be changed.
            View::Game(_) if place.channel == superseded.place.channel => {
                words.game_has_begun(&link)
            }
            View::Game(_) | View::Table(_) => words.goes_on_there(&view, &link),
        },
    };
    let rest = Outgoing::text(text)
        .without_picture()
        .in_form(superseded.form);
    // A press on it is refused as stale until then.
    Ok(Some(rest.urgency(Urgency::Background)))
}
