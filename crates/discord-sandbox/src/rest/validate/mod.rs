//! Checks of request bodies, which also convert them to the JSON that Discord returns.
//!
//! Source: Discord's reference pages of each object; limits as of August 2026.

pub(crate) mod emoji;
pub(crate) mod form;

pub(crate) mod message;

pub(crate) mod embed;

pub(crate) mod component;

pub(crate) mod layout;

pub(crate) mod modal;

pub(crate) mod command_text;

pub(crate) mod option;

pub(crate) mod command;
