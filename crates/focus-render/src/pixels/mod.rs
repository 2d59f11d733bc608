//! Bitmaps and their elements: shapes, text, colors, and PNG encoding.

pub(crate) mod bitmap;
pub(crate) mod measure;
pub mod name;
pub mod palette;
pub(crate) mod png;
pub(crate) mod shapes;
pub(crate) mod text;

pub use bitmap::Rect;
pub use text::Typeface;
