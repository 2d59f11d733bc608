//! Chart of the players' chances, ply by ply, in the colors of the board.

use std::ops::RangeInclusive;

use focus::{Color, Mode};

use crate::colors::{BLACK, Rgb, WHITE};
use crate::parts::marks::mark;
use crate::pixels::bitmap::{Bitmap, Pixel, blended, faded, opaque};
use crate::pixels::measure::{count, float, length, whole};
use crate::pixels::name;
use crate::pixels::palette::Palette;
use crate::pixels::png::{self, Indexed};
use crate::pixels::shapes::{Canvas, Shape};
use crate::pixels::text::{Anchor, Style, Typeface};
use crate::scene::Name;
use crate::theme::Theme;

/// Side of a chart in pixels.
const SIDE: i32 = 1024;
/// Left, right and bottom edge of the plot.
const FIELD: [i32; 3] = [176, 948, 936];
/// Left and right edge of the bar that shows the result.
const RESULT: [i32; 2] = [960, 992];
/// Font size and vertical center of the title.
const TITLE: (f32, f32) = (42.0, 52.0);
/// Font size of the names, vertical center of their first line, and distance between lines.
const NAMES: (f32, f32, f32) = (38.0, 120.0, 62.0);
/// Number of names per line, and the space for each.
const A_LINE: usize = 2;
const COLUMN: f32 = 480.0;
/// Space between the names and the plot, for the numbers of moments.
const HEAD: f32 = 76.0;
/// Right edge of the scale, and font size of its numbers.
const SCALE: (f32, f32) = (104.0, 32.0);
/// Minimum distance of a number from the edge of the picture.
const MARGIN: f32 = 8.0;
/// Font size of the numbers.
const EM: f32 = 40.0;
/// Font size of a moment's number, and radius of the disc around it.
const BADGE: (f32, f32) = (44.0, 32.0);
/// Maximum number of ply numbers below the plot.
const MOST_NUMBERS: usize = 6;
/// Number of columns on either side of a pixel in which a line can be near enough to darken it.
const REACH: usize = 3;

/// Content of a chart.
#[derive(Clone, Debug)]
pub struct Chart<'a> {
    /// Title above the chart.
    pub title: &'a str,
    /// Names of the players. Shape: `[color]`.
    pub names: &'a [Name; 4],
    /// Mode of the game.
    pub mode: Mode,
    /// Chances of each color before every ply, and after the last. Shape: `[ply][color]`.
    pub chances: &'a [[f32; 4]],
    /// Result of each color, shown beside the chances because a resignation does not show in them.
    pub result: [f32; 4],
    /// Number of plies before each marked move; the moves are numbered from 1.
    pub moments: &'a [usize],
}

