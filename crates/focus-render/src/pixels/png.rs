//! Writing an indexed PNG.

use std::ops::Range;
use std::sync::Arc;

use flate2::{Compress, Compression, FlushCompress};
use png::{BitDepth, ColorType, Encoder, chunk};

use crate::pixels::bitmap::Rect;
use crate::pixels::measure::length;
use crate::pixels::palette::Palette;

/// The byte before each row that says it is written as it is.
const NO_FILTER: u8 = 0;

/// Where more effort stops paying: level 6 takes twice as long for a twentieth of the bytes.
const LEVEL: u32 = 4;

/// What zlib writes before what it has deflated, and the block without content that ends it.
const HEAD: [u8; 2] = [0x78, 0x5e];
const LAST_BLOCK: [u8; 2] = [0x03, 0x00];
/// Largest prime below 2^16, by which the two sums of the checksum count.
const ADLER: u64 = 65_521;

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

/// Rows of a picture, deflated without a look at those above: whatever these are, it stays the
/// same.
#[derive(Debug)]
pub(crate) struct Strip {
    deflated: Vec<u8>,
    /// Bytes before they were deflated.
    bytes: u64,
    /// Adler-32 of these.
    checksum: u32,
}

impl Strip {
    /// Deflates some rows of a picture.
    ///
    /// Without filters: neighbors of an index say nothing about it.
    pub(crate) fn new(picture: &Indexed, rows: Range<i32>) -> Strip {
        let width = length(picture.size);
        let pixels = &picture.pixels[length(rows.start) * width..length(rows.end) * width];
        let mut bytes = Vec::with_capacity(pixels.len() + rows.len());
        for row in pixels.chunks_exact(width) {
            bytes.push(NO_FILTER);
            bytes.extend_from_slice(row);
        }
        // More than what cannot be deflated takes.
        let mut zlib = Vec::with_capacity(bytes.len() + bytes.len() / 8 + 64);
        let mut encoder = Compress::new(Compression::new(LEVEL), true);
        let room = "room for all of it";
        // It ends with a whole byte, behind which another strip can follow.
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

    /// Bytes once deflated.
    pub(crate) fn len(&self) -> usize {
        self.deflated.len()
    }
}

/// The bytes of a PNG file.
pub(crate) fn encode(picture: &Indexed, palette: &Palette) -> Vec<u8> {
    let strip = Strip::new(picture, 0..picture.size);
    of_strips(picture.size, &[Arc::new(strip)], palette)
}

/// The bytes of a PNG file of strips one below the other.
pub(crate) fn of_strips(size: i32, strips: &[Arc<Strip>], palette: &Palette) -> Vec<u8> {
    let (mut zlib, mut checksum) = (HEAD.to_vec(), 1);
    for strip in strips {
        zlib.extend_from_slice(&strip.deflated);
        checksum = joined(checksum, strip);
    }
    zlib.extend(LAST_BLOCK);
    zlib.extend(checksum.to_be_bytes());
    let mut bytes = Vec::with_capacity(zlib.len() + 1_024);
    let size = size.unsigned_abs();
    let mut encoder = Encoder::new(&mut bytes, size, size);
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

/// The checksum of a strip below others whose checksum is known.
///
/// Source: RFC 1950, "Adler-32 algorithm": the lower half is one more than the sum of all bytes,
/// the upper half the sum of what the lower one was after each of them.
fn joined(above: u32, strip: &Strip) -> u32 {
    let halves = |checksum: u32| (u64::from(checksum & 0xffff), u64::from(checksum >> 16));
    let ((sum, sums), (own, own_sums)) = (halves(above), halves(strip.checksum));
    let low = (sum + own + ADLER - 1) % ADLER;
    let high = (sums + own_sums + (sum + ADLER - 1) * strip.bytes) % ADLER;
    u32::try_from(high << 16 | low).expect("two halves below 2^16")
}
