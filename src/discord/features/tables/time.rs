//! Clocks, as arguments of a command.

use crate::discord::interaction::error::BotError;
use crate::i18n::Words;
use crate::service::{Overtime, TimeControl, TimeRule};

/// Times that are offered: those of most games, the longest first.
const USUAL: [&str; 11] = [
    "7d", "3d", "2d", "1d", "12h", "3h", "1h", "15m", "3d+12h", "2h+5m", "15m+1m",
];

/// Clock that somebody wants for a game; none if nothing is given.
#[derive(Clone, Debug, Default)]
pub(super) struct Time {
    pub(super) clock: Option<String>,
    pub(super) overtime: Option<Overtime>,
}

impl Time {
    /// Returns the rule, or an error that quotes the part that cannot be read.
    pub(super) fn rule(self, words: Words) -> Result<Option<TimeRule>, BotError> {
        let Some(text) = self.clock else {
            return match self.overtime {
                None => Ok(None),
                Some(_) => Err(BotError::Said(words.text("clock-missing", &[]))),
            };
        };
        let control = text.parse::<TimeControl>();
        Ok(Some(TimeRule {
            control: control.map_err(|error| BotError::Said(words.not_a_time(&text, error)))?,
            overtime: self.overtime.unwrap_or_default(),
        }))
    }
}

/// Lists times to offer for a text, as label and value: the time it states, and the usual ones like
/// it.
#[must_use]
pub fn offered_times(typed: &str, words: Words) -> Vec<(String, String)> {
    let compact: String = typed.chars().filter(|c| !c.is_whitespace()).collect();
    let compact = compact.to_lowercase();
    let own = compact.parse::<TimeControl>().ok();
    let usual = USUAL.iter().filter(|text| text.starts_with(&compact));
    let usual = usual.filter_map(|text| text.parse().ok());
    let usual = usual.filter(|control| Some(*control) != own);
    let offer = |control: TimeControl| {
        let label = format!("{control} – {}", words.time_control(control));
        (label, control.to_string())
    };
    own.into_iter().chain(usual).map(offer).collect()
}

#[cfg(test)]
mod tests {
    use super::{USUAL, offered_times};
    use crate::i18n::{Language, Words};
    use crate::service::TimeControl;

    #[test]
    fn what_is_usual_can_be_chosen() {
        for text in USUAL {
            assert_eq!(
                text.parse::<TimeControl>().map(|time| time.to_string()),
                Ok(text.into())
            );
        }
    }

    #[test]
    fn what_is_typed_comes_first() {
        let words = Words::new(Language::English);
        let values = |typed| {
            let offered = offered_times(typed, words).into_iter();
            offered.map(|(_, value)| value).collect::<Vec<_>>()
        };
        assert_eq!(values("").len(), USUAL.len());
        assert_eq!(values("2"), ["2d", "2h+5m"]);
        assert_eq!(values("3 D"), ["3d", "3d+12h"]);
        assert_eq!(values("36h"), ["1d12h"]);
        assert_eq!(values("soon"), [""; 0]);
        let label = offered_times("2h+5m", words).remove(0).0;
        assert_eq!(
            label,
            "2h+5m – 2 hours for the whole game, plus 5 minutes per move"
        );
    }
}
