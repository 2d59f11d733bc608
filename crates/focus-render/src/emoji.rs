//! Pictures of single stacks, small and without a background.

use focus::{Color, Stack};

use crate::layout::Layout;
use crate::parts::disc::Disc;
use crate::pixels::bitmap::Bitmap;
use crate::pixels::png;
use crate::pixels::text::Typeface;
use crate::theme::Theme;

/// Size of the picture of a board whose squares are as large as an emoji, in pixels.
const BOARD_PX: u32 = 1200;

/// Draws stacks whose lower pieces have the color of the top one, and returns PNG files of about 128
/// pixels a side.
///
/// Shape: `[height - 1]`.
#[must_use]
pub fn emoji_pngs(color: Color) -> [Vec<u8>; Stack::MAX_HEIGHT] {
    let (layout, theme, typeface) = (Layout::new(BOARD_PX), Theme::TOWER, Typeface::bold());
    let disc = Disc::new(&layout, &theme);
    let body = disc.body(color);
    let marked = disc.marked(&body, color);
    let side = layout.square_px();
    std::array::from_fn(|below| {
        let height = below + 1;
        let top = disc.top(&marked, color, height, &typeface);
        let mut bitmap = Bitmap::new(side, side);
        for level in 1..=height {
            let (x, y) = disc.place(level, height);
            bitmap.blend(if level == height { &top } else { &body }, x, y);
        }
        png::encode_transparent(&bitmap)
    })
}
