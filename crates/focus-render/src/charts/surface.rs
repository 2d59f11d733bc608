//! Drawing surface for pictures other than boards: plates, text, marks and lines.

use focus::Color;

use crate::colors::Rgb;
use crate::parts::icons::{Ground, Icons};
use crate::pixels::bitmap::{Bitmap, Rect, faded};
use crate::pixels::measure::{Scale, float, whole};
use crate::pixels::name;
use crate::pixels::text::{Style, Typeface};
use crate::theme::Theme;

/// Drawing surface with all lengths in design units.
pub(crate) struct Surface<'a> {
    pub(crate) bitmap: Bitmap,
    pub(crate) theme: Theme,
    scale: Scale,
    pub(crate) bold: &'a Typeface,
    icons: &'a Icons,
}

impl<'a> Surface<'a> {
    /// Creates an empty surface.
    pub(crate) fn new(
        size: i32,
        scale: Scale,
        theme: Theme,
        bold: &'a Typeface,
        icons: &'a Icons,
    ) -> Surface<'a> {
        Surface {
            bitmap: Bitmap::filled(size, size, theme.background),
            theme,
            scale,
            bold,
            icons,
        }
    }

    /// Draws a plate with rounded corners, with a border if it is highlighted.
    pub(crate) fn plate(
        &mut self,
        left: f32,
        top: f32,
        right: f32,
        bottom: f32,
        border: Option<Rgb>,
    ) {
        let (x, y) = (self.scale.whole(left), self.scale.whole(top));
        let rect = Rect {
            x,
            y,
            width: self.scale.whole(right) - x,
            height: self.scale.whole(bottom) - y,
        };
        let radius = self.scale.px(14.0);
        let plate = self.theme.plate;
        let color = border.unwrap_or(plate);
        self.bitmap.round_rect(rect, radius, |_, _| color);
        if border.is_some() {
            let thickness = self.scale.visible(4.0);
            let inside = (radius - float(thickness)).max(0.0);
            let inner = rect.inset(thickness);
            self.bitmap.round_rect(inner, inside, |_, _| plate);
        }
    }

    /// Draws a text with its capitals vertically centered on `at`.
    pub(crate) fn words(&mut self, text: &str, style: Style, at: (f32, f32)) {
        let em = self.scale.px(style.em);
        let style = Style { em, ..style };
        let at = (self.scale.px(at.0), self.scale.px(at.1));
        self.bold.draw(&mut self.bitmap, text, style, at);
    }

    /// Draws a text that is shrunk, and if necessary truncated, to fit into a width.
    pub(crate) fn fitted(&mut self, text: &str, style: Style, at: (f32, f32), width: f32) {
        let sizes = (style.em, style.em * 0.75);
        let (text, em) = name::fit(text, self.bold, width, sizes);
        self.words(&text, Style { em, ..style }, at);
    }

    /// Draws a number that is shrunk to fit into a width; it is never truncated, since that would
    /// change its value.
    pub(crate) fn numbers(&mut self, text: &str, style: Style, at: (f32, f32), width: f32) {
        let natural = self.bold.width(text, style.em);
        let em = style.em * (width / natural).min(1.0);
        self.words(text, Style { em, ..style }, at);
    }

    /// Draws the mark of a color.
    pub(crate) fn mark(&mut self, color: Color, at: (f32, f32)) {
        let mark = self.icons.mark(color, Ground::Plate);
        let x = self.scale.whole(at.0) - mark.width() / 2;
        let y = self.scale.whole(at.1) - mark.height() / 2;
        self.bitmap.blend(mark, x, y);
    }

    /// Draws an antialiased line through these points.
    pub(crate) fn line(&mut self, points: &[(f32, f32)], width: f32, color: Rgb) {
        let at = |(x, y): (f32, f32)| (self.scale.px(x), self.scale.px(y));
        let points: Vec<_> = points.iter().copied().map(at).collect();
        let reach = self.scale.px(width) / 2.0;
        // The maximum coverage of each pixel by any segment, so that joints are not drawn twice.
        let (width, height) = (self.bitmap.width(), self.bitmap.height());
        let mut covered = std::collections::BTreeMap::new();
        for pair in points.windows(2) {
            let (from, to) = (pair[0], pair[1]);
            let margin = reach + 1.0;
            let columns = span(from.0.min(to.0) - margin, from.0.max(to.0) + margin, width);
            for x in columns {
                let rows = span(from.1.min(to.1) - margin, from.1.max(to.1) + margin, height);
                for y in rows {
                    let middle = (float(x) + 0.5, float(y) + 0.5);
                    let coverage = (reach + 0.5 - distance(middle, from, to)).clamp(0.0, 1.0);
                    if coverage > 0.0 {
                        let most = covered.entry((y, x)).or_insert(0.0_f32);
                        *most = most.max(coverage);
                    }
                }
            }
        }
        for ((y, x), coverage) in covered {
            self.bitmap.blend_pixel(x, y, faded(color, coverage));
        }
    }
}

/// Returns the integers between two bounds, clamped to the bitmap.
fn span(from: f32, to: f32, size: i32) -> std::ops::Range<i32> {
    whole(from).clamp(0, size)..(whole(to) + 1).clamp(0, size)
}

/// Returns the distance of a point from a line segment.
fn distance(point: (f32, f32), from: (f32, f32), to: (f32, f32)) -> f32 {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx * dx + dy * dy;
    let along = if length > 0.0 {
        (((point.0 - from.0) * dx + (point.1 - from.1) * dy) / length).clamp(0.0, 1.0)
    } else {
        0.0
    };
    let (x, y) = (from.0 + along * dx - point.0, from.1 + along * dy - point.1);
    x.hypot(y)
}
