//! Places where the bot is not a member: it can only answer there, so what happens in between waits
//! for somebody to ask, and is told in direct messages.

use tokio::time::Instant;

use crate::discord::board::publisher::show_or_tell;
use crate::discord::bot::Bot;
use crate::discord::interaction::context::RequestContext;
use crate::discord::rest::Made;
use crate::service::{Fault, GameId};

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
