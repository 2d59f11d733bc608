//! Custom ids of buttons and menus about a whole server: `a1:<what>`. The person's permission is
//! checked on every use.

use std::fmt;
use std::str::FromStr;

use crate::discord::custom_id::game::{ForeignId, spelled};
use crate::service::GameId;

/// Setting or action of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AdminId {
    /// Language.
    Language,
    /// Theme of boards.
    Theme,
    /// Side of boards at the bottom.
    Orientation,
    /// Threads for games, on or off.
    Threads(bool),
    /// Replays after games, on or off.
    Replays(bool),
    /// Kinds of clocks that games may have.
    Clocks,
    /// Page of the audit log, counted from 0.
    Audit(u16),
    /// Confirmation to call off a game or close a table.
    Abort(GameId),
}

impl fmt::Display for AdminId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Language => f.write_str("a1:language"),
            Self::Theme => f.write_str("a1:theme"),
            Self::Orientation => f.write_str("a1:orientation"),
            Self::Threads(true) => f.write_str("a1:threads"),
            Self::Threads(false) => f.write_str("a1:nothreads"),
            Self::Replays(true) => f.write_str("a1:replays"),
            Self::Replays(false) => f.write_str("a1:noreplays"),
            Self::Clocks => f.write_str("a1:clocks"),
            Self::Audit(page) => write!(f, "a1:audit:{page}"),
            Self::Abort(game) => write!(f, "a1:abort:{}", game.0),
        }
    }
}

impl FromStr for AdminId {
    type Err = ForeignId;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let page = text.strip_prefix("a1:audit:");
        let page = page.and_then(|page| page.parse().ok()).unwrap_or(0);
        let game = text.strip_prefix("a1:abort:");
        let game = game.and_then(|game| game.parse().ok()).unwrap_or(0);
        let all = [
            Self::Language,
            Self::Theme,
            Self::Orientation,
            Self::Threads(true),
            Self::Threads(false),
            Self::Replays(true),
            Self::Replays(false),
            Self::Clocks,
            Self::Audit(page),
            Self::Abort(GameId(game)),
        ];
        let mut all = all.into_iter();
        all.find_map(|id| spelled(id, text).ok()).ok_or(ForeignId)
    }
}

#[cfg(test)]
mod tests {
    use super::{AdminId, ForeignId, GameId};

    #[test]
    fn every_id_survives_its_text_and_foreign_ones_are_told_apart() {
        for id in [
            AdminId::Language,
            AdminId::Theme,
            AdminId::Orientation,
            AdminId::Threads(true),
            AdminId::Threads(false),
            AdminId::Replays(true),
            AdminId::Replays(false),
            AdminId::Clocks,
            AdminId::Audit(0),
            AdminId::Audit(u16::MAX),
            AdminId::Abort(GameId(7)),
            AdminId::Abort(GameId(u32::MAX)),
        ] {
            assert_eq!(id.to_string().parse(), Ok(id));
        }
        for text in [
            "",
            "a1:",
            "a1:audit:",
            "a1:audit:01",
            "a1:audit:-1",
            "a1:abort:",
            "a1:abort:+7",
            "s1:theme",
        ] {
            assert_eq!(text.parse::<AdminId>(), Err(ForeignId), "{text}");
        }
    }
}
