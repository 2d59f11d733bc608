//! Routes of the REST API, one file per kind of object.

pub(crate) mod callback;
pub(crate) mod cdn;
pub(crate) mod channel;
pub(crate) mod commands;
pub(crate) mod emoji;
pub(crate) mod guild;
pub(crate) mod info;
pub(crate) mod message;
pub(crate) mod thread;
pub(crate) mod webhook;
