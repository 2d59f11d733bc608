//! What Discord refuses in a body, and what it makes of the rest.
//!
//! Source: Discord's reference pages of each object; limits as of August 2026.

pub(crate) mod form;

pub(crate) mod message;

pub(crate) mod poll;

pub(crate) mod embed;

pub(crate) mod component;

pub(crate) mod layout;

pub(crate) mod modal;

pub(crate) mod command;

pub(crate) mod option;
