//! Pages of the rules and the practice game, on private messages that carry all their state.

use serenity::all::CreateActionRow;

use crate::discord::bot::Bot;
use crate::discord::custom_id::rules_page::Page;
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::response::Reply;
use crate::discord::rest::Outgoing;
use crate::discord::runtime::error::BotError;
use crate::discord::views::example::Example;
use crate::discord::views::lesson;
use crate::discord::views::rules::{self, InForce};
use crate::i18n::Task;
use crate::service::{GameId, Refusal, Service, View};
use focus::notation::MoveText;
use focus::{Mode, Rules};

/// Shows a page of the rules, with the options of a game if there is one.
pub(crate) async fn page(
    bot: &Bot,
    asker: &RequestContext,
    reply: Reply<'_>,
    game: GameId,
    page: Page,
) {
    let in_force = bot.ask(move |service| Ok::<_, BotError>(in_force(service, game)));
    let message = async {
        let shown = rules::page(page, in_force.await?, asker.words);
        let message = Outgoing::text(shown.text);
        match shown.example {
            Some(example) => illustrated(bot, asker, message, shown.rows, &example).await,
            None => Ok(message.rows(shown.rows).without_picture()),
        }
    };
    bot.answer(asker, reply, None, message).await;
}

/// Shows the first page of the rules of a table.
pub(crate) async fn how_to_play(bot: &Bot, asker: &RequestContext, reply: Reply<'_>, game: GameId) {
    let in_force = bot.ask(move |service| Ok::<_, BotError>(in_force(service, game)));
    let rules = in_force.await.ok().flatten().map(|game| game.rules);
    let mode = rules.map_or(Mode::Duel, Rules::mode);
    page(bot, asker, reply, game, Page::first(mode)).await;
}

/// Shows the first page of the rules of a mode.
pub(crate) async fn page_of(
    bot: &Bot,
    asker: &RequestContext,
    reply: Reply<'_>,
    game: GameId,
    mode: &str,
) {
    let mut modes = Mode::ALL.into_iter();
    let Some(mode) = modes.find(|known| known.token() == mode) else {
        let unknown = Outgoing::text(asker.words.unknown_button());
        return reply.say(unknown).await;
    };
    page(bot, asker, reply, game, Page::first(mode)).await;
}

/// Shows the rules of a mode, or of the game that the request can refer to.
pub(crate) async fn ask_for(
    bot: &Bot,
    asker: &RequestContext,
    reply: Reply<'_>,
    mode: Option<Mode>,
) {
    let (person, channel) = (asker.actor.person, asker.place.channel);
    let game = bot.ask(move |service| {
        let game = service.find(person, channel).ok();
        Ok::<_, BotError>(game.and_then(|game| in_force(service, game)))
    });
    // Without an answer there is no game whose options could be shown.
    let game = game.await.ok().flatten();
    let game = game.filter(|game| mode.is_none_or(|mode| mode == game.rules.mode()));
    let mode = mode.or_else(|| game.map(|game| game.rules.mode()));
    let first = Page::first(mode.unwrap_or(Mode::Duel));
    let game = game.map_or(GameId(0), |game| game.game);
    page(bot, asker, reply, game, first).await;
}

/// Offers the practice game, in a private message, to somebody who plays for the first time.
pub(crate) async fn offer_practice(bot: &Bot, asker: &RequestContext) {
    let person = asker.actor.person;
    let is_new = bot.ask(move |service| service.is_newcomer(person));
    // The offer is a courtesy; a game goes on without it.
    if !is_new.await.unwrap_or(false) {
        return;
    }
    let offer = lesson::offer(asker.words).private();
    if let Err(error) = bot.rest.follow_up(&asker.key, &offer).await {
        tracing::warn!(%error, "an offer did not arrive");
    }
}

/// Shows a task of the practice game.
pub(crate) async fn task(bot: &Bot, asker: &RequestContext, reply: Reply<'_>, task: Task) {
    let shown = lesson::task(task, asker.words);
    say(bot, asker, reply, Some(shown)).await;
}

/// Responds to a choice in a task.
pub(crate) async fn attempt(
    bot: &Bot,
    asker: &RequestContext,
    reply: Reply<'_>,
    task: Task,
    text: &str,
) {
    let chosen = text.parse::<MoveText>().ok();
    let shown = chosen.and_then(|chosen| lesson::answer(task, chosen.mv(), asker.words));
    say(bot, asker, reply, shown).await;
}

async fn say(bot: &Bot, asker: &RequestContext, reply: Reply<'_>, shown: Option<lesson::Shown>) {
    let message = async {
        let shown = shown.ok_or(BotError::Refused(Refusal::Stale))?;
        let message = Outgoing::text(shown.text);
        illustrated(bot, asker, message, shown.rows, &shown.example).await
    };
    bot.answer(asker, reply, None, message).await;
}

async fn illustrated(
    bot: &Bot,
    asker: &RequestContext,
    message: Outgoing,
    rows: Vec<CreateActionRow>,
    example: &Example,
) -> Result<Outgoing, BotError> {
    let words = asker.words;
    let alt = words.example_alt(&example.game, example.square(), &example.framed());
    let name = format!("example-{:x}.png", example.game.position().key());
    let theme = bot.theme_for(asker).await;
    let picture = bot.draw(theme, example.scene(words), name, alt).await?;
    Ok(message.rows(rows).picture(picture))
}

/// Returns the rules of a table or game, if there is one with this number.
fn in_force(service: &Service, game: GameId) -> Option<InForce> {
    let rules: Rules = match service.view(game).ok()? {
        View::Table(table) => table.rules,
        View::Game(view) => view.game.rules(),
    };
    Some(InForce { game, rules })
}
