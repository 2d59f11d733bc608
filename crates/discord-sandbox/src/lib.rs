//! Look-alike of Discord on loopback: REST API, gateway, a page in the browser, scripted people.
//!
//! The sandbox is independent of any bot. A bot that connects receives the same events, responses
//! and refusals as from Discord, so a whole bot can be developed, shown and tested without a token,
//! an account or the network. A bot needs only a different base URL of the REST API, which in turn
//! returns the URL of the gateway. People take part through the page or, in tests, as a [`Person`].
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
//!
//! Several people see each other as on Discord. No test has to sleep: a person waits for the
//! expected event, and the clock can be moved.
//!
//! ```
//! # #[tokio::main]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use std::time::Duration;
//!
//! use discord_sandbox::{Clock, Person, Sandbox, SandboxOptions};
//! use serde_json::json;
//!
//! let options = SandboxOptions {
//!     clock: Clock::frozen(1_790_000_000_000),
//!     ..SandboxOptions::default()
//! };
//! let sandbox = Sandbox::start(options).await?;
//! let anna = Person::connect(sandbox.base_url(), "anna").await?;
//! let lukasz = Person::connect(sandbox.base_url(), "lukasz").await?;
//! anna.say("general", "Hello!").await?;
//! let is_greeting = |message: &discord_sandbox::Message| message.content() == "Hello!";
//! let greeting = lukasz.wait_for_message("a greeting", is_greeting).await?;
//! lukasz.reply(&greeting, "Good morning!").await?;
//!
//! // The bot is told that the first server has an outage, and an hour passes.
//! anna.control("outage", json!({"on": true})).await?;
//! anna.advance(Duration::from_secs(3600)).await?;
//! assert_eq!(sandbox.clock().now_ms(), 1_790_003_600_000);
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

mod fault;

mod client;

pub use client::error::PersonError;
pub use client::event::{Event, Message, Response};
pub use client::person::{Asked, Person};
pub use client::places::ChannelKind;
pub use client::view::View;
pub use clock::Clock;
pub use fault::Fault;
pub use gateway::http_interactions::LoggedPost;
pub use options::{Intent, SandboxOptions};
pub use server::Sandbox;
pub use shared::LoggedRequest;

/// Holds the examples of the README, which are compiled as documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
