//! Smooth shapes: drawn six times as large by `imageproc`, then shrunk.
//!
//! Its circles and polygons have hard edges, and its smooth polygon takes whole points only, so
//! that it comes out lumpy; `image`'s resize mixes in the color of transparent pixels.

use image::{GrayImage, Luma};
use imageproc::drawing::{draw_filled_ellipse_mut, draw_polygon_mut};
use imageproc::point::Point;

use crate::pixels::bitmap::{Bitmap, Pixel, blended, opaque};
use crate::pixels::measure::{float, length, whole};
use crate::theme::Rgb;

/// Pixels drawn for each pixel kept, along each side.
const OVERSAMPLING: i32 = 6;

/// What a pen can fill; all lengths in pixels of the finished bitmap.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    /// The middle and the two radii.
    Ellipse {
        center: (f32, f32),
        rx: f32,
        ry: f32,
    },
    /// The corners in order.
    Polygon(Vec<(f32, f32)>),
}

impl Shape {
    /// A rectangle between two corners.
    pub(crate) fn rect(left: f32, top: f32, right: f32, bottom: f32) -> Shape {
        Shape::Polygon(vec![
            (left, top),
            (right, top),
            (right, bottom),
            (left, bottom),
        ])
    }

    /// A straight stroke with square ends.
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

/// Draws a sprite.
pub(crate) struct Pen {
    large: Bitmap,
    mask: GrayImage,
}

impl Pen {
    /// A pen over a transparent bitmap of this size.
    pub(crate) fn new(width: i32, height: i32) -> Pen {
        let (width, height) = (width * OVERSAMPLING, height * OVERSAMPLING);
        Pen {
            large: Bitmap::new(width, height),
            mask: GrayImage::new(width.unsigned_abs(), height.unsigned_abs()),
        }
    }

    /// A sprite of shapes in one color.
    pub(crate) fn sprite(width: i32, height: i32, shapes: &[Shape], color: Rgb) -> Bitmap {
        let mut pen = Pen::new(width, height);
        pen.fill(shapes, |_, _| opaque(color));
        pen.finish()
    }

    /// Fills all that any of the shapes covers; `paint` gives the color at a place.
    pub(crate) fn fill(&mut self, shapes: &[Shape], paint: impl Fn(f32, f32) -> Pixel) {
        self.mask.fill(0);
        for shape in shapes {
            draw(&mut self.mask, shape);
        }
        let width = self.large.width();
        for (y, row) in (0..).zip(self.mask.chunks_exact(length(width))) {
            let line = self.large.span_mut(y, 0..width);
            for (x, (under, covered)) in (0..).zip(line.iter_mut().zip(row)) {
                if *covered > 0 {
                    *under = blended(*under, paint(small(x), small(y)));
                }
            }
        }
    }

    /// The sprite: each pixel is the mean of the square it was drawn as.
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

/// Place in the finished bitmap of the middle of a drawn pixel.
fn small(large: i32) -> f32 {
    (float(large) + 0.5) / float(OVERSAMPLING)
}

/// The drawn pixel that holds a place of the finished bitmap.
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
            // A polygon that ends where it began is refused.
            while points.len() > 1 && points.first() == points.last() {
                points.pop();
            }
            draw_polygon_mut(mask, &points, Luma([255]));
        }
    }
}
