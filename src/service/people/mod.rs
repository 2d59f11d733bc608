//! Settings of people and servers, their languages, and what people last set up.

pub mod languages;
pub(crate) mod read_settings;
mod settings;
pub mod setup_preferences;
