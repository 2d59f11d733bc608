//! Settings, limits, and moderation.

mod moderation;
mod rate_limits;
mod settings;
