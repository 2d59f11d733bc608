//! Buttons and menus.

use serenity::all::{
    ButtonStyle, CreateActionRow, CreateButton, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption,
};

use crate::discord::custom_id::{Action, CustomId};
use crate::discord::stop::Stop;
use crate::render::layout::side_of;
use crate::rules::{Color, Direction, Move, Position, Square};
use crate::session::{GameId, GameView};
use crate::wording::{Button, Words};

/// Discord's limits for a row of buttons and for a menu.
const IN_ROW: usize = 5;
const IN_MENU: usize = 25;

/// A button that carries all it has to say.
pub(super) fn button(id: CustomId, label: String, style: ButtonStyle) -> CreateButton {
    CreateButton::new(id.to_string()).label(label).style(style)
}

/// What can be done below the board of a game.
pub(super) fn game_rows(view: &GameView, words: Words) -> Vec<CreateActionRow> {
    let press = |action, label, style| {
        let id = CustomId {
            action,
            game: view.id,
            seen: view.steps,
        };
        button(id, words.button(label), style)
    };
    if view.ending.is_some() {
        let again = press(Action::Rematch, Button::Rematch, ButtonStyle::Primary);
        return vec![CreateActionRow::Buttons(vec![again])];
    }
    let call_off = press(Action::Abort, Button::Abort, ButtonStyle::Secondary);
    let mut buttons = vec![
        press(Action::Board, Button::Board, ButtonStyle::Secondary),
        press(Action::Flip, Button::Flip, ButtonStyle::Secondary),
    ];
    if view.watcher.is_some() {
        buttons.push(call_off);
        return vec![CreateActionRow::Buttons(buttons)];
    }
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
    } else if view.plies() > 0 {
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
    let mut rows: Vec<_> = source_menu(view, words).into_iter().collect();
    rows.extend(
        buttons
            .chunks(IN_ROW)
            .map(|row| CreateActionRow::Buttons(row.to_vec())),
    );
    rows
}

/// The question whether to give up for sure.
#[must_use]
pub fn resign_rows(view: &GameView, words: Words) -> Vec<CreateActionRow> {
    for_sure(view, Action::ResignForSure, words.button(Button::Resign))
}

/// The question whether to call the game off for sure.
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

/// The way to drop an answer that was set out.
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

/// The way around and back, below a board that one person sees.
#[must_use]
pub fn look_rows(view: &GameView, down: Direction, words: Words) -> Vec<CreateActionRow> {
    let action = if down == Direction::South {
        Action::Flip
    } else {
        Action::Board
    };
    let id = CustomId {
        action,
        game: view.id,
        seen: view.steps,
    };
    let here = Stop {
        ply: view.game.plies().len(),
        down,
    };
    let mut buttons = steps(view, here, words);
    buttons.push(button(
        id,
        words.button(Button::Flip),
        ButtonStyle::Secondary,
    ));
    vec![CreateActionRow::Buttons(buttons)]
}

/// The way around, back and forth, below a position that one person looks at.
#[must_use]
pub fn stop_rows(
    now: &GameView,
    here: Stop,
    turned: Direction,
    words: Words,
) -> Vec<CreateActionRow> {
    let mut buttons = steps(now, here, words);
    let down = if here.down == Direction::South {
        turned
    } else {
        Direction::South
    };
    let id = CustomId {
        action: Action::StepTurn,
        game: now.id,
        seen: Stop { down, ..here }.number(),
    };
    buttons.push(button(
        id,
        words.button(Button::Flip),
        ButtonStyle::Secondary,
    ));
    vec![CreateActionRow::Buttons(buttons)]
}

/// The way through the moves.
fn steps(now: &GameView, here: Stop, words: Words) -> Vec<CreateButton> {
    let last = now.game.plies().len();
    let to = |action, label, ply: usize| {
        let id = CustomId {
            action,
            game: now.id,
            seen: Stop { ply, ..here }.number(),
        };
        button(id, words.button(label), ButtonStyle::Secondary).disabled(ply == here.ply)
    };
    vec![
        to(Action::StepFirst, Button::StepFirst, 0),
        to(
            Action::StepBack,
            Button::StepBack,
            here.ply.saturating_sub(1),
        ),
        to(
            Action::StepNext,
            Button::StepNext,
            last.min(here.ply.saturating_add(1)),
        ),
        to(Action::StepLast, Button::StepLast, last),
    ]
}

