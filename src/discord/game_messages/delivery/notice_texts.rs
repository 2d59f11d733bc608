//! Direct messages about games: who has to get one, and its text and buttons.

use serenity::all::CreateActionRow;

use crate::discord::bot::Bot;
use crate::discord::interaction::custom_id::buttons::{LookButton, PlayButton};
use crate::discord::rest::Outgoing;
use crate::discord::views::button_rows::{
    Buttons, answer_buttons, in_rows, reminder_rows, seat_buttons,
};
use crate::discord::views::link_or_channel;
use crate::i18n::Words;
use crate::service::{GameEvent, GameView, PersonId, TakeBack};
use focus::Color;

/// Returns the colors whose players must be notified of a game that has not been shown to them.
pub(super) fn concerned(view: &GameView) -> Vec<Color> {
    let colors = view.players.iter().map(|(color, _)| *color);
    let Some(mover) = view.to_move() else {
        return colors.collect();
    };
    let is_concerned = |color: &Color| is_about_time_of(view, *color) || is_asked(view, *color);
    let others = colors.filter(|color| *color != mover && is_concerned(color));
    let mover = Some(mover).filter(|mover| !is_doing_of(view, *mover));
    mover.into_iter().chain(others).collect()
}

/// Returns the person who is told of a game for a color: its player, or the person whom a computer
/// has just replaced. In a game of computers alone, the first color stands for the person who
/// watches, and who is told of the result only.
pub(super) fn recipient(view: &GameView, color: Color) -> Option<PersonId> {
    let player = view.person(color).map(|person| person.id);
    let first = view.players.first().map(|(first, _)| *first);
    let is_for_watcher = view.ending.is_some() && first == Some(color);
    let player = player.or_else(|| replaced(view, color));
    player.or(view.watcher.filter(|_| is_for_watcher))
}

/// Returns the person for whom a computer plays on because their time is over, if that is the newest
/// event.
fn replaced(view: &GameView, color: Color) -> Option<PersonId> {
    let is_new = newest(view) == Some(&GameEvent::TakenOver(color));
    let mut former = view.former.iter().rev().filter(|_| is_new);
    let (_, person) = former.find(|(seat, _)| *seat == color)?;
    Some(person.id).filter(|person| *person != PersonId::GONE)
}

/// Returns whether the newest event is that the player of a color is out because their time is
/// over, or can now claim the time of the player to move. Later events follow it in the news until
/// the board is shown, and must not notify that player again.
fn is_about_time_of(view: &GameView, color: Color) -> bool {
    let newest = newest(view);
    // A board that mentioned nobody has already shown the news.
    let is_overdue = newest.is_none_or(|event| matches!(event, GameEvent::Overdue(_)));
    newest == Some(&GameEvent::TimeOut(color)) || (is_overdue && view.claimants().contains(color))
}

/// Returns whether the newest event is part of a question about a draw, a take-back or a seat that
/// the player of a color still has to answer.
fn is_asked(view: &GameView, color: Color) -> bool {
    let still_in = view.game.position().still_in();
    let agrees_to_draw = still_in.minus(view.draw).contains(color) && !view.draw.is_empty();
    let is_waiting = |asked: TakeBack| asked.waiting.contains(color);
    let allows_take_back = view.take_back.is_some_and(is_waiting);
    let seat = view.seat.as_ref();
    let allows_seat = seat.is_some_and(|seat| seat.waiting.contains(color));
    match newest(view) {
        // A board that mentioned nobody has already shown the question.
        None => agrees_to_draw || allows_take_back || allows_seat,
        // Somebody else may have answered before this player could be told.
        Some(GameEvent::DrawOffered(_) | GameEvent::DrawAccepted(_)) => agrees_to_draw,
        Some(GameEvent::TakeBackAsked(_) | GameEvent::TakeBackAllowed(_)) => allows_take_back,
        // Whoever asks for a computer agrees to it.
        Some(GameEvent::SeatOffered(_) | GameEvent::SeatWanted(_) | GameEvent::SeatAllowed(_)) => {
            allows_seat
        }
        Some(_) => false,
    }
}

