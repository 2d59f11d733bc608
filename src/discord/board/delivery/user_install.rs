//! Places where the bot is no member: it can only answer there, so what happens meanwhile waits for
//! somebody to ask, and is told in direct messages.

use tokio::time::Instant;

use crate::discord::board::unreachable::{is_news_to, show_or_tell, tell};
use crate::discord::bot::Bot;
use crate::discord::interaction::context::RequestContext;
use crate::discord::rest::{Made, Outgoing};
use crate::discord::views;
use crate::discord::views::buttons::reminder_rows;
use crate::service::{Fault, GameId, GameView, PersonId};

/// Uses an interaction that has been handled at a place where the bot can only answer: shows what
/// waits in the channel, and changes the pressed message if it is superseded. `game` is the game of
/// the component.
pub(crate) async fn finish(bot: &Bot, context: &RequestContext, game: Option<GameId>) {
    let (channel, key) = (context.place.channel, &context.key);
    let pressed = context.pressed.filter(|_| key.holds_pressed());
    if let Some((game, pressed)) = game.zip(pressed) {
        bot.tokens.note_made(game, pressed, key, Made::Original);
    }
    let waiting = bot.service.ask_later(move |service| {
        let mut waiting = service.unannounced_in(channel)?;
        // A game that is over is in no list of its channel.
        let is_new = |game: &GameId| {
            let pending = service.pending(*game).ok().flatten();
            !waiting.contains(game)
                && pending.is_some_and(|update| update.view.place().channel == channel)
        };
        let over = game.filter(is_new);
        waiting.extend(over);
        Ok::<_, Fault>(waiting)
    });
    for game in waiting.await.unwrap_or_default() {
        bot.tokens.note(game, channel, key, Instant::now());
        show_or_tell(bot, game).await;
    }
    if let Some((game, _)) = game.zip(pressed) {
        // Its line leads to the board that has just been shown.
        bot.left_over.wake(game);
    }
}

/// Tells people of what waits, or of what has called nobody: the person to move of the turn, or
/// everybody of the result. Not the person who has just asked for it.
pub(in crate::discord::board) async fn tell_unseen(
    bot: &Bot,
    game: GameId,
    asked: Option<PersonId>,
) {
    let Ok(view) = bot.service.game(game).await else {
        return;
    };
    let link =
        views::link(view.place, view.message).unwrap_or_else(|| views::link_to_channel(view.place));
    if view.ending.is_some() {
        return tell_result(bot, &view, &link, asked).await;
    }
    let Some(color) = view.to_move() else { return };
    let Some(person) = view.person(color).map(|person| person.id) else {
        return;
    };
    if Some(person) == asked || !is_news_to(bot, &view, color, Some(view.actions)).await {
        return;
    }
    let words = bot.languages.words_for(person, &view);
    let pending = bot.service.ask(move |service| service.pending(game));
    let is_waiting = matches!(pending.await, Ok(Some(_)));
    let text = if is_waiting {
        words.turn_unseen(&view, &link)
    } else {
        words.seen_there(&view, &link)
    };
    let message = Outgoing::text(text).rows(reminder_rows(&view, words));
    let now = bot.clock.now();
    let is_night = bot
        .service
        .ask(move |service| service.is_night_for(person, now));
    let message = if is_night.await.unwrap_or(false) {
        message.silent()
    } else {
        message
    };
    tell(bot, person, game, message).await;
}

/// Tells the players how a game has ended. The last board waits until somebody presses an older one.
async fn tell_result(bot: &Bot, view: &GameView, link: &str, asked: Option<PersonId>) {
    for (color, player) in &view.players {
        let Some(person) = player.id().filter(|person| Some(*person) != asked) else {
            continue;
        };
        if is_news_to(bot, view, *color, Some(view.actions)).await {
            let words = bot.languages.words_for(person, view);
            let result = Outgoing::text(words.seen_there(view, link));
            tell(bot, person, view.id, result).await;
        }
    }
}
