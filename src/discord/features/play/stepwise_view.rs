//! Steps of making a move: source, target, and the resulting board.
//!
//! The first step is skipped where there is one source, or where all moves fit into a menu. No step
//! has a single choice: nothing blocks a slide, and every square has at least two neighbors.

use std::ops::RangeInclusive;

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton, CreateSelectMenuOption};

use crate::discord::game_messages::drawing::emojis::Emojis;
use crate::discord::interaction::custom_id::buttons::PlayButton;
use crate::discord::interaction::custom_id::game::{GameButton, GameButtonId};
use crate::discord::interaction::custom_id::move_origin::{MoveOrigin, target_of};
use crate::discord::rest::interactions::form::{FormLine, InputForm};
use crate::discord::views::button_rows::{Buttons, OPTIONS, menu, menu_option, play_button};
use crate::discord::views::scene::scene;
use crate::i18n::{Button, MenuEntry, Words};
use crate::service::{Ending, GameEvent, GameId, GameView};
use focus::{Direction, Move, Position, Square, Stack};
use focus_render::Scene;

/// Custom id of the form's text field.
pub(super) const LINE: &str = "move";
/// Maximum length of a typed move; more than any move needs, with its suffix and spaces.
const LONGEST_MOVE: u16 = 40;
/// Side at the bottom when a picture is created; it is turned later for the person who looks.
const DOWN: Direction = Direction::South;

/// Parts of the board, each with few enough squares for a menu, as ranges of ranks from the top.
const PARTS: [RangeInclusive<u8>; 3] = [5..=7, 3..=4, 0..=2];
/// Highest ranks of the parts.
const TOP_RANKS: [u8; 3] = [7, 4, 2];

