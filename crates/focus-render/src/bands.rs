//! Contents of the parts and bands of a picture, used as cache keys.

use std::ops::Range;

use focus::Stack;

use crate::layout::Corner;
use crate::parts::board::{Highlight, Shade};
use crate::parts::corner::Line;
use crate::parts::numbers::Number;
use crate::parts::panels::Panel;
use crate::renderer::Part;
use crate::scene::Arrow;

/// Content of a part, independent of its location; equal contents have equal pixels.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Sight {
    Square(Shade, Highlight, Option<Stack>, Vec<Number>),
    Panel(Panel),
    Corner(Corner, Line, Option<Line>),
}

/// Content of a band; equal bands have equal pixels.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Band {
    /// Rows of pixels that the band covers.
    pub(crate) rows: Range<i32>,
    /// Parts in the band; their squares imply which side is down.
    pub(crate) parts: Vec<(Part, Sight)>,
    /// All arrows of the picture.
    pub(crate) arrows: Vec<Arrow>,
}
