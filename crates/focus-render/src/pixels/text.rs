//! Text: the embedded font, measuring and drawing.

use ab_glyph::{Font, FontRef, GlyphId, PxScale, ScaleFont, point};

use crate::colors::Rgb;
use crate::pixels::bitmap::{Bitmap, faded};
use crate::pixels::measure::{float, whole};

const BOLD: &[u8] = include_bytes!("../../fonts/Inter-Bold.otf");
const MEDIUM: &[u8] = include_bytes!("../../fonts/Inter-Medium.otf");

/// Height of a capital letter or digit in ems, equal in all weights of Inter.
const CAPITAL_EM: f32 = 0.727;

/// Horizontal alignment of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Left,
    Middle,
    Right,
}

/// One weight of the font.
#[derive(Debug)]
pub(crate) struct Typeface(FontRef<'static>);

impl Typeface {
    /// Returns the bold weight, used for names, counts, coordinates and moves.
    pub(crate) fn bold() -> Typeface {
        Typeface(FontRef::try_from_slice(BOLD).expect("embedded font"))
    }

    /// Returns the medium weight, used for ply numbers.
    pub(crate) fn medium() -> Typeface {
        Typeface(FontRef::try_from_slice(MEDIUM).expect("embedded font"))
    }

    /// Returns whether the font has every character of a text.
    pub(crate) fn covers(&self, text: &str) -> bool {
        text.chars()
            .all(|letter| self.0.glyph_id(letter) != GlyphId(0))
    }

    /// Returns the width of a text with a font size of `em` pixels.
    pub(crate) fn width(&self, text: &str, em: f32) -> f32 {
        let font = self.0.as_scaled(self.px_scale(em));
        text.chars()
            .map(|letter| font.h_advance(font.glyph_id(letter)))
            .sum()
    }

    /// Draws a text with its capitals vertically centered on `at`.
    pub(crate) fn draw(&self, onto: &mut Bitmap, text: &str, style: Style, at: (f32, f32)) {
        let scale = self.px_scale(style.em);
        let font = self.0.as_scaled(scale);
        let mut x = match style.anchor {
            Anchor::Left => at.0,
            Anchor::Middle => at.0 - self.width(text, style.em) / 2.0,
            Anchor::Right => at.0 - self.width(text, style.em),
        };
        // Digits and capitals stand on a whole pixel, so that their bottom edges are sharp.
        let baseline = float(whole(at.1 + CAPITAL_EM * style.em / 2.0));
        for letter in text.chars() {
            let id = font.glyph_id(letter);
            let glyph = id.with_scale_and_position(scale, point(x, baseline));
            x += font.h_advance(id);
            let Some(outline) = self.0.outline_glyph(glyph) else {
                continue;
            };
            let bounds = outline.px_bounds();
            let (left, top) = (whole(bounds.min.x), whole(bounds.min.y));
            outline.draw(|dx, dy, coverage| {
                let (dx, dy) = (dx.cast_signed(), dy.cast_signed());
                onto.blend_pixel(left + dx, top + dy, faded(style.color, coverage.min(1.0)));
            });
        }
    }

    /// Returns the font's own scale, which refers to the height from ascent to descent, for an em
    /// in pixels.
    fn px_scale(&self, em: f32) -> PxScale {
        let units = self.0.units_per_em().expect("embedded font");
        PxScale::from(em * self.0.height_unscaled() / units)
    }
}

/// Size, color and alignment of a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    /// Font size in pixels.
    pub(crate) em: f32,
    pub(crate) color: Rgb,
    pub(crate) anchor: Anchor,
}

impl Style {
    pub(crate) const fn new(em: f32, color: Rgb, anchor: Anchor) -> Style {
        Style { em, color, anchor }
    }
}
