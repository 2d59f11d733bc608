//! Search for newest messages that may have been posted without being recorded.

use std::time::Duration;

use crate::discord::bot::Bot;
use crate::discord::game_messages::delivery::snowflake::{
    before_all_at, channel_id, message_id, moment_of,
};
use crate::discord::game_messages::delivery::unconfirmed::PressedBoard;
use crate::discord::interaction::custom_id::buttons::{LookButton, PlayButton};
use crate::discord::interaction::custom_id::game::{GameButton, GameButtonId};
use crate::discord::interaction::custom_id::request_buttons::{
    PlayRequestButton, TableRequestButton,
};
use crate::discord::rest::RestError;
use crate::discord::rest::endpoints::{ExistingMessage, MOST_MESSAGES};
use crate::discord::views;
use crate::service::{
    ChannelId, GameId, GameView, MessageForm, MessageId, Place, TableView, Timestamp,
};

/// Maximum difference between Discord's clock and that of this machine.
const SKEW: Duration = Duration::from_secs(60);

/// Maximum number of pages of a channel that are searched: a thousand messages.
const PAGES: u8 = 10;

/// Marks everything that has not been recorded as shown as in doubt, after a start or when another
/// process has ended. Everything else is no longer in doubt, because other processes have shown it.
pub(crate) async fn doubt_what_waits(bot: &Bot) {
    let page = |reached| {
        bot.service
            .ask(move |service| service.unannounced_anywhere(reached))
    };
    if let Err(error) = bot.unconfirmed.note_queued(page).await {
        tracing::error!(
            %error,
            "unconfirmed boards could not be listed; some may be posted twice"
        );
    }
}

/// Returns the newest message that shows the current state of a game, with its form, if it was
/// posted and not recorded; where the bot sees no messages, the one that somebody has just pressed.
/// Fails if Discord cannot be reached: nothing is posted without knowing.
pub(crate) async fn find_board(
    bot: &Bot,
    view: &GameView,
) -> Result<Option<(MessageId, MessageForm)>, RestError> {
    if view.place.is_visited() {
        let pressed = bot.unconfirmed.take_pressed(view.id, view.steps);
        // An older message is a board that was replaced and given up.
        let is_newer = |found: &PressedBoard| view.message.is_none_or(|old| found.message > old);
        let found = pressed.filter(is_newer);
        return Ok(found.map(|found| (found.message, found.form)));
    }
    let Some(me) = bot.me().filter(|_| is_doubted(bot, view.id, view.place)) else {
        return Ok(None);
    };
    let (name, button) = (views::file_name(view), button_of_boards(view));
    let is_meant = |message: &ExistingMessage| {
        let is_in_words = message.files().next().is_none();
        message.is_by_with(me, &name) || (is_in_words && message.is_by_offering(me, &button))
    };
    let found = find(bot, view.place.channel, view.message, view.acted, is_meant);
    Ok(found.await?.map(|found| (found.id(), found.form())))
}

/// Returns the custom id of a button that no other messages in a channel have.
fn button_of_boards(view: &GameView) -> String {
    let button: GameButton = if view.ending.is_some() {
        PlayRequestButton::Rematch.into()
    } else if view.watcher.is_some() {
        LookButton::Board.into()
    } else {
        PlayButton::More.into()
    };
    GameButtonId::new(button, view.id, view.steps).to_string()
}

