//! Preferences for reminders: their number, their place, and hours without them.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp as Instant;
use jiff::Zoned;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::service::api::ids::Timestamp;

/// Number of reminders in a turn.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, VariantArray, EnumString, IntoStaticStr,
)]
#[strum(serialize_all = "lowercase")]
pub enum ReminderFrequency {
    /// No reminder.
    Never,
    /// With a quarter of the time left.
    #[default]
    Once,
    /// With a half and a quarter left.
    Twice,
    /// With a half, a quarter and an eighth left.
    Thrice,
}

impl ReminderFrequency {
    /// Every number of reminders.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Denominators of the fractions of time left at which somebody may be reminded.
    pub(crate) const PARTS: [u32; 3] = [2, 4, 8];

    /// Returns the name on disk and in menus; it never changes.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns whether there is a reminder when the fraction 1/`part` of the time is left.
    pub(crate) fn includes(self, part: u32) -> bool {
        match self {
            Self::Never => false,
            Self::Once => part == 4,
            Self::Twice => part <= 4,
            Self::Thrice => true,
        }
    }
}

/// Place of reminders.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, VariantArray, EnumString, IntoStaticStr,
)]
#[strum(serialize_all = "lowercase")]
pub enum ReminderPlace {
    /// In the channel of the game, below the board.
    #[default]
    Channel,
    /// In direct messages, or in the channel if that is not possible.
    Direct,
}

impl ReminderPlace {
    /// Every place.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Returns the name on disk and in menus; it never changes.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Hours of every day in which somebody does not want to be disturbed, such as `22-7`.
///
/// ```
/// use focusbot::service::QuietHours;
///
/// assert!("22-7".parse::<QuietHours>().is_ok());
/// assert!("7-7".parse::<QuietHours>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct QuietHours {
    from: u8,
    to: u8,
}

/// Error for a text that is not two different hours from 0 to 23.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseQuietHoursError;

impl FromStr for QuietHours {
    type Err = ParseQuietHoursError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (from, to) = text.split_once(['-', '–']).ok_or(ParseQuietHoursError)?;
        let hour = |text: &str| {
            let text = text.trim();
            let hour = text.strip_suffix(":00").unwrap_or(text).parse::<u8>();
            hour.ok()
                .filter(|hour| *hour < 24)
                .ok_or(ParseQuietHoursError)
        };
        let night = Self {
            from: hour(from)?,
            to: hour(to)?,
        };
        if night.from == night.to {
            return Err(ParseQuietHoursError);
        }
        Ok(night)
    }
}

impl fmt::Display for QuietHours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from, self.to)
    }
}

impl QuietHours {
    /// Returns the hours at which the night begins and ends, each from 0 to 23.
    #[must_use]
    pub const fn hours(self) -> [u8; 2] {
        [self.from, self.to]
    }

    /// Returns the start and end of the night that contains `at`, in the local time of `zone`;
    /// `None` by day.
    #[must_use]
    pub fn around(self, at: Timestamp, zone: &Zone) -> Option<(Timestamp, Timestamp)> {
        let here = zone.time(at)?;
        let hour = u8::try_from(here.hour()).ok()?;
        let is_evening = hour >= self.from;
        let is_morning = hour < self.to;
        let is_over_midnight = self.from > self.to;
        let is_night = if is_over_midnight {
            is_evening || is_morning
        } else {
            is_evening && is_morning
        };
        if !is_night {
            return None;
        }
        let today = here.date();
        let (first, last) = match (is_over_midnight, is_evening) {
            (false, _) => (today, today),
            (true, true) => (today, today.tomorrow().ok()?),
            (true, false) => (today.yesterday().ok()?, today),
        };
        zone.moment(first, self.from)
            .zip(zone.moment(last, self.to))
    }
}

/// Time zone, named as in the IANA database, such as `Europe/Warsaw`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone(TimeZone);

/// Error for a text that is not the name of a time zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseZoneError;

impl Default for Zone {
    fn default() -> Self {
        Self(TimeZone::UTC)
    }
}

impl FromStr for Zone {
    type Err = ParseZoneError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let name = text.trim().replace(' ', "_");
        let zone = TimeZone::get(&name).map_err(|_| ParseZoneError)?;
        Ok(Self(zone))
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.iana_name().unwrap_or("UTC"))
    }
}

