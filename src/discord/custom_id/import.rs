//! Custom ids of buttons below an imported record: `i1:<step>:<record>:<cursor>`. Only the person who
//! imported the record can find it.

use std::fmt;
use std::str::FromStr;

use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::discord::custom_id::game::{ForeignId, spelled};
use crate::discord::custom_id::replay_cursor::ReplayCursor;
use crate::service::ended::imports::ImportId;

/// Action of a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray, EnumString, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Step {
    /// Show the first position.
    First,
    /// Show the previous position.
    #[strum(serialize = "prev")]
    Back,
    /// Show the next position.
    Next,
    /// Show the last position.
    Last,
    /// Show a position from another side.
    Turn,
    /// Continue the game from a position.
    #[strum(serialize = "play")]
    PlayOn,
}

impl Step {
    /// Every action.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Returns the token of an action. Tokens are in messages all over Discord, so they must not
    /// change.
    fn token(self) -> &'static str {
        self.into()
    }
}

/// Custom id of a button below a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StepId {
    /// Action of the button; several buttons may lead to the same place.
    pub step: Step,
    /// Imported record.
    pub import: ImportId,
    /// Number of the [`ReplayCursor`] that the button leads to.
    pub cursor: u32,
}

impl StepId {
    /// Returns the position that the button leads to.
    #[must_use]
    pub fn cursor(self) -> ReplayCursor {
        ReplayCursor::from_number(self.cursor)
    }
}

impl fmt::Display for StepId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (token, import, cursor) = (self.step.token(), self.import.0, self.cursor);
        write!(f, "i1:{token}:{import}:{cursor}")
    }
}

impl FromStr for StepId {
    type Err = ForeignId;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parts: Vec<_> = text.splitn(5, ':').collect();
        let ["i1", token, import, cursor] = parts[..] else {
            return Err(ForeignId);
        };
        let id = Self {
            step: token.parse().map_err(|_| ForeignId)?,
            import: ImportId(import.parse().map_err(|_| ForeignId)?),
            cursor: cursor.parse().map_err(|_| ForeignId)?,
        };
        spelled(id, text)
    }
}

#[cfg(test)]
mod tests {
    use super::{ForeignId, ImportId, Step, StepId};

    #[test]
    fn every_step_survives_its_text_within_the_limit() {
        for &step in Step::ALL {
            let (import, cursor) = (ImportId(u64::MAX), u32::MAX);
            let id = StepId {
                step,
                import,
                cursor,
            };
            let text = id.to_string();
            assert_eq!(text.parse(), Ok(id));
            assert!(text.len() <= 100, "{text}");
        }
    }

    #[test]
    fn foreign_ids_are_told_apart() {
        for text in [
            "",
            "i1:",
            "i1:next:1",
            "i1:next:1:2:3",
            "i1:jump:1:2",
            "i1:next:01:2",
            "i1:next:1:+2",
            "i1:next:1:99999999999",
            "i2:next:1:2",
            "f1:join:1:0",
        ] {
            assert_eq!(text.parse::<StepId>(), Err(ForeignId), "{text}");
        }
    }
}
