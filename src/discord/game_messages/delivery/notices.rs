//! Direct messages to players about games that cannot be shown to them in their channel.

use std::time::Duration;

use serenity::all::{CreateActionRow, UserId};

use crate::discord::bot::Bot;
use crate::discord::game_messages::delivery::begun_notices::{BegunNotice, Loss, Notice};
use crate::discord::game_messages::delivery::not_shown::Obstacle;
use crate::discord::interaction::custom_id::request_buttons::PlayRequestButton;
use crate::discord::interaction::error::BotError;
use crate::discord::rest::{Outgoing, RestError};
use crate::discord::views::buttons::{Buttons, reminder_rows};
use crate::discord::views::link_or_channel;
use crate::i18n::Words;
use crate::service::{GameEvent, GameId, GameView, GuildId, PersonId};
use focus::Color;

/// Number of attempts at a direct message.
const TRIES: usize = 5;
/// Pause before the next attempt.
const LATER: Duration = Duration::from_secs(60);

/// Result of sending people direct messages.
#[derive(Debug, Default)]
pub(in crate::discord::game_messages) struct DirectMessageReport {
    /// People who accept no direct messages.
    pub(in crate::discord::game_messages) unwilling: Vec<PersonId>,
    /// True if no message is left to send.
    pub(in crate::discord::game_messages) is_complete: bool,
}

/// Notice to a player, and its current state.
enum Beginning<'n> {
    /// The caller sends it.
    Begun(BegunNotice<'n>),
    /// The player has been told.
    Known,
    /// Another task is sending it, or the store cannot be read.
    Later,
}

/// Tells the person to move about the obstacle in a direct message, unless they made the request.
/// Returns the people who should be notified of the game and accept no direct messages.
pub(in crate::discord::game_messages) async fn tell_mover(
    bot: &Bot,
    game: GameId,
    obstacle: &Obstacle,
    asked: Option<PersonId>,
) -> Vec<PersonId> {
    match obstacle {
        Obstacle::Permissions(permissions) => {
            let blocked =
                |words: Words, view: &GameView| words.blocked(game, view.place, permissions);
            tell_once(bot, game, asked, Loss::Closed, blocked).await;
        }
        Obstacle::Gone(_) => {
            let gone = |words: Words, _: &GameView| words.channels_gone(&[game]);
            tell_once(bot, game, asked, Loss::Gone, gone).await;
        }
        Obstacle::Lost => {
            let left = |words: Words, _: &GameView| words.server_left(&[game]);
            tell_once(bot, game, asked, Loss::Left, left).await;
        }
        Obstacle::NoToken => return tell_unseen(bot, game, asked).await.unwilling,
        Obstacle::Untold(_) | Obstacle::Later => {}
    }
    Vec::new()
}

/// Notifies people of a game that could not be shown or that mentioned nobody: the person to move
/// about the turn, others about time that has run out, or everybody about the result, except the
/// person who made the request.
pub(in crate::discord::game_messages) async fn tell_unseen(
    bot: &Bot,
    game: GameId,
    asked: Option<PersonId>,
) -> DirectMessageReport {
    let Ok(view) = bot.service.game(game).await else {
        return DirectMessageReport::default();
    };
    let mut outcome = DirectMessageReport {
        is_complete: true,
        ..DirectMessageReport::default()
    };
    for color in concerned(&view) {
        let person = view.person(color).map(|person| person.id);
        let Some(person) = person.filter(|person| Some(*person) != asked) else {
            continue;
        };
        let is_told = match begin(bot, &view, color, Some(view.actions)).await {
            Beginning::Begun(notice) => {
                let message = unseen(bot, &view, color, person).await;
                tell(bot, person, &[notice], message, None).await
            }
            Beginning::Known => true,
            Beginning::Later => false,
        };
        outcome.is_complete &= is_told;
        let user = UserId::new(person.0);
        if bot.direct_messages.refuses(user, bot.clock.now()) {
            outcome.unwilling.push(person);
        }
    }
    outcome
}

/// Returns the colors whose players must be notified of a game that has not been shown to them.
fn concerned(view: &GameView) -> Vec<Color> {
    let colors = view.players.iter().map(|(color, _)| *color);
    let Some(mover) = view.to_move() else {
        return colors.collect();
    };
    let others = colors.filter(|color| *color != mover && is_about_time_of(view, *color));
    std::iter::once(mover).chain(others).collect()
}

/// Returns whether the newest event is that the player of a color is out because their time is
/// over, or can now claim the time of the player to move. Later events follow it in the news until
/// the board is shown, and must not notify that player again.
fn is_about_time_of(view: &GameView, color: Color) -> bool {
    // These follow automatically from the event before them.
    let follows = |event: &GameEvent| {
        matches!(
            event,
            GameEvent::Passed(_) | GameEvent::Out(_) | GameEvent::Lapsed
        )
    };
    let newest = view.news.iter().rev().find(|event| !follows(event));
    // A board that mentioned nobody has already shown the news.
    let is_overdue = newest.is_none_or(|event| matches!(event, GameEvent::Overdue(_)));
    newest == Some(&GameEvent::TimeOut(color)) || (is_overdue && can_claim(view, color))
}

