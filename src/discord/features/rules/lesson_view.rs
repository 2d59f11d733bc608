//! Practice game: five private tasks, each with one kind of right answer.

use serenity::all::{ButtonStyle, CreateActionRow, CreateSelectMenuOption};

use crate::discord::features::rules::example::Example;
use crate::discord::features::rules::page_view::RulesPage;
use crate::discord::game_messages::drawing::emojis::Emojis;
use crate::discord::interaction::custom_id::buttons::RulesButton;
use crate::discord::interaction::custom_id::game::GameButtonId;
use crate::discord::interaction::custom_id::move_origin::{MoveOrigin, target_of};
use crate::discord::interaction::custom_id::rules_page::RulesPageId;
use crate::discord::rest::Outgoing;
use crate::discord::views::button_rows::{Buttons, menu};
use crate::discord::views::help::play_beginner;
use crate::i18n::{Button, Task, Words};
use crate::service::GameId;
use focus::{Color, Direction, Game, Mode, Move, Rules, Stack};

pub(super) fn task(task: Task, emojis: &Emojis, words: Words) -> RulesPage {
    let aim = (task == Task::Slide).then(|| words.text("lesson-aim", &[]));
    let parts = [
        Some(words.lesson_heading(task)),
        aim,
        Some(words.task(task)),
    ];
    let parts: Vec<_> = parts.into_iter().flatten().collect();
    asked(task, parts.join("\n"), emojis, words)
}

/// Returns the page after a choice in a task; `None` if it cannot be chosen.
pub(super) fn answer(task: Task, mv: Move, emojis: &Emojis, words: Words) -> Option<RulesPage> {
    let example = position(task);
    if !example.choices().contains(&mv) {
        return None;
    }
    let heading = words.lesson_heading(task);
    if !is_right(task, &example.game, mv) {
        let (set, wrong) = (words.task(task), words.task_wrong(task, mv));
        let text = format!("{heading}\n{set}\n{wrong}");
        return Some(asked(task, text, emojis, words));
    }
    let mut after = Example {
        game: example.game,
        chosen: None,
    };
    after.game.play(mv).ok()?;
    let mut text = format!("{heading}\n{}", words.task_right(task));
    let buttons = Buttons::new(GameId(0), 0, words);
    let onward = if let Some(next) = task.next() {
        let next = buttons.press_as(RulesButton::Lesson(next), Button::StepNext);
        vec![next.style(ButtonStyle::Primary)]
    } else {
        text.push('\n');
        text.push_str(&words.text("lesson-done", &[]));
        let rules = RulesButton::Rules(RulesPageId::first(Mode::Duel));
        vec![play_beginner(words), buttons.press(rules)]
    };
    Some(RulesPage {
        message: Outgoing::text(text).rows(vec![CreateActionRow::Buttons(onward)]),
        example: Some(after),
    })
}

/// Returns a task with its choices, below a text about it.
fn asked(task: Task, text: String, emojis: &Emojis, words: Words) -> RulesPage {
    let example = position(task);
    let position = example.game.position();
    let options = example.choices().into_iter().map(|mv| {
        let option =
            CreateSelectMenuOption::new(words.target_choice(mv, Direction::South), mv.to_string());
        let option = match words.target_detail(position, mv, None) {
            Some(detail) => option.description(detail),
            None => option,
        };
        let stack = target_of(mv).and_then(|square| position.board().get(square));
        emojis.on_option(option, stack)
    });
    let id = GameButtonId::new(RulesButton::Try(task), GameId(0), 0);
    let menu = menu(id, options.collect()).placeholder(words.target_prompt(example.square()));
    RulesPage {
        message: Outgoing::text(text).rows(vec![CreateActionRow::SelectMenu(menu)]),
        example: Some(example),
    }
}

/// Returns the position of a task, with the source of the move to find. Orange is to move in all of
/// them.
fn position(task: Task) -> Example {
    const TOWER: &str = "c5-c6 b6-c6 d6-c6 b4-c4";
    const FIVE: &str = "c4-c3 b3-c3 d3-c3 b5-c5 c2-c3";
    let after = |first, moves: &[&str]| Example::after(Rules::new(Mode::Duel), first, moves);
    let square = |name: &str| MoveOrigin::Square(name.parse().expect("a square of a task"));
    match task {
        Task::Slide => after(Color::Orange, &[]).choosing(square("c3")),
        Task::Tower | Task::Split => after(Color::Orange, &[TOWER]).choosing(square("c6")),
        Task::Capture => after(Color::Blue, &[FIVE]).choosing(square("c5")),
        Task::Reserve => after(Color::Blue, &[FIVE, "c5-c3 f4-g4"]).choosing(MoveOrigin::Rank(3)),
    }
}

/// Returns whether a move solves a task.
fn is_right(task: Task, game: &Game, mv: Move) -> bool {
    let position = game.position();
    let mut after = position.clone();
    let effect = after.play_unchecked(mv);
    let top = |square| position.board().get(square).map(Stack::top);
    let (from, to) = match mv {
        Move::Slide { from, to } => (Some(from), to),
        Move::Drop(to) => (None, to),
        Move::Swap { .. } | Move::Pass => return false,
    };
    let left = from.and_then(|from| after.board().get(from));
    match task {
        Task::Slide => top(to) == Some(Color::Blue),
        Task::Tower => left.is_none(),
        Task::Split => left.is_some_and(|left| left.top() == Color::Orange),
        Task::Capture => effect.is_capture(),
        Task::Reserve => {
            let is_high = position
                .board()
                .get(to)
                .is_some_and(|stack| stack.height() > 1);
            is_high && top(to) == Some(Color::Blue)
        }
    }
}
