//! The sandbox, driven by a bare bot over HTTP and WebSocket and by scripted people.

pub(crate) mod bot;

mod gateway;

mod interactions;

mod messages;

mod places;

mod refusals;

mod faults;

mod door;

mod keeping;

mod servers;

#[cfg(feature = "discord")]
mod reading;

mod clients;
