//! Messages and their contents, and Discord's errors for invalid ones.

mod components;
mod emojis;
mod refusals;
mod regular;
