//! Vacations: a person's clocks are paused for a limited number of days a year.

use std::time::Duration;

use crate::service::api::ids::Timestamp;
use crate::service::api::refusal::Refusal;
use crate::service::model::settings::reminder_preferences::Zone;

const DAY: Duration = Duration::from_secs(24 * 3600);

/// Vacation of a person, and the days used this year.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Vacation {
    /// End of the newest vacation, which may be past.
    pub(crate) until: Option<Timestamp>,
    /// Year in which it began, in UTC.
    pub(crate) year: Option<i16>,
    /// Days used in that year.
    pub(crate) used: u16,
}

impl Vacation {
    /// Vacation days of a person per year.
    pub const DAYS_A_YEAR: u16 = 30;

    /// Returns the end of the vacation if the person is away now.
    #[must_use]
    pub fn lasts(&self, now: Timestamp) -> Option<Timestamp> {
        self.until.filter(|until| *until > now)
    }

    /// Returns the days left in the current year.
    #[must_use]
    pub fn days_left(&self, now: Timestamp) -> u16 {
        let is_this_year = self.year.is_some() && self.year == Zone::default().year(now);
        Self::DAYS_A_YEAR.saturating_sub(if is_this_year { self.used } else { 0 })
    }

    /// Returns the days until the end of the vacation, including the current one; 0 without a
    /// vacation.
    #[must_use]
    pub fn days_ahead(&self, now: Timestamp) -> u16 {
        let Some(until) = self.lasts(now) else {
            return 0;
        };
        let days = until.since(now).as_millis().div_ceil(DAY.as_millis());
        u16::try_from(days).unwrap_or(u16::MAX)
    }

    /// Returns whether enough days are left to take `days` from now on.
    #[must_use]
    pub fn can_take(&self, now: Timestamp, days: u16) -> bool {
        let mut taken = *self;
        taken.take(now, days).is_ok()
    }

    /// Takes `days` from now on, replacing the rest of a current vacation; 0 days end it.
    ///
    /// # Errors
    ///
    /// Fewer days are left this year.
    pub fn take(&mut self, now: Timestamp, days: u16) -> Result<(), Refusal> {
        let mut taken = *self;
        taken.end(now);
        let left = taken.days_left(now);
        if days > left {
            return Err(Refusal::VacationTooLong { left });
        }
        if days > 0 {
            taken.used = Self::DAYS_A_YEAR - left + days;
            taken.year = Zone::default().year(now);
            taken.until = Some(now.after(DAY * u32::from(days)));
        }
        *self = taken;
        Ok(())
    }

    /// Ends the vacation now; days that have not begun can be taken again.
    fn end(&mut self, now: Timestamp) {
        let Some(until) = self.lasts(now) else { return };
        let whole_days = until.since(now).as_secs() / DAY.as_secs();
        let whole_days = u16::try_from(whole_days).unwrap_or(u16::MAX);
        self.used = self.used.saturating_sub(whole_days);
        self.until = Some(now);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{DAY, Vacation};
    use crate::service::api::ids::Timestamp;
    use crate::service::api::refusal::Refusal;

    /// 2027-01-15.
    const NOW: Timestamp = Timestamp(1_800_000_000_000);

    #[test]
    fn days_are_counted_by_the_year() {
        let mut vacation = Vacation::default();
        assert_eq!(vacation.take(NOW, 20), Ok(()));
        // Another vacation replaces it halfway through.
        assert_eq!(vacation.take(NOW.after(DAY * 5), 10), Ok(()));
        let later = NOW.after(DAY * 100);
        let refusal = Refusal::VacationTooLong { left: 15 };
        assert_eq!(vacation.take(later, 16), Err(refusal));
        assert_eq!(vacation.take(later, 15), Ok(()));
        assert_eq!(vacation.days_left(later), 0);
        let next_year = NOW.after(DAY * 360);
        assert_eq!(vacation.days_left(next_year), Vacation::DAYS_A_YEAR);
        assert_eq!(vacation.lasts(next_year), None);
    }

    #[test]
    fn days_ahead_include_the_one_under_way() {
        let mut vacation = Vacation::default();
        assert_eq!(vacation.days_ahead(NOW), 0);
        assert_eq!(vacation.take(NOW, 7), Ok(()));
        let ahead = |passed| vacation.days_ahead(NOW.after(passed));
        assert_eq!(ahead(Duration::ZERO), 7);
        assert_eq!(ahead(Duration::from_millis(1)), 7);
        assert_eq!(ahead(DAY * 2), 5);
        assert_eq!(ahead(DAY * 6 + Duration::from_millis(1)), 1);
        assert_eq!(ahead(DAY * 7), 0);
    }

    #[test]
    fn days_that_can_be_taken_include_those_that_would_come_back() {
        let mut vacation = Vacation::default();
        assert_eq!(vacation.take(NOW, 20), Ok(()));
        let later = NOW.after(DAY * 5);
        let unchanged = vacation;
        assert!(vacation.can_take(later, 25) && !vacation.can_take(later, 26));
        assert_eq!(vacation, unchanged);
    }

    #[test]
    fn days_that_have_not_begun_come_back() {
        let mut vacation = Vacation::default();
        assert_eq!(vacation.take(NOW, 3), Ok(()));
        let back = NOW.after(DAY + Duration::from_secs(1));
        assert_eq!(vacation.lasts(back), Some(NOW.after(DAY * 3)));
        assert_eq!(vacation.take(back, 0), Ok(()));
        assert_eq!(vacation.lasts(back), None);
        assert_eq!(vacation.days_left(back), 28);
        let unchanged = vacation;
        assert_eq!(vacation.take(back, 0), Ok(()));
        assert_eq!(vacation, unchanged, "there is none to end");
    }
}
