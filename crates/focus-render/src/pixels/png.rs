//! Encoding of indexed PNG files.

use std::ops::Range;
use std::sync::Arc;

use flate2::{Compress, Compression, FlushCompress};
use png::{BitDepth, ColorType, Encoder, chunk};

use crate::pixels::bitmap::{Bitmap, Pixel, Rect};
use crate::pixels::measure::{count, length};
use crate::pixels::palette::Palette;

/// Filter type byte of an unfiltered row.
const NO_FILTER: u8 = 0;

/// Compression level; level 6 takes twice as long and saves only a twentieth of the bytes.
const LEVEL: u32 = 4;

/// Header of a zlib stream, and the empty final block that ends it.
const HEAD: [u8; 2] = [0x78, 0x5e];
const LAST_BLOCK: [u8; 2] = [0x03, 0x00];
/// Largest prime below 2^16, the modulus of Adler-32.
const ADLER: u64 = 65_521;

/// A picture as palette indices.
#[derive(Clone, Debug)]
pub(crate) struct Indexed {
    /// Width; for a whole board, also the height.
    pub(crate) size: i32,
    pub(crate) pixels: Vec<u8>,
}

impl Indexed {
    /// Returns a copy of some rows.
    pub(crate) fn rows(&self, rows: &Range<i32>) -> Indexed {
        let width = length(self.size);
        let pixels = &self.pixels[length(rows.start) * width..length(rows.end) * width];
        Indexed {
            size: self.size,
            pixels: pixels.to_vec(),
        }
    }

    /// Replaces the pixels of a rectangle.
    pub(crate) fn paste(&mut self, tile: &[u8], place: Rect) {
        let (width, x, y) = (length(self.size), length(place.x), length(place.y));
        let lines = self.pixels.chunks_exact_mut(width).skip(y);
        for (line, row) in lines.zip(tile.chunks_exact(length(place.width))) {
            line[x..x + row.len()].copy_from_slice(row);
        }
    }

    /// Returns the pixels of one row inside a rectangle.
    pub(crate) fn row(&self, y: i32, place: Rect) -> &[u8] {
        let start = Indexed::start(self.size, place.x, y);
        &self.pixels[start..start + length(place.width)]
    }

    /// Returns the index of a pixel in a picture of this width.
    pub(crate) fn start(width: i32, x: i32, y: i32) -> usize {
        length(y) * length(width) + length(x)
    }
}

/// Compressed rows of a picture, independent of the rows above.
#[derive(Debug)]
pub(crate) struct Strip {
    deflated: Vec<u8>,
    /// Number of bytes before compression.
    bytes: u64,
    /// Adler-32 of the uncompressed bytes.
    checksum: u32,
}

impl Strip {
    /// Compresses a picture, or rows of one.
    ///
    /// No filters are used, because adjacent palette indices are unrelated.
    pub(crate) fn new(picture: &Indexed) -> Strip {
        let rows = picture.pixels.chunks_exact(length(picture.size));
        let mut bytes = Vec::with_capacity(picture.pixels.len() + rows.len());
        for row in rows {
            bytes.push(NO_FILTER);
            bytes.extend_from_slice(row);
        }
        // Incompressible data fits too.
        let mut zlib = Vec::with_capacity(bytes.len() + bytes.len() / 8 + 64);
        let mut encoder = Compress::new(Compression::new(LEVEL), true);
        let room = "room for all of it";
        // The flush ends at a byte boundary, so that another strip can follow.
        let flush = FlushCompress::Sync;
        encoder.compress_vec(&bytes, &mut zlib, flush).expect(room);
        let end = zlib.len();
        let finish = FlushCompress::Finish;
        encoder.compress_vec(&[], &mut zlib, finish).expect(room);
        let checksum = zlib.last_chunk().expect("checksum of four bytes");
        Strip {
            deflated: zlib[HEAD.len()..end].to_vec(),
            bytes: bytes.len() as u64,
            checksum: u32::from_be_bytes(*checksum),
        }
    }

    /// Returns the number of compressed bytes.
    pub(crate) fn len(&self) -> usize {
        self.deflated.len()
    }
}

/// Encodes a picture of any height as a PNG file.
pub(crate) fn encode(picture: &Indexed, palette: &Palette) -> Vec<u8> {
    let height = count(picture.pixels.len() / length(picture.size));
    let strip = Strip::new(picture);
    of_strips((picture.size, height), &[Arc::new(strip)], palette)
}

/// Encodes a bitmap with its transparency as a PNG file.
pub(crate) fn encode_transparent(bitmap: &Bitmap) -> Vec<u8> {
    let mut bytes = Vec::new();
    let (width, height) = (
        bitmap.width().unsigned_abs(),
        bitmap.height().unsigned_abs(),
    );
    let mut encoder = Encoder::new(&mut bytes, width, height);
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    let mut writer = encoder.write_header().expect("header of a picture");
    let pixels = bitmap.pixels().iter().flat_map(|pixel| straight(*pixel));
    let pixels: Vec<u8> = pixels.collect();
    writer
        .write_image_data(&pixels)
        .expect("as many bytes as the header says");
    writer.finish().expect("memory takes every byte");
    bytes
}

/// Returns a pixel whose colors are not multiplied by its alpha.
fn straight([red, green, blue, alpha]: Pixel) -> Pixel {
    let channel = |premultiplied: u8| {
        let whole = u32::from(premultiplied) * 255 / u32::from(alpha).max(1);
        u8::try_from(whole).unwrap_or(u8::MAX)
    };
    [channel(red), channel(green), channel(blue), alpha]
}

/// Assembles a PNG file from strips, top to bottom.
pub(crate) fn of_strips(
    (width, height): (i32, i32),
    strips: &[Arc<Strip>],
    palette: &Palette,
) -> Vec<u8> {
    let (mut zlib, mut checksum) = (HEAD.to_vec(), 1);
    for strip in strips {
        zlib.extend_from_slice(&strip.deflated);
        checksum = joined(checksum, strip);
    }
    zlib.extend(LAST_BLOCK);
    zlib.extend(checksum.to_be_bytes());
    let mut bytes = Vec::with_capacity(zlib.len() + 1_024);
    let (width, height) = (width.unsigned_abs(), height.unsigned_abs());
    let mut encoder = Encoder::new(&mut bytes, width, height);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(palette.bytes());
    let mut writer = encoder
        .write_header()
        .expect("header of an indexed picture");
    writer
        .write_chunk(chunk::IDAT, &zlib)
        .expect("memory takes every byte");
    writer.finish().expect("memory takes every byte");
    bytes
}

/// Returns the checksum of a strip appended to data with a known checksum.
///
/// Source: RFC 1950, "Adler-32 algorithm": the lower half is one plus the sum of all bytes, the
/// upper half is the sum of the lower half's values after each byte.
fn joined(above: u32, strip: &Strip) -> u32 {
    let halves = |checksum: u32| (u64::from(checksum & 0xffff), u64::from(checksum >> 16));
    let ((sum, sums), (own, own_sums)) = (halves(above), halves(strip.checksum));
    let low = (sum + own + ADLER - 1) % ADLER;
    let high = (sums + own_sums + (sum + ADLER - 1) * strip.bytes) % ADLER;
    u32::try_from(high << 16 | low).expect("two halves below 2^16")
}
