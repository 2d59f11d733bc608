//! Premoves, set move by move on a private message, shown and dropped.

use std::str::FromStr;

use crate::discord::bot::Bot;
use crate::discord::features::play::premoves_view as views;
use crate::discord::features::play::stepwise::draw;
use crate::discord::game_messages::drawing::view_preferences::ViewPreferences;
use crate::discord::game_messages::respond;
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::custom_id::buttons::PremoveButton;
use crate::discord::interaction::custom_id::game::GameButtonId;
use crate::discord::interaction::custom_id::move_origin::MoveOrigin;
use crate::discord::interaction::custom_id::move_path::MovePath;
use crate::discord::interaction::error::BotError;
use crate::discord::interaction::incoming::Press;
use crate::discord::interaction::response::Reply;
use crate::discord::rest::Outgoing;
use crate::discord::views::button_rows::premove_rows;
use crate::i18n::Words;
use crate::service::{GameView, PersonalView, Premoves, Refusal};
use focus::Move;
use focus::notation::MoveText;

/// Handles a press of a button or a choice from a menu of premoves.
pub(crate) async fn press(
    bot: &Bot,
    reply: Reply<'_>,
    press: &Press,
    (id, button): (GameButtonId, PremoveButton),
) {
    let context = reply.context();
    let chosen = press.chosen().unwrap_or_default();
    let answer = Box::pin(async {
        let (person, place) = context.person_and_place();
        let seen = match button {
            // Only the newest lines count, whatever step the button was made for.
            PremoveButton::Premoves | PremoveButton::DropPremoves => None,
            PremoveButton::PremoveNext(_)
            | PremoveButton::PremoveFrom(_)
            | PremoveButton::PremoveTo { .. }
            | PremoveButton::DropLine => Some(id.seen),
        };
        let personal = bot
            .service
            .ask(move |service| service.playing(person, place, id.game, seen))
            .await?;
        let view = &personal.view;
        match button {
            PremoveButton::Premoves => Ok(shown(view, &personal.premoves, None, context.words)),
            PremoveButton::PremoveNext(path) => next(bot, context, &personal, path, None).await,
            PremoveButton::PremoveFrom(path) => {
                next(bot, context, &personal, path, Some(read(chosen)?)).await
            }
            PremoveButton::PremoveTo { path, .. } => {
                let text: MoveText = read(chosen)?;
                add(bot, context, &personal, path, text.mv()).await
            }
            PremoveButton::DropPremoves => drop_lines(bot, context, view, None).await,
            PremoveButton::DropLine => {
                let line: MovePath = read(chosen)?;
                drop_lines(bot, context, view, Some(line.moves().collect())).await
            }
        }
    });
    respond::answer(bot, reply, Some(id.game), answer).await;
}

/// Reads a choice from a menu.
fn read<T: FromStr>(chosen: &str) -> Result<T, BotError> {
    chosen
        .parse()
        .map_err(|_| BotError::Refused(Refusal::Stale))
}

/// Asks for the move after a path, or for its source.
async fn next(
    bot: &Bot,
    context: &RequestContext,
    personal: &PersonalView,
    path: MovePath,
    source: Option<MoveOrigin>,
) -> Result<Outgoing, BotError> {
    let view = &personal.view;
    let own = view.color_of(context.actor.person);
    if view.to_move() == own {
        return Err(BotError::Refused(Refusal::PremoveOnOwnTurn));
    }
    let game = path.play_in(&view.game);
    let game = game.ok_or(BotError::Refused(Refusal::Stale))?;
    if game.outcome().is_some() {
        return Err(BotError::Refused(Refusal::PremoveAfterTheEnd));
    }
    let is_own = Some(game.position().side()) == own;
    let ahead = GameView {
        game,
        news: Vec::new(),
        ..view.clone()
    };
    let (preferences, emojis) = (ViewPreferences::of(context, personal), &bot.emojis);
    let (down, words) = (preferences.down, emojis.shown_in(context.words));
    let step = views::step(&ahead, path, source, is_own, down, emojis, words);
    draw(
        bot,
        preferences,
        step.ok_or(BotError::Refused(Refusal::Stale))?,
    )
    .await
}

/// Adds a move to a path: if it is the person's own, the line is set; otherwise the next move is
/// asked for.
async fn add(
    bot: &Bot,
    context: &RequestContext,
    personal: &PersonalView,
    path: MovePath,
    mv: Move,
) -> Result<Outgoing, BotError> {
    let view = &personal.view;
    let game = path.play_in(&view.game);
    let side = game.map(|game| game.position().side());
    let longer = path.with(mv).ok_or(BotError::Refused(too_long()))?;
    if side.is_none() || side != view.color_of(context.actor.person) {
        return next(bot, context, personal, longer, None).await;
    }
    let (actor, game) = (context.actor.clone(), view.id);
    let subjects = context.subjects(Some(game));
    let set = bot.service.ask_in_turn(&subjects, move |service| {
        let when: Vec<_> = path.moves().map(|mv| mv.to_string()).collect();
        service.set_premove(&actor, game, &when, &mv.to_string())
    });
    Ok(shown(view, &set.await?, Some(longer), context.words))
}

fn too_long() -> Refusal {
    Refusal::TooManyPremoves {
        lines: Premoves::MOST_LINES,
        moves: Premoves::LONGEST_LINE,
    }
}

/// Drops one line, or all of them.
async fn drop_lines(
    bot: &Bot,
    context: &RequestContext,
    view: &GameView,
    only: Option<Vec<Move>>,
) -> Result<Outgoing, BotError> {
    let (actor, game) = (context.actor.clone(), view.id);
    let subjects = context.subjects(Some(game));
    let left = bot.service.ask_in_turn(&subjects, move |service| {
        service.drop_premoves(&actor, game, only.as_deref())
    });
    Ok(shown(view, &left.await?, None, context.words))
}

/// Returns the list of premoves, to continue after the line just set or else after the newest one.
pub(super) fn shown(
    view: &GameView,
    premoves: &Premoves,
    just_set: Option<MovePath>,
    words: Words,
) -> Outgoing {
    Outgoing::text(words.premoves(view, premoves))
        .rows(premove_rows(view, premoves, just_set, words))
        .without_picture()
}
