//! Tests of pictures, pixel by pixel.

mod cache;
mod colors;
mod film;
mod golden;
mod names;
mod picture;
mod pieces;
mod places;
mod recorded;
mod sheets;
mod shots;
