//! Games to look back on: replays, records, lists.

use std::convert::Infallible;

use serenity::all::User;

use crate::discord::bot::Bot;
use crate::discord::engine::review;
use crate::discord::engine::review_view::reviewed;
use crate::discord::features::history::id::HistoryButtonId;
use crate::discord::features::history::lookup::{newest, wanted};
use crate::discord::features::history::replay::{self, ReplayRange};
use crate::discord::features::history::view;
use crate::discord::game_messages::respond;
use crate::discord::game_messages::respond::names::name_by_id;
use crate::discord::game_messages::respond::share_button::{check_shareable, share};
use crate::discord::game_messages::shown_game::look_at;
use crate::discord::interaction::arguments::options::ChoiceOf;
use crate::discord::interaction::arguments::{Context, autocomplete};
use crate::discord::interaction::context::{self, RequestContext};
use crate::discord::interaction::custom_id::buttons::HistoryButton;
use crate::discord::interaction::custom_id::game::GameButtonId;
use crate::discord::interaction::custom_id::replay_cursor::ReplayCursor;
use crate::discord::interaction::error::BotError;
use crate::discord::interaction::response::Reply;
use crate::discord::rest::Outgoing;
use crate::discord::views::games::list_of_games;
use crate::service::{
    GameId, HistoryFilter, HistoryResult, HistoryScope, PersonId, PersonalView, Service,
    ServiceError,
};
use focus::Mode;

/// Games on a page of a list.
const PER_PAGE: usize = 8;

/// Exports the record of a game.
#[poise::command(slash_command)]
pub(crate) async fn export(
    ctx: Context<'_>,
    #[autocomplete = "autocomplete::any_games"] game: Option<String>,
) -> Result<(), Infallible> {
    respond::command(ctx, |bot, context| async move {
        let button = HistoryButton::Record;
        let personal = wanted(bot, &context, game.as_deref(), button, newest).await?;
        Ok(view::export(&personal.view, context.words))
    })
    .await
}

/// Lists the person's games.
#[poise::command(slash_command)]
pub(crate) async fn games(ctx: Context<'_>) -> Result<(), Infallible> {
    respond::command(ctx, |bot, context| async move {
        let person = context.actor.person;
        let games = bot
            .service
            .ask(move |service| service.listed_games_of(person));
        Ok(list_of_games(&games.await?, context.words))
    })
    .await
}

/// Lists games that have ended.
#[poise::command(slash_command)]
pub(crate) async fn history(
    ctx: Context<'_>,
    person: Option<User>,
    opponent: Option<User>,
    mode: Option<ChoiceOf<Mode>>,
    result: Option<ChoiceOf<HistoryResult>>,
) -> Result<(), Infallible> {
    respond::command(ctx, |bot, context| async move {
        let of_user = |user: &User| PersonId(user.id.get());
        // As in a challenge, the bot's account stands for its computers.
        let of_opponent = |user: &User| {
            if Some(user.id) == bot.me() {
                PersonId::COMPUTER
            } else {
                of_user(user)
            }
        };
        let id = HistoryButtonId {
            filter: HistoryFilter {
                scope: HistoryScope::Person(person.as_ref().map_or(context.actor.person, of_user)),
                mode: mode.map(|ChoiceOf(mode)| mode),
                opponent: opponent.as_ref().map(of_opponent),
                result: result.map(|ChoiceOf(result)| result),
            },
            page: 0,
        };
        let name = person.as_ref().map(context::name_of);
        list(bot, &context, id, name).await
    })
    .await
}

/// Returns a page of games that have ended. Another person is shown as `name`, or else as
/// [`name_by_id`] says.
pub(crate) async fn list(
    bot: &Bot,
    context: &RequestContext,
    id: HistoryButtonId,
    name: Option<String>,
) -> Result<Outgoing, BotError> {
    let (person, place) = context.person_and_place();
    let page = usize::try_from(id.page).unwrap_or(usize::MAX);
    let page = bot.service.ask_one_by_one(person, move |service| {
        service.history(person, place, id.filter, page, PER_PAGE)
    });
    let page = page.await?;
    let name = match id.filter.scope {
        HistoryScope::Person(other) if other != person => Some(match name {
            Some(name) => name,
            None => name_by_id(bot, context, other).await?,
        }),
        HistoryScope::Person(_) | HistoryScope::Guild(_) => None,
    };
    let context_place = (person, place.guild);
    Ok(view::history(
        id.filter,
        &page,
        context_place,
        name.as_deref(),
        context.words,
    ))
}

