//! Buttons and menus.

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use crate::discord::custom_id::game::{Action, CustomId, Reading};
use crate::discord::custom_id::replay_cursor::ReplayCursor;
use crate::i18n::{Button, Words, plain};
use crate::service::{GameId, GameView, View};
use focus::{Color, Direction};
use focus_render::side_of;

/// Discord's limit for a row of buttons.
const IN_ROW: usize = 5;

/// Discord's limit for rows below a message.
const ROWS: usize = 5;

/// Discord's limit for the label of a button, in characters.
const LABEL: usize = 80;

/// Minimum number of plies for a game to be worth a review.
const WORTH_A_LOOK: usize = 4;

/// Returns a button that carries all its data in its id.
pub(super) fn button(id: CustomId, label: String, style: ButtonStyle) -> CreateButton {
    CreateButton::new(id.to_string()).label(label).style(style)
}

/// Returns a function that creates buttons about a game, made for the state `seen` of it.
fn presses(
    game: GameId,
    seen: u32,
    words: Words,
) -> impl Fn(Action, Button, ButtonStyle) -> CreateButton {
    move |action, label, style| {
        let id = CustomId { action, game, seen };
        button(id, words.button(label), style)
    }
}

/// Returns the buttons below the board of a game.
pub(super) fn game_rows(view: &GameView, words: Words) -> Vec<CreateActionRow> {
    let press = presses(view.id, view.steps, words);
    if view.ending.is_some() {
        let mut ways = vec![press(
            Action::Rematch,
            Button::Rematch,
            ButtonStyle::Primary,
        )];
        if view.game.plies().len() >= WORTH_A_LOOK {
            ways.push(press(
                Action::Review,
                Button::Review,
                ButtonStyle::Secondary,
            ));
            ways.push(press(
                Action::Record,
                Button::Record,
                ButtonStyle::Secondary,
            ));
        }
        return vec![CreateActionRow::Buttons(ways)];
    }
    let call_off = press(Action::Abort, Button::Abort, ButtonStyle::Secondary);
    let mut looking = vec![
        press(Action::Board, Button::Board, ButtonStyle::Secondary),
        press(Action::Flip, Button::Flip, ButtonStyle::Secondary),
    ];
    if view.watcher.is_some() {
        looking.push(call_off);
        return vec![CreateActionRow::Buttons(looking)];
    }
    let mut moving = Vec::new();
    if view.thinking().is_none() {
        moving.push(press(Action::Move, Button::Move, ButtonStyle::Primary));
        moving.push(press(Action::Type, Button::Type, ButtonStyle::Secondary));
    }
    moving.append(&mut looking);
    if view.clock.as_ref().is_some_and(|clock| clock.is_overdue) {
        moving.push(press(Action::Claim, Button::Claim, ButtonStyle::Success));
    }
    let mut buttons = Vec::new();
    if view.draw.is_empty() {
        buttons.push(press(Action::Draw, Button::Draw, ButtonStyle::Secondary));
    } else {
        buttons.push(press(
            Action::Draw,
            Button::AcceptDraw,
            ButtonStyle::Success,
        ));
        buttons.push(press(
            Action::RefuseDraw,
            Button::RefuseDraw,
            ButtonStyle::Secondary,
        ));
    }
    if view.take_back.is_some() {
        buttons.push(press(
            Action::AllowTakeBack,
            Button::AllowTakeBack,
            ButtonStyle::Success,
        ));
        buttons.push(press(
            Action::RefuseTakeBack,
            Button::RefuseTakeBack,
            ButtonStyle::Secondary,
        ));
    } else if !view.can_take_back.is_empty() {
        buttons.push(press(
            Action::TakeBack,
            Button::TakeBack,
            ButtonStyle::Secondary,
        ));
    }
    buttons.push(press(Action::Resign, Button::Resign, ButtonStyle::Danger));
    if view.can_abort() {
        buttons.push(call_off);
    }
    let seat = seat_buttons(view, words);
    // Buttons used at every turn are above those used once in a game.
    let rows = [moving, buttons, seat];
    let rows = rows.iter().flat_map(|row| row.chunks(IN_ROW));
    rows.map(|row| CreateActionRow::Buttons(row.to_vec()))
        .collect()
}

