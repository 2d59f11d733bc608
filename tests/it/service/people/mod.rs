//! Settings, ratings, limits, and moderation.

mod moderation;
mod rate_limits;
mod ratings;
mod settings;
