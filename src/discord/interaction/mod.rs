//! Context of interactions: person, place, language and permissions, and the private response.

pub mod context;
pub mod guild_locales;
pub mod locale_cache;
pub mod permissions;
pub(crate) mod registration;
pub(crate) mod response;
