//! Tables before their game, and the panel that sets one up.

pub(crate) mod autocomplete;
pub(crate) mod new_table;
pub(crate) mod panel;
mod panel_choices;
mod panel_view;
mod participants;
pub(crate) mod table_buttons;
pub mod time;
