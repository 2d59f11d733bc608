//! What a picture shows, to the pixel.

mod colors;
mod command;
mod film;
mod golden;
mod kept;
mod names;
mod picture;
mod pieces;
mod places;
pub(crate) mod recorded;
mod sheets;
