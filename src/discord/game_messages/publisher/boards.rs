//! Boards of games: edited in place, or posted again, in a thread of their own if wanted.

use std::time::Duration;

use tokio::time::Instant;

use crate::discord::bot::Bot;
use crate::discord::game_messages::delivery::not_shown::NotSent;
use crate::discord::game_messages::delivery::snowflake::{channel_id, message_id, moment_of};
use crate::discord::game_messages::delivery::{
    self, MessageContent, Sending, Sent, find_unrecorded,
};
use crate::discord::game_messages::drawing::view_preferences::ViewPreferences;
use crate::discord::game_messages::publisher::recording::shown;
use crate::discord::interaction::context::arrival;
use crate::discord::interaction::error::BotError;
use crate::discord::rest::{Outgoing, RestError};
use crate::discord::views;
use crate::service::{
    Announcement, BoardChoices, ChannelId, GameEvent, GameView, MessageForm, MessageId, Place, View,
};

/// Age above which Discord limits edits of messages in a channel.
const OLD: Duration = Duration::from_secs(55 * 60);
/// Discord's error code for a message that already has a thread.
const THREAD_EXISTS: u32 = 160_004;

/// Outcome of mentioning the people whom a board has to mention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MentionOutcome {
    /// The message has mentioned everybody.
    Made,
    /// The message has mentioned everybody, but somebody has moved the game to this channel: the
    /// others are told in the background.
    Moved,
    /// An older message was edited instead, which mentions nobody. It shows this version of the
    /// game.
    Missing(u64),
}

/// Shows the current state of a game: by an edit of the existing board, or by a new one.
pub(super) async fn show_board(
    bot: &Bot,
    mut view: GameView,
    announce: Announcement,
    choices: &BoardChoices,
    sending: Sending<'_, '_>,
) -> Result<MentionOutcome, NotSent> {
    if announce == Announcement::Post && waits_for_notice(bot, &view) {
        return Ok(MentionOutcome::Missing(view.version));
    }
    if let Some((message, older)) = find_unrecorded::find_older_board(bot, &view).await? {
        // Otherwise it would keep its buttons.
        (view.message, view.form) = (Some(message), older.form);
        shown(bot, View::Game(Box::new(older)), message).await?;
    }
    match announce {
        Announcement::Post if !goes_on_in_place(bot, &view) => {
            show_game(bot, view, choices, sending).await
        }
        announce => edit_game(bot, view, announce, choices, sending).await,
    }
}

/// Returns whether a game was shown by an edit where the bot can only answer, and waits only for a
/// private notice. With a token for a new message, it is posted again.
fn waits_for_notice(bot: &Bot, view: &GameView) -> bool {
    let (game, channel) = (view.id, view.place.channel);
    let is_shown = view.message.is_some() && view.news.is_empty();
    let has_token = || bot.tokens.newest(game, channel, Instant::now()).is_some();
    view.place.is_visited() && is_shown && !has_token()
}

/// Returns whether the existing board can be edited into the next one: nobody has to be mentioned,
/// which an edit cannot do, and the board is recent and not buried under other messages.
pub(crate) fn goes_on_in_place(bot: &Bot, view: &GameView) -> bool {
    let Some(message) = view.message.filter(|_| !view.wants_thread) else {
        return false;
    };
    // Without news it is posted again because it may have been deleted.
    let has_news = !view.news.is_empty() && !view.news.contains(&GameEvent::Started);
    has_news
        && view.ending.is_none()
        && view.called().is_empty()
        && is_at_hand(bot, view.place.channel, message)
}

/// Returns whether a message of a channel is recent and not buried under other messages.
pub(crate) fn is_at_hand(bot: &Bot, channel: ChannelId, message: MessageId) -> bool {
    let newest = bot.recent_messages.lock().peek(&channel).copied();
    !is_old(bot, message) && newest.is_none_or(|newest| newest <= message)
}

