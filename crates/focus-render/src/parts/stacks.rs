//! Towers of discs seen from an angle.

use focus::{Color, Stack};

use crate::layout::Layout;
use crate::parts::disc::Disc;
use crate::pixels::bitmap::Bitmap;
use crate::pixels::text::Typeface;
use crate::theme::Theme;

/// Sprites for towers at one size.
#[derive(Debug)]
pub(crate) struct Towers {
    disc: Disc,
    /// Sprites of pieces. Shape: `[color][height]`; height 0 is a piece under another one.
    pieces: [[Bitmap; Stack::MAX_HEIGHT + 1]; 4],
    /// Shadows, each as large as a square. Shape: `[height - 1]`.
    shadows: [Bitmap; Stack::MAX_HEIGHT],
}

impl Towers {
    /// Draws the sprites.
    pub(crate) fn new(layout: &Layout, theme: &Theme, typeface: &Typeface) -> Towers {
        let disc = Disc::new(layout, theme);
        let pieces = Color::ALL.map(|color| {
            let body = disc.body(color);
            let marked = disc.marked(&body, color);
            std::array::from_fn(|height| match height {
                0 => body.clone(),
                _ => disc.top(&marked, color, height, typeface),
            })
        });
        Towers {
            disc,
            pieces,
            shadows: std::array::from_fn(|i| disc.shadow(i + 1)),
        }
    }

    /// Draws a stack on the bitmap of a square.
    pub(crate) fn draw(&self, onto: &mut Bitmap, stack: Stack) {
        let height = stack.height();
        onto.blend(&self.shadows[height - 1], 0, 0);
        for (level, color) in (1..).zip(stack.pieces()) {
            let looks = if level == height { height } else { 0 };
            let (x, y) = self.disc.place(level, height);
            onto.blend(&self.pieces[color.index()][looks], x, y);
        }
    }

    /// Returns the number of bytes of the sprites.
    pub(crate) fn memory_bytes(&self) -> usize {
        let pieces = self.pieces.iter().flatten();
        let sprites = pieces.chain(&self.shadows);
        sprites.map(|sprite| size_of_val(sprite.pixels())).sum()
    }
}
