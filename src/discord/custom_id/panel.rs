//! Custom ids of the panel that sets a game up: `p1:<part>:<wishes>`. The wishes are those of the
//! person, so that a press needs nothing else.

use std::fmt;
use std::str::FromStr;

use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::discord::custom_id::game::{ForeignId, spelled};
use crate::service::SetupPreferences;

/// Part of the panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray, EnumString, IntoStaticStr)]
pub enum Part {
    /// Menu of the company.
    #[strum(serialize = "a")]
    Against,
    /// Menu of levels.
    #[strum(serialize = "l")]
    Level,
    /// Menu of people.
    #[strum(serialize = "p")]
    People,
    /// Menu of modes.
    #[strum(serialize = "m")]
    Mode,
    /// Menu of clocks.
    #[strum(serialize = "c")]
    Clock,
    /// Button that starts.
    #[strum(serialize = "s")]
    Start,
    /// Button to the page of further options.
    #[strum(serialize = "o")]
    More,
    /// Button back to the first page.
    #[strum(serialize = "b")]
    Back,
    /// Button that explains the rules.
    #[strum(serialize = "h")]
    HowToPlay,
    /// Menu of goals.
    #[strum(serialize = "og")]
    Goal,
    /// Menu of what becomes of who cannot move.
    #[strum(serialize = "os")]
    Stuck,
    /// Menu of what a draw counts.
    #[strum(serialize = "od")]
    Draw,
    /// Menu of openings.
    #[strum(serialize = "oo")]
    Opening,
    /// Menu of the number of pieces.
    #[strum(serialize = "on")]
    Setup,
    /// Menu of what partners may say.
    #[strum(serialize = "ot")]
    Talk,
    /// Menu of what can be switched on.
    #[strum(serialize = "x")]
    Switches,
    /// Button that opens the form.
    #[strum(serialize = "t")]
    Type,
    /// The form.
    #[strum(serialize = "f")]
    Form,
}

impl Part {
    /// Every part.
    pub const ALL: &'static [Self] = Self::VARIANTS;
}

/// Custom id of a part of the panel.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PanelId {
    /// The part.
    pub part: Part,
    /// Wishes that the panel shows.
    pub wishes: SetupPreferences,
}

impl fmt::Display for PanelId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part: &str = self.part.into();
        write!(f, "p1:{part}:{}", self.wishes)
    }
}

impl FromStr for PanelId {
    type Err = ForeignId;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let rest = text.strip_prefix("p1:").ok_or(ForeignId)?;
        let (part, wishes) = rest.split_once(':').ok_or(ForeignId)?;
        let id = Self {
            part: part.parse().map_err(|_| ForeignId)?,
            wishes: wishes.parse().map_err(|_| ForeignId)?,
        };
        spelled(id, text)
    }
}

#[cfg(test)]
mod tests {
    use super::{PanelId, Part};
    use crate::discord::custom_id::game::ForeignId;
    use crate::service::{Opponents, PersonId, SetupPreferences};

    #[test]
    fn every_part_survives_its_text_within_the_limit() {
        let clock = "13d23h59m59s+23h59m59s!";
        let rules = "4sg1s1n1r1q65535";
        let longest = format!("c.10.{rules}.{clock}.rpt").parse::<SetupPreferences>();
        let longest = longest.expect("wishes");
        for part in Part::ALL {
            let wishes = SetupPreferences {
                against: Opponents::People(vec![PersonId(u64::MAX); 3]),
                ..longest.clone()
            };
            let id = PanelId {
                part: *part,
                wishes,
            };
            let text = id.to_string();
            assert!(text.len() <= 100, "{text}");
            assert_eq!(text.parse(), Ok(id));
        }
    }

    #[test]
    fn foreign_ids_are_told_apart() {
        for text in [
            "",
            "p1",
            "p1:a",
            "p1:z:c.2.2..",
            "p2:a:c.2.2..",
            "p1:a:c.2.2...",
            "f1:a:1:0",
        ] {
            assert_eq!(text.parse::<PanelId>(), Err(ForeignId), "{text}");
        }
    }
}
