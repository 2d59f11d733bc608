//! Steps of making a move: source, target, and the resulting board.

use serenity::all::{
    ButtonStyle, CreateActionRow, CreateButton, CreateInputText, CreateModal, CreateSelectMenu,
    CreateSelectMenuKind, CreateSelectMenuOption, InputTextStyle,
};

use crate::discord::custom_id::game::{Action, CustomId};
use crate::discord::custom_id::move_origin::MoveOrigin;
use crate::discord::views::board::scene;
use crate::discord::views::buttons::button;
use crate::i18n::{Button, Words};
use crate::service::{Ending, Event, GameId, GameView, MoveRefusal};
use focus::{Direction, Move, Position, Square};
use focus_render::Scene;

/// Custom id of the form's text field.
pub const LINE: &str = "move";
/// Maximum length of a typed move; more than any move needs, with its suffix and spaces.
const LONGEST_MOVE: u16 = 40;
/// Side at the bottom when a picture is created; it is turned later for the person who looks.
const DOWN: Direction = Direction::South;

/// Step of making a move: a question, its choices, and a picture.
#[derive(Clone, Debug)]
pub struct Step {
    /// The question.
    pub text: String,
    /// Buttons and menus with the choices.
    pub rows: Vec<CreateActionRow>,
    /// The picture.
    pub scene: Scene,
    /// Description of the picture in words.
    pub alt: String,
    /// File name of the picture.
    pub file: String,
}

/// Returns the label of a source of moves in a list.
#[must_use]
pub fn label(source: MoveOrigin, position: &Position, words: Words) -> String {
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
pub fn sources(view: &GameView, words: Words) -> Step {
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
    let menu = menu(view, Action::From, prompt, options.collect());
    let framed = sources.iter().filter_map(|source| match source {
        MoveOrigin::Square(square) => Some(*square),
        MoveOrigin::Hand | MoveOrigin::Rank(_) => None,
    });
    let rows = vec![
        menu,
        buttons([press(view, words, Action::Type, Button::Type)]),
    ];
    asked(view, words, text, rows, None, framed.collect())
}

/// Returns the step that asks for the target, on a board with one side at the bottom; `None` for a
/// source without moves.
#[must_use]
pub fn targets(view: &GameView, source: MoveOrigin, down: Direction, words: Words) -> Option<Step> {
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
                Action::BackTo(MoveOrigin::Hand),
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
            let back = press(view, words, Action::Move, Button::OtherStack);
            (text, prompt, Some(from), back)
        }
    };
    let options = moves.iter().map(|mv| target(view, *mv, down, words));
    let rows = vec![
        menu(view, Action::To, prompt, options.collect()),
        buttons([back]),
    ];
    let framed = moves.iter().filter_map(|mv| end(*mv)).collect();
    Some(asked(view, words, text, rows, chosen, framed))
}

/// Returns the step that asks for confirmation and shows the resulting board; `None` for a move
/// that is not legal.
#[must_use]
pub fn confirm(view: &GameView, mv: Move, words: Words) -> Option<Step> {
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
    let play = CustomId {
        action: Action::Play(mv),
        game: view.id,
        seen: view.steps,
    };
    let play = button(play, words.play_button(mv), ButtonStyle::Success);
    let back = MoveOrigin::narrowest(mv).map_or(Action::Move, Action::BackTo);
    let mut row = vec![play, press(view, words, back, Button::StepBack)];
    if MoveOrigin::all(view.game.position()).len() > 1 {
        row.push(press(view, words, Action::Move, Button::OtherStack));
    }
    Some(Step {
        text: words.confirm_step(view.game.position().side(), mv, effect, &after),
        rows: vec![CreateActionRow::Buttons(row)],
        scene: scene(&after, DOWN, words),
        alt: words.alt_text(&after),
        file: format!("move-{}-{}-then.png", view.id.0, view.steps),
    })
}

/// Returns buttons for legal moves in place of an illegal one, and for the form.
#[must_use]
pub fn instead(bad: &MoveRefusal, words: Words) -> Vec<CreateActionRow> {
    let Some((game, seen)) = bad.at else {
        return Vec::new();
    };
    let id = |action| in_step(game, seen, action);
    let mut row: Vec<_> = bad
        .near
        .iter()
        .map(|(mv, _)| {
            let label = words.play_button(*mv);
            button(id(Action::Play(*mv)), label, ButtonStyle::Success)
        })
        .collect();
    for (action, label) in [(Action::Type, Button::Type), (Action::Move, Button::Move)] {
        let label = words.button(label);
        row.push(button(id(action), label, ButtonStyle::Secondary));
    }
    vec![CreateActionRow::Buttons(row)]
}

/// Returns the form for a typed move.
pub fn form(game: GameId, seen: u32, words: Words) -> CreateModal {
    let line = CreateInputText::new(InputTextStyle::Short, words.form_label(), LINE)
        .placeholder("b7-c7")
        .min_length(1)
        .max_length(LONGEST_MOVE);
    let id = in_step(game, seen, Action::Written).to_string();
    CreateModal::new(id, words.form_title()).components(vec![CreateActionRow::InputText(line)])
}

/// Returns the step that asks for the rank of a drop.
fn ranks(view: &GameView, words: Words) -> Step {
    let position = view.game.position();
    let squares: Vec<_> = MoveOrigin::Hand
        .moves(position)
        .into_iter()
        .filter_map(end)
        .collect();
    let options = (0..8).rev().filter_map(|rank| {
        let on_rank = squares.iter().filter(|square| square.rank() == rank);
        let names: Vec<_> = on_rank.map(Square::to_string).collect();
        let value = MoveOrigin::Rank(rank).to_string();
        let option = CreateSelectMenuOption::new(words.rank_choice(rank), value);
        (!names.is_empty()).then(|| option.description(names.join(" ")))
    });
    let mut rows = vec![menu(
        view,
        Action::From,
        words.rank_prompt(),
        options.collect(),
    )];
    let mut row = vec![press(view, words, Action::Type, Button::Type)];
    if MoveOrigin::all(position).len() > 1 {
        row.push(press(view, words, Action::Move, Button::OtherStack));
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

/// Returns the square on which a move ends.
pub(super) fn end(mv: Move) -> Option<Square> {
    match mv {
        Move::Slide { to, .. } | Move::Drop(to) => Some(to),
        Move::Swap { enemy, .. } => Some(enemy),
        Move::Pass => None,
    }
}

fn in_step(game: GameId, seen: u32, action: Action) -> CustomId {
    CustomId { action, game, seen }
}

fn press(view: &GameView, words: Words, action: Action, label: Button) -> CreateButton {
    let id = in_step(view.id, view.steps, action);
    button(id, words.button(label), ButtonStyle::Secondary)
}

fn buttons<const N: usize>(row: [CreateButton; N]) -> CreateActionRow {
    CreateActionRow::Buttons(row.into())
}

fn menu(
    view: &GameView,
    action: Action,
    prompt: String,
    options: Vec<CreateSelectMenuOption>,
) -> CreateActionRow {
    let id = in_step(view.id, view.steps, action);
    let kind = CreateSelectMenuKind::String { options };
    CreateActionRow::SelectMenu(CreateSelectMenu::new(id.to_string(), kind).placeholder(prompt))
}
