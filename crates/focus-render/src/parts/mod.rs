//! Parts of the picture of a board.

pub(crate) mod arrow;
pub(crate) mod board;
pub(crate) mod captures;
pub(crate) mod content;
pub(crate) mod corner;
pub(crate) mod disc;
pub(crate) mod icons;
pub(crate) mod marks;
pub(crate) mod numbers;
pub(crate) mod panels;
pub(crate) mod stacks;