impl Chart<'_> {
    /// Draws the chart and returns a PNG file.
    ///
    /// Each side has a band as high as its chances, the first at the bottom. Position `n` on the
    /// horizontal axis is after move `n`.
    #[must_use]
    pub fn to_png(&self, theme: &Theme) -> Vec<u8> {
        let (palette, bold) = (Palette::of(theme), Typeface::bold());
        let mut bitmap = Bitmap::filled(SIDE, SIDE, theme.background);
        self.draw_words(&mut bitmap, theme, &bold);
        self.draw_bands(&mut bitmap, theme);
        self.draw_grid(&mut bitmap, theme, &bold);
        self.draw_marks(&mut bitmap, theme);
        self.draw_moments(&mut bitmap, theme, &bold);
        let pixels = palette.look_up(bitmap.pixels());
        let picture = Indexed { size: SIDE, pixels };
        png::encode(&picture, &palette)
    }

    /// Returns the top edge of the plot, below all names.
    fn top(&self) -> i32 {
        let lines = self.mode.colors().len().div_ceil(A_LINE);
        let (_, first, pitch) = NAMES;
        whole(first + pitch * float(count(lines - 1)) + HEAD + BADGE.1)
    }

    /// Draws the title and the name of each color's player.
    fn draw_words(&self, bitmap: &mut Bitmap, theme: &Theme, bold: &Typeface) {
        let mut write = |text: &str, em: f32, at: (f32, f32), width: f32| {
            let (text, em) = name::fit(text, bold, width, (em, em * 0.6));
            let style = Style::new(em, theme.text, Anchor::Left);
            bold.draw(bitmap, &text, style, at);
        };
        let (left, width) = (32.0, float(SIDE) - 64.0);
        write(self.title, TITLE.0, (left, TITLE.1), width);
        let (em, first, pitch) = NAMES;
        let places = (0..).map(|number: usize| {
            let x = left + COLUMN * float(count(number % A_LINE));
            (x, first + pitch * float(count(number / A_LINE)))
        });
        let legend: Vec<_> = self.mode.colors().iter().copied().zip(places).collect();
        for (color, (x, y)) in &legend {
            let Name { wanted, plain } = &self.names[color.index()];
            let name = name::drawable(wanted, plain, bold);
            write(&name, em, (x + 64.0, *y), COLUMN - 80.0);
        }
        for (color, (x, y)) in legend {
            draw_mark(bitmap, theme, color, (whole(x) + 25, whole(y)));
        }
    }

    /// Returns the sides from bottom to top; partners are one side.
    fn sides(&self) -> Vec<Vec<Color>> {
        let mut sides: Vec<Vec<Color>> = Vec::new();
        for &color in self.mode.colors() {
            let partner = self.mode.partner(color);
            let known = sides
                .iter_mut()
                .find(|side| partner.is_some_and(|partner| side.contains(&partner)));
            match known {
                Some(side) => side.push(color),
                None => sides.push(vec![color]),
            }
        }
        sides
    }

    /// Returns the upper edges of the bands at a point of the game, from 0 at the bottom to 1.
    fn edges(&self, sides: &[Vec<Color>], along: f32) -> Vec<f32> {
        let last = self.chances.len() - 1;
        let left = length(whole(along.floor())).min(last);
        let (left, right) = (left, (left + 1).min(last));
        let share = along - float(count(left));
        let (left, right) = (self.chances[left], self.chances[right]);
        let between = |color: usize| left[color] * (1.0 - share) + right[color] * share;
        edges(sides, &std::array::from_fn(between))
    }

    fn draw_bands(&self, bitmap: &mut Bitmap, theme: &Theme) {
        let ([left, right, bottom], top) = (FIELD, self.top());
        let sides = self.sides();
        let paints: Vec<Rgb> = sides.iter().map(|side| theme.inks(side[0]).piece).collect();
        let height = float(bottom - top);
        let ends_at = |x: i32| -> Vec<f32> {
            let edges = self.edges(&sides, self.along(x)).into_iter();
            edges.map(|edge| float(bottom) - edge * height).collect()
        };
        let columns: Vec<Vec<f32>> = (left..right).map(ends_at).collect();
        for (x, column) in (left..right).zip(0..) {
            let ends = &columns[column];
            let first = column.saturating_sub(REACH);
            let near = &columns[first..(column + REACH + 1).min(columns.len())];
            let extents: Vec<_> = (0..ends.len() - 1).map(|line| extent(near, line)).collect();
            for y in top..bottom {
                // A thin dark line separates the bands and smooths their edges.
                let middle = float(y) + 0.5;
                let band = ends.iter().position(|end| middle >= *end);
                let paint = paints[band.unwrap_or(paints.len() - 1)];
                let center = (float(count(column - first)), middle);
                let lines = (0..extents.len()).filter(|line| extents[*line].contains(&middle));
                let distances = lines.map(|line| distance(center, near, line));
                let nearest = distances.fold(f32::MAX, f32::min);
                let line = (3.0 - nearest).clamp(0.0, 1.0);
                let pixel = blended(opaque(paint), faded(theme.background, line));
                put(bitmap, x, y, pixel);
            }
        }
        let ends = edges(&sides, &self.result).into_iter();
        let ends: Vec<_> = ends.map(|edge| float(bottom) - edge * height).collect();
        for y in top..bottom {
            let band = ends.iter().position(|end| float(y) + 0.5 >= *end);
            let paint = paints[band.unwrap_or(paints.len() - 1)];
            for x in RESULT[0]..RESULT[1] {
                put(bitmap, x, y, opaque(paint));
            }
        }
    }

    /// Draws a line at every quarter, and the numbers of both axes.
    fn draw_grid(&self, bitmap: &mut Bitmap, theme: &Theme, bold: &Typeface) {
        let ([left, right, bottom], top) = (FIELD, self.top());
        for quarter in 0..=4 {
            let y = bottom - (bottom - top) * quarter / 4;
            let style = Style::new(SCALE.1, theme.label, Anchor::Right);
            let percent = (25 * quarter).to_string();
            bold.draw(bitmap, &percent, style, (SCALE.0, float(y)));
            for x in left..right {
                if quarter % 4 != 0 && x / 12 % 2 == 0 {
                    dash(bitmap, x, y);
                    dash(bitmap, x, y + 1);
                }
            }
        }
        let style = Style::new(EM, theme.label, Anchor::Middle);
        let last = self.chances.len() - 1;
        let step = step(last);
        for ply in (step..=last).step_by(step) {
            let text = ply.to_string();
            let rightmost = float(SIDE) - MARGIN - bold.width(&text, EM) / 2.0;
            let x = float(self.column(ply)).min(rightmost);
            bold.draw(bitmap, &text, style, (x, float(bottom) + 44.0));
        }
    }

    /// Draws the marks of the sides to the left of their bands.
    fn draw_marks(&self, bitmap: &mut Bitmap, theme: &Theme) {
        let ([left, _, bottom], top) = (FIELD, self.top());
        let sides = self.sides();
        let mut from = 0.0;
        for (side, to) in sides.iter().zip(self.edges(&sides, 0.0)) {
            let y = float(bottom) - f32::midpoint(from, to) * float(bottom - top);
            from = to;
            let step = 56.0;
            let first = y - step * float(count(side.len() - 1)) / 2.0;
            for (number, color) in side.iter().enumerate() {
                let y = whole(first + step * float(count(number)));
                draw_mark(bitmap, theme, *color, (left - 34, y));
            }
        }
    }

    /// Draws a line through the end of each marked move, with its number above.
    fn draw_moments(&self, bitmap: &mut Bitmap, theme: &Theme, bold: &Typeface) {
        let (bottom, top) = (FIELD[2], self.top());
        let (em, radius) = BADGE;
        let side = whole(2.0 * radius) + 2;
        let columns: Vec<i32> = self
            .moments
            .iter()
            .map(|ply| self.column(ply + 1))
            .collect();
        for ((number, x), place) in (1..).zip(&columns).zip(apart(&columns, side)) {
            let y = top - 46;
            for row in y..bottom {
                // A slanted line connects a number that could not be placed directly above.
                let at = place + (x - place) * (row.min(top) - y) / (top - y);
                for dx in -2..2 {
                    put(bitmap, at + dx, row, opaque(theme.turn));
                }
            }
            let middle = float(side) / 2.0;
            let disc = Shape::circle((middle, middle), radius);
            let badge = Canvas::sprite(side, side, &[disc], theme.turn);
            bitmap.blend(&badge, place - side / 2, y - side / 2);
            let style = Style::new(em, theme.background, Anchor::Middle);
            bold.draw(bitmap, &number.to_string(), style, (float(place), float(y)));
        }
    }

    /// Returns the column of the position after this many plies.
    fn column(&self, plies: usize) -> i32 {
        let [left, right, _] = FIELD;
        let last = count(self.chances.len() - 1).max(1);
        left + (right - 1 - left) * count(plies) / last
    }

    /// Returns the point of the game, in plies, that a column shows.
    fn along(&self, x: i32) -> f32 {
        let [left, right, _] = FIELD;
        let last = float(count(self.chances.len() - 1));
        float(x - left) / float(right - 1 - left) * last
    }
}

