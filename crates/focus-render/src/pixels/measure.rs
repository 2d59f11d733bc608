//! Between design units, pixels and bytes; every lossy cast of the layer is here.

/// Side of the square the design is drawn in.
const DESIGN_SIDE: f32 = 1024.0;

/// Pixels in one design unit, of which the picture is 1,024 wide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Scale(f32);

impl Scale {
    /// The scale of a picture so many pixels wide.
    pub(crate) fn of_picture(size_px: i32) -> Scale {
        Scale(float(size_px) / DESIGN_SIDE)
    }

    /// Length in pixels.
    pub(crate) fn px(self, units: f32) -> f32 {
        units * self.0
    }

    /// Length in whole pixels.
    pub(crate) fn whole(self, units: f32) -> i32 {
        whole(self.px(units))
    }

    /// Length in whole pixels, at least one.
    pub(crate) fn visible(self, units: f32) -> i32 {
        self.whole(units).max(1)
    }
}

/// Nearest whole number of pixels.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a picture is a few thousand pixels wide"
)]
pub(crate) fn whole(px: f32) -> i32 {
    px.round() as i32
}

/// Pixels as a float.
#[expect(
    clippy::cast_precision_loss,
    reason = "a picture is a few thousand pixels wide"
)]
pub(crate) fn float(px: i32) -> f32 {
    px as f32
}

/// Pixels as a length of memory; none for what is negative.
pub(crate) fn length(px: i32) -> usize {
    usize::try_from(px).unwrap_or(0)
}

/// Nearest byte.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "clamped to a byte first"
)]
pub(crate) fn byte(value: f32) -> u8 {
    value.round().clamp(0.0, 255.0) as u8
}

/// A small count as a number of pixels.
pub(crate) fn count(number: usize) -> i32 {
    i32::try_from(number).expect("small count")
}
