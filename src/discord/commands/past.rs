//! Games to look back on: replays, records, lists.

use std::convert::Infallible;

use poise::ChoiceParameter;
use serenity::all::User;

use crate::discord::bot::{Bot, named};
use crate::discord::commands::Context;
use crate::discord::commands::complete;
use crate::discord::commands::options::{ColorChoice, ModeChoice, side_down};
use crate::discord::custom_id::history::PastId;
use crate::discord::interaction::context::{self, RequestContext};
use crate::discord::interaction::response::Reply;
use crate::discord::rest::Outgoing;
use crate::discord::runtime::error::BotError;
use crate::discord::views;
use crate::i18n::Words;
use crate::service::{
    GameId, GameView, PastFilter, PastPage, PastResult, PastScope, PersonId, Service, ServiceError,
};
use focus::{Direction, Mode};
use focus_render::Speed;

/// Games on a page of a list.
const PER_PAGE: usize = 8;

/// How fast a replay goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ChoiceParameter)]
pub(super) enum SpeedChoice {
    Slow,
    Normal,
    Fast,
}

impl SpeedChoice {
    /// What people see for a choice, by its place in the list.
    pub(super) fn label(words: Words, index: usize) -> Option<String> {
        let id = match Speed::ALL.get(index)? {
            Speed::Slow => "choice-speed-slow",
            Speed::Normal => "choice-speed-normal",
            Speed::Fast => "choice-speed-fast",
        };
        Some(words.text(id, &[]))
    }
}

impl From<SpeedChoice> for Speed {
    fn from(choice: SpeedChoice) -> Self {
        match choice {
            SpeedChoice::Slow => Self::Slow,
            SpeedChoice::Normal => Self::Normal,
            SpeedChoice::Fast => Self::Fast,
        }
    }
}

/// How games ended for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ChoiceParameter)]
pub(super) enum ResultChoice {
    Won,
    Lost,
    Drawn,
}

impl From<ResultChoice> for PastResult {
    fn from(choice: ResultChoice) -> Self {
        match choice {
            ResultChoice::Won => Self::Won,
            ResultChoice::Lost => Self::Lost,
            ResultChoice::Drawn => Self::Drawn,
        }
    }
}

/// A game that somebody wants to look at, by its number or else the one that is meant.
pub(super) async fn wanted(
    bot: &Bot,
    asker: &RequestContext,
    number: Option<&str>,
    meant: fn(&Service, &RequestContext) -> Result<GameId, ServiceError>,
) -> Result<GameView, BotError> {
    let game = named(asker, number)?;
    let asker = asker.clone();
    bot.ask(move |service| {
        let game = match game {
            Some(game) => game,
            None => meant(service, &asker)?,
        };
        service.look_from(asker.actor.person, asker.place, game)
    })
    .await
}

/// The game that goes on, or else the last one that ended.
fn newest(service: &Service, asker: &RequestContext) -> Result<GameId, ServiceError> {
    service.find_any(asker.actor.person, asker.place)
}

/// Replays a game, or a part of it, as a moving picture.
#[poise::command(slash_command)]
pub(super) async fn replay(
    ctx: Context<'_>,
    #[autocomplete = "complete::any_games"] game: Option<String>,
    #[min = 1]
    #[max = 100_000]
    from: Option<usize>,
    #[min = 1]
    #[max = 100_000]
    to: Option<usize>,
    side: Option<ColorChoice>,
    speed: Option<SpeedChoice>,
) -> Result<(), Infallible> {
    let bot = ctx.data();
    let asker = RequestContext::of_command(ctx.interaction);
    let part = Part {
        from,
        to,
        side,
        speed,
    };
    let message = async {
        let view = wanted(bot, &asker, game.as_deref(), newest).await?;
        replayed(bot, &asker, view, part).await
    };
    bot.answer(&asker, Reply::new(&bot.rest, &asker), None, message)
        .await;
    Ok(())
}

/// Part of a game to replay, and how; all of it as usual where nothing is said.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Part {
    from: Option<usize>,
    to: Option<usize>,
    side: Option<ColorChoice>,
    speed: Option<SpeedChoice>,
}

/// Returns a part of a game as a moving picture.
pub(super) async fn replayed(
    bot: &Bot,
    asker: &RequestContext,
    view: GameView,
    part: Part,
) -> Result<Outgoing, BotError> {
    let words = asker.words;
    let plies = view.game.plies().len();
    let (from, to) = (part.from.unwrap_or(1), part.to.unwrap_or(plies));
    if from > to || to > plies {
        return Err(BotError::Said(words.no_such_part(plies)));
    }
    let mode = view.game.rules().mode();
    let down = side_down(part.side, mode, words)?.unwrap_or(Direction::South);
    let film = views::film(&view, down, words).with_plies(from..=to);
    let speed = part.speed.map(Speed::from).unwrap_or_default();
    let theme = bot.theme_for(asker).await;
    let replay = bot.replay_encoder.shoot(film, theme, speed).await?;
    Ok(views::replay(&view, &replay.plies, replay.gif, words))
}

