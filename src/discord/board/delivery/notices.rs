//! Direct messages to players about games that cannot be shown to them in their channel.

use std::time::Duration;

use serenity::all::{CreateActionRow, UserId};

use crate::discord::board::delivery::not_shown::Obstacle;
use crate::discord::bot::Bot;
use crate::discord::interaction::custom_id::requests::PlayRequest;
use crate::discord::rest::{Outgoing, RestError};
use crate::discord::views::board::link_or_channel;
use crate::discord::views::buttons::{Buttons, reminder_rows};
use crate::i18n::Words;
use crate::service::{Event, GameId, GameView, GuildId, PersonId};
use focus::Color;

/// Number of attempts at a direct message.
const TRIES: usize = 5;
/// Pause before the next attempt.
const LATER: Duration = Duration::from_secs(60);

/// Tells the person to move about the obstacle in a direct message, unless they are the one who
/// just asked. Returns the people who should hear of the game and accept no direct messages.
pub(in crate::discord::board) async fn tell_mover(
    bot: &Bot,
    game: GameId,
    obstacle: &Obstacle,
    asked: Option<PersonId>,
) -> Vec<PersonId> {
    match obstacle {
        Obstacle::Permissions(permissions) => {
            let blocked =
                |words: Words, view: &GameView| words.blocked(game, view.place, permissions);
            tell_once(bot, game, asked, blocked).await;
        }
        Obstacle::Gone(_) => {
            tell_once(bot, game, asked, |words, _| words.channels_gone(&[game])).await;
        }
        Obstacle::Lost => tell_once(bot, game, asked, |words, _| words.server_left(&[game])).await,
        Obstacle::NoToken => return tell_unseen(bot, game, asked).await,
        Obstacle::Untold(_) | Obstacle::Later => {}
    }
    Vec::new()
}

/// Notifies people of a game that could not be shown or that mentioned nobody: the person to move
/// about the turn, others about time that has run out, or everybody about the result, except the
/// person who just asked for it. Returns those of them who accept no direct messages.
pub(in crate::discord::board) async fn tell_unseen(
    bot: &Bot,
    game: GameId,
    asked: Option<PersonId>,
) -> Vec<PersonId> {
    let Ok(view) = bot.service.game(game).await else {
        return Vec::new();
    };
    let mut untold = Vec::new();
    for color in concerned(&view) {
        let person = view.person(color).map(|person| person.id);
        let Some(person) = person.filter(|person| Some(*person) != asked) else {
            continue;
        };
        if is_news_to(bot, &view, color, Some(view.actions)).await {
            let message = unseen(bot, &view, color, person).await;
            tell(bot, person, &[game], message, None).await;
        }
        let user = UserId::new(person.0);
        if bot.direct_messages.refuses(user, bot.clock.now()) {
            untold.push(person);
        }
    }
    untold
}

/// Returns the colors whose players have to hear of a game that nobody has shown to them.
fn concerned(view: &GameView) -> Vec<Color> {
    let colors = view.players.iter().map(|(color, _)| *color);
    let Some(mover) = view.to_move() else {
        return colors.collect();
    };
    let others = colors.filter(|color| *color != mover && is_about_time_of(view, *color));
    std::iter::once(mover).chain(others).collect()
}

/// Returns whether the newest event is that the player of a color is out because their time is
/// over, or can now claim the time of the player to move. Later events stand behind it in the news
/// until the board is shown, and do not tell that player again.
fn is_about_time_of(view: &GameView, color: Color) -> bool {
    // These follow by themselves from the event before them.
    let follows = |event: &Event| matches!(event, Event::Passed(_) | Event::Out(_) | Event::Lapsed);
    let newest = view.news.iter().rev().find(|event| !follows(event));
    // A board that mentioned nobody has taken the news along.
    let is_overdue = newest.is_none_or(|event| matches!(event, Event::Overdue(_)));
    newest == Some(&Event::TimeOut(color)) || (is_overdue && can_claim(view, color))
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
    let link = &link_or_channel(view.place, view.message);
    if view.ending.is_some() {
        return Outgoing::text(words.seen_there(view, link));
    }
    let pending = bot.service.ask(move |service| service.pending(game));
    let is_waiting = matches!(pending.await, Ok(Some(_)));
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
    let claim = Buttons::of(view, words).press(PlayRequest::Claim);
    vec![CreateActionRow::Buttons(vec![claim])]
}

