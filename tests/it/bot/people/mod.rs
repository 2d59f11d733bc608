//! Choices of people for themselves, and the data stored about them.

mod languages;
mod privacy;
mod settings;
mod view_preferences;
