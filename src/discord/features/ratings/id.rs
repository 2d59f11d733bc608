//! Custom ids of buttons below a leaderboard, which name the list and the part to show.
//!
//! `f1:top:<s|a>:<mode>:<t>`, and `f1:sharetop:…` for everybody, where `t` (the top) can be replaced by the line next to the part, as
//! `<b|a>.<number>.<s|q>.<points>.<person>`: below or above that line, whose rating is sure or in
//! question.

use crate::discord::interaction::custom_id::codec::{Field, Segments, buttons, prefixed};
use crate::service::PersonId;
use crate::service::ratings::leaderboard::{LeaderboardPage, LeaderboardPosition};
use focus::Mode;

buttons! {
    /// Button about ratings.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum RatingsButtonId {
        /// Shows a part of a list.
        Leaderboard {
            /// Servers of the list.
            range: Range,
            /// Mode of the list.
            mode: Mode,
            /// Part of the list.
            part: LeaderboardPage,
        } = "top",
        /// Adds the person to the lists of all servers or removes them, and shows the list of a
        /// mode.
        List {
            /// Wanted presence on the lists.
            listing: Listing,
            /// Mode to show.
            mode: Mode,
        } = "list",
        /// Shows a part of a list to everybody.
        ShareLeaderboard {
            /// Servers of the list.
            range: Range,
            /// Mode of the list.
            mode: Mode,
            /// Part of the list.
            part: LeaderboardPage,
        } = "sharetop" [Share, Secondary],
        /// Shows a profile to everybody.
        ShareProfile {
            /// The person.
            person: PersonId,
            /// Person to compare with.
            with: Option<PersonId>,
        } = "sharecard" [Share, Secondary],
        /// Explains ratings.
        Rules = "ratings" [RatingRules, Secondary],
    }
}

buttons! {
    /// Servers of a list.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Range {
        /// Current server.
        Server = "s",
        /// All servers.
        All = "a",
    }
}

buttons! {
    /// Presence of a person on the lists of all servers.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Listing {
        /// Listed.
        On = "on" [ListMe, Success],
        /// Not listed.
        Off = "off" [TakeMeOff, Secondary],
    }
}

prefixed!("f1": RatingsButtonId);

impl Field for LeaderboardPage {
    fn read(segments: &mut Segments<'_>) -> Option<Self> {
        let text = segments.next()?;
        if text == "t" {
            return Some(Self::Top);
        }
        let mut parts = text.split('.');
        let side = parts.next()?;
        let number = parts.next()?.parse().ok()?;
        let position = LeaderboardPosition {
            is_sure: parts.next()? == "s",
            points: parts.next()?.parse().ok()?,
            person: PersonId(parts.next()?.parse().ok()?),
        };
        match side {
            "b" => Some(Self::Below(number, position)),
            "a" => Some(Self::Above(number, position)),
            _ => None,
        }
    }

    fn write(&self) -> String {
        let (side, number, position) = match self {
            Self::Top => return "t".to_owned(),
            Self::Below(number, position) => ('b', number, position),
            Self::Above(number, position) => ('a', number, position),
        };
        let sure = if position.is_sure { 's' } else { 'q' };
        let (points, person) = (position.points, position.person.0);
        format!("{side}.{number}.{sure}.{points}.{person}")
    }
}
