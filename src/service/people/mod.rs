//! What people chose and what is kept about them.

pub mod privacy;
pub mod reminder_preferences;
pub mod settings;
pub mod vacation;