/// Tells the person to move why a game cannot be shown at its place, unless they are the one who
/// just asked.
async fn tell_once(
    bot: &Bot,
    game: GameId,
    asked: Option<PersonId>,
    text: impl FnOnce(Words, &GameView) -> String,
) {
    let Ok(view) = bot.service.game(game).await else {
        return;
    };
    let Some(person) = to_move(&view).filter(|person| Some(*person) != asked) else {
        return;
    };
    if is_news(bot, &view).await {
        let text = text(bot.languages.words_for(person, &view).await, &view);
        let is_lost = |guild: &GuildId| bot.languages.guilds.is_lost(*guild);
        let left = view.place.guild.filter(is_lost);
        tell(bot, person, &[game], Outgoing::text(text), left).await;
    }
}

/// Returns whether the person to move has not been told yet that a game cannot be shown at its
/// place, and records that they are told. The cause may be noticed several times, by the
/// deletion of the channel and by every attempt to show something there; each person is told
/// once.
pub(in crate::discord::board) async fn is_news(bot: &Bot, view: &GameView) -> bool {
    match view.to_move() {
        Some(color) => is_news_to(bot, view, color, None).await,
        None => false,
    }
}

/// Returns whether the player of a color has not been told yet that a game cannot be shown at its
/// place, at all or since this number of actions, and records that the player is told.
async fn is_news_to(bot: &Bot, view: &GameView, color: Color, actions: Option<u32>) -> bool {
    let game = view.id;
    // A message being shown is recorded first: recorded later, it would signal that all is
    // well.
    let _turn = bot.message_locks.enter(game).await;
    let noted = bot
        .service
        .ask(move |service| service.note_lost(game, color, actions));
    noted.await.unwrap_or(false)
}

/// Sends a person a direct message about games, with retries, unless the person blocks the bot, or
/// the bot is again on the server that it had `left`: then the person hears of the next loss.
/// Messages to many people take a while.
pub(in crate::discord::board) async fn tell(
    bot: &Bot,
    person: PersonId,
    games: &[GameId],
    message: Outgoing,
    left: Option<GuildId>,
) {
    let message = message.never_twice();
    for _ in 0..TRIES {
        if left.is_some_and(|guild| bot.languages.guilds.is_member(guild)) {
            return forget_told(bot, games).await;
        }
        match try_to_tell(bot, person, &message).await {
            Ok(()) => return,
            Err(RestError::GaveUp(why) | RestError::Intercepted(why)) => {
                tracing::info!(?games, why, "a direct message will be sent later");
                bot.clock.sleep(LATER).await;
            }
            Err(error) => {
                return tracing::info!(?games, %error, "a direct message could not be sent");
            }
        }
    }
    tracing::warn!(?games, "a direct message could not be sent");
}

/// Records that nobody has been told that these games cannot be shown at their place.
async fn forget_told(bot: &Bot, games: &[GameId]) {
    for game in games.iter().copied() {
        let noted = bot.service.ask(move |service| service.note_untold(game));
        if let Err(error) = noted.await {
            tracing::error!(%game, ?error, "a loss that nobody heard of could not be recorded");
        }
    }
}

/// Attempts once to send a message to a person.
pub(in crate::discord::board) async fn try_to_tell(
    bot: &Bot,
    person: PersonId,
    message: &Outgoing,
) -> Result<(), RestError> {
    let (person, now) = (UserId::new(person.0), bot.clock.now());
    let channel = bot.direct_messages.open(&bot.rest, person, now).await?;
    let told = bot.rest.post(channel, message).await;
    match &told {
        Err(error) if error.is_unknown_channel() => bot.direct_messages.forget(person),
        Err(error) => bot.direct_messages.note(person, error, now),
        Ok(_) => {}
    }
    told.map(drop)
}

/// Returns the person to move; `None` for a computer.
pub(in crate::discord::board) fn to_move(view: &GameView) -> Option<PersonId> {
    let person = view.person(view.to_move()?)?;
    Some(person.id)
}
