//! Boards for one person: current, past, and in words.

use crate::discord::bot::Bot;
use crate::discord::features::play::spoken_view::{Focus, spoken};
use crate::discord::game_messages::drawing::view_preferences::ViewPreferences;
use crate::discord::game_messages::respond;
use crate::discord::game_messages::shown_game::look_at;
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::custom_id::buttons::LookButton;
use crate::discord::interaction::custom_id::game::GameButtonId;
use crate::discord::interaction::custom_id::replay_cursor::ReplayCursor;
use crate::discord::interaction::error::BotError;
use crate::discord::interaction::incoming::Press;
use crate::discord::interaction::response::Reply;
use crate::discord::rest::Outgoing;
use crate::discord::views;
use crate::discord::views::games::list_of_games;
use crate::discord::views::scene::scene_for;
use crate::discord::views::stepping::{BoardSide, other_side, turned_side};
use crate::service::{GameId, PersonalView};
use focus::Direction;

/// Handles a press of a button that shows a board to one person.
pub(crate) async fn press(
    bot: &Bot,
    reply: Reply<'_>,
    press: &Press,
    (id, button): (GameButtonId, LookButton),
) {
    let (game, cursor) = (id.game, ReplayCursor::from_number(id.seen));
    match button {
        LookButton::Board => show_private_board(bot, reply, game, false).await,
        LookButton::Open => show_private_board(bot, reply.beside(), game, false).await,
        LookButton::Choose => match press.chosen().and_then(|number| number.parse().ok()) {
            Some(game) => open(bot, reply, game).await,
            None => reply.refuse_unknown().await,
        },
        LookButton::Flip => show_private_board(bot, reply, game, true).await,
        LookButton::StepFirst
        | LookButton::StepBack
        | LookButton::StepNext
        | LookButton::StepLast
        | LookButton::StepTurn => step(bot, reply, game, cursor).await,
        LookButton::Read(_) => read(bot, reply, game, cursor, None).await,
        LookButton::ReadRank | LookButton::ReadSquare => {
            let focus = Focus::read(press.chosen().unwrap_or_default());
            read(bot, reply, game, cursor, focus).await;
        }
    }
}

/// Shows the game that a person has chosen from their list: a table with its buttons, or the board.
async fn open(bot: &Bot, reply: Reply<'_>, game: GameId) {
    let context = reply.context();
    let person = context.actor.person;
    let games = bot.service.ask(move |service| service.games_of(person));
    let mut games = games.await.unwrap_or_default();
    games.retain(|one| one.id == game && !one.begun);
    if games.is_empty() {
        return show_private_board(bot, reply, game, false).await;
    }
    let table = async { Ok(list_of_games(&games, context.words)) };
    respond::answer(bot, reply, None, table).await;
}

/// Shows the board to one person, from the usual side or from the opposite one.
async fn show_private_board(bot: &Bot, reply: Reply<'_>, game: GameId, is_flipped: bool) {
    let context = reply.context();
    let message = async {
        let personal = look_at(bot, context, game).await?;
        let (view, usual) = (&personal.view, ViewPreferences::of(context, &personal));
        let own = view.color_of(context.actor.person);
        let down = is_flipped.then(|| other_side(view, usual.down, own));
        board_for(bot, context, &personal, down).await
    };
    respond::answer(bot, reply, Some(game), message).await;
}

/// Returns the board for one person, with a given side at the bottom or the person's usual one.
pub(crate) async fn board_for(
    bot: &Bot,
    context: &RequestContext,
    personal: &PersonalView,
    down: Option<Direction>,
) -> Result<Outgoing, BotError> {
    let (view, usual) = (&personal.view, ViewPreferences::of(context, personal));
    let down = down.unwrap_or(usual.down);
    let words = bot.emojis.shown_in(context.words);
    let person = context.actor.person;
    let scene = scene_for(person, view, down, words);
    let (name, alt) = (views::file_name(view), words.alt_text_for(view, person));
    let picture = bot.drawing.draw(usual.theme, scene, name, alt);
    let turn = BoardSide {
        down,
        is_flipped: down != usual.down,
    };
    Ok(views::private_board(
        (person, personal),
        words,
        picture.await?,
        turn,
    ))
}

/// Shows a past position, or the newest, to one person.
async fn step(bot: &Bot, reply: Reply<'_>, game: GameId, cursor: ReplayCursor) {
    let context = reply.context();
    let message = async {
        let personal = look_at(bot, context, game).await?;
        let (view, usual) = (&personal.view, ViewPreferences::of(context, &personal));
        let then = view.after(cursor.ply);
        let preferences = ViewPreferences {
            down: cursor.down,
            ..usual
        };
        let mut picture = bot
            .drawing
            .picture(&then, preferences, context.words)
            .await?;
        picture.name = views::watched_name(&then);
        let own = view.color_of(context.actor.person);
        let turned = turned_side(view, usual.down, cursor.down, own);
        Ok(views::stop(
            view,
            &then,
            bot.emojis.shown_in(context.words),
            picture,
            cursor.down,
            turned,
        ))
    };
    respond::answer(bot, reply, Some(game), message).await;
}

/// Describes a position in words to one person, or the surroundings of a square.
async fn read(
    bot: &Bot,
    reply: Reply<'_>,
    game: GameId,
    cursor: ReplayCursor,
    focus: Option<Focus>,
) {
    let context = reply.context();
    let message = async {
        let view = look_at(bot, context, game).await?.view;
        Ok(spoken(&view, cursor, focus, context.words))
    };
    respond::answer(bot, reply, Some(game), message).await;
}
