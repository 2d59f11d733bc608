//! Tests of pictures, pixel by pixel.

mod animation;
mod cache;
mod charts;
mod colors;
mod frames;
mod golden;
mod names;
mod picture;
mod pieces;
mod places;
mod recorded;
