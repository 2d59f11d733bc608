//! Pages of the rules, the practice game, and help.

pub(crate) mod commands;
mod example;
mod lesson_view;
mod page_view;
pub(crate) mod pages;
