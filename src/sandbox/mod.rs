//! A Discord on loopback: REST, gateway, a page in the browser, scripted people.
//!
//! It knows no bot. What connects to it is told what Discord would tell, and refused what
//! Discord would refuse, so that a bot can be developed, shown and tested whole without a token,
//! an account or the network. People take part through the page or through [`Person`].

pub(crate) mod clock;

pub(crate) mod options;

pub(crate) mod server;

pub(crate) mod shared;

pub(crate) mod fault;

pub(crate) mod world;

pub(crate) mod rest;

pub(crate) mod gateway;

pub(crate) mod person;

pub(crate) mod guard;

pub(crate) mod page;

pub(crate) mod trial;

pub use clock::Clock;
pub use fault::Fault;
pub use options::Intent;
pub use options::SandboxOptions;
pub use person::client::Asked;
pub use person::client::Person;
pub use person::error::PersonError;
pub use person::event::Event;
pub use person::event::Message;
pub use person::event::Response;
pub use person::view::View;
pub use server::Sandbox;
pub use shared::LoggedRequest;
pub use trial::Trial;