/// Returns the buttons that ask for confirmation before resigning.
#[must_use]
pub fn resign_rows(view: &GameView, words: Words) -> Vec<CreateActionRow> {
    let rows = for_sure(view, Action::ResignForSure, words.button(Button::Resign));
    if !view.can_offer_seat() {
        return rows;
    }
    let id = CustomId {
        action: Action::OfferSeat,
        game: view.id,
        seen: view.steps,
    };
    let label = words.button(Button::OfferSeat);
    let offer = button(id, label, ButtonStyle::Secondary);
    let other = CreateActionRow::Buttons(vec![offer]);
    rows.into_iter().chain([other]).collect()
}

/// Returns the buttons for a handover of a seat.
fn seat_buttons(view: &GameView, words: Words) -> Vec<CreateButton> {
    let Some(offer) = &view.seat else {
        return Vec::new();
    };
    let press = presses(view.id, offer.number, words);
    let plain = ButtonStyle::Secondary;
    if offer.heir.is_some() {
        return vec![
            press(Action::AllowSeat, Button::AllowSeat, ButtonStyle::Success),
            press(Action::RefuseSeat, Button::RefuseSeat, plain),
        ];
    }
    let mut buttons = vec![
        press(Action::SeatToMe, Button::SeatToMe, plain),
        press(Action::SeatToComputer, Button::SeatToComputer, plain),
    ];
    if !offer.is_late {
        buttons.push(press(Action::RefuseSeat, Button::KeepSeat, plain));
    }
    buttons
}

/// Returns the buttons that ask for confirmation before calling the game off.
#[must_use]
pub fn abort_rows(view: &GameView, words: Words) -> Vec<CreateActionRow> {
    for_sure(view, Action::AbortForSure, words.button(Button::Abort))
}

fn for_sure(view: &GameView, action: Action, label: String) -> Vec<CreateActionRow> {
    let id = CustomId {
        action,
        game: view.id,
        seen: view.steps,
    };
    let yes = button(id, label, ButtonStyle::Danger);
    vec![CreateActionRow::Buttons(vec![yes])]
}

/// Returns the button that drops a premove.
#[must_use]
pub fn plan_rows(game: GameId, seen: u32, words: Words) -> Vec<CreateActionRow> {
    let id = CustomId {
        action: Action::DropPlan,
        game,
        seen,
    };
    let label = words.button(Button::DropPlan);
    let forget = button(id, label, ButtonStyle::Secondary);
    vec![CreateActionRow::Buttons(vec![forget])]
}

/// Orientation of a private board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Side at the bottom.
    pub down: Direction,
    /// True if it is not the person's usual one.
    pub is_flipped: bool,
}

/// Returns the buttons that turn the board and go back, below a board that one person sees.
#[must_use]
pub fn look_rows(view: &GameView, turn: Turn, words: Words) -> Vec<CreateActionRow> {
    let action = if turn.is_flipped {
        Action::Board
    } else {
        Action::Flip
    };
    let id = CustomId {
        action,
        game: view.id,
        seen: view.steps,
    };
    let here = ReplayCursor {
        ply: view.game.plies().len(),
        down: turn.down,
    };
    let mut buttons = steps(view, here, PICTURES, words);
    buttons.push(button(
        id,
        words.button(Button::Flip),
        ButtonStyle::Secondary,
    ));
    vec![
        CreateActionRow::Buttons(buttons),
        to_words(view, here, words),
    ]
}

/// Returns the button to the same position in words.
fn to_words(now: &GameView, here: ReplayCursor, words: Words) -> CreateActionRow {
    let id = CustomId {
        action: Action::Read(Reading::Here),
        game: now.id,
        seen: here.number(),
    };
    let label = words.button(Button::InWords);
    CreateActionRow::Buttons(vec![button(id, label, ButtonStyle::Secondary)])
}

/// Returns the buttons back and forth, and to the picture, below a position in words.
pub(super) fn spoken_row(now: &GameView, here: ReplayCursor, words: Words) -> CreateActionRow {
    let mut buttons = steps(now, here, READINGS, words);
    let id = CustomId {
        action: Action::StepTurn,
        game: now.id,
        seen: here.number(),
    };
    let label = words.button(Button::AsPicture);
    buttons.push(button(id, label, ButtonStyle::Secondary));
    CreateActionRow::Buttons(buttons)
}

