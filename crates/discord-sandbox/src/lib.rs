//! A Discord on loopback: REST, gateway, a page in the browser, scripted people.
//!
//! It knows no bot. A bot that connects is told what Discord would tell, and refused what
//! Discord would refuse, so that it can be developed, shown and tested whole without a token, an
//! account or the network. Only two addresses differ from Discord's: that of the REST API, and,
//! given by it, that of the gateway. People take part through the page or as a [`Person`] of a
//! test.
//!
//! ```
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use discord_sandbox::{Person, Sandbox, SandboxOptions};
//!
//! let sandbox = Sandbox::start(SandboxOptions::default()).await?;
//! println!("the bot's API is {}/api, its token {}", sandbox.base_url(), sandbox.token());
//!
//! let anna = Person::connect(sandbox.base_url(), "anna").await?;
//! anna.say("general", "Hello!").await?;
//! # Ok(())
//! # }
//! ```

mod options;

mod clock;

mod server;

mod shared;

mod world;

mod rest;

mod gateway;

mod people;

mod page;

mod same_origin;

mod fault;

mod client;

mod trial;

pub use client::error::PersonError;
pub use client::event::{Event, Message, Response};
pub use client::person::{Asked, Person};
pub use client::view::View;
pub use clock::Clock;
pub use fault::Fault;
pub use options::{Intent, SandboxOptions};
pub use server::Sandbox;
pub use shared::LoggedRequest;
pub use trial::Trial;
