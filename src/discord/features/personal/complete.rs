//! Completion of quiet hours, time zones and vacations. The submitted value is checked again.

use std::iter;
use std::time::Duration;

use serenity::all::{AutocompleteChoice, CreateAutocompleteResponse};

use crate::discord::interaction::arguments::Context;
use crate::discord::interaction::arguments::complete::{OFFERED, choices};
use crate::discord::interaction::context::RequestContext;
use crate::i18n::Words;
use crate::service::{QuietHours, Zone};

/// Text that stands for no quiet hours.
pub(super) const NO_NIGHT: &str = "off";

/// Hours at which nights begin and end that are offered.
const EVENINGS: [u8; 5] = [20, 21, 22, 23, 0];
const MORNINGS: [u8; 4] = [6, 7, 8, 9];

/// Lengths of vacations that are offered, in days.
const VACATIONS: [u16; 10] = [1, 2, 3, 4, 5, 7, 10, 14, 21, 30];

/// Time zones that are offered before anything is typed, from west to east.
const USUAL_ZONES: [&str; 23] = [
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

/// Offers quiet hours, and what was typed if it is a night.
pub(super) async fn nights(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let words = RequestContext::of_command(ctx.interaction).words;
    choices(offered_nights(typed, words))
}

/// Returns the quiet hours that a text may mean, as label and value.
fn offered_nights(typed: &str, words: Words) -> Vec<(String, String)> {
    let typed = typed.trim().to_lowercase();
    let own = typed.parse::<QuietHours>().ok();
    let own = own.map(|night| night.to_string());
    let nights = EVENINGS
        .iter()
        .flat_map(|from| MORNINGS.map(|to| format!("{from}-{to}")))
        .filter(|night| night.starts_with(&typed) && own.as_ref() != Some(night));
    let nights = own.iter().cloned().chain(nights);
    let none = (words.no_night(), NO_NIGHT.to_owned());
    let is_none = |(label, value): &(String, String)| {
        label.to_lowercase().starts_with(&typed) || value.starts_with(&typed)
    };
    let none = iter::once(none).filter(is_none);
    none.chain(nights.map(|night| (night.clone(), night)))
        .collect()
}

/// Offers time zones by a part of their name.
pub(super) async fn zones(_: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let names = if typed.trim().is_empty() {
        USUAL_ZONES.map(ToOwned::to_owned).to_vec()
    } else {
        Zone::like(typed)
    };
    let names = names.into_iter().take(OFFERED);
    choices(names.map(|name| (name.clone(), name)))
}

/// Offers vacations of some days, and the end of one.
pub(super) async fn vacations(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let words = RequestContext::of_command(ctx.interaction).words;
    let offered = VACATIONS.into_iter().map(|days| {
        let length = Duration::from_secs(24 * 3600 * u64::from(days));
        (words.duration(length), days)
    });
    let offered = iter::once((words.vacation_end(), 0)).chain(offered);
    let fitting = offered.filter(|(_, days)| days.to_string().starts_with(typed.trim()));
    let choices = fitting.map(|(label, days)| AutocompleteChoice::new(label, days));
    CreateAutocompleteResponse::new().set_choices(choices.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::Language;

    #[test]
    fn nights_are_offered_by_their_begin_and_read_back() {
        let offered = |typed| {
            let offered = offered_nights(typed, Words::new(Language::English));
            let values = offered.into_iter().map(|(_, value)| value);
            values.collect::<Vec<_>>()
        };
        let all = offered("");
        assert!(all.len() <= OFFERED);
        let (off, nights) = all.split_first().expect("choices");
        assert_eq!(off, NO_NIGHT);
        for night in nights {
            let read: QuietHours = night.parse().expect("a night");
            assert_eq!(read.to_string(), *night);
        }
        assert_eq!(offered("22"), ["22-6", "22-7", "22-8", "22-9"]);
        assert_eq!(offered("22-7"), ["22-7"]);
        assert_eq!(offered("1 - 5"), ["1-5"]);
        assert_eq!(offered("none"), [NO_NIGHT]);
        assert_eq!(offered("of"), [NO_NIGHT]);
        assert_eq!(offered("late"), [""; 0]);
    }

    #[test]
    fn usual_zones_exist() {
        for zone in USUAL_ZONES {
            assert!(zone.parse::<Zone>().is_ok(), "{zone}");
        }
    }
}