/// What can be done below a game that is followed from elsewhere.
#[must_use]
pub fn watch_rows(view: &GameView, words: Words) -> Vec<CreateActionRow> {
    let press = |action, label| {
        let id = CustomId {
            action,
            game: view.id,
            seen: view.steps,
        };
        button(id, words.button(label), ButtonStyle::Secondary)
    };
    let mut buttons = vec![press(Action::Board, Button::Board)];
    if view.ending.is_none() {
        buttons.push(press(Action::Unwatch, Button::Unwatch));
    }
    vec![CreateActionRow::Buttons(buttons)]
}

/// Where a move can begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// A stack, or in the exchange opening a piece.
    Square(Square),
    /// A piece in hand.
    Hand,
}

impl Source {
    /// Where a move begins; a forced pass nowhere.
    #[must_use]
    pub fn of(mv: Move) -> Option<Self> {
        match mv {
            Move::Slide { from, .. } => Some(Self::Square(from)),
            Move::Swap { own, .. } => Some(Self::Square(own)),
            Move::Drop(_) => Some(Self::Hand),
            Move::Pass => None,
        }
    }

    /// Where the moves of a position begin, each place once.
    #[must_use]
    pub fn all(position: &Position) -> Vec<Self> {
        let mut sources: Vec<_> = position
            .legal_moves()
            .iter()
            .filter_map(|mv| Self::of(*mv))
            .collect();
        sources.sort_unstable();
        sources.dedup();
        sources
    }

    /// The text that stands for it: `b7`, or `+` for the hand.
    #[must_use]
    pub fn token(self) -> String {
        match self {
            Self::Square(square) => square.to_string(),
            Self::Hand => "+".to_owned(),
        }
    }

    /// What is said of it in a list.
    #[must_use]
    pub fn label(self, position: &Position, words: Words) -> String {
        match self {
            Self::Square(square) => match position.board().get(square) {
                Some(stack) => words.source_label(square, stack),
                None => square.to_string(),
            },
            Self::Hand => words.hand_label(position.hand(position.side())),
        }
    }
}

fn source_menu(view: &GameView, words: Words) -> Option<CreateActionRow> {
    if view.thinking().is_some() {
        return None;
    }
    let position = view.game.position();
    let options: Vec<_> = Source::all(position)
        .into_iter()
        .take(IN_MENU)
        .map(|source| CreateSelectMenuOption::new(source.label(position, words), source.token()))
        .collect();
    let id = CustomId {
        action: Action::From,
        game: view.id,
        seen: view.steps,
    };
    (!options.is_empty()).then(|| menu(id, words.source_prompt(), options))
}

/// The menus of what can be done from one place: one, or several where one would be too long.
#[must_use]
pub fn target_rows(view: &GameView, source: Source, words: Words) -> Vec<CreateActionRow> {
    let position = view.game.position();
    let moves = position.legal_moves();
    let moves: Vec<_> = moves
        .iter()
        .filter(|mv| Source::of(**mv) == Some(source))
        .collect();
    let square = match source {
        Source::Square(square) => Some(square),
        Source::Hand => None,
    };
    moves
        .chunks(IN_MENU)
        .zip([Action::To, Action::ToMore, Action::ToRest])
        .map(|(moves, action)| {
            let options = moves.iter().map(|mv| {
                let label = words.move_label(**mv, position.effect(**mv));
                CreateSelectMenuOption::new(label, mv.to_string())
            });
            let id = CustomId {
                action,
                game: view.id,
                seen: view.steps,
            };
            menu(id, prompt(words, square, moves), options.collect())
        })
        .collect()
}

/// The question, with the range of squares if there are several menus.
fn prompt(words: Words, from: Option<Square>, moves: &[&Move]) -> String {
    let prompt = words.target_prompt(from);
    match (moves.first(), moves.last()) {
        (Some(Move::Drop(first)), Some(Move::Drop(last))) if first != last => {
            format!("{prompt} {first} – {last}")
        }
        _ => prompt,
    }
}

fn menu(id: CustomId, prompt: String, options: Vec<CreateSelectMenuOption>) -> CreateActionRow {
    let kind = CreateSelectMenuKind::String { options };
    let menu = CreateSelectMenu::new(id.to_string(), kind).placeholder(prompt);
    CreateActionRow::SelectMenu(menu)
}

/// The side of the board that is down when it is turned around for somebody.
#[must_use]
pub fn other_side(view: &GameView, color: Option<Color>) -> Direction {
    let mode = view.game.position().rules().mode();
    match color.map(|color| side_of(mode, color)) {
        None | Some(Direction::South) => Direction::North,
        Some(side) => side,
    }
}
