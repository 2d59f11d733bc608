//! Tests of the sandbox, driven by a minimal bot over HTTP and WebSocket, by scripted people, and
//! by a browser.

mod bot;
mod clients;
mod example;
mod faults;
mod gateway;
mod interactions;
mod keeping;
mod messages;
mod middleware;
mod page;
mod places;
mod reading;
