//! Pages of the rules, one for each subject, with pictures.

use serenity::all::{
    ButtonStyle, CreateActionRow, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
};

use crate::discord::custom_id::game::{Action, CustomId};
use crate::discord::custom_id::rules_page::Page;
use crate::discord::views::buttons::button;
use crate::discord::views::example::{Example, example};
use crate::i18n::{Button, Task, Topic, Words};
use crate::service::GameId;
use focus::{Mode, Rules};

/// Rules in force in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InForce {
    /// The game.
    pub game: GameId,
    /// Rules of the game.
    pub rules: Rules,
}

/// Content of a page.
#[derive(Clone, Debug)]
pub struct RulesPage {
    /// Text of the page.
    pub text: String,
    /// Buttons to other pages.
    pub rows: Vec<CreateActionRow>,
    /// Position of the picture, on most pages.
    pub example: Option<Example>,
}

/// Returns a page of the rules, with buttons to the others.
#[must_use]
pub fn page(page: Page, in_force: Option<InForce>, words: Words) -> RulesPage {
    let mode = page.mode();
    let topic = page.topic();
    let example = example(mode, topic);
    let mut parts = vec![words.rules_heading(mode, page.number(), Topic::of(mode).len())];
    parts.push(words.rules_topic(mode, topic));
    if topic == Topic::Board || topic == Topic::Options {
        let in_force = in_force.filter(|game| game.rules.mode() == mode);
        parts.extend(in_force.map(|game| words.rules_in_force(game.game, &game.rules)));
    }
    let last = example.as_ref().and_then(Example::last);
    let chosen = example.as_ref().and_then(Example::square);
    parts.extend(words.rules_picture(topic, last, chosen));
    let game = in_force.map_or(GameId(0), |game| game.game);
    RulesPage {
        text: parts.join("\n"),
        rows: vec![turning(page, game, words), modes(mode, game, words)],
        example,
    }
}

fn id(game: GameId, action: Action) -> CustomId {
    CustomId {
        action,
        game,
        seen: 0,
    }
}

fn turning(page: Page, game: GameId, words: Words) -> CreateActionRow {
    let turn = |to, label, style| button(id(game, Action::Rules(to)), words.button(label), style);
    let practice = id(game, Action::Lesson(Task::Slide));
    let mut row = Vec::new();
    if let Some(before) = page.before() {
        row.push(turn(before, Button::StepBack, ButtonStyle::Secondary));
    }
    if let Some(next) = page.next() {
        row.push(turn(next, Button::StepNext, ButtonStyle::Primary));
    }
    row.push(button(
        practice,
        words.button(Button::Practice),
        ButtonStyle::Success,
    ));
    CreateActionRow::Buttons(row)
}

fn modes(shown: Mode, game: GameId, words: Words) -> CreateActionRow {
    let options = Mode::ALL.map(|mode| {
        let option = CreateSelectMenuOption::new(words.mode_choice(mode), mode.token());
        option.default_selection(mode == shown)
    });
    let kind = CreateSelectMenuKind::String {
        options: options.into(),
    };
    let id = id(game, Action::RulesOf).to_string();
    CreateActionRow::SelectMenu(CreateSelectMenu::new(id, kind))
}

/// Returns the buttons from the help to the rules and to the practice game.
#[must_use]
pub fn help_rows(words: Words) -> Vec<CreateActionRow> {
    let press = |action, label, style| button(id(GameId(0), action), words.button(label), style);
    let rules = Action::Rules(Page::first(Mode::Duel));
    vec![CreateActionRow::Buttons(vec![
        press(rules, Button::Rules, ButtonStyle::Primary),
        press(
            Action::Lesson(Task::Slide),
            Button::Practice,
            ButtonStyle::Success,
        ),
    ])]
}
