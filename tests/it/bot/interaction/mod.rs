//! Interactions: registered commands, and input from hostile people.

mod commands;
mod files;
mod forgeries;
mod menus;
mod names;
