//! Parts that Discord refuses, without which a message is sent instead.
//!
//! In reading order:
//!
//! - `fileless_channels`: channels in which the bot may attach no files
//! - `deleted_emojis`: messages sent again without emojis that have been deleted

mod deleted_emojis;
pub(super) mod fileless_channels;
