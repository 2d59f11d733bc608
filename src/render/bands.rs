//! What is seen on a picture: in its parts, and in bands of it across the whole width.

use std::ops::Range;

use focus::Stack;

use super::board::{Highlight, Shade};
use super::corner::Line;
use super::layout::Corner;
use super::panels::Panel;
use super::renderer::Part;
use super::scene::Arrow;

/// What a part shows, wherever it is; two that are alike in this are alike in every pixel.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Sight {
    Square(Shade, Highlight, Option<Stack>),
    Panel(Panel),
    Corner(Corner, Line, Option<Line>),
}

/// What a band shows; two that are alike in this are alike in every pixel.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Band {
    /// Where it is.
    pub(crate) rows: Range<i32>,
    /// With their squares, which tell the side that is down.
    pub(crate) parts: Vec<(Part, Sight)>,
    /// All of the picture.
    pub(crate) arrows: Vec<Arrow>,
}
