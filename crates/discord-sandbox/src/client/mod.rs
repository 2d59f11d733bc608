//! Scripted people for tests and for load.

pub(crate) mod actions;
pub(crate) mod error;
pub(crate) mod event;
pub(crate) mod inbox;
pub(crate) mod person;
pub(crate) mod places;
pub(crate) mod view;
