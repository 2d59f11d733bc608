//! Ways to the rules and the practice game, below messages of other subjects.

use serenity::all::{ButtonStyle, CreateActionRow};

use crate::discord::interaction::custom_id::actions::RulesAction;
use crate::discord::interaction::custom_id::rules_page::Page;
use crate::discord::rest::Outgoing;
use crate::discord::views::buttons::Buttons;
use crate::i18n::{Button, Task, Words};
use crate::service::GameId;
use focus::Mode;

/// Returns the offer of the practice game to somebody whose first game this is.
#[must_use]
pub fn offer(words: Words) -> Outgoing {
    let practice = buttons(words).press(RulesAction::Lesson(Task::Slide));
    let row = CreateActionRow::Buttons(vec![practice]);
    Outgoing::text(words.lesson_offer()).rows(vec![row])
}

/// Returns the buttons from the help to the rules and to the practice game.
#[must_use]
pub fn help_rows(words: Words) -> Vec<CreateActionRow> {
    let rules = RulesAction::Rules(Page::first(Mode::Duel));
    vec![CreateActionRow::Buttons(vec![
        buttons(words).press_as(rules, Button::Rules, ButtonStyle::Primary),
        buttons(words).press(RulesAction::Lesson(Task::Slide)),
    ])]
}

/// Returns buttons that are about no game.
fn buttons(words: Words) -> Buttons {
    Buttons::new(GameId(0), 0, words)
}
