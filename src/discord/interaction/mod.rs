//! Who asks, where and in which language, and the private answer.

pub mod context;
pub mod guild_locales;
pub mod locale_cache;
pub mod permissions;
pub(crate) mod registration;
pub(crate) mod response;
