//! Steps of making a move: source, target, and the resulting board.

use serenity::all::{
    ButtonStyle, CreateActionRow, CreateButton, CreateInputText, CreateModal,
    CreateSelectMenuOption, InputTextStyle,
};

use crate::discord::interaction::custom_id::actions::PlayAction;
use crate::discord::interaction::custom_id::game::CustomId;
use crate::discord::interaction::custom_id::move_origin::{MoveOrigin, target_of};
use crate::discord::views::board::scene;
use crate::discord::views::buttons::{Buttons, menu, play_button};
use crate::i18n::{Button, Words};
use crate::service::{Ending, Event, GameId, GameView};
use focus::{Direction, Move, Position, Square};
use focus_render::Scene;

/// Custom id of the form's text field.
pub(super) const LINE: &str = "move";
/// Maximum length of a typed move; more than any move needs, with its suffix and spaces.
const LONGEST_MOVE: u16 = 40;
/// Side at the bottom when a picture is created; it is turned later for the person who looks.
const DOWN: Direction = Direction::South;

/// Step of making a move: a question, its choices, and a picture.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// The question.
    pub(super) text: String,
    /// Buttons and menus with the choices.
    pub(super) rows: Vec<CreateActionRow>,
    /// The picture.
    pub(super) scene: Scene,
    /// Description of the picture in words.
    pub(super) alt: String,
    /// File name of the picture.
    pub(super) file: String,
}

/// Returns the label of a source of moves in a list.
#[must_use]
pub(super) fn label(source: MoveOrigin, position: &Position, words: Words) -> String {
    match source {
        MoveOrigin::Square(square) => match position.board().get(square) {
            Some(stack) => words.source_label(square, stack),
            None => square.to_string(),
        },
        MoveOrigin::Hand => words.hand_label(position.hand(position.side())),
        MoveOrigin::Rank(rank) => words.rank_choice(rank),
    }
}

/// Returns the step that asks for the source.
#[must_use]
pub(super) fn sources(view: &GameView, words: Words) -> Step {
    let position = view.game.position();
    let sources = MoveOrigin::all(position);
    if sources == [MoveOrigin::Hand] {
        return ranks(view, words);
    }
    let (text, prompt) = if MoveOrigin::is_swap(position) {
        (words.swap_step(), words.swap_prompt())
    } else {
        let with_hand = sources.contains(&MoveOrigin::Hand);
        (words.source_step(with_hand), words.source_prompt())
    };
    let options = sources.iter().map(|source| {
        CreateSelectMenuOption::new(label(*source, position, words), source.to_string())
    });
    let menu = choice(view, PlayAction::From, prompt, options.collect());
    let framed = sources.iter().filter_map(|source| match source {
        MoveOrigin::Square(square) => Some(*square),
        MoveOrigin::Hand | MoveOrigin::Rank(_) => None,
    });
    let rows = vec![
        menu,
        buttons([press(view, words, PlayAction::Type, Button::Type)]),
    ];
    asked(view, words, text, rows, None, framed.collect())
}

/// Returns the step that asks for the target, on a board with one side at the bottom; `None` for a
/// source without moves.
#[must_use]
pub(super) fn targets(
    view: &GameView,
    source: MoveOrigin,
    down: Direction,
    words: Words,
) -> Option<Step> {
    let position = view.game.position();
    let moves = source.moves(position);
    if moves.is_empty() {
        return None;
    }
    let (text, prompt, chosen, back) = match source {
        MoveOrigin::Hand => return Some(ranks(view, words)),
        MoveOrigin::Rank(_) => {
            let back = press(
                view,
                words,
                PlayAction::BackTo(MoveOrigin::Hand),
                Button::StepBack,
            );
            (words.square_step(), words.target_prompt(None), None, back)
        }
        MoveOrigin::Square(from) => {
            let (text, prompt) = if MoveOrigin::is_swap(position) {
                (words.swap_with_step(from), words.swap_with_prompt(from))
            } else {
                (words.target_step(from), words.target_prompt(Some(from)))
            };
            let back = press(view, words, PlayAction::Move, Button::OtherStack);
            (text, prompt, Some(from), back)
        }
    };
    let options = moves.iter().map(|mv| target(view, *mv, down, words));
    let rows = vec![
        choice(view, PlayAction::To, prompt, options.collect()),
        buttons([back]),
    ];
    let framed = moves.iter().filter_map(|mv| target_of(*mv)).collect();
    Some(asked(view, words, text, rows, chosen, framed))
}

