//! Reminders to the person to move, sent when little time is left, and notices that an idle game
//! will be called off.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Instant;

use tokio::sync::mpsc::{self, UnboundedSender};

use crate::discord::bot::{Bot, SHOWN_AT_ONCE};
use crate::discord::game_messages::delivery::not_shown::Obstacle;
use crate::discord::game_messages::delivery::notices;
use crate::discord::game_messages::delivery::snowflake::{channel_id, message_id};
use crate::discord::rest::{Outgoing, RestError, Urgency, at_urgency};
use crate::discord::runtime::supervisor::Heartbeat;
use crate::discord::runtime::tasks::TaskSet;
use crate::discord::runtime::wakeups::Walk;
use crate::discord::views::button_rows::reminder_rows;
use crate::discord::views::link_or_channel;
use crate::i18n::Words;
use crate::service::{
    Fault, GameId, GameView, IdleNotice, PersonId, Reminder, ReminderPlace, Timestamp,
};

/// Number of people reminded in channels at once; the same channels make the bot wait for boards.
const AT_ONCE: usize = SHOWN_AT_ONCE;

/// Number of people reminded in private at once; Discord lets the bot start about one conversation
/// per second, and the other reminders are read when it is their turn.
const PRIVATE_AT_ONCE: usize = 64;

/// Sends all due reminders, concurrently, whenever `reminders_due` is notified. Private ones have
/// tasks of their own, because Discord lets the bot start few conversations at once.
pub(crate) async fn keep_reminding(bot: Arc<Bot>, heartbeat: Heartbeat) {
    let mut tasks = TaskSet::new(AT_ONCE, &bot.task_gate);
    let mut in_private = TaskSet::new(PRIVATE_AT_ONCE, &bot.task_gate);
    let (private, mut found) = mpsc::unbounded_channel();
    // Games whose next reminder became due while the last one was being sent.
    let mut again = HashSet::new();
    let mut walk = Walk::default();
    loop {
        heartbeat.idle();
        let mut due = tokio::select! {
            () = bot.reminders_due.notified() => {
                walk.begin();
                Vec::new()
            }
            ended = tasks.ended() => Vec::from_iter(ended.filter(|game| again.remove(game))),
            ended = in_private.ended() => Vec::from_iter(ended.filter(|game| again.remove(game))),
            Some(game) = found.recv() => {
                let bot = Arc::clone(&bot);
                let task = async move { remind(&bot, game, None).await };
                in_private.begin(game, at_urgency(Urgency::Reminder, task));
                Vec::new()
            }
        };
        heartbeat.busy();
        loop {
            for game in due {
                let (bot, private) = (Arc::clone(&bot), private.clone());
                let task = async move { remind(&bot, game, Some(private)).await };
                let task = at_urgency(Urgency::Reminder, task);
                if in_private.is_busy(game) || !tasks.begin(game, task) {
                    again.insert(game);
                }
            }
            if !walk.is_under_way() || !tasks.has_room() {
                break;
            }
            let page = |reached| {
                bot.service
                    .ask_in_parallel(move |service| service.reminders_due(reached))
            };
            due = walk.next(page).await.ok().flatten().unwrap_or_default();
        }
    }
}

/// Reminds the person to move in a game, or leaves a reminder in private to the receiver of
/// `private`, if there is one. A failed request is tried again.
async fn remind(bot: &Bot, game: GameId, private: Option<UnboundedSender<GameId>>) {
    let (now, read) = (bot.clock.now(), Instant::now());
    let due =
        bot.service
            .ask_in_parallel(move |service| match service.idle_notice_of(game, now)? {
                Some(notice) => Ok::<_, Fault>(Some(Due::Idle(notice))),
                None => Ok(service.reminder_of(game, now)?.map(Due::ToMove)),
            });
    let Ok(Some(due)) = due.await else {
        return;
    };
    if let Some(private) = private.filter(|_| due.is_private()) {
        // Nobody receives it if the bot is stopping.
        let _ = private.send(game);
        return;
    }
    match due {
        Due::ToMove(reminder) => remind_to_move(bot, &reminder, read).await,
        Due::Idle(notice) => tell_of_end(bot, &notice, read).await,
    }
}

