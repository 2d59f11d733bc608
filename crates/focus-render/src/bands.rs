//! What is seen on a picture: in its parts, and in bands of it across the whole width.

use std::ops::Range;

use focus::Stack;

use crate::layout::Corner;
use crate::parts::board::{Highlight, Shade};
use crate::parts::corner::Line;
use crate::parts::panels::Panel;
use crate::renderer::Part;
use crate::scene::Arrow;

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
