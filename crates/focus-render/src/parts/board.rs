//! Empty board, its coordinates, and the squares under the stacks.

use focus::{Direction, Square};
use strum::VariantArray;

use crate::colors::{LANDING, MARK, MARK_INK, ORIGIN, Rgb, mix};
use crate::layout::{Layout, coordinates};
use crate::pixels::bitmap::{Bitmap, Rect};
use crate::pixels::text::{Anchor, Style, Typeface};
use crate::theme::Theme;

/// Highlight of a square, for the last move or for possible moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray)]
pub(crate) enum Highlight {
    /// No highlight.
    None,
    /// Pieces left the square.
    Origin,
    /// Pieces landed on the square or are about to leave it.
    Landing,
    /// The square can be chosen.
    Marked,
}

impl Highlight {
    const ALL: [Self; Self::VARIANTS.len()] = *Self::VARIANTS.first_chunk().expect("all variants");
}

/// Color of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Shade {
    Light,
    Dark,
}

impl Shade {
    /// Returns the shade of a square.
    pub(crate) fn of(square: Square) -> Shade {
        if (square.file() + square.rank()) % 2 == 1 {
            Shade::Light
        } else {
            Shade::Dark
        }
    }
}

/// Squares without stacks.
#[derive(Debug)]
pub(crate) struct Squares {
    /// Shape: `[shade][highlight]`.
    tiles: [[Bitmap; 4]; 2],
}

impl Squares {
    /// Draws the tiles.
    pub(crate) fn new(layout: &Layout, theme: &Theme) -> Squares {
        let tile = |shade| Highlight::ALL.map(|highlight| tile(layout, theme, shade, highlight));
        Squares {
            tiles: theme.squares.map(tile),
        }
    }

    /// Returns the tile of a square, with the plate visible at its rounded corners.
    pub(crate) fn tile(&self, shade: Shade, highlight: Highlight) -> &Bitmap {
        &self.tiles[shade as usize][highlight as usize]
    }

    /// Returns the number of bytes of the tiles.
    pub(crate) fn memory_bytes(&self) -> usize {
        let tiles = self.tiles.iter().flatten();
        tiles.map(|tile| size_of_val(tile.pixels())).sum()
    }
}

/// Draws the board without stacks and panels, with this side down.
pub(crate) fn empty(
    layout: &Layout,
    theme: &Theme,
    squares: &Squares,
    typeface: &Typeface,
    down: Direction,
) -> Bitmap {
    let scale = layout.scale();
    let side = layout.size_px();
    let mut board = Bitmap::filled(side, side, theme.background);
    let (reach, radius) = (scale.visible(5.0), scale.px(14.0));
    for square in Square::ALL {
        let plate = layout.square(square, down).inset(-reach);
        board.round_rect(plate, radius, |_, _| theme.plate);
    }
    for square in Square::ALL {
        let Rect { x, y, .. } = layout.square(square, down);
        board.blend(squares.tile(Shade::of(square), Highlight::None), x, y);
    }
    let style = Style::new(scale.px(27.0), theme.label, Anchor::Middle);
    for line in 0..8 {
        let (column, row) = coordinates(line, down);
        typeface.draw(
            &mut board,
            &column.to_string(),
            style,
            layout.column_label(line),
        );
        typeface.draw(&mut board, &row.to_string(), style, layout.row_label(line));
    }
    board
}

fn tile(layout: &Layout, theme: &Theme, shade: Rgb, highlight: Highlight) -> Bitmap {
    let scale = layout.scale();
    let side = layout.square_px();
    let border = scale.visible(5.0);
    let (frame, dot) = (scale.visible(6.0), scale.visible(34.0));
    let edge = frame + scale.visible(2.0);
    let mut tile = Bitmap::filled(side, side, theme.plate);
    let is_in_edge = |width: i32, at: i32| !(width..side - width).contains(&at);
    let is_border = |at| is_in_edge(border, at);
    let is_dashed = |x, y| is_border(x) && is_dash(y, side) || is_border(y) && is_dash(x, side);
    // The distance to the center is doubled to make it an integer. A stack hides the dot.
    let is_dot = |x: i32, y: i32| {
        let (dx, dy) = (2 * x + 1 - side, 2 * y + 1 - side);
        dx * dx + dy * dy <= dot * dot
    };
    let paint = |x: i32, y: i32| match highlight {
        Highlight::Landing if is_border(x) || is_border(y) => theme.gold_border,
        Highlight::Landing => mix(shade, theme.gold, LANDING),
        Highlight::Marked if is_in_edge(frame, x) || is_in_edge(frame, y) => MARK,
        Highlight::Marked if is_in_edge(edge, x) || is_in_edge(edge, y) || is_dot(x, y) => MARK_INK,
        Highlight::None | Highlight::Marked => shade,
        Highlight::Origin if is_dashed(x, y) => theme.gold_border,
        Highlight::Origin => mix(shade, theme.gold, ORIGIN),
    };
    tile.round_rect(Rect::of_size(side, side), scale.px(10.0), paint);
    tile
}

/// Returns whether a dash covers this pixel of a side, which begins and ends with half a dash.
fn is_dash(at: i32, side: i32) -> bool {
    const DASHES: i32 = 8;
    let period = 2 * side;
    let phase = (2 * at + 1) * DASHES % period;
    10 * phase.min(period - phase) < 6 * side
}