/// Returns the step that asks for confirmation and shows the resulting board; `None` for a move
/// that is not legal.
#[must_use]
pub(super) fn confirm(view: &GameView, mv: Move, words: Words) -> Option<Step> {
    let mut after = view.clone();
    let effect = after.game.play(mv).ok()?;
    let passed = after.game.pass_while_forced();
    after.ending = after.game.outcome().map(Ending::Decided);
    after.sharing = after.game.sharing();
    let out_before = view.game.position().out();
    let out = after.game.position().out().iter();
    let newly_out = out.filter(|color| !out_before.contains(*color));
    let passed = passed.into_iter().map(Event::Passed);
    after.news = newly_out.map(Event::Out).chain(passed).collect();
    let play = play_button(Buttons::of(view, words), mv);
    let back = MoveOrigin::narrowest(mv).map_or(PlayAction::Move, PlayAction::BackTo);
    let mut row = vec![play, press(view, words, back, Button::StepBack)];
    if MoveOrigin::all(view.game.position()).len() > 1 {
        row.push(press(view, words, PlayAction::Move, Button::OtherStack));
    }
    Some(Step {
        text: words.confirm_step(view.game.position().side(), mv, effect, &after),
        rows: vec![CreateActionRow::Buttons(row)],
        scene: scene(&after, DOWN, words),
        alt: words.alt_text(&after),
        file: format!("move-{}-{}-then.png", view.id.0, view.steps),
    })
}

/// Returns the form for a typed move.
pub(super) fn form(game: GameId, seen: u32, words: Words) -> CreateModal {
    let line = CreateInputText::new(InputTextStyle::Short, words.form_label(), LINE)
        .placeholder("b7-c7")
        .min_length(1)
        .max_length(LONGEST_MOVE);
    let id = CustomId::new(PlayAction::Written, game, seen).to_string();
    CreateModal::new(id, words.form_title()).components(vec![CreateActionRow::InputText(line)])
}

/// Returns the step that asks for the rank of a drop.
fn ranks(view: &GameView, words: Words) -> Step {
    let position = view.game.position();
    let squares: Vec<_> = MoveOrigin::Hand
        .moves(position)
        .into_iter()
        .filter_map(target_of)
        .collect();
    let options = (0..8).rev().filter_map(|rank| {
        let on_rank = squares.iter().filter(|square| square.rank() == rank);
        let names: Vec<_> = on_rank.map(Square::to_string).collect();
        let value = MoveOrigin::Rank(rank).to_string();
        let option = CreateSelectMenuOption::new(words.rank_choice(rank), value);
        (!names.is_empty()).then(|| option.description(names.join(" ")))
    });
    let mut rows = vec![choice(
        view,
        PlayAction::From,
        words.rank_prompt(),
        options.collect(),
    )];
    let mut row = vec![press(view, words, PlayAction::Type, Button::Type)];
    if MoveOrigin::all(position).len() > 1 {
        row.push(press(view, words, PlayAction::Move, Button::OtherStack));
    }
    rows.push(CreateActionRow::Buttons(row));
    asked(view, words, words.rank_step(), rows, None, squares)
}

/// Returns a step whose picture frames the choices.
fn asked(
    view: &GameView,
    words: Words,
    text: String,
    rows: Vec<CreateActionRow>,
    chosen: Option<Square>,
    framed: Vec<Square>,
) -> Step {
    let alt = words.framed(view, chosen, &framed);
    let mut scene = scene(view, DOWN, words);
    scene.recent.clear();
    scene.chosen = chosen;
    scene.marked = framed;
    let step = chosen.map_or_else(|| "from".to_owned(), |square| square.to_string());
    Step {
        text,
        rows,
        scene,
        alt,
        file: format!("move-{}-{}-{step}.png", view.id.0, view.steps),
    }
}

fn target(view: &GameView, mv: Move, down: Direction, words: Words) -> CreateSelectMenuOption {
    let option = CreateSelectMenuOption::new(words.target_choice(mv, down), mv.to_string());
    let outcome = view.game.preview(mv).ok().and_then(|(_, outcome)| outcome);
    match words.target_detail(view.game.position(), mv, outcome) {
        Some(detail) => option.description(detail),
        None => option,
    }
}

fn press(view: &GameView, words: Words, action: PlayAction, label: Button) -> CreateButton {
    Buttons::of(view, words).press_as(action, label, ButtonStyle::Secondary)
}

fn buttons<const N: usize>(row: [CreateButton; N]) -> CreateActionRow {
    CreateActionRow::Buttons(row.into())
}

fn choice(
    view: &GameView,
    action: PlayAction,
    prompt: String,
    options: Vec<CreateSelectMenuOption>,
) -> CreateActionRow {
    let id = CustomId::new(action, view.id, view.steps);
    CreateActionRow::SelectMenu(menu(id, options).placeholder(prompt))
}