/// Step of making a move: a question, its choices, and a picture.
#[derive(Clone, Debug)]
pub(super) struct QuestionPage {
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

/// Returns the step that asks for the source, or for the move itself where all of them fit into a
/// menu.
pub(super) fn sources(view: &GameView, emojis: &Emojis, words: Words) -> QuestionPage {
    let position = view.game.position();
    let (moves, sources) = (position.legal_moves(), MoveOrigin::all(position));
    if sources == [MoveOrigin::Hand] {
        return drops(view, emojis, words);
    }
    let (text, prompt) = if MoveOrigin::is_swap(position) {
        (words.text("step-swap", &[]), words.text("menu-swap", &[]))
    } else {
        let with_hand = sources.contains(&MoveOrigin::Hand);
        (words.source_step(with_hand), words.text("menu-source", &[]))
    };
    let menu = if moves.len() <= OPTIONS {
        let options = moves.iter().map(|mv| {
            let option = CreateSelectMenuOption::new(mv.to_string(), mv.to_string());
            let source = MoveOrigin::of(*mv);
            let stack = source.and_then(|source| stack_at(source, position));
            emojis.on_option(with_detail(option, view, *mv, words), stack)
        });
        let prompt = words.text("menu-move", &[]);
        choice(view, PlayButton::To, prompt, options.collect())
    } else {
        let options = source_options(&sources, position, emojis, words);
        choice(view, PlayButton::From, prompt, options)
    };
    let framed = sources.iter().copied().filter_map(MoveOrigin::square);
    let rows = vec![
        menu,
        buttons([press(view, words, PlayButton::Type, Button::Type)]),
    ];
    asked(view, words, text, rows, None, framed.collect())
}

/// Returns the step that asks for the target, on a board with one side at the bottom; `None` for a
/// source without moves.
pub(super) fn targets(
    view: &GameView,
    source: MoveOrigin,
    down: Direction,
    emojis: &Emojis,
    words: Words,
) -> Option<QuestionPage> {
    let position = view.game.position();
    let moves = source.moves(position);
    if moves.is_empty() {
        return None;
    }
    let MoveOrigin::Square(from) = source else {
        return Some(drops(view, emojis, words));
    };
    let (text, prompt) = if MoveOrigin::is_swap(position) {
        (words.swap_with_step(from), words.swap_with_prompt(from))
    } else {
        (words.target_step(from), words.target_prompt(Some(from)))
    };
    let options = moves
        .iter()
        .map(|mv| target(view, *mv, down, emojis, words));
    let rows = vec![
        choice(view, PlayButton::To, prompt, options.collect()),
        buttons([press(view, words, PlayButton::Move, Button::OtherStack)]),
    ];
    Some(asked(view, words, text, rows, Some(from), framed(&moves)))
}

/// Returns the step that asks for confirmation and shows the resulting board; `None` for a move
/// that is not legal.
pub(super) fn confirm(view: &GameView, mv: Move, words: Words) -> Option<QuestionPage> {
    let mut after = view.clone();
    let effect = after.game.play(mv).ok()?;
    let passed = after.game.pass_while_forced();
    after.ending = after.game.outcome().map(Ending::Decided);
    after.sharing = after.game.sharing();
    let out_before = view.game.position().out();
    let newly_out = after.game.position().out().minus(out_before);
    let passed = passed.into_iter().map(GameEvent::Passed);
    after.news = newly_out.iter().map(GameEvent::Out).chain(passed).collect();
    let play = play_button(Buttons::of(view, words), mv);
    let back = MoveOrigin::of(mv).map_or(PlayButton::Move, PlayButton::BackTo);
    let mut row = vec![play, press(view, words, back, Button::StepBack)];
    if MoveOrigin::all(view.game.position()).len() > 1 {
        row.push(press(view, words, PlayButton::Move, Button::OtherStack));
    }
    Some(QuestionPage {
        text: words.confirm_step(view.game.position().side(), mv, effect, &after),
        rows: vec![CreateActionRow::Buttons(row)],
        scene: scene(&after, DOWN, words),
        alt: words.alt_text(&after),
        file: format!("move-{}-{}-then.png", view.id.0, view.steps),
    })
}

/// Returns the form for a typed move.
pub(super) fn form(game: GameId, seen: u32, words: Words) -> InputForm {
    let line = FormLine::new(LINE, words.text("form-label", &[]), LONGEST_MOVE)
        .description(words.text("form-about", &[]))
        .placeholder("b7-c7");
    let id = GameButtonId::new(PlayButton::Written, game, seen).to_string();
    InputForm::new(id, words.text("form-title", &[]), vec![line])
}

/// Returns the button that opens the form again after its input was refused.
pub(super) fn again(id: GameButtonId, words: Words) -> CreateButton {
    let buttons = Buttons::new(id.game, id.seen, words);
    let button = buttons.press_as(PlayButton::Type, Button::TryAgain);
    button.style(ButtonStyle::Primary)
}

/// Returns the step that asks for the square of a drop: in one menu, or in one for each part of the
/// board.
fn drops(view: &GameView, emojis: &Emojis, words: Words) -> QuestionPage {
    let position = view.game.position();
    let moves = MoveOrigin::Hand.moves(position);
    let button = |part| PlayButton::DropOn(MoveOrigin::Rank(TOP_RANKS[usize::from(part)]));
    // A drop has no direction.
    let mut rows = move_menus(view, &moves, DOWN, emojis, words, button);
    let mut row = vec![press(view, words, PlayButton::Type, Button::Type)];
    if MoveOrigin::all(position).len() > 1 {
        row.push(press(view, words, PlayButton::Move, Button::OtherStack));
    }
    rows.push(CreateActionRow::Buttons(row));
    let question = words.text("step-square", &[]);
    asked(view, words, question, rows, None, framed(&moves))
}

/// Returns the squares to frame where one of these moves is chosen: their targets, or none if there
/// are many, because frames around most of the board would say nothing.
pub(super) fn framed(moves: &[Move]) -> Vec<Square> {
    if moves.len() > OPTIONS {
        return Vec::new();
    }
    moves.iter().copied().filter_map(target_of).collect()
}

/// Returns the entries of a menu of sources of moves, with the stacks that stand there.
pub(super) fn source_options(
    sources: &[MoveOrigin],
    position: &Position,
    emojis: &Emojis,
    words: Words,
) -> Vec<CreateSelectMenuOption> {
    let options = sources.iter().map(|source| {
        let entry = MenuEntry::new(&label(*source, position, words));
        let option = menu_option(entry, source.to_string());
        emojis.on_option(option, stack_at(*source, position))
    });
    options.collect()
}

/// Returns the stack at a source of moves; a single piece from the hand.
fn stack_at(source: MoveOrigin, position: &Position) -> Option<Stack> {
    match source {
        MoveOrigin::Square(square) => position.board().get(square),
        MoveOrigin::Hand | MoveOrigin::Rank(_) => Stack::new([position.side()]),
    }
}

/// Returns menus of moves with one source, on a board with one side at the bottom: one, or one for
/// each part of the board.
pub(super) fn move_menus<A: Into<GameButton>>(
    view: &GameView,
    moves: &[Move],
    down: Direction,
    emojis: &Emojis,
    words: Words,
    button: impl Fn(u16) -> A,
) -> Vec<CreateActionRow> {
    let options = |ranks: &RangeInclusive<u8>| -> Vec<_> {
        let on_ranks =
            |mv: &&Move| target_of(**mv).is_some_and(|square| ranks.contains(&square.rank()));
        let moves = moves.iter().filter(on_ranks);
        moves
            .map(|mv| target(view, *mv, down, emojis, words))
            .collect()
    };
    if moves.len() <= OPTIONS {
        let from = moves.first().copied().and_then(MoveOrigin::of);
        let prompt = words.target_prompt(from.and_then(MoveOrigin::square));
        return vec![choice(view, button(0), prompt, options(&(0..=7)))];
    }
    let parts = (0..).zip(&PARTS).map(|(part, ranks)| {
        let prompt = words.drop_prompt(ranks);
        (button(part), prompt, options(ranks))
    });
    parts
        .filter(|(_, _, options)| !options.is_empty())
        .map(|(button, prompt, options)| choice(view, button, prompt, options))
        .collect()
}

/// Returns a step whose picture frames the choices.
pub(super) fn asked(
    view: &GameView,
    words: Words,
    text: String,
    rows: Vec<CreateActionRow>,
    chosen: Option<Square>,
    framed: Vec<Square>,
) -> QuestionPage {
    let alt = words.framed(view, chosen, &framed);
    let mut scene = scene(view, DOWN, words);
    scene.recent.clear();
    scene.chosen = chosen;
    scene.marked = framed;
    let step = chosen.map_or_else(|| "from".to_owned(), |square| square.to_string());
    QuestionPage {
        text,
        rows,
        scene,
        alt,
        file: format!("move-{}-{}-{step}.png", view.id.0, view.steps),
    }
}

/// Returns the entry of a move in a menu of targets, with the stack that stands there.
fn target(
    view: &GameView,
    mv: Move,
    down: Direction,
    emojis: &Emojis,
    words: Words,
) -> CreateSelectMenuOption {
    let option = CreateSelectMenuOption::new(words.target_choice(mv, down), mv.to_string());
    let board = view.game.position().board();
    let stack = target_of(mv).and_then(|square| board.get(square));
    emojis.on_option(with_detail(option, view, mv, words), stack)
}

/// Adds the effects of a move to its entry in a menu.
fn with_detail(
    option: CreateSelectMenuOption,
    view: &GameView,
    mv: Move,
    words: Words,
) -> CreateSelectMenuOption {
    let outcome = view.game.preview(mv).ok().and_then(|(_, outcome)| outcome);
    match words.target_detail(view.game.position(), mv, outcome) {
        Some(detail) => option.description(detail),
        None => option,
    }
}

pub(super) fn press(
    view: &GameView,
    words: Words,
    button: impl Into<GameButton>,
    label: Button,
) -> CreateButton {
    let button = Buttons::of(view, words).press_as(button, label);
    button.style(ButtonStyle::Secondary)
}

fn buttons<const N: usize>(row: [CreateButton; N]) -> CreateActionRow {
    CreateActionRow::Buttons(row.into())
}

pub(super) fn choice(
    view: &GameView,
    button: impl Into<GameButton>,
    prompt: String,
    options: Vec<CreateSelectMenuOption>,
) -> CreateActionRow {
    let id = GameButtonId::new(button, view.id, view.steps);
    CreateActionRow::SelectMenu(menu(id, options).placeholder(prompt))
}

#[cfg(test)]
mod tests {
    use super::MoveOrigin;
    use focus::{Mode, Opening, Position, Rules, SplitMix};

    /// Number of plies of a game; most positions with few stacks come late.
    const PLIES: u64 = 300;

    #[track_caller]
    fn check(rules: Rules) {
        for seed in 0..5 {
            let mut position = Position::start(rules, rules.mode().colors()[0]);
            let mut dice = SplitMix::new(seed);
            for _ in 0..PLIES {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                for source in MoveOrigin::all(&position) {
                    let count = source.moves(&position).len();
                    assert!(count > 1, "{source} in {position}");
                }
                let count = u64::try_from(moves.len()).expect("a small count");
                let chosen = usize::try_from(dice.next_u64() % count).expect("a small number");
                position.play(moves[chosen]).expect("a legal move");
            }
        }
    }

    #[test]
    fn no_stack_and_no_hand_has_a_single_move() {
        for mode in Mode::ALL {
            check(Rules::new(mode));
        }
        let exchange = Rules::new(Mode::Duel).with_opening(Opening::Exchange);
        check(exchange.expect("option of the duel"));
    }
}
