//! Pages of the rules, one for each subject, with pictures.

use serenity::all::{ButtonStyle, CreateActionRow, CreateSelectMenuOption};

use crate::discord::features::rules::example::{Example, example};
use crate::discord::interaction::custom_id::buttons::RulesButton;
use crate::discord::interaction::custom_id::game::GameButtonId;
use crate::discord::interaction::custom_id::rules_page::RulesPageId;
use crate::discord::rest::Outgoing;
use crate::discord::views::button_rows::{Buttons, menu};
use crate::i18n::{Button, Task, Topic, Words};
use crate::service::GameId;
use focus::{Mode, Rules};

/// Rules in force in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct InForce {
    /// The game.
    pub(super) game: GameId,
    /// Rules of the game.
    pub(super) rules: Rules,
}

/// Page of the rules or of the practice game.
#[derive(Clone, Debug)]
pub(super) struct RulesPage {
    /// Text, buttons and menus.
    pub(super) message: Outgoing,
    /// Position of the picture, on most pages.
    pub(super) example: Option<Example>,
}

/// Returns a page of the rules, with buttons to the others.
pub(super) fn page(page: RulesPageId, in_force: Option<InForce>, words: Words) -> RulesPage {
    let mode = page.mode();
    let topic = page.topic();
    let example = example(mode, topic);
    let mut parts = vec![words.rules_heading(mode, page.number(), Topic::of(mode).len())];
    parts.push(words.rules_topic(mode, topic));
    // Options may change the goal, and what happens to a player who cannot move.
    if matches!(topic, Topic::Board | Topic::Goal | Topic::Options) {
        let in_force = in_force.filter(|game| game.rules.mode() == mode);
        parts.extend(in_force.map(|game| words.rules_in_force(game.game, &game.rules)));
    }
    let last = example.as_ref().and_then(Example::last);
    let chosen = example.as_ref().and_then(Example::square);
    parts.extend(words.rules_picture(topic, last, chosen));
    let game = in_force.map_or(GameId(0), |game| game.game);
    let rows = vec![turning(page, game, words), modes(mode, game, words)];
    RulesPage {
        message: Outgoing::text(parts.join("\n")).rows(rows),
        example,
    }
}

fn turning(page: RulesPageId, game: GameId, words: Words) -> CreateActionRow {
    let buttons = Buttons::new(game, 0, words);
    let turn = |to, label| buttons.press_as(RulesButton::Rules(to), label);
    let mut row = Vec::new();
    if let Some(before) = page.before() {
        row.push(turn(before, Button::StepBack));
    }
    if let Some(next) = page.next() {
        row.push(turn(next, Button::StepNext).style(ButtonStyle::Primary));
    }
    row.push(buttons.press(RulesButton::Lesson(Task::Slide)));
    CreateActionRow::Buttons(row)
}

fn modes(shown: Mode, game: GameId, words: Words) -> CreateActionRow {
    let options = Mode::ALL.map(|mode| {
        let option = CreateSelectMenuOption::new(words.mode_choice(mode), mode.token());
        option.default_selection(mode == shown)
    });
    let id = GameButtonId::new(RulesButton::RulesOf, game, 0);
    CreateActionRow::SelectMenu(menu(id, options.into()))
}
