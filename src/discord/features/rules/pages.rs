//! Pages of the rules and the practice game, on private messages that carry all their state.

use crate::discord::bot::Bot;
use crate::discord::features::rules::lesson_view;
use crate::discord::features::rules::page_view::{self, InForce, RulesPage};
use crate::discord::game_messages::drawing::view_preferences::theme_for;
use crate::discord::game_messages::respond;
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::custom_id::buttons::RulesButton;
use crate::discord::interaction::custom_id::rules_page::RulesPageId;
use crate::discord::interaction::error::BotError;
use crate::discord::interaction::incoming::Press;
use crate::discord::interaction::response::Reply;
use crate::discord::rest::Outgoing;
use crate::i18n::Task;
use crate::service::{GameId, PersonId, Place, Refusal, Service, View};
use focus::notation::MoveText;
use focus::{Mode, Rules};

/// Handles a press of a button of the rules or the practice game.
pub(crate) async fn press(
    bot: &Bot,
    reply: Reply<'_>,
    press: &Press,
    (game, button): (GameId, RulesButton),
) {
    let value = press.chosen().unwrap_or_default();
    match button {
        RulesButton::HowToPlay => how_to_play(bot, reply, game).await,
        RulesButton::RulesOf => page_of(bot, reply, game, value).await,
        RulesButton::Rules(shown) => page(bot, reply, game, shown).await,
        RulesButton::Lesson(shown) => task(bot, reply, shown).await,
        RulesButton::Try(task) => attempt(bot, reply, task, value).await,
    }
}

/// Shows a page of the rules, with the options of a game if there is one.
pub(crate) async fn page(bot: &Bot, reply: Reply<'_>, game: GameId, page: RulesPageId) {
    let context = reply.context();
    let asker = context.person_and_place();
    let in_force = bot
        .service
        .ask(move |service| Ok::<_, BotError>(in_force(service, asker, game)));
    let message = async {
        let shown = page_view::page(page, in_force.await?, context.words);
        illustrated(bot, context, shown).await
    };
    respond::answer(bot, reply, None, message).await;
}

/// Shows the first page of the rules of a table.
async fn how_to_play(bot: &Bot, reply: Reply<'_>, game: GameId) {
    let asker = reply.context().person_and_place();
    let in_force = bot
        .service
        .ask(move |service| Ok::<_, BotError>(in_force(service, asker, game)));
    let rules = in_force.await.ok().flatten().map(|game| game.rules);
    let mode = rules.map_or(Mode::Duel, Rules::mode);
    page(bot, reply, game, RulesPageId::first(mode)).await;
}

/// Shows the first page of the rules of a mode.
async fn page_of(bot: &Bot, reply: Reply<'_>, game: GameId, mode: &str) {
    let Ok(mode) = mode.parse() else {
        return reply.refuse_unknown().await;
    };
    page(bot, reply, game, RulesPageId::first(mode)).await;
}

/// Shows the rules of a mode, or of the game that the request can refer to.
pub(crate) async fn ask_for(bot: &Bot, reply: Reply<'_>, mode: Option<Mode>) {
    let context = reply.context();
    let (person, place) = context.person_and_place();
    let game = bot.service.ask(move |service| {
        let game = service.find(person, place.channel).ok();
        Ok::<_, BotError>(game.and_then(|game| in_force(service, (person, place), game)))
    });
    // Without an answer there is no game whose options could be shown.
    let game = game.await.ok().flatten();
    let game = game.filter(|game| mode.is_none_or(|mode| mode == game.rules.mode()));
    let mode = mode.or_else(|| game.map(|game| game.rules.mode()));
    let first = RulesPageId::first(mode.unwrap_or(Mode::Duel));
    let game = game.map_or(GameId(0), |game| game.game);
    page(bot, reply, game, first).await;
}

/// Shows a task of the practice game.
async fn task(bot: &Bot, reply: Reply<'_>, task: Task) {
    let shown = lesson_view::task(task, &bot.emojis, reply.context().words);
    say(bot, reply, Some(shown)).await;
}

/// Responds to a choice in a task.
async fn attempt(bot: &Bot, reply: Reply<'_>, task: Task, text: &str) {
    let chosen = text.parse::<MoveText>().ok();
    let (emojis, words) = (&bot.emojis, reply.context().words);
    let shown = chosen.and_then(|chosen| lesson_view::answer(task, chosen.mv(), emojis, words));
    say(bot, reply, shown).await;
}

async fn say(bot: &Bot, reply: Reply<'_>, shown: Option<RulesPage>) {
    let context = reply.context();
    let message = async {
        let shown = shown.ok_or(BotError::Refused(Refusal::Stale))?;
        illustrated(bot, context, shown).await
    };
    respond::answer(bot, reply, None, message).await;
}

async fn illustrated(
    bot: &Bot,
    context: &RequestContext,
    RulesPage { message, example }: RulesPage,
) -> Result<Outgoing, BotError> {
    let Some(example) = example else {
        return Ok(message.without_picture());
    };
    let words = context.words;
    let alt = words.example_alt(&example.game, example.square(), &example.framed());
    let name = format!("example-{:x}.png", example.game.position().key());
    let theme = theme_for(&bot.service, context).await;
    let picture = bot
        .drawing
        .draw(theme, example.scene(words), name, alt)
        .await?;
    Ok(message.picture(picture))
}

/// Returns the rules of the table or game with this number, if there is one of which the person may
/// know in that place: the press may be forged.
fn in_force(
    service: &Service,
    (person, place): (PersonId, Place),
    game: GameId,
) -> Option<InForce> {
    if !service.may_know(person, place, game).ok()? {
        return None;
    }
    let rules: Rules = match service.view(game).ok()? {
        View::Table(table) => table.rules,
        View::Game(view) => view.game.rules(),
    };
    Some(InForce { game, rules })
}
