//! Values of the menu by which a host places others in a team or gives them a color: `c0.1`, `p123.2` or
//! `c0.O`.

use std::fmt;
use std::str::FromStr;

use crate::discord::interaction::custom_id::codec::ForeignId;
use crate::service::{Member, PersonId, Team};
use focus::Color;

/// Person or computer, and where to place them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Placing {
    /// Member that is placed.
    pub(crate) member: Member,
    /// Place of the member.
    pub(crate) spot: Spot,
}

/// Place at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spot {
    Team(Team),
    Color(Color),
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Team(team) => write!(f, "{}", team.number()),
            Self::Color(color) => write!(f, "{}", color.letter()),
        }
    }
}

impl FromStr for Spot {
    type Err = ForeignId;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let color = text.parse().ok().and_then(Color::from_letter);
        let team = || text.parse().ok().and_then(Team::from_number);
        let color = color.map(Self::Color);
        color.or_else(|| team().map(Self::Team)).ok_or(ForeignId)
    }
}

impl fmt::Display for Placing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.member {
            Member::Computer(place) => write!(f, "c{place}")?,
            Member::Person(person) => write!(f, "p{}", person.0)?,
        }
        write!(f, ".{}", self.spot)
    }
}

impl FromStr for Placing {
    type Err = ForeignId;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (member, spot) = text.split_once('.').ok_or(ForeignId)?;
        let member = match (member.strip_prefix('c'), member.strip_prefix('p')) {
            (Some(place), _) => Member::Computer(place.parse().map_err(|_| ForeignId)?),
            (_, Some(person)) => Member::Person(PersonId(person.parse().map_err(|_| ForeignId)?)),
            (None, None) => return Err(ForeignId),
        };
        let spot = spot.parse()?;
        let placing = Self { member, spot };
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
        let teams = Team::ALL.map(Spot::Team).into_iter();
        let spots: Vec<_> = teams.chain(Color::ALL.map(Spot::Color)).collect();
        for member in [Member::Computer(2), Member::Person(PersonId(u64::MAX))] {
            for spot in &spots {
                let placing = Placing {
                    member,
                    spot: *spot,
                };
                assert_eq!(placing.to_string().parse(), Ok(placing));
            }
        }
        for text in [
            "", "c0", "c0.", "c0.3", "c-1.1", "p01.1", "x1.1", "c0.1.1", "c0.01", "c0.o", "c0.OG",
        ] {
            assert_eq!(text.parse::<Placing>(), Err(ForeignId), "{text}");
        }
    }
}
