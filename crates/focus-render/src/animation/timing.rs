//! Display times of the pictures of an animation.

use std::str::FromStr;
use std::time::Duration;

use strum::{Display, IntoStaticStr, VariantArray};

/// Display time of the last picture before the animation restarts.
pub(crate) const LAST_PICTURE: Duration = Duration::from_secs(4);

/// Speed of a replay.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, VariantArray, Display, IntoStaticStr,
)]
#[strum(serialize_all = "lowercase")]
pub enum Speed {
    /// Slow enough to follow every move.
    Slow,
    /// Default speed.
    #[default]
    Normal,
    /// Fast, to see the course of the game.
    Fast,
}

impl Speed {
    /// Every speed, the slowest first.
    pub const ALL: [Self; Self::VARIANTS.len()] =
        *Self::VARIANTS.first_chunk().expect("all variants");

    /// Returns the display time of each picture.
    #[must_use]
    pub const fn delay(self) -> Duration {
        Duration::from_millis(match self {
            Speed::Slow => 2_000,
            Speed::Normal => 1_000,
            Speed::Fast => 400,
        })
    }

    /// Returns the name used on the command line.
    #[must_use]
    pub fn token(self) -> &'static str {
        self.into()
    }
}

impl FromStr for Speed {
    type Err = String;

    fn from_str(text: &str) -> Result<Speed, String> {
        let speed = Speed::ALL.into_iter().find(|speed| speed.token() == text);
        speed.ok_or_else(|| format!("expected `slow`, `normal` or `fast`, got `{text}`"))
    }
}
