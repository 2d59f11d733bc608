//! Pieces: discs with a face, an edge and marks, and the shadow of a tower.

use image::{GrayImage, Luma};
use imageproc::filter::gaussian_blur_f32;

use focus::Color;

use crate::colors::{self, Rgb, mix};
use crate::layout::Layout;
use crate::parts::marks::mark;
use crate::pixels::bitmap::{Bitmap, faded, opaque};
use crate::pixels::measure::{Scale, count, float};
use crate::pixels::shapes::{Canvas, Shape};
use crate::pixels::text::{Anchor, Style, Typeface};
use crate::theme::{Face, Theme};

/// Vertical scale of a mark on a face, due to the viewing angle.
const SQUASH: f32 = 0.84;

/// Light along the edge, from left to right: position, color mixed in, and its share.
const EDGE_LIGHT: [(f32, Rgb, f32); 4] = [
    (0.0, colors::BLACK, 0.22),
    (0.3, colors::WHITE, 0.14),
    (0.62, colors::WHITE, 0.0),
    (1.0, colors::BLACK, 0.32),
];

/// Font size of the letter on a face.
const LETTER_EM: f32 = 40.0;

/// Maximum opacity of a shadow.
const SHADOW: f32 = 0.42;

/// Dimensions of a disc in pixels.
///
/// Five edges and a face are exactly as tall as a square, so that every tower fits into its square.
/// Edges are whole pixels, so that they all look the same.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Disc {
    theme: Theme,
    scale: Scale,
    square: i32,
    width: i32,
    face: i32,
    edge: i32,
}

impl Disc {
    /// Creates the disc of a layout.
    pub(crate) fn new(layout: &Layout, theme: &Theme) -> Disc {
        let scale = layout.scale();
        let square = layout.square_px();
        let edge = scale.visible(10.8);
        Disc {
            theme: *theme,
            scale,
            square,
            width: square - 2 * scale.whole(8.0),
            face: scale.whole(53.8).min(square - 5 * edge),
            edge,
        }
    }

    /// Returns the location of a piece's sprite on its square; the lowest piece is at level 1.
    pub(crate) fn place(&self, level: usize, height: usize) -> (i32, i32) {
        let (level, height) = (count(level), count(height));
        let top = (self.square - self.face - self.edge * height) / 2;
        let x = (self.square - self.width) / 2;
        (x, top + self.edge * (height - level))
    }

    /// Draws a piece without a mark on its face, as it appears under another piece.
    pub(crate) fn body(&self, color: Color) -> Bitmap {
        let (theme, inks) = (&self.theme, self.theme.inks(color));
        let (cx, cy) = self.center();
        let outline = self.scale.px(theme.outline).max(0.8);
        let mut canvas = Canvas::new(self.width, self.face + self.edge);
        canvas.fill(&self.outline_of(0.0), |_, _| opaque(inks.ink));
        let edge = canvas.across(|x| opaque(edge_light(inks.piece, x / (2.0 * cx), theme.light)));
        canvas.fill(&self.outline_of(outline), |x, _| edge[x]);
        canvas.fill(&self.edge_marks(color, outline), |_, _| {
            opaque(theme.on_piece(color))
        });
        canvas.fill(&[self.ring((0.0, 0.0))], |_, _| opaque(inks.ink));
        let face = canvas.down(|y| {
            let far = 1.0 - (y / (2.0 * cy)).clamp(0.0, 1.0);
            opaque(mix(inks.piece, colors::WHITE, 0.28 * far * theme.light))
        });
        canvas.fill(&[self.ring((outline, outline))], |_, y| face[y]);
        let rim = |x, y| self.ring((self.scale.px(x), self.scale.px(y)));
        canvas.fill(&[rim(5.6, 4.3)], |_, _| {
            faded(colors::WHITE, 0.42 * theme.light)
        });
        canvas.fill(&[rim(7.0, 5.4)], |_, y| face[y]);
        canvas.finish()
    }

    /// Draws a piece with what its face shows at every height: a mark, unless there are letters.
    pub(crate) fn marked(&self, body: &Bitmap, color: Color) -> Bitmap {
        let mut sprite = body.clone();
        if self.theme.face == Face::Mark {
            let shape = mark(color, self.center(), self.scale.px(21.0), SQUASH);
            let white = Canvas::sprite(body.width(), body.height(), &[shape], colors::WHITE);
            sprite.blend(&white, 0, 0);
        }
        sprite
    }

    /// Draws a marked piece as it appears on top of a stack of this height.
    pub(crate) fn top(
        &self,
        marked: &Bitmap,
        color: Color,
        height: usize,
        typeface: &Typeface,
    ) -> Bitmap {
        match (self.theme.face, height) {
            (Face::Mark, 1) => marked.clone(),
            (Face::Mark, _) => self.numbered(marked, color, height, typeface),
            (Face::Letter, 1) => self.lettered(marked, color, "", typeface),
            (Face::Letter, _) => self.lettered(marked, color, &height.to_string(), typeface),
        }
    }

