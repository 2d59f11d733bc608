//! Antialiased shapes: drawn six times as large by `imageproc`, then scaled down.
//!
//! The circles and polygons of `imageproc` have hard edges, and its antialiased polygon accepts
//! only integer coordinates, which makes it uneven. The resize of `image` mixes in the color of
//! transparent pixels.

use image::{GrayImage, Luma};
use imageproc::drawing::{draw_filled_ellipse_mut, draw_polygon_mut};
use imageproc::point::Point;

use crate::colors::Rgb;
use crate::pixels::bitmap::{Bitmap, Pixel, blended, opaque};
use crate::pixels::measure::{count, float, length, whole};

/// Oversampling factor along each axis.
const OVERSAMPLING: i32 = 6;

/// A shape that a canvas can fill; all lengths in pixels of the finished bitmap.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    /// Ellipse with a center and two radii.
    Ellipse {
        center: (f32, f32),
        rx: f32,
        ry: f32,
    },
    /// Polygon with its corners in order.
    Polygon(Vec<(f32, f32)>),
}

impl Shape {
    /// Creates a circle.
    pub(crate) fn circle(center: (f32, f32), radius: f32) -> Shape {
        Shape::Ellipse {
            center,
            rx: radius,
            ry: radius,
        }
    }

    /// Creates a rectangle from its edges.
    pub(crate) fn rect(left: f32, top: f32, right: f32, bottom: f32) -> Shape {
        Shape::Polygon(vec![
            (left, top),
            (right, top),
            (right, bottom),
            (left, bottom),
        ])
    }

    /// Creates a straight stroke with square ends.
    pub(crate) fn stroke(from: (f32, f32), to: (f32, f32), width: f32) -> Shape {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let reach = width / 2.0 / (dx * dx + dy * dy).sqrt();
        let (nx, ny) = (-dy * reach, dx * reach);
        Shape::Polygon(vec![
            (from.0 + nx, from.1 + ny),
            (to.0 + nx, to.1 + ny),
            (to.0 - nx, to.1 - ny),
            (from.0 - nx, from.1 - ny),
        ])
    }
}

/// Canvas that draws a sprite.
pub(crate) struct Canvas {
    large: Bitmap,
    mask: GrayImage,
}

impl Canvas {
    /// Creates a canvas with a transparent bitmap of this size.
    pub(crate) fn new(width: i32, height: i32) -> Canvas {
        let (width, height) = (width * OVERSAMPLING, height * OVERSAMPLING);
        Canvas {
            large: Bitmap::new(width, height),
            mask: GrayImage::new(width.unsigned_abs(), height.unsigned_abs()),
        }
    }

    /// Draws a sprite of shapes in one color.
    pub(crate) fn sprite(width: i32, height: i32, shapes: &[Shape], color: Rgb) -> Bitmap {
        let mut canvas = Canvas::new(width, height);
        canvas.fill(shapes, |_, _| opaque(color));
        canvas.finish()
    }

    /// Returns a color for each oversampled column; `paint` returns the one at a location.
    pub(crate) fn across(&self, paint: impl Fn(f32) -> Pixel) -> Vec<Pixel> {
        (0..self.large.width()).map(|x| paint(small(x))).collect()
    }

    /// Returns a color for each oversampled row; `paint` returns the one at a location.
    pub(crate) fn down(&self, paint: impl Fn(f32) -> Pixel) -> Vec<Pixel> {
        (0..self.large.height()).map(|y| paint(small(y))).collect()
    }

    /// Fills the union of the shapes; `paint` returns the color in an oversampled column and row.
    pub(crate) fn fill(&mut self, shapes: &[Shape], paint: impl Fn(usize, usize) -> Pixel) {
        self.mask.fill(0);
        for shape in shapes {
            draw(&mut self.mask, shape);
        }
        let width = self.large.width();
        for (y, row) in self.mask.chunks_exact(length(width)).enumerate() {
            let line = self.large.span_mut(count(y), 0..width);
            for (x, (under, covered)) in line.iter_mut().zip(row).enumerate() {
                if *covered > 0 {
                    *under = blended(*under, paint(x, y));
                }
            }
        }
    }

    /// Returns the sprite, in which each pixel is the mean of its oversampled pixels.
    pub(crate) fn finish(self) -> Bitmap {
        let width = self.large.width() / OVERSAMPLING;
        let height = self.large.height() / OVERSAMPLING;
        let mut small = Bitmap::new(width, height);
        let mut sums = vec![[0u32; 4]; length(width)];
        let block = length(OVERSAMPLING);
        let area = u32::try_from(block * block).expect("small block");
        for (row, y) in self
            .large
            .pixels()
            .chunks_exact(length(width) * block * block)
            .zip(0..)
        {
            sums.fill([0; 4]);
            for line in row.chunks_exact(length(width) * block) {
                for (sum, pixels) in sums.iter_mut().zip(line.chunks_exact(block)) {
                    for pixel in pixels {
                        for (total, channel) in sum.iter_mut().zip(pixel) {
                            *total += u32::from(*channel);
                        }
                    }
                }
            }
            for (pixel, sum) in small.span_mut(y, 0..width).iter_mut().zip(&sums) {
                *pixel = sum
                    .map(|total| u8::try_from((total + area / 2) / area).expect("mean of bytes"));
            }
        }
        small
    }
}

/// Returns the location in the finished bitmap of the center of an oversampled pixel.
fn small(large: i32) -> f32 {
    (float(large) + 0.5) / float(OVERSAMPLING)
}

/// Returns the oversampled pixel that contains a location of the finished bitmap.
fn large(small: f32) -> i32 {
    whole(small * float(OVERSAMPLING) - 0.5)
}

fn draw(mask: &mut GrayImage, shape: &Shape) {
    match shape {
        Shape::Ellipse { center, rx, ry } => {
            let middle = (large(center.0), large(center.1));
            let radius = |r: f32| whole(r * float(OVERSAMPLING) - 0.5).max(0);
            draw_filled_ellipse_mut(mask, middle, radius(*rx), radius(*ry), Luma([255]));
        }
        Shape::Polygon(corners) => {
            let mut points: Vec<_> = corners
                .iter()
                .map(|(x, y)| Point::new(large(*x), large(*y)))
                .collect();
            points.dedup();
            // `imageproc` rejects polygons whose first and last points are equal.
            while points.len() > 1 && points.first() == points.last() {
                points.pop();
            }
            draw_polygon_mut(mask, &points, Luma([255]));
        }
    }
}
