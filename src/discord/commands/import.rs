//! Records that people bring along, to step through or to play on from.

use std::convert::Infallible;

use serenity::all::Attachment;

use crate::discord::bot::{Bot, handle};
use crate::discord::commands::Context;
use crate::discord::commands::tables;
use crate::discord::custom_id::import::{Step, StepId};
use crate::discord::custom_id::replay_cursor::ReplayCursor;
use crate::discord::features::respond::Act;
use crate::discord::features::uploads;
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::response::Reply;
use crate::discord::rest::Outgoing;
use crate::discord::runtime::error::BotError;
use crate::discord::runtime::spawn_blocking::spawn_blocking;
use crate::discord::views;
use crate::i18n::Done;
use crate::metrics::FaultKind;
use crate::service::ended::imports::ImportId;
use crate::service::{NewTable, Request, Service, TableKind};
use focus::notation::Record;
use focus::{Direction, Position};

/// Shows a record that somebody brings along, to step through in private.
#[poise::command(slash_command)]
pub(super) async fn import(
    ctx: Context<'_>,
    record: Option<Attachment>,
    notation: Option<String>,
) -> Result<(), Infallible> {
    let bot = ctx.data();
    let asker = RequestContext::of_command(ctx.interaction);
    let message = async {
        let record = uploads::record(bot, &asker, record.as_ref(), notation).await?;
        let (now, person, text) = (bot.clock.now(), asker.actor.person, record.to_string());
        let import = bot.ask(move |service| service.import(now, person, &text));
        let end = ReplayCursor {
            ply: record.game.plies().len(),
            down: Direction::South,
        };
        show(bot, &asker, import.await?, record, end).await
    };
    bot.answer(&asker, Reply::new(&bot.rest, &asker), None, message)
        .await;
    Ok(())
}

/// Does what a button below a record says.
pub(in crate::discord) async fn press(
    bot: &Bot,
    asker: &RequestContext,
    reply: Reply<'_>,
    id: StepId,
) {
    match id.step {
        Step::PlayOn => play_on(bot, asker, id).await,
        Step::First | Step::Back | Step::Next | Step::Last | Step::Turn => {
            let message = async {
                let record = kept(bot, asker, id.import).await?;
                show(bot, asker, id.import, record, id.cursor()).await
            };
            bot.answer(asker, reply, None, message).await;
        }
    }
}

/// The record that this person brought along.
async fn kept(bot: &Bot, asker: &RequestContext, import: ImportId) -> Result<Record, BotError> {
    let person = asker.actor.person;
    let text = bot.ask(move |service| service.imported(person, import));
    let text = text.await?;
    // A long game takes its time to be played through.
    let read = spawn_blocking(FaultKind::System, move || text.parse::<Record>()).await?;
    read.map_err(|error| {
        BotError::Broken(
            FaultKind::Record,
            format!("a record that was kept: {error}"),
        )
    })
}

/// A position of a record.
async fn show(
    bot: &Bot,
    asker: &RequestContext,
    import: ImportId,
    record: Record,
    cursor: ReplayCursor,
) -> Result<Outgoing, BotError> {
    let words = asker.words;
    let theme = bot.theme_for(asker).await;
    let stage = views::import::Stage::new(import, record, cursor);
    let (scene, name) = (stage.scene(words), stage.file_name());
    let picture = bot.draw(theme, scene, name, words.alt_text_of(&stage.game));
    Ok(views::import::imported(&stage, words, picture.await?))
}

/// Sets a table up at which everybody can play on from a position of a record.
async fn play_on(bot: &Bot, asker: &RequestContext, id: StepId) {
    // What is stepped through stays as it is; the answer is a message of its own.
    let reply = Reply::new(&bot.rest, asker);
    let request = async {
        let record = kept(bot, asker, id.import).await?;
        let position = record.game.after(id.cursor().ply).position().clone();
        let (who, now) = (asker.clone(), bot.clock.now());
        bot.ask(move |service| {
            let new = table(service, &who, position)?;
            handle(service, now, &who.actor, Request::Create(new))
        })
        .await
    };
    let done = Done::SetUp { against: None };
    bot.act(asker, reply, Act::by_command(Some(done)), request)
        .await;
    bot.deadline_set.notify_one();
}

/// An open table that begins with a position, as tables are on the server.
pub(super) fn table(
    service: &Service,
    asker: &RequestContext,
    position: Position,
) -> Result<NewTable, BotError> {
    let in_thread = tables::room(service, asker, None)?;
    Ok(NewTable {
        place: asker.place,
        kind: TableKind::Open,
        teammate: None,
        rules: position.rules(),
        computers: Vec::new(),
        is_watched: false,
        in_thread,
        time: None,
        is_private: false,
        start: Some(Box::new(position)),
        rated: false,
    })
}
