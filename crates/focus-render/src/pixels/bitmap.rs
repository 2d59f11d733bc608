//! Pixels in memory, and blending.

use std::ops::Range;

use crate::colors::{self, Rgb};
use crate::pixels::measure::{byte, float, length};

/// Premultiplied red, green and blue, followed by alpha.
pub(crate) type Pixel = [u8; 4];

/// Returns an opaque pixel.
pub(crate) const fn opaque([red, green, blue]: Rgb) -> Pixel {
    [red, green, blue, 255]
}

/// Returns a pixel of this color with an alpha from 0 to 1.
pub(crate) fn faded(color: Rgb, alpha: f32) -> Pixel {
    let [red, green, blue] = color.map(|channel| byte(f32::from(channel) * alpha));
    [red, green, blue, byte(255.0 * alpha)]
}

/// Image of premultiplied pixels, row by row.
#[derive(Clone, Debug)]
pub(crate) struct Bitmap {
    width: i32,
    height: i32,
    pixels: Vec<Pixel>,
}

impl Bitmap {
    /// Creates a transparent bitmap.
    pub(crate) fn new(width: i32, height: i32) -> Bitmap {
        Bitmap::of_pixel(width, height, [0; 4])
    }

    /// Creates a bitmap of one color.
    pub(crate) fn filled(width: i32, height: i32, color: Rgb) -> Bitmap {
        Bitmap::of_pixel(width, height, opaque(color))
    }

    fn of_pixel(width: i32, height: i32, pixel: Pixel) -> Bitmap {
        Bitmap {
            width,
            height,
            pixels: vec![pixel; length(width) * length(height)],
        }
    }

    /// Returns the width in pixels.
    pub(crate) fn width(&self) -> i32 {
        self.width
    }

    /// Returns the height in pixels.
    pub(crate) fn height(&self) -> i32 {
        self.height
    }

    /// Returns every pixel, row by row.
    pub(crate) fn pixels(&self) -> &[Pixel] {
        &self.pixels
    }

    /// Returns the rows, top to bottom.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &[Pixel]> {
        self.pixels.chunks_exact(length(self.width).max(1))
    }

    /// Returns the pixels of one row in a range of columns, clipped to the bitmap.
    pub(crate) fn span_mut(&mut self, y: i32, columns: Range<i32>) -> &mut [Pixel] {
        if !(0..self.height).contains(&y) {
            return &mut [];
        }
        let start = columns.start.clamp(0, self.width);
        let end = columns.end.clamp(start, self.width);
        let row = length(y) * length(self.width);
        &mut self.pixels[row + length(start)..row + length(end)]
    }

    /// Blends a sprite over this bitmap with its top left corner at `(x, y)`, clipped to the
    /// bitmap.
    pub(crate) fn blend(&mut self, sprite: &Bitmap, x: i32, y: i32) {
        let skip = length(-x);
        for (line, row) in (y..).zip(sprite.rows()) {
            let span = self.span_mut(line, x..x + sprite.width);
            for (under, &over) in span.iter_mut().zip(row.iter().skip(skip)) {
                *under = blended(*under, over);
            }
        }
    }

    /// Blends one pixel over another; does nothing outside the bitmap.
    pub(crate) fn blend_pixel(&mut self, x: i32, y: i32, pixel: Pixel) {
        for under in self.span_mut(y, x..x + 1) {
            *under = blended(*under, pixel);
        }
    }

    /// Mixes this share of a color into every pixel, keeping its alpha.
    pub(crate) fn wash(&mut self, color: Rgb, share: f32) {
        for pixel in &mut self.pixels {
            let [red, green, blue, alpha] = *pixel;
            let [red, green, blue] = colors::mix([red, green, blue], color, share);
            *pixel = [red, green, blue, alpha];
        }
    }

    /// Fills a rectangle with rounded, antialiased corners.
    ///
    /// `paint` returns the color of a pixel at a location inside the rectangle.
    pub(crate) fn round_rect(&mut self, rect: Rect, radius: f32, paint: impl Fn(i32, i32) -> Rgb) {
        for y in 0..rect.height {
            let from_edge = corner_distance(y, rect.height, radius);
            let columns = rect.x..rect.x + rect.width;
            let hidden = (-rect.x).max(0);
            let span = self.span_mut(rect.y + y, columns);
            for (x, under) in (hidden..).zip(span) {
                let color = paint(x, y);
                let across = corner_distance(x, rect.width, radius);
                *under = if from_edge > 0.0 && across > 0.0 {
                    let outside = (across * across + from_edge * from_edge).sqrt() - radius;
                    let coverage = (0.5 - outside).clamp(0.0, 1.0);
                    blended(*under, faded(color, coverage))
                } else {
                    opaque(color)
                };
            }
        }
    }
}

/// Location and size in whole pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rect {
    /// Left edge.
    pub x: i32,
    /// Top edge.
    pub y: i32,
    /// Width.
    pub width: i32,
    /// Height.
    pub height: i32,
}

impl Rect {
    /// Creates a rectangle at the origin.
    pub(crate) const fn of_size(width: i32, height: i32) -> Rect {
        Rect {
            x: 0,
            y: 0,
            width,
            height,
        }
    }

    /// Returns the smallest rectangle that contains both.
    pub(crate) fn around(self, other: Rect) -> Rect {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        let right = (self.x + self.width).max(other.x + other.width);
        let bottom = (self.y + self.height).max(other.y + other.height);
        Rect {
            x,
            y,
            width: right - x,
            height: bottom - y,
        }
    }

    /// Returns the rectangle inset by `by` on every side.
    pub(crate) const fn inset(self, by: i32) -> Rect {
        Rect {
            x: self.x + by,
            y: self.y + by,
            width: self.width - 2 * by,
            height: self.height - 2 * by,
        }
    }
}

/// Returns how far the center of a pixel lies in the rounded part of an edge, or 0 in the straight
/// part.
fn corner_distance(at: i32, length: i32, radius: f32) -> f32 {
    let middle = float(at) + 0.5;
    (radius - middle)
        .max(middle - (float(length) - radius))
        .max(0.0)
}

/// Returns one pixel blended over another.
pub(crate) fn blended(under: Pixel, over: Pixel) -> Pixel {
    let rest = 255 - u32::from(over[3]);
    std::array::from_fn(|i| over[i].saturating_add(scaled(under[i], rest)))
}

/// Returns `channel * share / 255`, rounded.
fn scaled(channel: u8, share: u32) -> u8 {
    let product = u32::from(channel) * share + 128;
    let [quotient, ..] = ((product + (product >> 8)) >> 8).to_le_bytes();
    quotient
}
