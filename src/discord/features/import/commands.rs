//! Imported records: to step through, or to play on from.

use std::convert::Infallible;
use std::future::ready;

use serenity::all::{Attachment, Message};

use crate::discord::bot::Bot;
use crate::discord::features::import::id::{ImportButton, ImportButtonId};
use crate::discord::features::import::view::{ImportStep, imported};
use crate::discord::game_messages::delivery::snowflake::start_of;
use crate::discord::game_messages::drawing::view_preferences::theme_for;
use crate::discord::game_messages::respond;
use crate::discord::game_messages::respond::command_reply::CommandReply;
use crate::discord::game_messages::shown_game::game_of;
use crate::discord::interaction::arguments::thread_choice::gets_thread;
use crate::discord::interaction::arguments::{Context, uploads};
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::custom_id::game::GameButtonId;
use crate::discord::interaction::custom_id::replay_cursor::ReplayCursor;
use crate::discord::interaction::error::BotError;
use crate::discord::interaction::incoming::Press;
use crate::discord::interaction::response::Reply;
use crate::discord::interaction::service_client::seed;
use crate::discord::rest::Outgoing;
use crate::discord::runtime::fault::spawn_blocking;
use crate::discord::views;
use crate::i18n::{Done, Words};
use crate::metrics::FaultKind;
use crate::service::game::ended::imports::ImportId;
use crate::service::{GameId, GameView, MessageId, NewTable, Refusal, Service, SetupPreferences};
use focus::notation::Record;
use focus::{Direction, Position};

/// Shows an imported record, to step through in private.
#[poise::command(slash_command)]
pub(crate) async fn import(
    ctx: Context<'_>,
    record: Option<Attachment>,
    notation: Option<String>,
) -> Result<(), Infallible> {
    respond::command(ctx, |bot, context| async move {
        let record = uploads::record(bot, &context, record.as_ref(), notation).await?;
        let (now, person, text) = (bot.clock.now(), context.actor.person, record.to_string());
        let import = bot
            .service
            .ask_in_turn(&context.subjects(None), move |service| {
                service.import(now, person, &text)
            });
        let end = ReplayCursor {
            ply: record.game.plies().len(),
            down: Direction::South,
        };
        show(bot, &context, import.await?, record, end).await
    })
    .await
}

/// Sets up a table that begins with the position that a message shows.
#[poise::command(
    context_menu_command = "Play on from here",
    install_context = "Guild|User",
    interaction_context = "Guild|BotDm|PrivateChannel"
)]
pub(crate) async fn play_on(ctx: Context<'_>, message: Message) -> Result<(), Infallible> {
    let bot = ctx.data();
    let context = RequestContext::of_command(ctx.interaction);
    let position = async {
        match game_of(bot, &message).await? {
            Some(game) => {
                let view = to_play_on(bot, &context, game).await?;
                let picture = message.attachments.first();
                let plies = picture.and_then(|picture| views::plies_shown_by(&picture.filename));
                Ok(view.game.reached(plies.unwrap_or(usize::MAX)))
            }
            None => written(&message.content, context.words),
        }
    };
    Box::pin(set_up_from(bot, &context, Some(message.id), position)).await;
    Ok(())
}

/// Handles a press of a button below a record.
pub(crate) async fn press(bot: &Bot, reply: Reply<'_>, press: &Press, id: ImportButtonId) {
    let context = reply.context();
    match id.step {
        ImportButton::PlayOn => play_on_from(bot, context, press, id).await,
        ImportButton::First
        | ImportButton::Back
        | ImportButton::Next
        | ImportButton::Last
        | ImportButton::Turn => {
            let message = async {
                let record = kept(bot, context, id.import).await?;
                show(bot, context, id.import, record, id.cursor()).await
            };
            respond::answer(bot, reply, None, message).await;
        }
    }
}

/// Returns a record that this person imported.
async fn kept(bot: &Bot, context: &RequestContext, import: ImportId) -> Result<Record, BotError> {
    let person = context.actor.person;
    let text = bot
        .service
        .ask(move |service| service.imported(person, import));
    let text = text.await?;
    // Replaying a long game takes time.
    let read = spawn_blocking(FaultKind::System, move || text.parse::<Record>()).await?;
    read.map_err(|error| {
        BotError::Broken(
            FaultKind::Record,
            format!("a record that was kept: {error}"),
        )
    })
}

