//! Strength levels of the computer player.

use std::str::FromStr;

use strum::{Display, IntoStaticStr, VariantArray};

use focus::ParseError;

/// A playing strength, from one that a child can beat to full strength.
///
/// A level means the same in every kind of game, measured against a greedy player, which takes as
/// many pieces as it can with its next move and sees nothing else. Its limits and errors in each
/// kind are its [`Handicap`](crate::Handicap).
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, VariantArray, Display, IntoStaticStr,
)]
#[strum(serialize_all = "lowercase")]
pub enum Level {
    /// Loses to the greedy player, and beats one that moves at random.
    Beginner,
    /// Is even with the greedy player.
    Novice,
    /// Beats the greedy player three times in four.
    Casual,
    /// Beats the greedy player nine times in ten.
    Skilled,
    /// Hardly ever loses to the greedy player.
    Strong,
    /// Rarely misses anything close.
    Expert,
    /// Hard to beat.
    Master,
    /// Looks far ahead.
    Elite,
    /// Looks further ahead than people do.
    Champion,
    /// Nearly full strength.
    Legend,
    /// Full strength of the engine.
    Full,
}

impl Level {
    /// Every level, the weakest first.
    pub const ALL: [Self; Self::VARIANTS.len()] =
        *Self::VARIANTS.first_chunk().expect("all variants");

    /// Returns the name used in commands, records and the engine protocol.
    #[must_use]
    pub fn token(self) -> &'static str {
        self.into()
    }
}

impl FromStr for Level {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Level, ParseError> {
        let level = Level::ALL.into_iter().find(|level| level.token() == text);
        level.ok_or_else(|| {
            let names = Level::ALL.map(Level::token).join("`, `");
            ParseError::new(format!("a level (`{names}`)"), text)
        })
    }
}
