//! Playing, counting and drawing positions and games, without people's data.

pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod render;
pub(crate) mod replay;
