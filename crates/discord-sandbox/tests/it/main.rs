//! Tests of the sandbox, driven by a minimal bot over HTTP and WebSocket, by scripted people, and
//! by a browser.

mod bot;
mod channels;
mod clients;
mod components;
mod emojis;
mod example;
mod faults;
mod gateway;
mod installs;
mod interactions;
mod keeping;
mod messages;
mod middleware;
mod page;
mod places;
mod private;
mod reading;
mod refusals;
mod servers;