/// Returns whether the newest event is something that the player of a color has done without moving;
/// that player knows whose turn it is.
fn is_doing_of(view: &GameView, color: Color) -> bool {
    newest(view).is_some_and(|event| {
        matches!(
            event,
            GameEvent::DrawOffered(by)
            | GameEvent::DrawAccepted(by)
            | GameEvent::DrawRefused(by)
            | GameEvent::DrawWithdrawn(by)
            | GameEvent::TakeBackAsked(by)
            | GameEvent::TakeBackAllowed(by)
            | GameEvent::TakeBackRefused(by)
            | GameEvent::SeatOffered(by)
            | GameEvent::SeatAllowed(by)
            | GameEvent::SeatRefused(by)
                if *by == color
        )
    })
}

/// Returns the newest event since the last board, without those that follow automatically from it.
fn newest(view: &GameView) -> Option<&GameEvent> {
    let follows = |event: &GameEvent| {
        matches!(
            event,
            GameEvent::Passed(_) | GameEvent::Out(_) | GameEvent::Lapsed
        )
    };
    view.news.iter().rev().find(|event| !follows(event))
}

/// Returns the message that tells a person of the turn, of a question, of time that has run out, or
/// of the result. The last board waits until somebody presses an older one.
pub(super) async fn unseen(bot: &Bot, view: &GameView, person: PersonId) -> Outgoing {
    let (game, words) = (view.id, bot.languages.words_for(person, view).await);
    let words = bot.emojis.shown_in(words);
    let link = &link_or_channel(view.place, view.message);
    if view.ending.is_some() {
        return Outgoing::text(words.seen_there(view, link));
    }
    let pending = bot.service.ask(move |service| service.pending(game));
    // An edited board has shown the news, and waits only for this message.
    let is_waiting = !view.news.is_empty() && matches!(pending.await, Ok(Some(_)));
    let text = if is_waiting {
        words.turn_unseen(view, link)
    } else {
        words.seen_there(view, link)
    };
    let message = Outgoing::text(text).rows(rows_for(view, person, words));
    quiet_at_night(bot, person, message).await
}

/// Returns the message that tells the player of a color that somebody has moved a game to its
/// channel, with buttons to play on from there.
pub(super) async fn moved(bot: &Bot, view: &GameView, color: Color, person: PersonId) -> Outgoing {
    let words = bot.languages.words_for(person, view).await;
    let words = bot.emojis.shown_in(words);
    let link = &link_or_channel(view.place, view.message);
    let message = if view.ending.is_some() {
        Outgoing::text(words.seen_there(view, link))
    } else {
        let rows = moved_rows(view, color, words);
        Outgoing::text(words.moved_there(view, link)).rows(rows)
    };
    quiet_at_night(bot, person, message).await
}

/// Returns the message that tells a person, in the channel that a game has left, where it continues.
pub(super) async fn moved_from_here(bot: &Bot, view: &GameView, person: PersonId) -> Outgoing {
    let words = bot.languages.words_of(view).await;
    let link = link_or_channel(view.place, view.message);
    let text = words.moved_from_here(view, person, &link);
    let message = Outgoing::text(text).calling([person]);
    quiet_at_night(bot, person, message).await
}

/// Returns a message to a person, silent if it is night for them.
async fn quiet_at_night(bot: &Bot, person: PersonId, message: Outgoing) -> Outgoing {
    let now = bot.clock.now();
    let is_night = bot
        .service
        .ask(move |service| service.is_night_for(person, now));
    message.silent(is_night.await.unwrap_or(false))
}

/// Returns the buttons for a player: to move, to answer, or to claim the time of the player to move.
fn rows_for(view: &GameView, person: PersonId, words: Words) -> Vec<CreateActionRow> {
    let Some(own) = view.color_of(person) else {
        return Vec::new();
    };
    let mut rows = Vec::new();
    if view.to_move() == Some(own) {
        rows = reminder_rows(view, words);
    }
    rows.extend(in_rows(&[
        answer_buttons(view, Some(own), words),
        seat_buttons(view, Some(own), words),
    ]));
    rows
}

/// Returns the buttons in place of those of a board that the player of a color may not see. Pressed
/// later, they lead to the current ones.
fn moved_rows(view: &GameView, color: Color, words: Words) -> Vec<CreateActionRow> {
    let buttons = Buttons::of(view, words);
    let moving = vec![
        buttons.press(PlayButton::Move),
        buttons.press(PlayButton::Type),
        buttons.press(LookButton::Board),
    ];
    in_rows(&[
        moving,
        answer_buttons(view, Some(color), words),
        seat_buttons(view, Some(color), words),
    ])
}
