//! Writing an indexed PNG.

use png::{BitDepth, ColorType, DeflateCompression, Encoder, Filter};

use super::bitmap::Rect;
use super::measure::length;
use super::palette::Palette;

/// Where more effort stops paying: level 6 takes twice as long for a twentieth of the bytes.
const LEVEL: u8 = 4;

/// A picture as indices into the palette.
#[derive(Clone, Debug)]
pub(crate) struct Indexed {
    pub(crate) size: i32,
    pub(crate) pixels: Vec<u8>,
}

impl Indexed {
    /// The pixels of one row inside a place.
    pub(crate) fn row(&self, y: i32, place: Rect) -> &[u8] {
        let start = Indexed::start(self.size, place.x, y);
        &self.pixels[start..start + length(place.width)]
    }

    /// Index of a pixel in a picture so wide.
    pub(crate) fn start(width: i32, x: i32, y: i32) -> usize {
        length(y) * length(width) + length(x)
    }
}

/// The bytes of a PNG file.
///
/// Without filters: neighbors of an index say nothing about it. They are chosen together with the
/// back end `zlib-rs`; `fdeflate` without filters writes thirty times as much.
pub(crate) fn encode(picture: &Indexed, palette: &Palette) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(picture.pixels.len() / 8);
    let size = picture.size.unsigned_abs();
    let mut encoder = Encoder::new(&mut bytes, size, size);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(palette.bytes());
    encoder.set_filter(Filter::NoFilter);
    encoder.set_deflate_compression(DeflateCompression::Level(LEVEL));
    let mut writer = encoder
        .write_header()
        .expect("header of an indexed picture");
    writer
        .write_image_data(&picture.pixels)
        .expect("as many pixels as the header says");
    writer.finish().expect("memory takes every byte");
    bytes
}
