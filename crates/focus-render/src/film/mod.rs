//! Games as sequences of scenes, and as animated GIFs.

pub(crate) mod frames;
pub(crate) mod gif;

pub use frames::Film;
pub use gif::Speed;
