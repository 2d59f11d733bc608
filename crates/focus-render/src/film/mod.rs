//! A game as a sequence of scenes, and as an animated GIF.

pub(crate) mod frames;
pub(crate) mod gif;

pub use frames::Film;
pub use gif::Speed;
