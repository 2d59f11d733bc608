//! Values chosen from menus, and lines typed into forms.

use serenity::all::{
    ActionRowComponent, ComponentInteraction, ComponentInteractionDataKind, ModalInteraction,
};

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

/// Returns the text submitted in a line.
pub(crate) fn line(form: &ModalInteraction, id: &str) -> String {
    let rows = form.data.components.iter();
    let mut lines = rows
        .flat_map(|row| &row.components)
        .filter_map(|part| match part {
            ActionRowComponent::InputText(line) if line.custom_id == id => line.value.clone(),
            _ => None,
        });
    lines.next().unwrap_or_default()
}
