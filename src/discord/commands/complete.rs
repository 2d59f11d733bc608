//! What is offered while somebody types. Whatever arrives in the end is checked again.

use serenity::all::{AutocompleteChoice, CreateAutocompleteResponse};

use crate::discord::commands::Context;
use crate::discord::commands::tables::{to_join, to_leave};
use crate::discord::commands::time;
use crate::discord::custom_id::move_origin::MoveOrigin;
use crate::discord::interaction::context::RequestContext;
use crate::discord::runtime::error::BotError;
use crate::discord::views::moving::label;
use crate::i18n::{Words, plain};
use crate::service::{
    GameId, GameSummary, GameView, PastFilter, PastScope, Player, Service, ServiceError, View, Zone,
};
use focus::notation::MoveText;
use focus::{Mode, Move, Position};

/// Discord's limits: how many are offered, and how long each may be.
const OFFERED: usize = 25;
const LABEL: usize = 100;

/// What somebody typed for a move, or took from the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Typed {
    /// Only where it begins.
    MoveOrigin(MoveOrigin),
    /// A move, or something that is none.
    Text(String),
}

impl Typed {
    /// Reads an argument; of an entry in the list, what stands before the dash counts.
    pub(super) fn read(text: &str) -> Self {
        let text = before_dash(text);
        match text.to_lowercase().parse() {
            Ok(source) => Self::MoveOrigin(source),
            Err(_) => Self::Text(text.to_owned()),
        }
    }
}

/// Of an entry in a list, what stands before the dash.
pub(super) fn before_dash(text: &str) -> &str {
    text.split('–').next().unwrap_or(text).trim()
}

/// Time zones.
#[expect(
    clippy::unused_async,
    reason = "poise wants an offer to be asynchronous"
)]
pub(super) async fn zones(_: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let names = Zone::like(typed).into_iter().take(OFFERED);
    let choices = names.map(|name| AutocompleteChoice::new(name.clone(), name));
    CreateAutocompleteResponse::new().set_choices(choices.collect())
}

/// Moves that others may play next, for whoever wants to set an answer out.
pub(super) async fn expected(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let asker = RequestContext::of_command(ctx.interaction);
    let person = asker.actor.person;
    let view = ctx
        .data()
        .ask_of(&asker, argument(ctx, "game"), None, move |service, game| {
            service.playing(person, game, None)
        });
    let choices = match view.await {
        Ok(view) => offered_moves(view.game.position(), typed, asker.words),
        Err(_) => Vec::new(),
    };
    let choices = choices
        .into_iter()
        .map(|(label, value)| choice(&label, value));
    CreateAutocompleteResponse::new().set_choices(choices.collect())
}

/// What has been typed for another argument.
fn argument<'c>(ctx: Context<'c>, name: &str) -> Option<&'c str> {
    ctx.args
        .iter()
        .find_map(|option| match (option.name, &option.value) {
            (named, serenity::all::ResolvedValue::String(text)) if named == name => Some(*text),
            _ => None,
        })
}

/// The position in which to choose a move: the present one, or for an answer that is set out, the
/// one after the move expected.
fn to_answer(view: &GameView, expected: Option<&str>) -> Position {
    let mut ahead = view.game.clone();
    let played = expected.and_then(|text| {
        let text: MoveText = before_dash(text).parse().ok()?;
        ahead.play(text.resolve_in(&view.game).ok()?).ok()
    });
    if played.is_some() {
        ahead.pass_while_forced();
    }
    ahead.position().clone()
}

/// Moves of the person to move: first where they can begin, then what can be done from there.
pub(super) async fn moves(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let asker = RequestContext::of_command(ctx.interaction);
    let expected = argument(ctx, "if");
    let is_ahead = expected.is_some();
    let person = asker.actor.person;
    let view = ctx
        .data()
        .ask_of(&asker, argument(ctx, "game"), None, move |service, game| {
            if is_ahead {
                service.playing(person, game, None)
            } else {
                service.to_move(person, game, None)
            }
        });
    let choices = match view.await {
        Ok(view) => offered_moves(&to_answer(&view, expected), typed, asker.words),
        // The reason is told when the command is sent.
        Err(_) => Vec::new(),
    };
    let choices = choices
        .into_iter()
        .map(|(label, value)| choice(&label, value));
    CreateAutocompleteResponse::new().set_choices(choices.collect())
}

/// What to offer for a text, as label and value; each label begins with its value.
#[must_use]
pub fn offered_moves(position: &Position, typed: &str, words: Words) -> Vec<(String, String)> {
    let typed = letters(before_dash(typed));
    let moves = position.legal_moves();
    let fitting: Vec<Move> = moves
        .iter()
        .copied()
        .filter(|mv| letters(&mv.to_string()).starts_with(&typed))
        .collect();
    if !typed.is_empty() && fitting.len() <= OFFERED {
        let label = |mv: Move| words.move_label(mv, position.effect(mv));
        return fitting
            .into_iter()
            .map(|mv| (label(mv), mv.to_string()))
            .collect();
    }
    let mut sources: Vec<_> = fitting
        .iter()
        .filter_map(|mv| MoveOrigin::of(*mv))
        .collect();
    sources.sort_unstable();
    sources.dedup();
    if sources == [MoveOrigin::Hand] && !typed.is_empty() {
        return files(&fitting);
    }
    sources
        .into_iter()
        .map(|source| (source_label(source, position, words), source.to_string()))
        .collect()
}

/// The files on which a piece from hand can be played, where there are too many squares to list.
fn files(drops: &[Move]) -> Vec<(String, String)> {
    let mut files: Vec<(String, Vec<String>)> = Vec::new();
    for mv in drops {
        let text = mv.to_string();
        let file: String = text.chars().take(2).collect();
        match files.iter_mut().find(|(known, _)| *known == file) {
            Some((_, squares)) => squares.push(text),
            None => files.push((file, vec![text])),
        }
    }
    files
        .into_iter()
        .map(|(file, squares)| (format!("{file} – {}", squares.join(" ")), file))
        .collect()
}