/// Handles a press of a button of a game that has ended.
pub(crate) async fn press(
    bot: &Bot,
    reply: Reply<'_>,
    (id, button): (GameButtonId, HistoryButton),
) {
    let context = reply.context();
    let number = match button {
        HistoryButton::Record => {
            let record = record(bot, context, id.game);
            return respond::answer(bot, reply.beside(), None, record).await;
        }
        HistoryButton::Explain => {
            let explained = explained(bot, context, id);
            return respond::answer(bot, reply, None, explained).await;
        }
        HistoryButton::Replay => return replay::show(bot, reply.beside(), id.game).await,
        HistoryButton::ShareReplay { from, speed } => {
            let part = ReplayRange::of_button(id, from, speed);
            return replay::share(bot, context, id.game, part).await;
        }
        HistoryButton::ShareReview => return share_review(bot, reply, id).await,
        HistoryButton::Review => return review(bot, reply.beside(), id.game, None).await,
        HistoryButton::StopReview => return review::stop(bot, reply, id).await,
        HistoryButton::Chart => None,
        HistoryButton::Moment => usize::try_from(id.seen).ok(),
    };
    review(bot, reply, id.game, number).await;
}

/// Turns to a page of a list of games.
pub(crate) async fn turn(bot: &Bot, reply: Reply<'_>, id: HistoryButtonId) {
    let list = list(bot, reply.context(), id, None);
    respond::answer(bot, reply, None, list).await;
}

/// Returns the record of a game.
async fn record(bot: &Bot, context: &RequestContext, game: GameId) -> Result<Outgoing, BotError> {
    let personal = look_at(bot, context, game).await?;
    Ok(view::export(&personal.view, context.words))
}

/// Shows the course of an ended game and its decisive moments.
#[poise::command(slash_command)]
pub(crate) async fn eval(
    ctx: Context<'_>,
    #[autocomplete = "autocomplete::any_games"] game: Option<String>,
) -> Result<(), Infallible> {
    let bot = ctx.data();
    let context = RequestContext::of_command(ctx.interaction);
    let reply = Reply::new(&bot.rest, &context);
    let personal = async {
        let button = HistoryButton::Review;
        let personal = wanted(bot, &context, game.as_deref(), button, last).await?;
        ended(bot, &context, personal.view.id).await
    };
    Box::pin(review::show(bot, reply, personal, None)).await;
    Ok(())
}

/// Returns the last game that ended.
fn last(service: &Service, context: &RequestContext) -> Result<GameId, ServiceError> {
    service.find_ended(context.actor.person, context.place)
}

/// Shows the course of a game, or one of its decisive moments.
async fn review(bot: &Bot, reply: Reply<'_>, game: GameId, number: Option<usize>) {
    let personal = ended(bot, reply.context(), game);
    Box::pin(review::show(bot, reply, personal, number)).await;
}

/// Shows everybody the chart of a review, or one of its moments. If the review is no longer cached,
/// it is first shown to the person again, who can then share it.
async fn share_review(bot: &Bot, reply: Reply<'_>, id: GameButtonId) {
    let context = reply.context();
    let number = usize::try_from(id.seen).ok().filter(|number| *number > 0);
    let Some(report) = bot.review_cache.recall(id.game) else {
        // The next press of the button must share the review that this one shows.
        bot.newest_presses.forget(context.actor.person);
        return review(bot, reply, id.game, number).await;
    };
    share(bot, context, |audience| async move {
        let personal = ended(bot, context, id.game).await?;
        check_shareable(&personal.view, context)?;
        reviewed(bot, context, (&personal, report), number, audience).await
    })
    .await;
}

/// Returns an ended game, if the person may look at it from here.
async fn ended(
    bot: &Bot,
    context: &RequestContext,
    game: GameId,
) -> Result<PersonalView, BotError> {
    let (person, place) = context.person_and_place();
    bot.service
        .ask(move |service| service.look_back(person, place, game))
        .await
}

/// Returns the explanation of a move of a game that is over.
async fn explained(
    bot: &Bot,
    context: &RequestContext,
    id: GameButtonId,
) -> Result<Outgoing, BotError> {
    let personal = ended(bot, context, id.game).await?;
    let here = ReplayCursor::from_number(id.seen);
    review::explain(bot, context, &personal, here).await
}
