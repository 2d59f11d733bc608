//! Colors of the default theme, and how colors mix.

use focus::Color;

/// Red, green and blue.
pub type Rgb = [u8; 3];

/// Color around the board.
pub(crate) const BACKGROUND: Rgb = hex(0x1F_24_2D);
/// Color under the squares and inside the panels.
pub(crate) const PLATE: Rgb = hex(0x2C_33_3F);
/// Colors of light and dark squares, arranged as on a chess board.
pub(crate) const SQUARES: [Rgb; 2] = [hex(0xE9_E2_D4), hex(0xD9_D0_BF)];
/// Color blended over the squares of the last move.
pub(crate) const GOLD: Rgb = hex(0xFF_D8_4D);
/// Border of the squares of the last move.
pub(crate) const GOLD_BORDER: Rgb = hex(0xC9_8A_00);
/// Color of coordinates and ply numbers.
pub(crate) const LABEL: Rgb = hex(0xAA_B2_C0);
/// Color of names and counts.
pub(crate) const TEXT: Rgb = hex(0xF2_F2_F2);
/// Color of marks and borders on a player's color.
pub(crate) const WHITE: Rgb = hex(0xFF_FF_FF);
/// Color of shadows.
pub(crate) const BLACK: Rgb = hex(0x00_00_00);
/// Color of the cross over captured pieces and over players who are out.
pub(crate) const CROSS: Rgb = hex(0xFF_6B_5E);
/// Color of an arrow for a better move.
pub(crate) const BETTER: Rgb = inks(Color::Green).tint;
/// Color of pieces that stand for captures of any color.
pub(crate) const CAPTURED: Rgb = hex(0x9A_A1_AD);
/// Color of the outline of those pieces.
pub(crate) const CAPTURED_INK: Rgb = hex(0x15_18_1E);

/// Color of the frame and dot of a square to choose: not a player's color, and dark on both shades.
pub(crate) const MARK: Rgb = CAPTURED_INK;

/// Share of gold on the square where the last move ended.
pub(crate) const LANDING: f32 = 0.60;
/// Share of gold on the square where the last move began.
pub(crate) const ORIGIN: f32 = 0.38;

/// Colors of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inks {
    /// Color of the face of a piece, and of the panel of the player to move.
    pub piece: Rgb,
    /// Color of the outline of a piece, and of the digit on it.
    pub ink: Rgb,
    /// Color of the mark and border of a panel, bright enough for the dark background.
    pub tint: Rgb,
}

/// Returns the colors of a player.
pub(crate) const fn inks(color: Color) -> Inks {
    match color {
        Color::Orange => Inks {
            piece: hex(0xF5_7C_00),
            ink: hex(0x5A_2A_00),
            tint: hex(0xFF_93_2E),
        },
        Color::Green => Inks {
            piece: hex(0x16_A0_79),
            ink: hex(0x03_40_2F),
            tint: hex(0x35_C4_9B),
        },
        Color::Blue => Inks {
            piece: hex(0x2A_56_B8),
            ink: hex(0x0D_1F_4D),
            tint: hex(0x7D_A2_F2),
        },
        Color::Pink => Inks {
            piece: hex(0xFF_9C_CF),
            ink: hex(0x7A_1F_52),
            tint: hex(0xFF_9C_CF),
        },
    }
}

/// Returns a mixture of two colors with this share of the second.
pub(crate) fn mix(from: Rgb, to: Rgb, share: f32) -> Rgb {
    std::array::from_fn(|i| {
        let (from, to) = (f32::from(from[i]), f32::from(to[i]));
        crate::pixels::measure::byte(from + (to - from) * share)
    })
}

/// Returns the color given as six hexadecimal digits.
pub(crate) const fn hex(digits: u32) -> Rgb {
    let [_, red, green, blue] = digits.to_be_bytes();
    [red, green, blue]
}