fn source_label(source: MoveOrigin, position: &Position, words: Words) -> String {
    match source {
        MoveOrigin::Square(_) => label(source, position, words),
        MoveOrigin::Hand | MoveOrigin::Rank(_) => {
            format!("{source} – {}", label(source, position, words))
        }
    }
}

/// What counts of a move as somebody types it: `B7 c7` and `b7-c7` are the same.
fn letters(text: &str) -> String {
    let kept = text
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || *c == '+');
    kept.map(|c| c.to_ascii_lowercase()).collect()
}

/// Times to offer for a text, as label and value.
#[must_use]
pub fn offered_times(typed: &str, words: Words) -> Vec<(String, String)> {
    time::offered(typed, words)
}

/// Times that players could have.
#[expect(
    clippy::unused_async,
    reason = "poise wants an offer to be asynchronous"
)]
pub(super) async fn clocks(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let words = RequestContext::of_command(ctx.interaction).words;
    let choices = offered_times(typed, words).into_iter();
    let choices = choices.map(|(label, value)| choice(&label, value));
    CreateAutocompleteResponse::new().set_choices(choices.collect())
}

/// Running games of the person.
pub(super) async fn own_games(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    list(ctx, typed, |service, asker| {
        let mut games = service.games_of(asker.actor.person)?;
        games.retain(|game| game.begun);
        Ok(games)
    })
    .await
}

/// Running games of the person elsewhere, and then those of the server that everybody may see.
pub(super) async fn watchable(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let asker = RequestContext::of_command(ctx.interaction);
    let (words, person, place) = (asker.words, asker.actor.person, asker.place);
    let games = ctx.data().ask(move |service| {
        let mut own = service.games_of(person)?;
        let is_private =
            |game| matches!(service.view(game), Ok(View::Game(view)) if view.is_private);
        own.retain(|game| {
            game.begun && game.place.channel != place.channel && !is_private(game.id)
        });
        let mut labels: Vec<_> = own.iter().map(|game| label_of(game, words)).collect();
        let others = service.watchable(place)?.into_iter();
        let others = others.filter(|game| own.iter().all(|own| own.id != game.id));
        labels.extend(others.map(|game| {
            let players = game.players.iter().map(|(_, player)| player);
            game_label(game.id, game.mode, players, words)
        }));
        Ok::<_, ServiceError>(labels)
    });
    fitting(games.await.unwrap_or_default(), typed)
}

/// Running games of the person, and then those that have ended.
pub(super) async fn any_games(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let asker = RequestContext::of_command(ctx.interaction);
    let (words, person, place) = (asker.words, asker.actor.person, asker.place);
    let games = ctx.data().ask(move |service| {
        let running = service.games_of(person)?.into_iter();
        let running = running.filter(|game| game.begun);
        let mut labels: Vec<_> = running.map(|game| label_of(&game, words)).collect();
        let scope = PastScope::Person(person);
        let past = service.past(person, place, PastFilter::all(scope), 0, OFFERED)?;
        labels.extend(past.games.iter().map(|game| {
            let others = game.players.iter().map(|(_, player)| player);
            let others = others.filter(|player| player.id() != Some(person));
            game_label(game.id, game.mode, others, words)
        }));
        Ok::<_, ServiceError>(labels)
    });
    fitting(games.await.unwrap_or_default(), typed)
}

/// Tables and games in the channel.
pub(super) async fn games_here(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    list(ctx, typed, |service, asker| {
        Ok(service.games_in(asker.place.channel)?)
    })
    .await
}

/// Tables at which the person sits.
pub(super) async fn own_tables(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    list(ctx, typed, to_leave).await
}

/// Tables at which the person can sit down.
pub(super) async fn tables_to_join(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    list(ctx, typed, to_join).await
}

async fn list(
    ctx: Context<'_>,
    typed: &str,
    games: fn(&Service, &RequestContext) -> Result<Vec<GameSummary>, BotError>,
) -> CreateAutocompleteResponse {
    let asker = RequestContext::of_command(ctx.interaction);
    let words = asker.words;
    let games = ctx.data().ask(move |service| games(service, &asker)).await;
    let games = games.unwrap_or_default();
    let labels = games.iter().map(|game| label_of(game, words)).collect();
    fitting(labels, typed)
}

fn label_of(game: &GameSummary, words: Words) -> (String, String) {
    game_label(game.id, game.rules.mode(), game.others.iter(), words)
}

/// A game to choose, as label and value.
fn game_label<'p>(
    game: GameId,
    mode: Mode,
    others: impl Iterator<Item = &'p Player>,
    words: Words,
) -> (String, String) {
    let names: Vec<_> = others.map(|player| plain(&words.player(player))).collect();
    let mode = words.mode(mode);
    (
        format!("{game} · {mode} · {}", names.join(", ")),
        game.to_string(),
    )
}

/// Those whose label has what is typed.
fn fitting(choices: Vec<(String, String)>, typed: &str) -> CreateAutocompleteResponse {
    let typed = typed.to_lowercase();
    let choices = choices.into_iter();
    let fitting = choices.filter(|(label, _)| label.to_lowercase().contains(&typed));
    let choices = fitting
        .take(OFFERED)
        .map(|(label, value)| choice(&label, value));
    CreateAutocompleteResponse::new().set_choices(choices.collect())
}

fn choice(label: &str, value: String) -> AutocompleteChoice {
    let label: String = label.chars().take(LABEL).collect();
    AutocompleteChoice::new(label, value)
}
