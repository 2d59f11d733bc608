//! Appearance of boards.

use strum::{EnumString, IntoStaticStr, VariantArray};

/// Theme of a board.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, VariantArray, EnumString, IntoStaticStr,
)]
#[strum(serialize_all = "lowercase")]
pub enum ThemeName {
    /// Towers of discs on a dark background.
    #[default]
    Tower,
    /// High-contrast colors and a sign on every disc.
    Contrast,
    /// Plain shapes on white, for print.
    Flat,
}

impl ThemeName {
    /// Every theme.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Returns the name on disk and in menus; it never changes.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Side of a board that is at the bottom.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, VariantArray, EnumString, IntoStaticStr,
)]
#[strum(serialize_all = "lowercase")]
pub enum Orientation {
    /// Always the same side.
    #[default]
    Fixed,
    /// The side of the person to move; while a computer thinks, that of the next person.
    Mover,
    /// The side of the person who looks; not available for messages that everybody sees.
    Mine,
}

impl Orientation {
    /// Every orientation.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Returns the name on disk and in menus; it never changes.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }
}
