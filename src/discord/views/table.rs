//! Message of a table before its game.

use serenity::all::{ButtonStyle, CreateActionRow};

use crate::discord::custom_id::game::{Action, CustomId};
use crate::discord::rest::Outgoing;
use crate::discord::views::buttons::button;
use crate::i18n::{Button, Words};
use crate::service::{PersonId, TableKind, TableState, TableView};

/// Returns the message that shows a table.
#[must_use]
pub fn table(table: &TableView, words: Words) -> Outgoing {
    Outgoing::text(words.table(table)).rows(rows(table, words))
}

/// Returns the invited people who have not answered and have to be called.
#[must_use]
pub fn invited(table: &TableView) -> Vec<PersonId> {
    match (&table.state, &table.kind) {
        (TableState::Open, TableKind::Invited(people) | TableKind::Challenge(people)) => {
            people.clone()
        }
        (TableState::Open, TableKind::Open)
        | (TableState::Closed | TableState::Declined(_) | TableState::Expired, _) => Vec::new(),
    }
}

fn rows(table: &TableView, words: Words) -> Vec<CreateActionRow> {
    match table.state {
        TableState::Open => {}
        TableState::Closed | TableState::Declined(_) | TableState::Expired => return Vec::new(),
    }
    let press = |action, label, style| {
        button(
            CustomId {
                action,
                game: table.id,
                seen: 0,
            },
            words.button(label),
            style,
        )
    };
    let join = match table.kind {
        TableKind::Open => Button::Join,
        TableKind::Invited(_) | TableKind::Challenge(_) => Button::Accept,
    };
    let mut buttons = vec![press(Action::Join, join, ButtonStyle::Success)];
    match table.kind {
        TableKind::Open => {}
        TableKind::Invited(_) | TableKind::Challenge(_) => {
            buttons.push(press(Action::Decline, Button::Decline, ButtonStyle::Danger));
        }
    }
    match table.kind {
        TableKind::Open | TableKind::Invited(_) if table.can_start_early() => {
            buttons.push(press(Action::Start, Button::Start, ButtonStyle::Primary));
        }
        TableKind::Open | TableKind::Invited(_) | TableKind::Challenge(_) => {}
    }
    buttons.push(press(Action::Leave, Button::Leave, ButtonStyle::Secondary));
    vec![CreateActionRow::Buttons(buttons)]
}