/// Draws the mark of a color centered on a point.
fn draw_mark(bitmap: &mut Bitmap, theme: &Theme, color: Color, (x, y): (i32, i32)) {
    let shape = mark(color, (32.0, 32.0), 25.0, 1.0);
    let sprite = Canvas::sprite(64, 64, &[shape], theme.inks(color).tint);
    bitmap.blend(&sprite, x - 32, y - 32);
}

/// Returns the upper edges of the bands for these chances, from 0 at the bottom to 1.
fn edges(sides: &[Vec<Color>], chances: &[f32; 4]) -> Vec<f32> {
    let mut edge = 0.0;
    let widths = sides
        .iter()
        .map(|side| -> f32 { side.iter().map(|color| chances[color.index()]).sum() });
    widths
        .map(|width| {
            edge += width;
            edge
        })
        .collect()
}

/// Returns the heights between which a line, given as for [`distance`], can darken a pixel.
fn extent(columns: &[Vec<f32>], line: usize) -> RangeInclusive<f32> {
    let margin = float(count(REACH + 1));
    let heights = columns.iter().map(|heights| heights[line]);
    let (top, bottom) = heights.fold((f32::MAX, f32::MIN), |(top, bottom), height| {
        (top.min(height), bottom.max(height))
    });
    top - margin..=bottom + margin
}

