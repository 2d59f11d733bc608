//! Values of the menu by which a host places others in a team: `c0.1` or `p123.2`.

use std::fmt;
use std::str::FromStr;

use crate::discord::interaction::custom_id::codec::ForeignId;
use crate::service::{Member, PersonId, Team};

/// Person or computer, and the team to place them in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Placing {
    /// Member that is placed.
    pub(crate) member: Member,
    /// Team of the member.
    pub(crate) team: Team,
}

impl fmt::Display for Placing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.member {
            Member::Computer(place) => write!(f, "c{place}")?,
            Member::Person(person) => write!(f, "p{}", person.0)?,
        }
        write!(f, ".{}", self.team.number())
    }
}

impl FromStr for Placing {
    type Err = ForeignId;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (member, team) = text.split_once('.').ok_or(ForeignId)?;
        let member = match (member.strip_prefix('c'), member.strip_prefix('p')) {
            (Some(place), _) => Member::Computer(place.parse().map_err(|_| ForeignId)?),
            (_, Some(person)) => Member::Person(PersonId(person.parse().map_err(|_| ForeignId)?)),
            (None, None) => return Err(ForeignId),
        };
        let team = team.parse().ok().and_then(Team::from_number);
        let team = team.ok_or(ForeignId)?;
        let placing = Self { member, team };
        // Each has one spelling.
        if placing.to_string() == text {
            Ok(placing)
        } else {
            Err(ForeignId)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placings_survive_their_text_and_foreign_ones_are_told_apart() {
        for member in [Member::Computer(2), Member::Person(PersonId(u64::MAX))] {
            for team in Team::ALL {
                let placing = Placing { member, team };
                assert_eq!(placing.to_string().parse(), Ok(placing));
            }
        }
        for text in [
            "", "c0", "c0.", "c0.3", "c-1.1", "p01.1", "x1.1", "c0.1.1", "c0.01",
        ] {
            assert_eq!(text.parse::<Placing>(), Err(ForeignId), "{text}");
        }
    }
}
