//! Completion of quiet hours, time zones and vacations. The submitted value is checked again.

use std::iter;

use serenity::all::{AutocompleteChoice, CreateAutocompleteResponse};

use crate::discord::features::personal::offered::{
    NO_NIGHT, USUAL_ZONES, VACATIONS, length, usual_nights,
};
use crate::discord::interaction::arguments::Context;
use crate::discord::interaction::arguments::autocomplete::{OFFERED, choices};
use crate::discord::interaction::context::RequestContext;
use crate::i18n::Words;
use crate::service::{QuietHours, Zone};

/// Offers quiet hours, and the typed text if it is a range of hours.
pub(super) async fn nights(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let words = RequestContext::of_command(ctx.interaction).words;
    choices(offered_nights(typed, words))
}

/// Returns the quiet hours that a text may mean, as label and value.
fn offered_nights(typed: &str, words: Words) -> Vec<(String, String)> {
    let typed = typed.trim().to_lowercase();
    let own = typed.parse::<QuietHours>().ok();
    let own = own.map(|night| night.to_string());
    let nights =
        usual_nights().filter(|night| night.starts_with(&typed) && own.as_ref() != Some(night));
    let nights = own.iter().cloned().chain(nights);
    let none = (words.text("night-none", &[]), NO_NIGHT.to_owned());
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
    let offered = VACATIONS.map(|days| (length(days, words), days));
    let offered = iter::once((words.text("vacation-end", &[]), 0)).chain(offered);
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
}