/// Returns whether a message is so old that Discord limits its edits.
pub(crate) fn is_old(bot: &Bot, message: MessageId) -> bool {
    bot.clock.now().since(moment_of(message.0)) >= OLD
}

/// Edits an existing board: only its text, or everything if it would otherwise be posted again or
/// may show an older picture.
pub(super) async fn edit_game(
    bot: &Bot,
    view: GameView,
    announce: Announcement,
    choices: &BoardChoices,
    sending: Sending<'_, '_>,
) -> Result<MentionOutcome, NotSent> {
    let Some(message) = view.message.filter(|_| !view.wants_thread) else {
        return show_game(bot, view, choices, sending).await;
    };
    let words = bot.emojis.shown_in(bot.languages.words_of(&view).await);
    // An edit mentions nobody, but the message stays highlighted for the people it has mentioned.
    let claimants = view.claimants();
    let waited_for = claimants.iter().chain(view.to_move());
    let waited_for = waited_for.filter_map(|color| view.person(color));
    let mut change = views::board(&view, words, None)
        .calling(waited_for.map(|person| person.id))
        .as_of(sending.read);
    let is_new = announce == Announcement::Post;
    let channel = channel_id(view.place.channel);
    // A picture in components is sent again with every edit, and so are words in its place.
    if is_new
        || bot.rest.may_be_in_words(channel, message_id(message))
        || view.form == MessageForm::Components
        || has_other_picture(bot, &view, message).await?
    {
        let preferences = ViewPreferences::with(&choices.settings, &view);
        change = change.picture(bot.drawing.picture(&view, preferences, words).await?);
    }
    let change = change.in_form(view.form);
    match delivery::edit_public(bot, view.id, view.place, message, &change).await {
        Err(failure) if failure.asks_for_new(is_new) => {
            show_game(bot, view, choices, sending).await
        }
        other => {
            other?;
            if let Some(at) = arrival().filter(|_| is_new) {
                bot.metrics.shown(at.elapsed());
            }
            let outcome = mentioned_in(&view);
            shown(bot, View::Game(Box::new(view)), message).await?;
            Ok(outcome)
        }
    }
}

/// Returns whether the picture of a board may be that of another step: an older state was recorded
/// late, or found without having been recorded.
async fn has_other_picture(
    bot: &Bot,
    view: &GameView,
    message: MessageId,
) -> Result<bool, BotError> {
    let shown = bot
        .service
        .ask(move |service| service.by_message(message))
        .await?;
    Ok(shown.is_some_and(|(_, step)| step != view.steps))
}

/// Returns the outcome of a message that has mentioned everybody.
fn mentioned_in(view: &GameView) -> MentionOutcome {
    if view.untold_of_move().is_empty() {
        MentionOutcome::Made
    } else {
        MentionOutcome::Moved
    }
}

async fn show_game(
    bot: &Bot,
    view: GameView,
    choices: &BoardChoices,
    sending: Sending<'_, '_>,
) -> Result<MentionOutcome, NotSent> {
    let words = bot.emojis.shown_in(bot.languages.words_of(&view).await);
    let mut note = None;
    let mut view = if view.wants_thread {
        let (view, opened) = open_thread(bot, view).await?;
        note = (!opened).then(|| words.text("no-thread", &[]));
        view
    } else {
        view
    };
    let preferences = ViewPreferences::with(&choices.settings, &view);
    let sent = {
        let picture = bot.drawing.picture(&view, preferences, words).await?;
        let message = views::board(&view, words, note.as_deref())
            .picture(picture)
            .as_of(sending.read);
        // The block drops the picture, which is large, before the step after it, which can wait
        // long.
        if let Some((found, form)) = find_unrecorded::find_board(bot, &view).await? {
            let message = message.in_form(form);
            delivery::edit_public(bot, view.id, view.place, found, &message).await?;
            view.form = form;
            Sent::New(found)
        } else {
            let shown = MessageContent {
                game: view.id,
                place: view.place,
                old: view.message.map(|old| (old, view.form)),
            };
            let message = message.once(name_of(&view)).silent(choices.is_night);
            let sent = delivery::send_public(bot, shown, &message, sending).await?;
            view.form = sent.form(MessageForm::Text, view.form);
            sent
        }
    };
    if let Some(at) = arrival() {
        bot.metrics.shown(at.elapsed());
    }
    view.is_uncalled = matches!(sent, Sent::Edited(_));
    let (game, version, has_ended) = (view.id, view.version, view.ending.is_some());
    let mentioned = mentioned_in(&view);
    shown(bot, View::Game(Box::new(view)), sent.id()).await?;
    if has_ended {
        bot.ended.wake(game);
    }
    Ok(match sent {
        Sent::New(_) => mentioned,
        Sent::Edited(_) => MentionOutcome::Missing(version),
    })
}

