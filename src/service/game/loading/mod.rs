//! Games as they are read: their record with its actions applied, and a cache of them.

pub(crate) mod apply_actions;
pub(crate) mod cache;
pub(crate) mod loaded_game;
pub(crate) mod table_view;
