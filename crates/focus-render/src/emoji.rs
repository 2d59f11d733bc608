//! Pictures of single stacks, small and without a background.

use focus::Color;

use crate::layout::Layout;
use crate::parts::disc::Disc;
use crate::pixels::bitmap::Bitmap;
use crate::pixels::png;
use crate::pixels::text::Typeface;
use crate::theme::Theme;

/// Size of the picture of a board whose squares are as large as an emoji, in pixels.
const BOARD_PX: u32 = 1200;

/// Draws a stack whose lower pieces have the color of the top one, and returns a PNG file of about
/// 128 pixels a side.
#[must_use]
pub fn emoji_png(color: Color, height: usize) -> Vec<u8> {
    let (layout, theme) = (Layout::new(BOARD_PX), Theme::TOWER);
    let disc = Disc::new(&layout, &theme);
    let body = disc.body(color);
    let marked = disc.marked(&body, color);
    let top = disc.top(&marked, color, height, &Typeface::bold());
    let side = layout.square_px();
    let mut bitmap = Bitmap::new(side, side);
    for level in 1..=height {
        let (x, y) = disc.place(level, height);
        bitmap.blend(if level == height { &top } else { &body }, x, y);
    }
    png::encode_transparent(&bitmap)
}
