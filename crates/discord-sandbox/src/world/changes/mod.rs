//! Changes to the world, one file for each kind of object.

pub(crate) mod ask;
pub(crate) mod channel;
pub(crate) mod emoji;
pub(crate) mod guild;
pub(crate) mod interaction;
pub(crate) mod message;
pub(crate) mod private;
pub(crate) mod reaction;
