//! Bitmaps and what they are made of: shapes, text, colors, and the bytes of a PNG.

pub(crate) mod bitmap;
pub(crate) mod measure;
pub mod name;
pub mod palette;
pub(crate) mod png;
pub(crate) mod shapes;
pub(crate) mod text;

pub use bitmap::Rect;
pub use text::Typeface;
