//! What a picture shows, to the pixel.

mod colors;
mod golden;
mod names;
mod picture;
mod pieces;
mod places;
pub(crate) mod recorded;
