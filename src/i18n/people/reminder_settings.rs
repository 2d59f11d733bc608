//! Reminders: when and where people are reminded, quiet hours, and vacations.

use crate::i18n::Words;
use crate::service::{QuietHours, ReminderFrequency, ReminderPlace};

impl Words {
    /// Describes how often a person is reminded in a turn.
    #[must_use]
    pub fn reminders_choice(self, often: ReminderFrequency) -> String {
        self.text(&format!("reminders-{}", often.name()), &[])
    }

    /// Describes where a person is reminded.
    #[must_use]
    pub fn reminder_place(self, place: ReminderPlace) -> String {
        self.text(&format!("reminder-place-{}", place.name()), &[])
    }

    /// Returns the choice of no vacation, with the number of days left this year.
    #[must_use]
    pub fn no_vacation(self, days: u16) -> String {
        self.text("vacation-none", &[("days", days.into())])
    }

    /// Describes quiet hours.
    pub(in crate::i18n) fn night(self, night: QuietHours, zone: &str) -> String {
        let [from, to] = night.hours().map(|hour| hour.to_string().into());
        let args = [("from", from), ("to", to), ("zone", zone.into())];
        self.text("night-hours", &args)
    }
}