/// Gives out the record of a game.
#[poise::command(slash_command)]
pub(super) async fn export(
    ctx: Context<'_>,
    #[autocomplete = "complete::any_games"] game: Option<String>,
) -> Result<(), Infallible> {
    let bot = ctx.data();
    let asker = RequestContext::of_command(ctx.interaction);
    let message = async {
        let view = wanted(bot, &asker, game.as_deref(), newest).await?;
        Ok(views::export(&view, asker.words))
    };
    bot.answer(&asker, Reply::new(&bot.rest, &asker), None, message)
        .await;
    Ok(())
}

/// Lists games that have ended.
#[poise::command(slash_command)]
pub(super) async fn history(
    ctx: Context<'_>,
    person: Option<User>,
    opponent: Option<User>,
    mode: Option<ModeChoice>,
    result: Option<ResultChoice>,
) -> Result<(), Infallible> {
    let bot = ctx.data();
    let asker = RequestContext::of_command(ctx.interaction);
    let of_user = |user: &User| PersonId(user.id.get());
    let id = PastId {
        filter: PastFilter {
            scope: PastScope::Person(person.as_ref().map_or(asker.actor.person, of_user)),
            mode: mode.map(Mode::from),
            opponent: opponent.as_ref().map(of_user),
            result: result.map(PastResult::from),
        },
        page: 0,
    };
    let name = person.as_ref().map(context::name_of);
    let list = list(bot, &asker, id, name);
    bot.answer(&asker, Reply::new(&bot.rest, &asker), None, list)
        .await;
    Ok(())
}

/// A page of games that have ended; whose they are is called by `name`, if that is known, or else
/// as in the newest of them.
pub(in crate::discord) async fn list(
    bot: &Bot,
    asker: &RequestContext,
    id: PastId,
    name: Option<String>,
) -> Result<Outgoing, BotError> {
    let (person, place) = (asker.actor.person, asker.place);
    let page = usize::try_from(id.page).unwrap_or(usize::MAX);
    let page = bot.ask(move |service| service.past(person, place, id.filter, page, PER_PAGE));
    let page = page.await?;
    let name = match id.filter.scope {
        PastScope::Person(other) if other != person => name.or_else(|| name_of(&page, other)),
        PastScope::Person(_) | PastScope::Guild(_) => None,
    };
    let asker_place = (person, place.guild);
    Ok(views::past(
        id.filter,
        &page,
        asker_place,
        name.as_deref(),
        asker.words,
    ))
}

/// The name by which a person played the newest game on a page.
fn name_of(page: &PastPage, person: PersonId) -> Option<String> {
    let mut players = page.games.iter().flat_map(|game| &game.players);
    let found = players.find_map(|(_, player)| player.person().filter(|found| found.id == person));
    found.map(|person| person.name.clone())
}

/// The record of a game, for a button below it.
pub(in crate::discord) async fn record(
    bot: &Bot,
    asker: &RequestContext,
    game: GameId,
) -> Result<Outgoing, BotError> {
    let (person, place) = (asker.actor.person, asker.place);
    let view = bot.ask(move |service| service.look_from(person, place, game));
    Ok(views::export(&view.await?, asker.words))
}

/// Shows how a game went that is over, and what decided it.
#[poise::command(slash_command)]
pub(super) async fn eval(
    ctx: Context<'_>,
    #[autocomplete = "complete::any_games"] game: Option<String>,
) -> Result<(), Infallible> {
    let bot = ctx.data();
    let asker = RequestContext::of_command(ctx.interaction);
    let message = async {
        let view = wanted(bot, &asker, game.as_deref(), last).await?;
        review(bot, &asker, view.id, None).await
    };
    let reply = Reply::new(&bot.rest, &asker);
    Box::pin(bot.answer(&asker, reply, None, message)).await;
    Ok(())
}

/// The last game that ended.
fn last(service: &Service, asker: &RequestContext) -> Result<GameId, ServiceError> {
    service.find_past(asker.actor.person, asker.place)
}

/// How a game went, or one of the moments that decided it.
pub(in crate::discord) async fn review(
    bot: &Bot,
    asker: &RequestContext,
    game: GameId,
    number: Option<usize>,
) -> Result<Outgoing, BotError> {
    let (person, place) = (asker.actor.person, asker.place);
    let view = bot.ask(move |service| service.look_back(person, place, game));
    bot.review(asker, view.await?, number).await
}