/// Returns the buttons that turn the board and go back and forth, below a position that one person
/// looks at.
#[must_use]
pub fn stop_rows(
    now: &GameView,
    here: ReplayCursor,
    turned: Direction,
    words: Words,
) -> Vec<CreateActionRow> {
    let mut buttons = steps(now, here, PICTURES, words);
    let there = ReplayCursor {
        down: turned,
        ..here
    };
    let id = CustomId {
        action: Action::StepTurn,
        game: now.id,
        seen: there.number(),
    };
    buttons.push(button(
        id,
        words.button(Button::Flip),
        ButtonStyle::Secondary,
    ));
    vec![
        CreateActionRow::Buttons(buttons),
        to_words(now, here, words),
    ]
}

/// Actions for the first position, the one before, the one after and the newest.
type Steps = [Action; 4];

const PICTURES: Steps = [
    Action::StepFirst,
    Action::StepBack,
    Action::StepNext,
    Action::StepLast,
];

const READINGS: Steps = [
    Action::Read(Reading::First),
    Action::Read(Reading::Back),
    Action::Read(Reading::Next),
    Action::Read(Reading::Last),
];

/// Returns the buttons that step through the moves.
fn steps(now: &GameView, here: ReplayCursor, actions: Steps, words: Words) -> Vec<CreateButton> {
    let [first, back, next, newest] = actions;
    let last = now.game.plies().len();
    let to = |action, label, ply: usize| {
        let id = CustomId {
            action,
            game: now.id,
            seen: ReplayCursor { ply, ..here }.number(),
        };
        button(id, words.button(label), ButtonStyle::Secondary).disabled(ply == here.ply)
    };
    vec![
        to(first, Button::StepFirst, 0),
        to(back, Button::StepBack, here.ply.saturating_sub(1)),
        to(next, Button::StepNext, last.min(here.ply.saturating_add(1))),
        to(newest, Button::StepLast, last),
    ]
}

/// Returns the buttons below a reminder. They identify the game and its step for a move written in
/// reply to it.
#[must_use]
pub fn reminder_rows(view: &GameView, words: Words) -> Vec<CreateActionRow> {
    let press = presses(view.id, view.steps, words);
    vec![CreateActionRow::Buttons(vec![
        press(Action::Move, Button::Move, ButtonStyle::Primary),
        press(Action::Type, Button::Type, ButtonStyle::Secondary),
    ])]
}

/// Returns a button for each game that a request may refer to, to do `action` in it.
#[must_use]
pub fn which_rows(views: &[View], action: Action, words: Words) -> Vec<CreateActionRow> {
    let buttons: Vec<_> = views
        .iter()
        .take(IN_ROW * ROWS)
        .map(|view| {
            let (game, players, seen) = match view {
                View::Table(table) => (table.id, table.players().collect(), 0),
                View::Game(game) => {
                    let players = game.players.iter().map(|(_, player)| player.clone());
                    (game.id, players.collect::<Vec<_>>(), game.steps)
                }
            };
            let names: Vec<_> = players
                .iter()
                .map(|player| plain(&words.player(player)))
                .collect();
            let label = format!("{game} {}", names.join(" – "));
            let id = CustomId { action, game, seen };
            let label = label.chars().take(LABEL).collect();
            button(id, label, ButtonStyle::Secondary)
        })
        .collect();
    let rows = buttons.chunks(IN_ROW);
    rows.map(|row| CreateActionRow::Buttons(row.to_vec()))
        .collect()
}

/// Returns the buttons below a message that follows a game.
#[must_use]
pub fn watch_rows(view: &GameView, words: Words) -> Vec<CreateActionRow> {
    let press = presses(view.id, view.steps, words);
    let press = |action, label| press(action, label, ButtonStyle::Secondary);
    let mut buttons = vec![press(Action::Board, Button::Board)];
    if view.ending.is_none() {
        buttons.push(press(Action::Unwatch, Button::Unwatch));
    }
    vec![CreateActionRow::Buttons(buttons)]
}

/// Returns the side at the bottom when a board is turned around for somebody: that person's own, or
/// else the opposite one.
#[must_use]
pub fn other_side(view: &GameView, usual: Direction, color: Option<Color>) -> Direction {
    let mode = view.game.position().rules().mode();
    let own = color.map(|color| side_of(mode, color));
    own.filter(|own| *own != usual)
        .unwrap_or_else(|| usual.opposite())
}