async fn remind_to_move(bot: &Bot, reminder: &Reminder, read: Instant) {
    let (game, guild) = (reminder.view.id, reminder.view.place.guild);
    if bot.languages.is_muted(guild).await {
        return;
    }
    let (step, number) = (reminder.step, reminder.number);
    match remind_of(bot, reminder, read).await {
        Ok(()) => {}
        // It would be refused again, and by then the time is over.
        Err(error) if error.is_final() => {
            tracing::warn!(%game, "a reminder was refused");
        }
        Err(error) => {
            return tracing::info!(%game, %error, "a reminder could not be sent; trying again later");
        }
    }
    let noted = bot
        .service
        .ask(move |service| service.reminded(game, step, number));
    if let Err(error) = noted.await {
        tracing::error!(%game, %error, "a reminder could not be recorded");
    }
}

/// Message that is due in a game.
enum Due {
    ToMove(Reminder),
    Idle(IdleNotice),
}

impl Due {
    fn is_private(&self) -> bool {
        match self {
            Self::ToMove(reminder) => {
                reminder.place == ReminderPlace::Direct || reminder.view.place.is_visited()
            }
            Self::Idle(notice) => notice.view.place.is_visited(),
        }
    }
}

/// Tells the channel of a game in which nobody moves that it will be called off, or a player if the
/// channel takes no messages, unless the process was frozen after `read`: another process may have
/// sent the notice. A failed request is tried again; if nobody can be told, the game continues.
async fn tell_of_end(bot: &Bot, notice: &IdleNotice, read: Instant) {
    let (game, actions) = (notice.view.id, notice.actions);
    let guild = notice.view.place.guild;
    if bot.languages.is_muted(guild).await {
        return;
    }
    let is_lost = guild.is_some_and(|guild| bot.languages.guilds.is_lost(guild));
    let told = if is_lost {
        // Nobody is left there to tell.
        Ok(())
    } else if notice.view.place.is_visited() {
        tell_players_of_end(bot, notice, read).await
    } else {
        match tell_channel_of_end(bot, notice, read).await {
            Err(refused) if refused.is_final() => {
                let told = tell_players_of_end(bot, notice, read).await;
                // If it is tried again soon, the channel refuses it again.
                told.or(Err(refused))
            }
            told => told,
        }
    };
    let is_told = match told {
        Ok(()) => true,
        Err(error) if error.is_final() => {
            tracing::warn!(%game, %error, "nobody can be told that a game will be called off; it continues");
            false
        }
        Err(error) => {
            return tracing::info!(%game, %error, "a notice could not be sent; trying again later");
        }
    };
    let now = bot.clock.now();
    let noted = bot.service.ask(move |service| {
        if is_told {
            service.idle_noticed(game, actions, now)
        } else {
            service.idle_unnoticed(game, actions, now)
        }
    });
    if let Err(error) = noted.await {
        tracing::error!(%game, %error, "a notice could not be recorded");
    }
}

async fn tell_channel_of_end(
    bot: &Bot,
    notice: &IdleNotice,
    read: Instant,
) -> Result<(), RestError> {
    let view = &notice.view;
    let words = bot.languages.words_of(view).await;
    let text = words.idle_notice(view.id, notice.ends);
    let message = of_end(notice, notice.person, words, text).as_of(read);
    let message = message.below(view.message.map(message_id));
    let channel = channel_id(view.place.channel);
    bot.rest.post(channel, &message).await.map(drop)
}

/// Tells the person to move in private, or else another player. If only computers play, nobody has
/// to be told.
async fn tell_players_of_end(
    bot: &Bot,
    notice: &IdleNotice,
    read: Instant,
) -> Result<(), RestError> {
    let view = &notice.view;
    let mut people = Vec::from_iter(notice.person);
    for (color, _) in &view.players {
        let person = view.person(*color).map(|person| person.id);
        people.extend(person.filter(|person| Some(*person) != notice.person));
    }
    let mut told = Ok(());
    for person in people {
        told = tell_player_of_end(bot, notice, person, read).await;
        if !told.as_ref().is_err_and(RestError::is_final) {
            break;
        }
    }
    told
}

async fn tell_player_of_end(
    bot: &Bot,
    notice: &IdleNotice,
    person: PersonId,
    read: Instant,
) -> Result<(), RestError> {
    let view = &notice.view;
    let words = bot.languages.words_for(person, view).await;
    let text = with_link(&words.idle_notice(view.id, notice.ends), view);
    let mover = notice.person.filter(|mover| *mover == person);
    let message = of_end(notice, mover, words, text).as_of(read);
    notices::try_to_tell(bot, person, &message).await
}

