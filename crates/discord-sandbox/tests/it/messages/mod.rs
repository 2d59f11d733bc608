//! Messages and what they hold, and how Discord refuses wrong ones.

mod components;
mod emojis;
mod refusals;
mod regular;
