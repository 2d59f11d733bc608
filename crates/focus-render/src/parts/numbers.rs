//! Numbers of recent moves, at the edges of the squares where they began and ended.

use focus::{Color, Move, Square};

use crate::pixels::bitmap::{Bitmap, faded};
use crate::pixels::measure::{Scale, float};
use crate::pixels::shapes::{Canvas, Shape};
use crate::pixels::text::{Anchor, Style, Typeface};
use crate::scene::Scene;
use crate::theme::{Face, Theme};

/// Radius of the disc under a number, and width of its outline.
const DISC: (f32, f32) = (17.0, 2.5);
/// Font size of a number.
const EM: f32 = 29.0;
/// Most numbers on a square.
const MAX_ON_SQUARE: usize = 4;

/// Number of a move, with the color that made it.
pub(crate) type Number = (Color, usize);

/// Returns the numbers on a square: the latest, oldest first; none if only one move is recent.
pub(crate) fn on(scene: &Scene, square: Square) -> Vec<Number> {
    if scene.recent.len() < 2 || !scene.marked.is_empty() {
        return Vec::new();
    }
    let moves = (1..).zip(&scene.recent);
    let touching = moves.filter(|(_, recent)| match recent.mv {
        Move::Slide { from, to } => from == square || to == square,
        Move::Swap { own, enemy } => own == square || enemy == square,
        Move::Drop(to) => to == square,
        Move::Pass => false,
    });
    let numbers: Vec<_> = touching
        .map(|(number, recent)| (recent.color, number))
        .collect();
    numbers[numbers.len().saturating_sub(MAX_ON_SQUARE)..].to_vec()
}

/// Draws numbers on the bitmap of a square, over the edge of a stack that reaches there: from the
/// upper left corner on, or from the lower left one if letters on stacks reach into the upper ones.
pub(crate) fn draw(
    onto: &mut Bitmap,
    numbers: &[Number],
    (scale, theme): (Scale, &Theme),
    typeface: &Typeface,
) {
    let (width, height) = (onto.width(), onto.height());
    let radius = scale.px(DISC.0);
    let (left, top) = (radius + 1.0, radius + 1.0);
    let (right, bottom) = (float(width) - left, float(height) - top);
    let places = match theme.face {
        Face::Mark => [(left, top), (right, top), (right, bottom), (left, bottom)],
        Face::Letter => {
            let middle = float(width) / 2.0;
            [
                (left, bottom),
                (right, bottom),
                (middle, bottom),
                (left, top),
            ]
        }
    };
    for (&(color, number), at) in numbers.iter().zip(places) {
        let disc = |radius: f32| [Shape::circle(at, radius)];
        let mut canvas = Canvas::new(width, height);
        canvas.fill(&disc(radius), |_, _| faded(theme.inks(color).ink, 1.0));
        canvas.fill(&disc(radius - scale.px(DISC.1)), |_, _| {
            faded(theme.inks(color).piece, 1.0)
        });
        onto.blend(&canvas.finish(), 0, 0);
        let style = Style::new(scale.px(EM), theme.on_piece(color), Anchor::Middle);
        typeface.draw(onto, &number.to_string(), style, at);
    }
}

#[cfg(test)]
mod tests {
    use focus::Stack;

    use super::*;
    use crate::layout::Layout;
    use crate::parts::disc::Disc;
    use crate::pixels::measure::length;

    /// Lists the pixels of the letter and the height on a stack with this piece on top.
    fn letters(disc: &Disc, body: &Bitmap, (color, height): (Color, usize)) -> Vec<(i32, i32)> {
        let top = disc.top(body, color, height, &Typeface::bold());
        let (left, above) = disc.place(height, height);
        let pixels = (0..).zip(body.pixels().iter().zip(top.pixels()));
        pixels
            .filter(|(_, (body, top))| body != top)
            .map(|(i, _)| (left + i % body.width(), above + i / body.width()))
            .collect()
    }

    /// Checks that the first numbers on a square keep this distance, in pixels, from every letter.
    #[track_caller]
    fn check(numbers: usize, distance_px: i32) {
        let numbers: Vec<_> = (1..=numbers)
            .map(|number| (Color::Orange, number))
            .collect();
        let with_letters = Theme::ALL
            .iter()
            .filter(|(_, theme)| theme.face == Face::Letter);
        for (name, theme) in with_letters {
            for size_px in [Layout::MIN_SIZE_PX, 300, 512, 1024, Layout::MAX_SIZE_PX] {
                let layout = Layout::new(size_px);
                let side = layout.square_px();
                let mut drawn = Bitmap::new(side, side);
                let drawn_by = (layout.scale(), theme);
                draw(&mut drawn, &numbers, drawn_by, &Typeface::bold());
                let rows: Vec<_> = drawn.rows().collect();
                let is_drawn = |x: i32, y: i32| {
                    let row = rows.get(length(y));
                    let pixel = row.and_then(|row| row.get(length(x)));
                    pixel.is_some_and(|pixel| pixel[3] > 0)
                };
                let near = -distance_px..=distance_px;
                let disc = Disc::new(&layout, theme);
                let bodies = Color::ALL.map(|color| disc.body(color));
                for (color, height) in stacks() {
                    for (x, y) in letters(&disc, &bodies[color.index()], (color, height)) {
                        let mut columns = near.clone().map(|dx| x + dx);
                        let touches = columns.any(|x| near.clone().any(|dy| is_drawn(x, y + dy)));
                        assert!(!touches, "{name}, {size_px}: {color}{height} at ({x}, {y})");
                    }
                }
            }
        }
    }

    /// Lists the looks of stacks from above.
    fn stacks() -> impl Iterator<Item = (Color, usize)> {
        let heights = 1..=Stack::MAX_HEIGHT;
        heights.flat_map(|height| Color::ALL.map(|color| (color, height)))
    }

    #[test]
    fn two_numbers_stand_clear_of_the_letter_of_a_stack() {
        check(2, 1);
    }

    #[test]
    fn three_numbers_cover_no_letter_of_a_stack() {
        check(3, 0);
    }
}