impl Zone {
    /// Returns the names of zones that contain `text`, in alphabetical order.
    #[must_use]
    pub fn like(text: &str) -> Vec<String> {
        let text = text.trim().to_lowercase().replace(' ', "_");
        let names = jiff::tz::db().available().map(|name| name.to_string());
        // Places are searched by their region, so names without one are left out.
        let names = names.filter(|name| name.contains('/') || name == "UTC");
        let mut names: Vec<_> = names
            .filter(|name| name.to_lowercase().contains(&text))
            .collect();
        names.sort();
        names
    }

    fn time(&self, at: Timestamp) -> Option<Zoned> {
        let millis = i64::try_from(at.0).ok()?;
        let instant = Instant::from_millisecond(millis).ok()?;
        Some(instant.to_zoned(self.0.clone()))
    }

    /// Returns the time of an hour of a day; if that hour is skipped, the first time after it.
    fn moment(&self, date: Date, hour: u8) -> Option<Timestamp> {
        let time = date.at(i8::try_from(hour).ok()?, 0, 0, 0);
        let zoned = time.to_zoned(self.0.clone()).ok()?;
        let millis = zoned.timestamp().as_millisecond();
        u64::try_from(millis).ok().map(Timestamp)
    }

    /// Returns the local year at a time.
    pub(crate) fn year(&self, at: Timestamp) -> Option<i16> {
        self.time(at).map(|here| here.year())
    }
}

#[cfg(test)]
mod tests {
    use super::{QuietHours, Zone};
    use crate::service::api::ids::Timestamp;

    /// 2026-03-28 12:00 UTC, the day before the clocks go forward in Warsaw.
    const NOON: u64 = 1_774_699_200_000;
    const HOUR: u64 = 3_600_000;

    /// Checks the night at `at`; `lasts` is in hours from noon.
    #[track_caller]
    fn check(night: &str, zone: &str, at: u64, lasts: Option<(i64, i64)>) {
        let night: QuietHours = night.parse().expect("a night");
        let zone: Zone = zone.parse().expect("a zone");
        let hour = |hours: i64| Timestamp(NOON.saturating_add_signed(hours * HOUR.cast_signed()));
        let lasts = lasts.map(|(from, to)| (hour(from), hour(to)));
        assert_eq!(night.around(Timestamp(at), &zone), lasts);
    }

    #[test]
    fn nights_last_by_the_clock_on_the_wall() {
        check("22-7", "UTC", NOON, None);
        check("22-7", "UTC", NOON + 10 * HOUR, Some((10, 19)));
        check("22-7", "UTC", NOON - 6 * HOUR, Some((-14, -5)));
        check("22-7", "UTC", NOON - 5 * HOUR, None);
        check("11-13", "UTC", NOON, Some((-1, 1)));
        check("11-13", "UTC", NOON + HOUR, None);
        // It is 13:00 in Warsaw; in the coming night an hour is skipped.
        check("22-7", "Europe/Warsaw", NOON + 8 * HOUR, None);
        check("22-7", "Europe/Warsaw", NOON + 9 * HOUR, Some((9, 17)));
        check("23-0", "America/New_York", NOON + 15 * HOUR, Some((15, 16)));
    }

    #[test]
    fn other_texts_are_no_nights() {
        for text in ["", "22", "22-", "-7", "22-24", "a-b", "7-7", "22-7-8"] {
            assert!(text.parse::<QuietHours>().is_err(), "{text}");
        }
        let night: QuietHours = "22:00 – 7:00".parse().expect("a night");
        assert_eq!(night.to_string(), "22-7");
    }

    #[test]
    fn zones_are_found_by_a_part_of_their_name() {
        assert_eq!(Zone::like("warsaw"), ["Europe/Warsaw"]);
        assert!(Zone::like("new york").contains(&"America/New_York".to_owned()));
        assert!("Mars/Base".parse::<Zone>().is_err());
        assert_eq!("new york".parse::<Zone>().ok(), None);
        let zone: Zone = "europe/warsaw".parse().expect("a zone");
        assert_eq!(zone.to_string(), "Europe/Warsaw");
    }
}
