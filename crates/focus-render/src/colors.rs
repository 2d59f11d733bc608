//! Colors that all themes share, and how colors mix.

/// Red, green and blue.
pub type Rgb = [u8; 3];

/// Color of marks and borders on a player's color.
pub(crate) const WHITE: Rgb = hex(0xFF_FF_FF);
/// Color of shadows.
pub(crate) const BLACK: Rgb = hex(0x00_00_00);
/// Color of pieces that stand for captures of any color.
pub(crate) const CAPTURED: Rgb = hex(0x9A_A1_AD);
/// Color of the outline of those pieces.
pub(crate) const CAPTURED_INK: Rgb = hex(0x15_18_1E);

/// Color of the frame of a square to choose: not a player's color, and bright beside a dark plate.
pub(crate) const MARK: Rgb = hex(0x00_D8_FF);
/// Color of the inner edge of that frame, and of the dot: dark on both shades and beside a light
/// plate.
pub(crate) const MARK_INK: Rgb = CAPTURED_INK;

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
