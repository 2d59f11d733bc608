//! Completion of arguments. The submitted value is checked again.

use serenity::all::{AutocompleteChoice, CreateAutocompleteResponse};

use crate::discord::interaction::arguments::Context;
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::error::BotError;
use crate::i18n::{Words, plain};
use crate::service::{
    GameId, GameSummary, HistoryFilter, HistoryScope, Player, Service, ServiceError,
};
use focus::Mode;

/// Discord's limits: number of choices, and length of a label in characters.
pub(crate) const OFFERED: usize = 25;
const LABEL: usize = 100;

/// Offers running games of the person.
pub(crate) async fn own_games(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    list(ctx, typed, |service, context| {
        let mut games = service.games_of(context.actor.person)?;
        games.retain(|game| game.begun);
        Ok(games)
    })
    .await
}

/// Offers running games of the person, and then those that have ended.
pub(crate) async fn any_games(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let context = RequestContext::of_command(ctx.interaction);
    let (words, person, place) = (context.words, context.actor.person, context.place);
    let games = ctx.data().service.ask(move |service| {
        let running = service.games_of(person)?.into_iter();
        let running = running.filter(|game| game.begun);
        let mut labels: Vec<_> = running.map(|game| label_of(&game, words)).collect();
        let scope = HistoryScope::Person(person);
        let history = service.history(person, place, HistoryFilter::all(scope), 0, OFFERED)?;
        labels.extend(history.games.iter().map(|game| {
            let others = game.players.iter().map(|(_, player)| player);
            let others = others.filter(|player| player.id() != Some(person));
            game_label(game.id, game.mode, others, words)
        }));
        Ok::<_, ServiceError>(labels)
    });
    fitting(games.await.unwrap_or_default(), typed)
}

/// Offers tables and games in the channel.
pub(crate) async fn games_here(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    list(ctx, typed, |service, context| {
        Ok(service.games_in(context.place.channel)?)
    })
    .await
}

pub(crate) async fn list(
    ctx: Context<'_>,
    typed: &str,
    games: fn(&Service, &RequestContext) -> Result<Vec<GameSummary>, BotError>,
) -> CreateAutocompleteResponse {
    let context = RequestContext::of_command(ctx.interaction);
    let words = context.words;
    let games = ctx
        .data()
        .service
        .ask(move |service| games(service, &context))
        .await;
    let games = games.unwrap_or_default();
    let labels = games.iter().map(|game| label_of(game, words)).collect();
    fitting(labels, typed)
}

pub(crate) fn label_of(game: &GameSummary, words: Words) -> (String, String) {
    game_label(game.id, game.rules.mode(), game.others.iter(), words)
}

/// Returns a game to choose, as label and value.
pub(crate) fn game_label<'p>(
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

/// Returns the choices whose label contains the typed text.
pub(crate) fn fitting(offered: Vec<(String, String)>, typed: &str) -> CreateAutocompleteResponse {
    let typed = typed.to_lowercase();
    let offered = offered.into_iter();
    let fitting = offered.filter(|(label, _)| label.to_lowercase().contains(&typed));
    choices(fitting.take(OFFERED))
}

/// Returns choices of labels and values.
pub(crate) fn choices(
    offered: impl IntoIterator<Item = (String, String)>,
) -> CreateAutocompleteResponse {
    let choices = offered.into_iter().map(|(label, value)| {
        let label: String = label.chars().take(LABEL).collect();
        AutocompleteChoice::new(label, value)
    });
    CreateAutocompleteResponse::new().set_choices(choices.collect())
}
