//! Games that messages of the bot show.

use std::collections::BTreeSet;

use serenity::all::{ActionRowComponent, ButtonKind, Message};

use crate::discord::bot::Bot;
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::custom_id::buttons::PlayButton;
use crate::discord::interaction::custom_id::game::{GameButton, GameButtonId};
use crate::discord::interaction::error::BotError;
use crate::discord::views;
use crate::service::{GameId, MessageId, PersonalView};

/// Game, and the step of it that a message shows, if it shows one.
pub(crate) type About = (GameId, Option<u32>);

/// Returns a game that has begun, if the person may look at it from here.
pub(crate) async fn look_at(
    bot: &Bot,
    context: &RequestContext,
    game: GameId,
) -> Result<PersonalView, BotError> {
    let (person, place) = context.person_and_place();
    bot.service
        .ask(move |service| service.visible_game(person, place, game))
        .await
}

/// Returns the game that a message of the bot shows.
pub(crate) async fn game_of(bot: &Bot, message: &Message) -> Result<Option<GameId>, BotError> {
    if Some(message.author.id) != bot.me() {
        return Ok(None);
    }
    if let Some((game, _)) = about(message) {
        return Ok(Some(game));
    }
    let id = MessageId(message.id.get());
    let found = bot
        .service
        .ask(move |service| service.by_message(id))
        .await?;
    Ok(found.map(|(game, _)| game))
}

/// Returns the game that one of the bot's own messages is about, by its picture, its buttons, or
/// its words.
pub(crate) fn about(message: &Message) -> Option<About> {
    let picture = message.attachments.first();
    let shown = picture.and_then(|picture| views::shown_by(&picture.filename));
    // A superseded board shows no step of its game.
    let left = || Some((views::left_by(&message.content)?, Some(u32::MAX)));
    shown
        .or_else(left)
        .or_else(|| offered_by(message))
        .or_else(|| Some((named_in(&message.content)?, None)))
}

/// Returns whether one of the bot's own messages follows a running game.
pub(crate) fn is_follower(message: &Message) -> bool {
    buttons(message).any(|id| matches!(id.button, GameButton::Watch(_)))
}

/// Returns the game of all buttons of a message, and its step, if a move can be made with them.
fn offered_by(message: &Message) -> Option<About> {
    let ids: Vec<_> = buttons(message).collect();
    let game = ids.first()?.game;
    let is_one = game != GameId(0) && ids.iter().all(|id| id.game == game);
    let mut moves = ids.iter().filter(|id| id.button == PlayButton::Move.into());
    is_one.then(|| (game, moves.next().map(|id| id.seen)))
}

/// Returns the buttons of games below a message.
fn buttons(message: &Message) -> impl Iterator<Item = GameButtonId> {
    let rows = message.components.iter();
    let parts = rows.flat_map(|row| &row.components);
    parts.filter_map(|part| match part {
        ActionRowComponent::Button(button) => match &button.data {
            ButtonKind::NonLink { custom_id, .. } => custom_id.parse::<GameButtonId>().ok(),
            _ => None,
        },
        _ => None,
    })
}

/// Returns the only game named in a text, such as `#12`.
fn named_in(text: &str) -> Option<GameId> {
    let numbers = text.split('#').skip(1).filter_map(|rest| {
        let digits = rest.find(|letter: char| !letter.is_ascii_digit());
        rest.split_at(digits.unwrap_or(rest.len())).0.parse().ok()
    });
    let numbers: BTreeSet<GameId> = numbers.collect();
    numbers.first().copied().filter(|_| numbers.len() == 1)
}
