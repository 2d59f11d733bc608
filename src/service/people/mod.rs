//! Settings of people and servers, and the data kept about a person.

pub mod privacy;
pub mod reminder_preferences;
pub mod settings;
pub mod vacation;
