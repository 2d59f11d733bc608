//! Settings of people and servers, what people last set up, and the data kept about a person.

pub mod languages;
pub mod privacy;
mod settings;
pub mod setup_preferences;
