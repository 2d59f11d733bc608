//! Quiet hours, time zones and vacations that menus and completion offer.

use std::time::Duration;

use crate::i18n::Words;
use crate::service::{Timestamp, Vacation};

/// Text that stands for no quiet hours.
pub(super) const NO_NIGHT: &str = "off";

/// Offered hours at which nights begin and end.
const EVENINGS: [u8; 5] = [20, 21, 22, 23, 0];
const MORNINGS: [u8; 4] = [6, 7, 8, 9];

/// Offered lengths of vacations, in days.
pub(super) const VACATIONS: [u16; 10] = [1, 2, 3, 4, 5, 7, 10, 14, 21, 30];

/// Time zones offered before anything is typed, from west to east.
pub(super) const USUAL_ZONES: [&str; 23] = [
    "Pacific/Honolulu",
    "America/Los_Angeles",
    "America/Denver",
    "America/Chicago",
    "America/New_York",
    "America/Sao_Paulo",
    "UTC",
    "Europe/London",
    "Europe/Paris",
    "Europe/Brussels",
    "Europe/Amsterdam",
    "Europe/Zurich",
    "Europe/Berlin",
    "Europe/Vienna",
    "Europe/Warsaw",
    "Europe/Helsinki",
    "Europe/Istanbul",
    "Asia/Dubai",
    "Asia/Kolkata",
    "Asia/Shanghai",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Pacific/Auckland",
];

/// Returns the usual quiet hours.
pub(super) fn usual_nights() -> impl Iterator<Item = String> {
    EVENINGS
        .iter()
        .flat_map(|from| MORNINGS.map(|to| format!("{from}-{to}")))
}

/// Returns the usual values, preceded by the current value if it is not among them.
pub(super) fn with_own(
    own: Option<String>,
    usual: impl IntoIterator<Item = String>,
) -> impl Iterator<Item = String> {
    let usual: Vec<_> = usual.into_iter().collect();
    let own = own.filter(|own| !usual.contains(own));
    own.into_iter().chain(usual)
}

/// Returns the lengths of vacations that can be taken now, and the number of vacation days still
/// ahead, in days.
pub(super) fn lengths(vacation: &Vacation, now: Timestamp) -> Vec<u16> {
    let own = vacation.days_ahead(now);
    let usual = VACATIONS.into_iter().filter(|days| *days != own);
    let mut lengths: Vec<_> = usual.filter(|days| vacation.can_take(now, *days)).collect();
    lengths.extend(Some(own).filter(|own| *own > 0));
    lengths.sort_unstable();
    lengths
}

/// Returns the label of a length in days.
pub(super) fn length(days: u16, words: Words) -> String {
    words.duration(Duration::from_secs(24 * 3600 * u64::from(days)))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{USUAL_ZONES, lengths, with_own};
    use crate::service::{Timestamp, Vacation, Zone};

    /// 2027-01-15.
    const NOW: Timestamp = Timestamp(1_800_000_000_000);

    #[test]
    fn usual_zones_exist_by_the_name_in_force() {
        for name in USUAL_ZONES {
            let zone = name.parse::<Zone>().ok();
            assert_eq!(zone.map(|zone| zone.to_string()).as_deref(), Some(name));
        }
    }

    #[test]
    fn value_in_force_is_offered_once() {
        let usual = || ["a", "b"].map(str::to_owned);
        let offered =
            |own: Option<&str>| -> Vec<_> { with_own(own.map(str::to_owned), usual()).collect() };
        assert_eq!(offered(None), ["a", "b"]);
        assert_eq!(offered(Some("b")), ["a", "b"]);
        assert_eq!(offered(Some("c")), ["c", "a", "b"]);
    }

    #[test]
    fn vacations_are_offered_as_long_as_days_are_left() {
        let mut vacation = Vacation::default();
        assert_eq!(lengths(&vacation, NOW), [1, 2, 3, 4, 5, 7, 10, 14, 21, 30]);
        assert_eq!(vacation.take(NOW, 24), Ok(()));
        let day = Duration::from_secs(24 * 3600);
        // Of the 24 days, 13 would come back.
        let offered = lengths(&vacation, NOW.after(day * 11));
        assert_eq!(offered, [1, 2, 3, 4, 5, 7, 10, 13, 14]);
        let over = NOW.after(day * 24);
        assert_eq!(lengths(&vacation, over), [1, 2, 3, 4, 5]);
        assert_eq!(vacation.take(over, 6), Ok(()));
        assert_eq!(lengths(&vacation, over), [1, 2, 3, 4, 5, 6]);
    }
}
