//! What people choose for themselves, and what is stored about them.

mod languages;
mod privacy;
mod settings;
mod view_preferences;
