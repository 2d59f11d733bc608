//! Tables before their game, and the panel that sets one up.

mod company;
pub mod complete;
pub(crate) mod new_table;
pub(crate) mod panel;
mod panel_view;
pub(crate) mod seats;
mod time;