/// Returns a message with a position of a record.
async fn show(
    bot: &Bot,
    context: &RequestContext,
    import: ImportId,
    record: Record,
    cursor: ReplayCursor,
) -> Result<Outgoing, BotError> {
    let words = bot.emojis.shown_in(context.words);
    let theme = theme_for(&bot.service, context).await;
    let stage = ImportStep::new(import, record, cursor);
    let (scene, name) = (stage.scene(words), stage.file_name());
    let picture = bot
        .drawing
        .draw(theme, scene, name, words.alt_text_of(&stage.game));
    Ok(imported(&stage, words, picture.await?))
}

/// Sets up a table at which everybody can play on from a position of a record.
async fn play_on_from(bot: &Bot, context: &RequestContext, press: &Press, id: ImportButtonId) {
    let position = async {
        let record = kept(bot, context, id.import).await?;
        Ok(record.game.reached(id.cursor().ply))
    };
    set_up_from(bot, context, press.message(), position).await;
}

/// Sets up a table at which everybody can play on from a position of a game.
pub(crate) async fn play_on_at(
    bot: &Bot,
    context: &RequestContext,
    press: &Press,
    id: GameButtonId,
) {
    let position = async {
        let view = to_play_on(bot, context, id.game).await?;
        let cursor = ReplayCursor::from_number(id.seen);
        Ok(view.game.reached(cursor.ply))
    };
    set_up_from(bot, context, press.message(), position).await;
}

/// Returns a game from which the person may play on.
async fn to_play_on(
    bot: &Bot,
    context: &RequestContext,
    game: GameId,
) -> Result<GameView, BotError> {
    let (person, place) = context.person_and_place();
    let personal = bot
        .service
        .ask(move |service| service.look_to_play_on(person, place, game));
    Ok(personal.await?.view)
}

/// Sets up a table that begins with a position, which `message` shows.
async fn set_up_from(
    bot: &Bot,
    context: &RequestContext,
    message: Option<serenity::all::MessageId>,
    position: impl Future<Output = Result<Position, BotError>>,
) {
    // The record stays open for stepping; the answer is a message of its own.
    let mut reply = Reply::new(&bot.rest, context);
    let request = async {
        let position = position.await?;
        let (who, now) = (context.clone(), bot.clock.now());
        let message = message.map(|message| MessageId(message.get()));
        let start = start_of(context.key.id, message);
        bot.service
            .ask_in_turn(&context.new_game(), move |service| {
                let table = table(service, &who, position)?;
                let new = (None, &table);
                let opened = service.create_by_press(now, &who.actor, new, start, seed()?);
                opened.map_err(BotError::from)
            })
            .await
    };
    let update = Box::pin(reply.wait(request)).await;
    if let Err(BotError::Refused(Refusal::AlreadyBegun)) = update {
        // The same button or command, used twice at once, has already set up the table.
        return reply.say_nothing().await;
    }
    let done = CommandReply::typed(Some(Done::SetUp { against: None }));
    let request = ready(update);
    Box::pin(respond::carry_out(bot, reply, done, request)).await;
    bot.deadline_set.notify_one();
}

/// Returns a table that begins with a position, with the server's default for threads, a clock if
/// the server requires one, and computers of the person's usual level where nobody else can play.
fn table(
    service: &Service,
    context: &RequestContext,
    position: Position,
) -> Result<NewTable, BotError> {
    let in_thread = gets_thread(service, context, None)?;
    let last = service.setup_preferences(context.actor.person)?;
    let preferences = SetupPreferences {
        level: last.level,
        rules: position.rules(),
        ..SetupPreferences::duel_with_anyone()
    };
    let preferences = service.setup_at(context.place, preferences)?;
    Ok(NewTable {
        start: Some(Box::new(position)),
        is_private: context.is_in_private_thread(),
        ..preferences.table(context.place, in_thread)
    })
}

/// Returns the position written in a message: a line of it, or the text between backticks.
fn written(text: &str, words: Words) -> Result<Position, BotError> {
    let mut parts = text.lines().flat_map(|line| line.split('`'));
    let setup = parts.find_map(|part| uploads::read_setup(part, words).ok());
    let none = || BotError::Said(words.text("no-position-there", &[]));
    uploads::position_of(setup.ok_or_else(none)?, words)
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
