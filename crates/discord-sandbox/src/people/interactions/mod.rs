//! Interactions that people begin: commands, components, modals, and their input.

pub(crate) mod command;
pub(crate) mod component;
pub(crate) mod forgery;
pub(crate) mod modal;
pub(crate) mod upload;
pub(crate) mod value;