/// Returns whether the player of a color can claim the time of the player to move, as an opponent
/// who is still in the game.
fn can_claim(view: &GameView, color: Color) -> bool {
    let late = view.to_move();
    let partner = late.and_then(|late| view.game.rules().mode().partner(late));
    let is_opponent = ![late, partner].contains(&Some(color));
    let is_overdue = view.clock.as_ref().is_some_and(|clock| clock.is_overdue);
    is_overdue && is_opponent && view.game.position().still_in().contains(color)
}

/// Returns the message that tells the player of a color of the turn, of time that has run out, or
/// of the result. The last board waits until somebody presses an older one.
async fn unseen(bot: &Bot, view: &GameView, color: Color, person: PersonId) -> Outgoing {
    let (game, words) = (view.id, bot.languages.words_for(person, view).await);
    let words = bot.emojis.shown_in(words);
    let link = &link_or_channel(view.place, view.message);
    if view.ending.is_some() {
        return Outgoing::text(words.seen_there(view, link));
    }
    let pending = bot.service.ask(move |service| service.pending(game));
    // An edited board has shown the news, and waits only for this message.
    let is_waiting = !view.news.is_empty() && matches!(pending.await, Ok(Some(_)));
    let text = if is_waiting {
        words.turn_unseen(view, link)
    } else {
        words.seen_there(view, link)
    };
    let message = Outgoing::text(text).rows(rows_for(view, color, words));
    let now = bot.clock.now();
    let is_night = bot
        .service
        .ask(move |service| service.is_night_for(person, now));
    if is_night.await.unwrap_or(false) {
        message.silent()
    } else {
        message
    }
}

/// Returns the buttons for the player of a color: to move, or to claim the time of the player to
/// move.
fn rows_for(view: &GameView, color: Color, words: Words) -> Vec<CreateActionRow> {
    if view.to_move() == Some(color) {
        return reminder_rows(view, words);
    }
    if !can_claim(view, color) {
        return Vec::new();
    }
    let claim = Buttons::of(view, words).press(PlayRequestButton::Claim);
    vec![CreateActionRow::Buttons(vec![claim])]
}

/// Tells the person to move why a game cannot be shown at its place, unless they made the request.
async fn tell_once(
    bot: &Bot,
    game: GameId,
    asked: Option<PersonId>,
    loss: Loss,
    text: impl FnOnce(Words, &GameView) -> String,
) {
    let Ok(view) = bot.service.game(game).await else {
        return;
    };
    let Some(person) = to_move(&view).filter(|person| Some(*person) != asked) else {
        return;
    };
    if let Some(notice) = begin_loss(bot, &view, loss).await {
        let text = text(bot.languages.words_for(person, &view).await, &view);
        let is_lost = |guild: &GuildId| bot.languages.guilds.is_lost(*guild);
        let left = view.place.guild.filter(is_lost);
        tell(bot, person, &[notice], Outgoing::text(text), left).await;
    }
}

/// Begins to tell the person to move that a game cannot be shown at its place, unless they know it
/// or another task is telling them. The cause may be noticed several times, by the deletion of the
/// channel and by every attempt to show something there; each person is told once.
pub(in crate::discord::game_messages) async fn begin_loss<'b>(
    bot: &'b Bot,
    view: &GameView,
    loss: Loss,
) -> Option<BegunNotice<'b>> {
    match begin(bot, view, view.to_move()?, None).await {
        Beginning::Begun(mut notice) => {
            notice.occasion = occasion_of(bot, view, loss).await;
            Some(notice)
        }
        Beginning::Known | Beginning::Later => None,
    }
}

/// Returns the mark of a loss, which is the same after a restart. Without it, Discord would take
/// the notice of another loss soon after for the same message.
async fn occasion_of(bot: &Bot, view: &GameView, loss: Loss) -> String {
    match loss {
        // It is noticed again when the next change cannot be shown.
        Loss::Closed => format!("-closed{}", view.version),
        Loss::Gone => String::from("-gone"),
        Loss::Left => {
            let guild = view.place.guild;
            let left = bot
                .service
                .ask(move |service| guild.map_or(Ok(None), |guild| service.left_at(guild)));
            let left = left.await.ok().flatten();
            format!("-left{}", left.map_or(0, |left| left.0))
        }
    }
}

