//! Conversions between design units, pixels and bytes; contains every lossy cast of the layer.

/// Side of the design, in design units.
const DESIGN_SIDE: f32 = 1024.0;

/// Number of pixels per design unit; a picture is 1,024 units wide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Scale(f32);

impl Scale {
    /// Returns the scale of a picture that is this many pixels wide.
    pub(crate) fn of_picture(size_px: i32) -> Scale {
        Scale(float(size_px) / DESIGN_SIDE)
    }

    /// Converts a length to pixels.
    pub(crate) fn px(self, units: f32) -> f32 {
        units * self.0
    }

    /// Converts a length to whole pixels.
    pub(crate) fn whole(self, units: f32) -> i32 {
        whole(self.px(units))
    }

    /// Converts a length to whole pixels, at least one.
    pub(crate) fn visible(self, units: f32) -> i32 {
        self.whole(units).max(1)
    }
}

/// Rounds to whole pixels.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a picture is a few thousand pixels wide"
)]
pub(crate) fn whole(px: f32) -> i32 {
    px.round() as i32
}

/// Converts pixels to a float.
#[expect(
    clippy::cast_precision_loss,
    reason = "a picture is a few thousand pixels wide"
)]
pub(crate) fn float(px: i32) -> f32 {
    px as f32
}

/// Converts pixels to a length in memory; 0 for negative numbers.
pub(crate) fn length(px: i32) -> usize {
    usize::try_from(px).unwrap_or(0)
}

/// Rounds to a byte.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "clamped to a byte first"
)]
pub(crate) fn byte(value: f32) -> u8 {
    value.round().clamp(0.0, 255.0) as u8
}

/// Converts a small count to a number of pixels.
pub(crate) fn count(number: usize) -> i32 {
    i32::try_from(number).expect("small count")
}
