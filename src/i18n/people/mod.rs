//! Sentences about settings, privacy, places and those who run a server.

pub(super) mod admin;
pub(super) mod confirmations;
pub(super) mod place;
pub(super) mod privacy;
pub(super) mod reminder_settings;
pub(super) mod reminders;
pub(super) mod settings;
