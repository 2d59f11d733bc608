//! Custom ids of buttons below a leaderboard, which name the list and the part to show.
//!
//! `f1:top:<s|a>:<mode>:<t>`, where `t` (the top) can be replaced by the line next to the part, as
//! `<b|a>.<number>.<s|q>.<points>.<person>`: below or above that line, whose rating is sure or in
//! question.

use std::fmt;
use std::str::FromStr;

use crate::discord::custom_id::game::{ForeignId, spelled};
use crate::service::PersonId;
use crate::service::ratings::ladder::{LeaderboardPage, Rung};
use focus::Mode;

/// Button about ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandingId {
    /// Shows a part of a list.
    Ladder {
        /// True for the list of all servers, false for that of the current server.
        is_of_all: bool,
        /// Mode of the list.
        mode: Mode,
        /// Part of the list.
        part: LeaderboardPage,
    },
    /// Adds the person to the lists of all servers or removes them, and shows the list of a mode.
    List {
        /// True to add, false to remove.
        is_wanted: bool,
        /// Mode to show.
        mode: Mode,
    },
    /// Explains ratings.
    Rules,
}

impl fmt::Display for StandingId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (is_of_all, mode, part) = match self {
            Self::Ladder {
                is_of_all,
                mode,
                part,
            } => (is_of_all, mode, part),
            Self::List { is_wanted, mode } => {
                let wish = if *is_wanted { "on" } else { "off" };
                return write!(f, "f1:list:{wish}:{}", mode.token());
            }
            Self::Rules => return f.write_str("f1:ratings"),
        };
        let list = if *is_of_all { 'a' } else { 's' };
        write!(f, "f1:top:{list}:{}:", mode.token())?;
        let (side, number, rung) = match part {
            LeaderboardPage::Top => return f.write_str("t"),
            LeaderboardPage::Below(number, rung) => ('b', number, rung),
            LeaderboardPage::Above(number, rung) => ('a', number, rung),
        };
        let sure = if rung.is_sure { 's' } else { 'q' };
        write!(
            f,
            "{side}.{number}.{sure}.{}.{}",
            rung.points, rung.person.0
        )
    }
}

impl FromStr for StandingId {
    type Err = ForeignId;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        spelled(read(text).ok_or(ForeignId)?, text)
    }
}

fn read(text: &str) -> Option<StandingId> {
    if text == "f1:ratings" {
        return Some(StandingId::Rules);
    }
    let mode = |token: &str| Mode::ALL.into_iter().find(|mode| mode.token() == token);
    if let Some(rest) = text.strip_prefix("f1:list:") {
        let (wish, token) = rest.split_once(':')?;
        return Some(StandingId::List {
            is_wanted: wish == "on",
            mode: mode(token)?,
        });
    }
    let mut parts = text.strip_prefix("f1:top:")?.split(':');
    let (list, token, part) = (parts.next()?, parts.next()?, parts.next()?);
    let mode = mode(token)?;
    Some(StandingId::Ladder {
        is_of_all: list == "a",
        mode,
        part: read_part(part)?,
    })
}

fn read_part(text: &str) -> Option<LeaderboardPage> {
    if text == "t" {
        return Some(LeaderboardPage::Top);
    }
    let mut parts = text.split('.');
    let side = parts.next()?;
    let number = parts.next()?.parse().ok()?;
    let rung = Rung {
        is_sure: parts.next()? == "s",
        points: parts.next()?.parse().ok()?,
        person: PersonId(parts.next()?.parse().ok()?),
    };
    match side {
        "b" => Some(LeaderboardPage::Below(number, rung)),
        "a" => Some(LeaderboardPage::Above(number, rung)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::StandingId;
    use crate::discord::custom_id::game::ForeignId;
    use crate::service::PersonId;
    use crate::service::ratings::ladder::{LeaderboardPage, Rung};
    use focus::Mode;

    #[test]
    fn every_button_survives_its_text_within_the_limit() {
        let rung = Rung {
            is_sure: false,
            points: i32::MIN,
            person: PersonId(u64::MAX),
        };
        let sure = Rung {
            is_sure: true,
            ..rung
        };
        for mode in Mode::ALL {
            for is_of_all in [false, true] {
                for part in [
                    LeaderboardPage::Top,
                    LeaderboardPage::Below(u32::MAX, rung),
                    LeaderboardPage::Above(10, sure),
                ] {
                    let id = StandingId::Ladder {
                        is_of_all,
                        mode,
                        part,
                    };
                    let text = id.to_string();
                    assert_eq!(text.parse(), Ok(id));
                    assert!(text.len() <= 100, "{text}");
                }
            }
        }
        let mode = Mode::Partners;
        for is_wanted in [false, true] {
            let id = StandingId::List { is_wanted, mode };
            assert_eq!(id.to_string().parse(), Ok(id));
        }
        assert_eq!("f1:ratings".parse(), Ok(StandingId::Rules));
    }

    #[test]
    fn foreign_ids_are_told_apart() {
        for text in [
            "f1:top",
            "f1:top:s:2",
            "f1:top:s:5:t",
            "f1:top:x:2:t",
            "f1:top:s:2:t:t",
            "f1:top:s:2:b.1.s.1500",
            "f1:top:s:2:b.01.s.1500.7",
            "f1:top:s:2:c.1.s.1500.7",
            "f1:rating",
            "f1:list:on",
            "f1:list:maybe:2",
        ] {
            assert_eq!(text.parse::<StandingId>(), Err(ForeignId), "{text}");
        }
    }
}
