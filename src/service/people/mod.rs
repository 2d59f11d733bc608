//! Settings of people and servers, what people last set up, and the data kept about a person.

pub mod languages;
pub mod privacy;
pub mod reminder_preferences;
pub mod settings;
pub mod setup_preferences;
pub mod vacation;