/// Returns the distance in pixels from a point to one of the lines, given by the heights of all
/// lines in consecutive columns, the first of which is at 0.
fn distance((x, y): (f32, f32), columns: &[Vec<f32>], line: usize) -> f32 {
    let pairs = (0..)
        .map(|column| float(count(column)))
        .zip(columns.windows(2));
    let distances = pairs.map(|(left, pair)| {
        let (start, rise) = (pair[0][line], pair[1][line] - pair[0][line]);
        let (along, up) = (x - left, y - start);
        let share = ((along + up * rise) / (1.0 + rise * rise)).clamp(0.0, 1.0);
        (along - share).hypot(up - share * rise)
    });
    distances.fold(f32::MAX, f32::min)
}

/// Returns positions for icons of a width, as close to their columns as possible without overlap.
fn apart(columns: &[i32], width: i32) -> Vec<i32> {
    let mut leftmost = 0;
    let mut places: Vec<i32> = columns
        .iter()
        .map(|column| {
            let place = leftmost.max(*column);
            leftmost = place + width;
            place
        })
        .collect();
    let mut rightmost = SIDE - width / 2;
    for place in places.iter_mut().rev() {
        *place = rightmost.min(*place);
        rightmost = *place - width;
    }
    places
}

/// Lightens a dark pixel, or darkens a light one.
fn dash(bitmap: &mut Bitmap, x: i32, y: i32) {
    for under in bitmap.span_mut(y, x..x + 1) {
        let [red, green, blue, _] = under.map(u32::from);
        let is_dark = 3 * red + 6 * green + blue < 1_280;
        let paint = if is_dark { WHITE } else { BLACK };
        *under = blended(*under, faded(paint, 0.5));
    }
}

fn put(bitmap: &mut Bitmap, x: i32, y: i32, pixel: Pixel) {
    for under in bitmap.span_mut(y, x..x + 1) {
        *under = pixel;
    }
}

/// Returns the smallest round number of plies between axis numbers that gives at most
/// [`MOST_NUMBERS`] numbers.
fn step(plies: usize) -> usize {
    let round = (0..).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_usize.pow(power)));
    let mut fitting = round.filter(|step| plies / step <= MOST_NUMBERS);
    fitting.next().unwrap_or(plies.max(1))
}
