//! Changes to the world, by kind of object.

pub(crate) mod channel;
pub(crate) mod guild;
pub(crate) mod interaction;
pub(crate) mod interaction_timeout;
pub(crate) mod membership;
pub(crate) mod message;
pub(crate) mod modal;
pub(crate) mod new_interaction;
pub(crate) mod private;
