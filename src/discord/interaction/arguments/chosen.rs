//! Values chosen from menus.

use serenity::all::{ComponentInteraction, ComponentInteractionDataKind};

/// Returns the value chosen from a menu; `None` for a button.
pub(crate) fn chosen(press: &ComponentInteraction) -> Option<&str> {
    match &press.data.kind {
        ComponentInteractionDataKind::StringSelect { values } => values.first().map(String::as_str),
        _ => None,
    }
}

/// Returns all values chosen from a menu; none for a button.
pub(crate) fn all_chosen(press: &ComponentInteraction) -> &[String] {
    match &press.data.kind {
        ComponentInteractionDataKind::StringSelect { values } => values,
        _ => &[],
    }
}
