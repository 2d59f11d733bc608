//! Commands in the menu of a person and of a message.

use std::convert::Infallible;

use serenity::all::{Message, User};

use crate::discord::bot::{Bot, begun, handle};
use crate::discord::commands::Context;
use crate::discord::commands::import::table;
use crate::discord::commands::panel;
use crate::discord::commands::past::{Part, replayed};
use crate::discord::dispatch::typed_moves::about;
use crate::discord::features::respond::Act;
use crate::discord::features::uploads;
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::response::Reply;
use crate::discord::runtime::error::BotError;
use crate::i18n::{Done, Words};
use crate::service::{GameId, GameView, MessageId, Request};
use focus::{Position, Setup};

/// Opens the panel of `/focus play` with a person chosen.
#[poise::command(
    context_menu_command = "Challenge to FOCUS",
    install_context = "Guild",
    interaction_context = "Guild"
)]
pub(super) async fn challenge(ctx: Context<'_>, user: User) -> Result<(), Infallible> {
    panel::open(ctx, Some(user)).await;
    Ok(())
}

/// Sets a table up that begins with the position that a message shows.
#[poise::command(
    context_menu_command = "Play on from here",
    install_context = "Guild",
    interaction_context = "Guild"
)]
pub(super) async fn play_on(ctx: Context<'_>, message: Message) -> Result<(), Infallible> {
    let bot = ctx.data();
    let asker = RequestContext::of_command(ctx.interaction);
    let request = async {
        let position = match game_of(bot, &message).await? {
            Some(game) => look(bot, &asker, game).await?.game.position().clone(),
            None => written(&message.content, asker.words)?,
        };
        let (who, now) = (asker.clone(), bot.clock.now());
        bot.ask(move |service| {
            let new = table(service, &who, position)?;
            handle(service, now, &who.actor, Request::Create(new))
        })
        .await
    };
    let done = Act::by_command(Some(Done::SetUp { against: None }));
    let reply = Reply::new(&bot.rest, &asker);
    Box::pin(bot.act(&asker, reply, done, request)).await;
    Ok(())
}

/// Replays the game that a message shows.
#[poise::command(
    context_menu_command = "Replay",
    install_context = "Guild",
    interaction_context = "Guild"
)]
pub(super) async fn replay(ctx: Context<'_>, message: Message) -> Result<(), Infallible> {
    let bot = ctx.data();
    let asker = RequestContext::of_command(ctx.interaction);
    let film = async {
        let none = || BotError::Said(asker.words.text("no-game-there", &[]));
        let game = game_of(bot, &message).await?.ok_or_else(none)?;
        let view = look(bot, &asker, game).await?;
        replayed(bot, &asker, view, Part::default()).await
    };
    let reply = Reply::new(&bot.rest, &asker);
    Box::pin(bot.answer(&asker, reply, None, film)).await;
    Ok(())
}

/// Returns a game that has begun, if the person may look at it from here.
async fn look(bot: &Bot, asker: &RequestContext, game: GameId) -> Result<GameView, BotError> {
    let (person, place) = (asker.actor.person, asker.place);
    bot.ask(move |service| {
        begun(service.view(game)?)?;
        service.look_from(person, place, game)
    })
    .await
}

/// Returns the game that a message of the bot shows.
async fn game_of(bot: &Bot, message: &Message) -> Result<Option<GameId>, BotError> {
    if Some(message.author.id) != bot.me() {
        return Ok(None);
    }
    if let Some((game, _)) = about(message) {
        return Ok(Some(game));
    }
    let id = MessageId(message.id.get());
    let found = bot.ask(move |service| service.by_message(id)).await?;
    Ok(found.map(|(game, _)| game))
}

/// Returns the position written in a message: a line of it, or what stands between backticks.
fn written(text: &str, words: Words) -> Result<Position, BotError> {
    let mut parts = text.lines().flat_map(|line| line.split('`'));
    let setup = parts.find_map(|part| uploads::read_setup(part, words).ok());
    let none = || BotError::Said(words.text("no-position-there", &[]));
    let setup: Setup = setup.ok_or_else(none)?;
    let rules = setup.implied_rules();
    let position = Position::from_setup(setup, rules);
    position.map_err(|error| BotError::Said(words.illegal_position(&error)))
}

#[cfg(test)]
mod tests {
    use super::written;
    use crate::i18n::{Language, Words};
    use focus::{Color, Mode, Position, Rules};

    #[test]
    fn a_position_is_found_in_a_message() {
        let start = Position::start(Rules::new(Mode::Duel), Color::Orange).to_string();
        let words = Words::new(Language::English);
        for text in [
            start.clone(),
            format!("  {start} "),
            format!("Look at this:\n{start}\nWhat now?"),
            format!("Look at `{start}`, please"),
        ] {
            let found = written(&text, words)
                .ok()
                .map(|position| position.to_string());
            assert_eq!(found.as_ref(), Some(&start), "{text}");
        }
        for text in ["", "What now?", "2"] {
            assert!(written(text, words).is_err(), "{text}");
        }
    }
}
