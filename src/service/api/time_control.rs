//! Time controls, and the rules for a player whose time is over.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::service::api::ids::Timestamp;
use focus::Color;

/// Units of a written duration and their seconds, the largest first.
const UNITS: [(char, u64); 4] = [('d', 24 * 3600), ('h', 3600), ('m', 60), ('s', 1)];

/// Time that a player has.
///
/// ```
/// use focusbot::service::TimeControl;
///
/// let control: TimeControl = "2h+5m".parse().expect("a bank with an increment");
/// assert_eq!(control.to_string(), "2h+5m");
/// assert!("2 weeks".parse::<TimeControl>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TimeControl {
    /// Fixed time for every move.
    PerMove(Duration),
    /// One bank of time for all moves.
    Bank {
        /// Time at the beginning.
        bank: Duration,
        /// Time that every move adds.
        increment: Duration,
    },
}

impl TimeControl {
    /// Shortest time for a move or a bank.
    pub const SHORTEST: Duration = Duration::from_secs(5 * 60);
    /// Longest time for a move or a bank.
    pub const LONGEST: Duration = Duration::from_secs(14 * 24 * 3600);
    /// Longest increment.
    pub const LONGEST_INCREMENT: Duration = Duration::from_secs(24 * 3600);

    /// Returns the time a player has at the beginning.
    #[must_use]
    pub const fn at_start(self) -> Duration {
        match self {
            Self::PerMove(time) => time,
            Self::Bank { bank, .. } => bank,
        }
    }
}

/// Reason why a text is not a time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ParseTimeError {
    /// It is not written like `1d`, `3h` or `2h+5m`.
    #[error("expected a time such as `1d`, `3h` or `2h+5m`")]
    Unreadable,
    /// It is shorter or longer than allowed.
    #[error("expected a time of 5 minutes to 14 days, and an increment of a day at most")]
    OutOfRange,
}

impl FromStr for TimeControl {
    type Err = ParseTimeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (time, increment) = match text.split_once('+') {
            Some((bank, increment)) => (duration(bank)?, Some(duration(increment)?)),
            None => (duration(text)?, None),
        };
        let fits = (Self::SHORTEST..=Self::LONGEST).contains(&time)
            && increment.is_none_or(|increment| increment <= Self::LONGEST_INCREMENT);
        if !fits {
            return Err(ParseTimeError::OutOfRange);
        }
        Ok(match increment {
            Some(increment) => Self::Bank {
                bank: time,
                increment,
            },
            None => Self::PerMove(time),
        })
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PerMove(time) => write_duration(f, *time),
            Self::Bank { bank, increment } => {
                write_duration(f, *bank)?;
                f.write_str("+")?;
                write_duration(f, *increment)
            }
        }
    }
}

/// Parses numbers with units, such as `1d12h`.
fn duration(text: &str) -> Result<Duration, ParseTimeError> {
    let (mut seconds, mut number) = (0_u64, String::new());
    let mut has_unit = false;
    for c in text.chars().filter(|c| !c.is_whitespace()) {
        if c.is_ascii_digit() {
            number.push(c);
            continue;
        }
        let unit = UNITS
            .iter()
            .find(|(unit, _)| *unit == c.to_ascii_lowercase());
        let (_, unit) = unit.ok_or(ParseTimeError::Unreadable)?;
        let count: u64 = number.parse().map_err(|_| ParseTimeError::Unreadable)?;
        let total = count.checked_mul(*unit);
        let total = total.and_then(|total| total.checked_add(seconds));
        seconds = total.ok_or(ParseTimeError::OutOfRange)?;
        number.clear();
        has_unit = true;
    }
    if has_unit && number.is_empty() {
        Ok(Duration::from_secs(seconds))
    } else {
        Err(ParseTimeError::Unreadable)
    }
}

fn write_duration(f: &mut fmt::Formatter<'_>, duration: Duration) -> fmt::Result {
    let mut left = duration.as_secs();
    if left == 0 {
        return f.write_str("0m");
    }
    for (unit, seconds) in UNITS {
        if left >= seconds {
            write!(f, "{}{unit}", left / seconds)?;
            left %= seconds;
        }
    }
    Ok(())
}

