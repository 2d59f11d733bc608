//! Settings of people and servers, their languages, and what people last set up.

pub mod languages;
mod settings;
pub mod setup_preferences;
