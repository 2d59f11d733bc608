//! Labels of commands, options, buttons and menus.

pub(super) mod button;
pub(super) mod command;
pub(super) mod command_option;
pub(super) mod menu;
pub(super) mod options;
pub(super) mod panel;