/// Returns the notice with this text, which mentions nobody, with the buttons of the person to move
/// if that person reads it.
fn of_end(notice: &IdleNotice, mover: Option<PersonId>, words: Words, text: String) -> Outgoing {
    let view = &notice.view;
    let rows = mover.map_or_else(Vec::new, |_| reminder_rows(view, words));
    let channel = view.place.channel.0;
    Outgoing::text(text)
        .rows(rows)
        .once(format!("i{}-{}-{channel}", view.id.0, notice.actions))
        .silent(true)
}

/// Start and end of the time in which a reminder is valid. A freeze of the process ends it as well:
/// another process may have sent the reminder, or the person may have moved.
#[derive(Clone, Copy, Debug)]
struct Validity {
    read: Instant,
    runs_out: Timestamp,
}

/// Reminds a person in direct messages or in the channel, as they prefer, or in the other way
/// if Discord refuses that one; only in direct messages where the bot can only answer.
async fn remind_of(bot: &Bot, reminder: &Reminder, read: Instant) -> Result<(), RestError> {
    let clock = reminder.view.clock.as_ref();
    // It may have waited until the time was over; then it is dropped.
    let now = bot.clock.now();
    let runs_out = clock.and_then(|clock| clock.runs_out);
    let Some(runs_out) = runs_out.filter(|at| *at > now) else {
        return Ok(());
    };
    let times = Validity { read, runs_out };
    if reminder.view.place.is_visited() {
        return remind_in_private(bot, reminder, times).await;
    }
    match reminder.place {
        ReminderPlace::Direct => match remind_in_private(bot, reminder, times).await {
            Err(error) if error.is_final() => remind_in_channel(bot, reminder, times).await,
            told => told,
        },
        ReminderPlace::Channel => match remind_in_channel(bot, reminder, times).await {
            Err(error) if error.is_unknown_channel() => {
                // Its deletion was missed.
                let gone = Obstacle::Gone(reminder.view.place);
                notices::tell_mover(bot, reminder.view.id, &gone, None).await;
                remind_in_private(bot, reminder, times).await
            }
            Err(error) if error.is_final() => remind_in_private(bot, reminder, times).await,
            told => told,
        },
    }
}

async fn remind_in_private(
    bot: &Bot,
    reminder: &Reminder,
    times: Validity,
) -> Result<(), RestError> {
    let view = &reminder.view;
    let words = bot.languages.words_for(reminder.person, view).await;
    let text = with_link(
        &words.reminder(view.id, reminder.person, times.runs_out),
        view,
    );
    let message = Outgoing::text(text).rows(reminder_rows(view, words));
    let message = once(bot, message, reminder, times);
    notices::try_to_tell(bot, reminder.person, &message).await
}

/// Adds a link to the game to a private text about it.
fn with_link(text: &str, view: &GameView) -> String {
    format!("{text}\n{}", link_or_channel(view.place, view.message))
}

/// Sends a reminder below the board, so that the board is one step away.
async fn remind_in_channel(
    bot: &Bot,
    reminder: &Reminder,
    times: Validity,
) -> Result<(), RestError> {
    let view = &reminder.view;
    let words = bot.languages.words_of(view).await;
    let text = words.reminder(view.id, reminder.person, times.runs_out);
    let message = Outgoing::text(text)
        .calling([reminder.person])
        .rows(reminder_rows(view, words));
    let message = once(bot, message, reminder, times).below(view.message.map(message_id));
    let channel = channel_id(view.place.channel);
    bot.rest.post(channel, &message).await.map(drop)
}

/// Returns a message that is delivered at most once, silently at night, and only while it is valid.
fn once(bot: &Bot, message: Outgoing, reminder: &Reminder, times: Validity) -> Outgoing {
    let (game, step, number) = (reminder.view.id.0, reminder.step, reminder.number);
    // In direct messages, another process of the bot may send a reminder of a game with the same
    // number.
    let channel = reminder.view.place.channel.0;
    let left = times.runs_out.since(bot.clock.now());
    message
        .once(format!("r{game}-{step}-{number}-{channel}"))
        .as_of(times.read)
        .until(tokio::time::Instant::now() + left)
        .silent(reminder.is_silent)
}
