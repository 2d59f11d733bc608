//! Custom ids of buttons and menus for personal settings and data: `s1:<token>`. They name no
//! person, since they act on the data of the person who uses them.

use crate::discord::interaction::custom_id::codec::{buttons, prefixed};
use crate::i18n::Language;

buttons! {
    /// Setting or action of a person.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum SettingButtonId {
        /// Shows all settings.
        Show = "show" [Settings, Secondary],
        /// Shows the page with the settings of reminders.
        ShowReminders = "more" [ReminderSettings, Secondary],
        /// Language.
        Language = "language",
        /// Language, chosen below the welcome in a direct message.
        Speak(language: Language) = "speak",
        /// Theme of boards.
        Theme = "theme",
        /// Side of boards at the bottom.
        Orientation = "orientation",
        /// Frequency of reminders.
        Reminders = "reminders",
        /// Place of reminders.
        ReminderPlace = "reach",
        /// Quiet hours.
        Night = "night",
        /// Time zone of quiet hours.
        Zone = "zone",
        /// Length of a vacation.
        Vacation = "vacation",
        /// Shows the privacy policy.
        Privacy = "privacy",
        /// Shows the terms of service.
        Terms = "terms",
        /// Sends the stored data.
        Export = "export" [ExportData, Secondary],
        /// Asks for confirmation to delete the data.
        Erase = "erase" [EraseData, Danger],
        /// Deletes the data, after confirmation.
        EraseForSure = "erase!" [EraseForSure, Danger],
    }
}

prefixed!("s1": SettingButtonId);