/// Returns the name under which a board is posted only once. Its version alone is not enough: in a
/// store that has gone back, the next move gets the version of the one that was lost.
fn name_of(view: &GameView) -> String {
    format!("{}-{}-{}", view.id.0, view.version, view.acted.0)
}

/// Opens the thread for a game, or falls back to the channel.
async fn open_thread(bot: &Bot, view: GameView) -> Result<(GameView, bool), NotSent> {
    let opened = match open_own_thread(bot, &view).await {
        Err(NotSent::Rest(error)) if error.is_final() => None,
        opened => opened?,
    };
    let place = Place {
        channel: opened.unwrap_or(view.place.channel),
        ..view.place
    };
    let (game, parent) = (view.id, opened.map(|_| view.place.channel));
    let moved = bot
        .service
        .ask(move |service| service.moved(game, place, parent));
    match moved.await? {
        View::Game(game) => Ok((*game, opened.is_some())),
        View::Table(_) => Ok((view, false)),
    }
}

/// Opens the thread for a game at the message of its table or, if there is none, at a line that is
/// posted for it; returns `None` if that is gone as well.
async fn open_own_thread(bot: &Bot, view: &GameView) -> Result<Option<ChannelId>, NotSent> {
    let (game, place) = (view.id, view.place);
    let words = bot.languages.words_at(place).await;
    let name = views::thread_name(view, words);
    if let Some(table) = view.message
        && let Some(thread) = open_thread_at(bot, place, table, &name).await?
    {
        return Ok(Some(thread));
    }
    let line = Outgoing::text(words.game_has_begun(&game.to_string()));
    // A store that has gone back gives the number again.
    let line = line.once(format!("t{}-{}", game.0, view.started.0));
    let posted = bot.rest.post(channel_id(place.channel), &line).await?;
    let message = MessageId(posted.get());
    // After a crash, the thread is looked for at this line, and not opened at another one.
    let noted = bot
        .service
        .ask(move |service| service.opens_thread_at(game, place, message));
    noted.await?;
    Ok(open_thread_at(bot, place, message, &name).await?)
}

/// Opens a thread at a message, whose id it gets; returns `None` if the message is gone.
async fn open_thread_at(
    bot: &Bot,
    place: Place,
    message: MessageId,
    name: &str,
) -> Result<Option<ChannelId>, RestError> {
    let (channel, thread) = (channel_id(place.channel), ChannelId(message.0));
    let opened = bot.rest.open_thread(channel, message_id(message), name);
    match opened.await {
        // It was opened before a crash.
        Err(error) if error.code() == Some(THREAD_EXISTS) => Ok(Some(thread)),
        Err(error) if error.is_unknown_message() => {
            // A thread outlives its message.
            let is_there = bot.rest.has_channel(channel_id(thread)).await?;
            Ok(is_there.then_some(thread))
        }
        opened => Ok(Some(ChannelId(opened?.get()))),
    }
}
