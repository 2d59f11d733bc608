//! Settings of people and servers, their languages, and people's last setups.

pub mod languages;
pub(crate) mod read_settings;
mod settings;
pub mod setup_preferences;