/// Returns whether the person to move, if there is one, knows that a game cannot be shown at its
/// place.
pub(in crate::discord::game_messages) async fn is_loss_known(bot: &Bot, game: GameId) -> bool {
    let view = match bot.service.game(game).await {
        Ok(view) => view,
        // At a table, it is nobody's turn.
        Err(error) => return matches!(error, BotError::Refused(_)),
    };
    let mover = view.to_move().filter(|_| to_move(&view).is_some());
    match mover {
        Some(color) => {
            let notice = notice_to(&view, color, None);
            matches!(is_untold(bot, notice).await, Ok(false))
        }
        None => true,
    }
}

/// Begins to tell the player of a color that a game cannot be shown at its place, at all or since
/// this number of actions.
async fn begin<'b>(
    bot: &'b Bot,
    view: &GameView,
    color: Color,
    actions: Option<u32>,
) -> Beginning<'b> {
    let notice = notice_to(view, color, actions);
    let Some(begun) = bot.begun_notices.begin(notice) else {
        return Beginning::Later;
    };
    // A message being shown is recorded first: recorded later, it would signal that all is
    // well.
    let _turn = bot.message_locks.enter(view.id).await;
    match is_untold(bot, notice).await {
        Ok(true) => Beginning::Begun(begun),
        Ok(false) => Beginning::Known,
        Err(_) => Beginning::Later,
    }
}

fn notice_to(view: &GameView, color: Color, actions: Option<u32>) -> Notice {
    Notice {
        game: view.id,
        color,
        channel: view.place.channel,
        actions,
    }
}

async fn is_untold(bot: &Bot, notice: Notice) -> Result<bool, BotError> {
    let Notice {
        game,
        color,
        channel,
        actions,
    } = notice;
    bot.service
        .ask(move |service| service.is_untold(game, color, channel, actions))
        .await
}

/// Sends a person a direct message with these notices, with retries, unless the person blocks the
/// bot, or the bot has rejoined the server that it had `left`: then the person is notified of the
/// next loss. Messages to many people take a while. Returns whether no notice is left to send:
/// unsent ones are sent at the next attempt to show the games, even after a restart.
pub(in crate::discord::game_messages) async fn tell(
    bot: &Bot,
    person: PersonId,
    notices: &[BegunNotice<'_>],
    message: Outgoing,
    left: Option<GuildId>,
) -> bool {
    let games: Vec<_> = notices.iter().map(|begun| begun.notice.game).collect();
    let message = message.once(BegunNotice::name_of_all(notices));
    let mut is_unreadable = true;
    for _ in 0..TRIES {
        if left.is_some_and(|guild| bot.languages.guilds.is_member(guild)) {
            return false;
        }
        match try_to_tell(bot, person, &message).await {
            Ok(()) => return note_told(bot, notices).await,
            // It would be refused again. Another channel is opened in place of an unknown one.
            Err(error) if error.is_final() && !error.is_unknown_channel() => {
                tracing::info!(?games, %error, "a direct message could not be sent");
                return note_told(bot, notices).await;
            }
            Err(error) => {
                is_unreadable &= matches!(error, RestError::Unreadable(_));
                tracing::info!(?games, %error, "a direct message will be sent later");
                bot.clock.sleep(LATER).await;
            }
        }
    }
    tracing::warn!(?games, "a direct message could not be sent");
    // Most likely it arrived each time, and would arrive again with every attempt to show the games.
    is_unreadable && note_told(bot, notices).await
}

/// Records that players have been told; returns whether that succeeded. After a failure, Discord
/// recognizes the message that is sent again.
async fn note_told(bot: &Bot, notices: &[BegunNotice<'_>]) -> bool {
    let mut is_noted = true;
    for begun in notices {
        let Notice {
            game,
            color,
            channel,
            actions,
        } = begun.notice;
        let noted = bot
            .service
            .ask(move |service| service.note_told(game, color, channel, actions));
        if let Err(error) = noted.await {
            tracing::error!(%game, ?error, "a direct message could not be recorded");
            is_noted = false;
        }
    }
    is_noted
}

/// Attempts once to send a message to a person, in a new channel if the known one no longer exists.
pub(in crate::discord::game_messages) async fn try_to_tell(
    bot: &Bot,
    person: PersonId,
    message: &Outgoing,
) -> Result<(), RestError> {
    match post(bot, person, message).await {
        Err(error) if error.is_unknown_channel() => post(bot, person, message).await,
        told => told,
    }
}

/// Posts a message in the known channel of a person, or in a new one.
async fn post(bot: &Bot, person: PersonId, message: &Outgoing) -> Result<(), RestError> {
    let (person, now) = (UserId::new(person.0), bot.clock.now());
    let channel = bot.direct_messages.open(&bot.rest, person, now).await?;
    let posted = bot.rest.post(channel, message).await.map(drop);
    posted.inspect_err(|error| bot.direct_messages.note(person, error, now))
}

/// Returns the person to move; `None` for a computer.
pub(in crate::discord::game_messages) fn to_move(view: &GameView) -> Option<PersonId> {
    let person = view.person(view.to_move()?)?;
    Some(person.id)
}
