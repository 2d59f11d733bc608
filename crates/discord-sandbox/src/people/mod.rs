//! People: their view of the world and their actions, and the controls of tests.
//!
//! Each person is a WebSocket connection of the page or of a [`Person`](crate::Person).

pub(crate) mod access;
pub(crate) mod audience;
pub(crate) mod control;
pub(crate) mod handlers;
pub(crate) mod interactions;
pub(crate) mod messages;
pub(crate) mod places;
pub(crate) mod protocol;
pub(crate) mod routes;
pub(crate) mod snapshot;
pub(crate) mod threads;
