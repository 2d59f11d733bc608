//! Single integration test binary: a module for each of the layers `service`, `store` and `i18n`,
//! for ratings, the command line, generated inputs and the project's own files; `bot` has the bot
//! in this process, `whole` the real program, both in the sandbox, and `support` is shared.

#[cfg(all(feature = "discord", feature = "sandbox"))]
mod bot;
mod cli;
mod i18n;
#[cfg(all(feature = "discord", feature = "sandbox"))]
mod inputs;
mod project;
mod ratings;
mod service;
mod store;
mod support;
#[cfg(all(feature = "discord", feature = "sandbox"))]
mod whole;
