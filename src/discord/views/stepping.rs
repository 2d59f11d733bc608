//! Buttons of a person who steps through a game.

use serenity::all::{CreateActionRow, CreateButton};

use crate::discord::interaction::custom_id::buttons::{
    HistoryButton, LookButton, PositionButton, Reading,
};
use crate::discord::interaction::custom_id::replay_cursor::ReplayCursor;
use crate::discord::views::button_rows::{Buttons, WORTH_A_LOOK};
use crate::i18n::{Button, Words};
use crate::service::GameView;
use focus::{Color, Direction, Move};
use focus_render::side_of;

/// Orientation of a private board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardSide {
    /// Side at the bottom.
    pub down: Direction,
    /// True if it is not the person's usual one.
    pub is_flipped: bool,
}

/// Returns the buttons that turn the board and go back, below a board that one person sees.
pub(crate) fn look_rows(view: &GameView, turn: BoardSide, words: Words) -> Vec<CreateActionRow> {
    let button = if turn.is_flipped {
        LookButton::Board
    } else {
        LookButton::Flip
    };
    let here = ReplayCursor {
        ply: view.game.plies().len(),
        down: turn.down,
    };
    let mut buttons = steps(view, here, PICTURES, words);
    buttons.push(Buttons::of(view, words).press_as(button, Button::Flip));
    let mut rows = vec![CreateActionRow::Buttons(buttons), more(view, here, words)];
    rows.extend(whole_game(view, here, words));
    rows
}

/// Returns the buttons below an ended game that lead to the whole game, and to a new one from the
/// position.
fn whole_game(now: &GameView, here: ReplayCursor, words: Words) -> Option<CreateActionRow> {
    let plies = now.game.plies().len();
    if now.ending.is_none() || plies == 0 {
        return None;
    }
    let of_game = Buttons::of(now, words);
    let mut row = vec![of_game.press(HistoryButton::Replay)];
    if plies >= WORTH_A_LOOK {
        row.push(of_game.press(HistoryButton::Review));
    }
    row.push(of_game.press(HistoryButton::Record));
    let then = now.game.reached(here.ply);
    let can_begin = !then.is_over() && then.out().is_empty();
    let play_on = Buttons::new(now.id, here.number(), words).press(PositionButton::PlayOn);
    row.push(play_on.disabled(!can_begin));
    Some(CreateActionRow::Buttons(row))
}

/// Returns the buttons that show the same position in words and, once the game is over, the
/// explanation of the move before it.
fn more(now: &GameView, here: ReplayCursor, words: Words) -> CreateActionRow {
    let buttons = Buttons::new(now.id, here.number(), words);
    let mut more = vec![buttons.press(LookButton::Read(Reading::Here))];
    let before = here.ply.checked_sub(1);
    let played = before.and_then(|before| now.game.plies().get(before));
    if now.ending.is_some() && played.is_some_and(|played| played.mv != Move::Pass) {
        more.push(buttons.press(HistoryButton::Explain));
    }
    CreateActionRow::Buttons(more)
}

/// Returns the buttons that step back and forth and show the picture, below a position in words.
pub(crate) fn spoken_row(now: &GameView, here: ReplayCursor, words: Words) -> CreateActionRow {
    let mut row = steps(now, here, READINGS, words);
    let buttons = Buttons::new(now.id, here.number(), words);
    row.push(buttons.press_as(LookButton::StepTurn, Button::AsPicture));
    CreateActionRow::Buttons(row)
}

/// Returns the buttons that turn the board and go back and forth, below a position that one person
/// looks at.
pub(crate) fn stop_rows(
    now: &GameView,
    here: ReplayCursor,
    turned: Direction,
    words: Words,
) -> Vec<CreateActionRow> {
    let ways = CreateActionRow::Buttons(ways(now, here, turned, words));
    let mut rows = vec![ways, more(now, here, words)];
    rows.extend(whole_game(now, here, words));
    rows
}

/// Returns the buttons that continue from the explanation of the move before a position.
pub(crate) fn explained_rows(
    now: &GameView,
    here: ReplayCursor,
    turned: Direction,
    words: Words,
) -> Vec<CreateActionRow> {
    vec![CreateActionRow::Buttons(ways(now, here, turned, words))]
}

/// Returns the buttons that step through the moves and turn the board.
fn ways(now: &GameView, here: ReplayCursor, turned: Direction, words: Words) -> Vec<CreateButton> {
    let mut buttons = steps(now, here, PICTURES, words);
    let there = ReplayCursor {
        down: turned,
        ..here
    };
    buttons.push(Buttons::new(now.id, there.number(), words).press(LookButton::StepTurn));
    buttons
}

/// Buttons for the first position, the one before, the one after and the newest.
type Steps = [LookButton; 4];

const PICTURES: Steps = [
    LookButton::StepFirst,
    LookButton::StepBack,
    LookButton::StepNext,
    LookButton::StepLast,
];

const READINGS: Steps = [
    LookButton::Read(Reading::First),
    LookButton::Read(Reading::Back),
    LookButton::Read(Reading::Next),
    LookButton::Read(Reading::Last),
];

/// Returns the buttons that step through the moves.
fn steps(now: &GameView, here: ReplayCursor, row: Steps, words: Words) -> Vec<CreateButton> {
    let last = now.game.plies().len();
    let plies = [
        0,
        here.ply.saturating_sub(1),
        last.min(here.ply.saturating_add(1)),
        last,
    ];
    let labels = [
        Button::StepFirst,
        Button::StepBack,
        Button::StepNext,
        Button::StepLast,
    ];
    let steps = row.into_iter().zip(labels).zip(plies);
    let steps = steps.map(|((button, label), ply)| {
        let there = ReplayCursor { ply, ..here };
        let buttons = Buttons::new(now.id, there.number(), words);
        buttons.press_as(button, label).disabled(ply == here.ply)
    });
    steps.collect()
}

/// Returns the side at the bottom when somebody who sees a game from `down` turns it around.
pub(crate) fn turned_side(
    view: &GameView,
    usual: Direction,
    down: Direction,
    color: Option<Color>,
) -> Direction {
    if down == usual {
        other_side(view, usual, color)
    } else {
        usual
    }
}

/// Returns the side at the bottom when a board is turned around for somebody: that person's own, or
/// else the opposite one.
pub(crate) fn other_side(view: &GameView, usual: Direction, color: Option<Color>) -> Direction {
    let mode = view.game.position().rules().mode();
    let own = color.map(|color| side_of(mode, color));
    own.filter(|own| *own != usual)
        .unwrap_or_else(|| usual.opposite())
}
