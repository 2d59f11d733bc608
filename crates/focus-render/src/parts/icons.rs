//! Small icons on the panels, drawn once.

use focus::Color;
use strum::VariantArray;

use crate::colors::{self, Inks, Rgb, mix};
use crate::parts::marks::{cross, crown, mark};
use crate::pixels::bitmap::{Bitmap, opaque};
use crate::pixels::measure::{Scale, float};
use crate::pixels::shapes::{Canvas, Shape};
use crate::theme::Theme;

/// Background of an icon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, VariantArray)]
pub(crate) enum Ground {
    /// The dark plate.
    Plate,
    /// The player's color.
    Filled,
}

impl Ground {
    const ALL: [Self; Self::VARIANTS.len()] = *Self::VARIANTS.first_chunk().expect("all variants");
}

/// Icons at one size, each centered in its sprite.
#[derive(Debug)]
pub(crate) struct Icons {
    /// Shape: `[color][ground]`.
    marks: [[Bitmap; 2]; 4],
    /// Shape: `[color][ground]`.
    reserves: [[Bitmap; 2]; 4],
    /// Shape: `[ground]`.
    captures: [Bitmap; 2],
    /// Marks of partners. Shape: `[color]`.
    badges: [Bitmap; 4],
    /// Sign of winners.
    pub(crate) crown: Bitmap,
    /// Sign of players who are out.
    pub(crate) cross: Bitmap,
}

impl Icons {
    /// Draws the icons.
    pub(crate) fn new(scale: Scale, theme: &Theme) -> Icons {
        let captured = Inks {
            piece: colors::CAPTURED,
            ink: colors::CAPTURED_INK,
            tint: colors::CAPTURED,
        };
        Icons {
            marks: Color::ALL.map(|color| {
                let on_piece = theme.mark_on_piece[color.index()];
                [theme.inks(color).tint, on_piece].map(|paint| mark_sign(scale, color, paint))
            }),
            reserves: Color::ALL.map(|color| {
                let draw = |ground| pieces(scale, theme, theme.inks(color), ground).finish();
                Ground::ALL.map(draw)
            }),
            captures: Ground::ALL.map(|ground| {
                let mut canvas = pieces(scale, theme, captured, ground);
                cross_out(&mut canvas, scale, theme);
                canvas.finish()
            }),
            badges: Color::ALL.map(|color| badge(scale, theme, color)),
            crown: sign(scale, 40.0, |middle| {
                (crown(middle, scale.px(17.0)), theme.prize)
            }),
            cross: sign(scale, 36.0, |middle| {
                let reach = scale.px(10.0);
                let strokes = cross(middle, (reach, reach), scale.px(6.5));
                (strokes, theme.cross)
            }),
        }
    }

    /// Returns the mark of a player.
    pub(crate) fn mark(&self, color: Color, ground: Ground) -> &Bitmap {
        &self.marks[color.index()][ground as usize]
    }

    /// Returns the sign for pieces in a player's hand.
    pub(crate) fn reserves(&self, color: Color, ground: Ground) -> &Bitmap {
        &self.reserves[color.index()][ground as usize]
    }

    /// Returns the sign for captures: crossed-out pieces.
    pub(crate) fn captures(&self, ground: Ground) -> &Bitmap {
        &self.captures[ground as usize]
    }

    /// Returns the small mark of a partner.
    pub(crate) fn badge(&self, color: Color) -> &Bitmap {
        &self.badges[color.index()]
    }

    /// Returns the number of bytes of the icons.
    pub(crate) fn memory_bytes(&self) -> usize {
        let colored = self.marks.iter().chain(&self.reserves).flatten();
        colored
            .chain(&self.captures)
            .chain(&self.badges)
            .chain([&self.crown, &self.cross])
            .map(|sign| size_of_val(sign.pixels()))
            .sum()
    }
}

/// Draws a sign of one color in a square sprite, from shapes around its center.
fn sign(scale: Scale, side: f32, shapes: impl FnOnce((f32, f32)) -> (Vec<Shape>, Rgb)) -> Bitmap {
    let side = scale.whole(side);
    let middle = (float(side) / 2.0, float(side) / 2.0);
    let (shapes, color) = shapes(middle);
    Canvas::sprite(side, side, &shapes, color)
}

fn mark_sign(scale: Scale, color: Color, paint: Rgb) -> Bitmap {
    sign(scale, 40.0, |middle| {
        (vec![mark(color, middle, scale.px(14.0), 1.0)], paint)
    })
}

fn badge(scale: Scale, theme: &Theme, color: Color) -> Bitmap {
    let side = scale.whole(28.0);
    let middle = (float(side) / 2.0, float(side) / 2.0);
    let round = Shape::circle(middle, scale.px(13.0));
    let mut canvas = Canvas::new(side, side);
    canvas.fill(&[round], |_, _| opaque(theme.plate));
    canvas.fill(&[mark(color, middle, scale.px(8.0), 1.0)], |_, _| {
        opaque(theme.inks(color).tint)
    });
    canvas.finish()
}

/// Returns a canvas with two pieces, one on top of the other.
fn pieces(scale: Scale, theme: &Theme, inks: Inks, ground: Ground) -> Canvas {
    let side = scale.whole(46.0);
    let (cx, cy) = (float(side) / 2.0, float(side) / 2.0);
    let (rx, ry, edge, outline) = (scale.px(18.5), scale.px(8.5), scale.px(7.0), scale.px(2.0));
    let top = cy - edge;
    let slab = |from: f32, to: f32, grown: f32| {
        let ellipse = |y| Shape::Ellipse {
            center: (cx, y),
            rx: rx + grown,
            ry: ry + grown,
        };
        [
            ellipse(from),
            Shape::rect(cx - rx - grown, from, cx + rx + grown, to),
            ellipse(to),
        ]
    };
    let mut canvas = Canvas::new(side, side);
    if ground == Ground::Filled {
        canvas.fill(&slab(top, top + 2.0 * edge, scale.px(2.4)), |_, _| {
            opaque(theme.turn)
        });
    }
    for level in [1.0, 0.0] {
        let y = top + level * edge;
        canvas.fill(&slab(y, y + edge, 0.0), |_, _| opaque(inks.ink));
        let shade = mix(inks.piece, colors::BLACK, 0.15 * theme.light);
        canvas.fill(&slab(y, y + edge, -outline), |_, _| opaque(shade));
    }
    let face = |grown: f32| Shape::Ellipse {
        center: (cx, top),
        rx: rx + grown,
        ry: ry + grown,
    };
    canvas.fill(&[face(0.0)], |_, _| opaque(inks.ink));
    let lit = mix(inks.piece, colors::WHITE, 0.14 * theme.light);
    canvas.fill(&[face(-outline)], |_, _| opaque(lit));
    canvas
}

fn cross_out(canvas: &mut Canvas, scale: Scale, theme: &Theme) {
    let middle = scale.px(23.0);
    let strokes = |grown: f32| {
        let reach = (scale.px(16.5 + grown), scale.px(14.0 + grown));
        cross((middle, middle), reach, scale.px(5.0 + 3.0 * grown))
    };
    canvas.fill(&strokes(1.0), |_, _| opaque(colors::CAPTURED_INK));
    canvas.fill(&strokes(0.0), |_, _| opaque(theme.cross));
}
