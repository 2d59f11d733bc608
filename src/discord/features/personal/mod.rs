//! Settings and data of a person.

mod autocomplete;
mod offered;
pub(crate) mod privacy;
mod privacy_view;
pub(crate) mod settings;
mod settings_view;
