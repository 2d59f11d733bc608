//! Games as sequences of scenes, and as animated GIFs.

pub(crate) mod frames;
pub(crate) mod gif;
pub(crate) mod timing;

pub use frames::Animation;
pub use timing::Speed;