/// Consequence for a player whose time is over.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, VariantArray, EnumString, IntoStaticStr,
)]
#[strum(serialize_all = "lowercase")]
pub enum Overtime {
    /// The player is out of the game.
    #[default]
    Out,
    /// The others may put the player out, and until then the player may still move; after
    /// [`Self::CLAIM_PERIOD`] the player is out anyway.
    Claim,
    /// A computer plays on for the player.
    Computer,
}

impl Overtime {
    /// Every consequence.
    pub const ALL: &'static [Self] = Self::VARIANTS;
    /// Time for which the others may claim; then the player is out without a claim, so that every
    /// game ends.
    pub const CLAIM_PERIOD: Duration = Duration::from_secs(7 * 24 * 3600);
}

/// A kind of clock, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray, EnumString, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum ClockKind {
    /// No clock.
    #[strum(serialize = "none")]
    Without,
    /// A time for every move.
    #[strum(serialize = "move")]
    PerMove,
    /// A bank for all moves.
    Bank,
}

impl ClockKind {
    /// Every kind.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Returns the kind of a time rule.
    #[must_use]
    pub const fn of(time: Option<TimeRule>) -> Self {
        match time {
            None => Self::Without,
            Some(rule) => match rule.control {
                TimeControl::PerMove(_) => Self::PerMove,
                TimeControl::Bank { .. } => Self::Bank,
            },
        }
    }

    /// Returns the name on disk and in menus; it never changes.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Time control, and the consequence for a player whose time is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimeRule {
    /// The time control.
    pub control: TimeControl,
    /// The consequence for a player whose time is over.
    pub overtime: Overtime,
}

/// Clocks of a game in progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockView {
    /// The rule they follow.
    pub rule: TimeRule,
    /// Time when the clock of the color to move runs out; `None` while a computer thinks, and once
    /// it has run out.
    pub runs_out: Option<Timestamp>,
    /// Time until which the clock is paused because the person to move is on vacation; in the past
    /// only if nothing has happened since.
    pub away: Option<Timestamp>,
    /// Time until which the others may claim, if the time of the color to move is over; then it is
    /// out without a claim.
    pub claimable_until: Option<Timestamp>,
    /// True if all of this is paused because the bot is no longer on the server of the game; looked
    /// up only for a person who looks at the game from elsewhere.
    pub is_paused: bool,
    /// Time left in the banks of the people who are not to move.
    pub left: Vec<(Color, Duration)>,
}

#[cfg(test)]
mod tests {
    use super::{ParseTimeError, TimeControl};

    #[track_caller]
    fn check(text: &str, written: &str) {
        let control: TimeControl = text.parse().expect("a time control");
        assert_eq!(control.to_string(), written);
        assert_eq!(written.parse(), Ok(control));
    }

    #[test]
    fn times_are_read_as_people_write_them() {
        check("1d", "1d");
        check("5m", "5m");
        check("14d", "14d");
        check("36h", "1d12h");
        check(" 1 D 12 H ", "1d12h");
        check("2h+5m", "2h+5m");
        check("90m + 30s", "1h30m+30s");
        check("1d+0m", "1d+0m");
    }

    #[track_caller]
    fn check_error(text: &str, error: ParseTimeError) {
        assert_eq!(text.parse::<TimeControl>(), Err(error), "{text}");
    }

    #[test]
    fn everything_else_is_refused() {
        for text in [
            "", "+", "d", "1", "1w", "h1", "1d2", "1d+", "+5m", "1d+2h+3m", "-1d", "1.5h",
        ] {
            check_error(text, ParseTimeError::Unreadable);
        }
        for text in ["4m", "299s", "15d", "1d+25h", "99999999999999999d", "0m+5m"] {
            check_error(text, ParseTimeError::OutOfRange);
        }
    }
}