    /// Draws a piece with the letter of its color on its face, followed by a text.
    fn lettered(&self, body: &Bitmap, color: Color, rest: &str, typeface: &Typeface) -> Bitmap {
        let mut sprite = body.clone();
        let ink = self.theme.on_piece(color);
        let style = Style::new(self.scale.px(LETTER_EM), ink, Anchor::Middle);
        let text = format!("{}{rest}", color.letter());
        typeface.draw(&mut sprite, &text, style, self.center());
        sprite
    }

    /// Draws a piece with a height inside the mark on its face, as it appears on other pieces.
    fn numbered(
        &self,
        marked: &Bitmap,
        color: Color,
        height: usize,
        typeface: &Typeface,
    ) -> Bitmap {
        let mut sprite = marked.clone();
        let (em, below) = match color {
            Color::Pink => (27.0, 4.2),
            Color::Orange | Color::Green | Color::Blue => (32.0, 0.0),
        };
        let ink = self.theme.inks(color).ink;
        let style = Style::new(self.scale.px(em), ink, Anchor::Middle);
        let (x, y) = self.center();
        let at = (x, y + self.scale.px(below));
        typeface.draw(&mut sprite, &height.to_string(), style, at);
        sprite
    }

    /// Draws the shadow of a tower, as large as a square.
    pub(crate) fn shadow(&self, height: usize) -> Bitmap {
        let (left, top) = self.place(height, height);
        let offset = (self.scale.px(2.0), self.scale.px(3.0));
        let (cx, cy) = self.center();
        let middle = (float(left) + cx + offset.0, float(top) + cy + offset.1);
        let foot = (middle.0, middle.1 + float(self.edge * count(height)));
        let shapes = slab(middle, foot, (cx, cy));
        let hard = Canvas::sprite(self.square, self.square, &shapes, colors::BLACK);
        let side = self.square.unsigned_abs();
        let alphas = hard.pixels().iter().map(|pixel| pixel[3]).collect();
        let hard = GrayImage::from_raw(side, side, alphas).expect("one byte for each pixel");
        let soft = gaussian_blur_f32(&hard, self.scale.px(4.5));
        let mut shadow = Bitmap::new(self.square, self.square);
        for (x, y, Luma([alpha])) in soft.enumerate_pixels() {
            let alpha = f32::from(*alpha) / 255.0 * SHADOW * self.theme.light;
            let (x, y) = (x.cast_signed(), y.cast_signed());
            shadow.blend_pixel(x, y, faded(colors::BLACK, alpha));
        }
        shadow
    }

    /// Returns the center of the face in the sprite, which equals its two radii.
    fn center(&self) -> (f32, f32) {
        (float(self.width) / 2.0, float(self.face) / 2.0)
    }

    /// Returns the outline of the whole disc, inset by this much.
    fn outline_of(&self, inset: f32) -> [Shape; 3] {
        let (cx, cy) = self.center();
        let foot = (cx, cy + float(self.edge));
        slab((cx, cy), foot, (cx - inset, cy - inset))
    }

    /// Returns an ellipse on the face, inset horizontally and vertically from its rim.
    fn ring(&self, inset: (f32, f32)) -> Shape {
        let (cx, cy) = self.center();
        Shape::Ellipse {
            center: (cx, cy),
            rx: cx - inset.0,
            ry: cy - inset.1,
        }
    }

    /// Returns three small marks along the visible part of the edge.
    fn edge_marks(&self, color: Color, outline: f32) -> [Shape; 3] {
        let (cx, cy) = self.center();
        let radius = self.scale.px(self.theme.edge_mark);
        let band = (float(self.edge) - outline) / 2.0;
        [-0.52, 0.0, 0.52].map(|side: f32| {
            let y = cy + cy * (1.0 - side * side).sqrt() + band;
            mark(color, (cx + cx * side, y), radius, 1.0)
        })
    }
}

/// Returns the area that an ellipse covers on its way down from one point to another.
fn slab(from: (f32, f32), to: (f32, f32), (rx, ry): (f32, f32)) -> [Shape; 3] {
    [
        Shape::Ellipse {
            center: from,
            rx,
            ry,
        },
        Shape::rect(from.0 - rx, from.1, to.0 + rx, to.1),
        Shape::Ellipse { center: to, rx, ry },
    ]
}

/// Returns the color of the edge at a position from 0 on the left to 1 on the right.
fn edge_light(piece: Rgb, place: f32, light: f32) -> Rgb {
    let shade = |(_, with, share): (f32, Rgb, f32)| mix(piece, with, share * light);
    let mut previous = EDGE_LIGHT[0];
    for stop in EDGE_LIGHT {
        if place <= stop.0 {
            let span = (stop.0 - previous.0).max(f32::EPSILON);
            return mix(
                shade(previous),
                shade(stop),
                (place - previous.0).max(0.0) / span,
            );
        }
        previous = stop;
    }
    shade(previous)
}