/// Returns the newest message after the recorded one that shows a game, as a view of its content,
/// if it was posted and not recorded, and the game has gone on since; fails as [`find_board`] does.
pub(crate) async fn find_older_board(
    bot: &Bot,
    view: &GameView,
) -> Result<Option<(MessageId, GameView)>, RestError> {
    let me = bot.me().filter(|_| is_doubted(bot, view.id, view.place));
    let Some((me, recorded)) = me.zip(view.message) else {
        return Ok(None);
    };
    let beginning = format!("focus-{}-", view.id.0);
    let button = GameButtonId::new(PlayButton::More, view.id, 0).to_string();
    let button = button.trim_end_matches('0');
    let steps_in_words = |message: &ExistingMessage| {
        let id = message.offered_in_words(me, button)?;
        id.parse::<GameButtonId>().ok().map(|id| id.seen)
    };
    let is_meant = |message: &ExistingMessage| {
        message.is_by_with(me, &beginning) || steps_in_words(message).is_some()
    };
    let since = moment_of(recorded.0);
    let found = find(bot, view.place.channel, Some(recorded), since, is_meant).await?;
    Ok(found.and_then(|found| {
        let shown = found.files().find_map(views::shown_by);
        let steps = shown.map_or_else(|| steps_in_words(&found), |(_, steps)| steps);
        let steps = steps.filter(|steps| *steps != view.steps)?;
        let older = GameView {
            steps,
            form: found.form(),
            // No version and none of the actions: it counts as older, and as having shown no news.
            version: 0,
            actions: 0,
            ..view.clone()
        };
        Some((found.id(), older))
    }))
}

/// Returns the newest message that shows a table, with its form, if it was posted and not recorded;
/// fails as [`find_board`] does.
pub(crate) async fn find_table(
    bot: &Bot,
    table: &TableView,
) -> Result<Option<(MessageId, MessageForm)>, RestError> {
    let Some(me) = bot.me().filter(|_| is_doubted(bot, table.id, table.place)) else {
        return Ok(None);
    };
    let join = GameButtonId::new(TableRequestButton::Join, table.id, 0);
    let join = join.to_string();
    let is_meant = |message: &ExistingMessage| message.is_by_offering(me, &join);
    let (channel, message) = (table.place.channel, table.message);
    let found = find(bot, channel, message, table.created, is_meant).await?;
    Ok(found.map(|found| (found.id(), found.form())))
}

/// Returns whether the replay is already below the last board: it was posted, but the bot ended
/// before recording that, or somebody has shared the whole game. Discord recognizes a repeated nonce
/// for only a few minutes.
///
/// Fails as [`find_board`] does.
pub(crate) async fn has_replay(bot: &Bot, view: &GameView) -> Result<bool, RestError> {
    let Some(me) = bot.me().filter(|_| !view.place.is_visited()) else {
        return Ok(false);
    };
    let beginning = format!("replay-{}-", view.id.0);
    let whole = format!("{beginning}1-{}.", view.plies());
    let is_meant = |message: &ExistingMessage| {
        message.is_by_with(me, &whole)
            || (message.is_by_with(me, &beginning) && !message.is_answer())
    };
    let found = find(bot, view.place.channel, view.message, view.acted, is_meant);
    Ok(found.await?.is_some())
}

/// Returns whether something about a game is in doubt and can be looked for: the bot sees no
/// messages where it can only answer.
fn is_doubted(bot: &Bot, game: GameId, place: Place) -> bool {
    bot.unconfirmed.has(game) && !place.is_visited()
}

/// Returns the newest matching message in a channel that is later than both a message and a time.
async fn find(
    bot: &Bot,
    channel: ChannelId,
    message: Option<MessageId>,
    since: Timestamp,
    is_meant: impl Fn(&ExistingMessage) -> bool,
) -> Result<Option<ExistingMessage>, RestError> {
    let mut after = before_all_at(since.before(SKEW)).max(message.unwrap_or(MessageId(1)));
    let mut newest = None;
    for _ in 0..PAGES {
        let page = bot
            .rest
            .messages_after(channel_id(channel), message_id(after));
        let page = match page.await {
            Ok(page) => page,
            // The bot may write there, but not read.
            Err(error) if error.is_final() => {
                tracing::debug!(channel = channel.0, %error, "could not search the channel for an earlier message");
                return Ok(newest);
            }
            Err(error) => return Err(error),
        };
        let found = page.iter().rev().find(|found| is_meant(found));
        newest = found.cloned().or(newest);
        match page.last() {
            Some(last) if page.len() == usize::from(MOST_MESSAGES) => after = last.id(),
            Some(_) | None => break,
        }
    }
    Ok(newest)
}
