//! Interactions: person, place, language and permissions, the request, and the private response.

pub mod arguments;
pub mod bot_permissions;
pub mod context;
pub mod custom_id;
pub mod error;
pub mod guild_locales;
pub mod incoming;
pub(crate) mod languages;
pub mod locale_cache;
pub(crate) mod refused_forms;
pub(crate) mod response;
pub(crate) mod service_client;
