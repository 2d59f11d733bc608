//! Bitmaps and their elements: shapes, text, colors, and PNG encoding.

pub(crate) mod bitmap;
pub(crate) mod measure;
pub(crate) mod name;
pub(crate) mod palette;
pub(crate) mod png;
pub(crate) mod shapes;
pub(crate) mod text;

pub use bitmap::Rect;
