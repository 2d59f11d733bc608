//! Teams at a table of partners, until the game begins.

use strum::VariantArray;

use crate::service::api::ids::PersonId;
use focus::Color;

/// Number of members of a team.
pub(crate) const PLACES: usize = 2;

/// One of the two teams at a table of partners. Its colors are dealt when the game begins, unless
/// the host lets everybody choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray)]
pub enum Team {
    /// The first.
    First,
    /// The second.
    Second,
}

impl Team {
    /// Both teams.
    pub const ALL: [Self; Self::VARIANTS.len()] =
        *Self::VARIANTS.first_chunk().expect("all variants");

    /// Returns the number by which people know it, from 1.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Self::First => 1,
            Self::Second => 2,
        }
    }

    /// Returns the colors that it has at a table where colors are chosen.
    #[must_use]
    pub const fn colors(self) -> [Color; PLACES] {
        match self {
            Self::First => [Color::Orange, Color::Blue],
            Self::Second => [Color::Green, Color::Pink],
        }
    }

    /// Returns the team that has a color at a table where colors are chosen.
    #[must_use]
    pub const fn of(color: Color) -> Self {
        match color {
            Color::Orange | Color::Blue => Self::First,
            Color::Green | Color::Pink => Self::Second,
        }
    }

    /// Returns the team with a number.
    #[must_use]
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|team| team.number() == number)
    }
}

/// Person or computer that can be in a team.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Member {
    /// A person who sits at the table or is invited to it.
    Person(PersonId),
    /// The computer at this place among those of the table, from 0.
    Computer(usize),
}

/// Teams of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Teams {
    /// Members who have chosen or been placed. Shape: `[team]`.
    pub members: [Vec<Member>; 2],
    /// True if the members can change; in a rematch partners stay together.
    pub can_change: bool,
}

impl Teams {
    /// Returns the members of a team.
    #[must_use]
    pub fn members(&self, team: Team) -> &[Member] {
        match team {
            Team::First => &self.members[0],
            Team::Second => &self.members[1],
        }
    }

    /// Returns the team of a member.
    #[must_use]
    pub fn team_of(&self, member: Member) -> Option<Team> {
        let mut teams = Team::ALL.into_iter();
        teams.find(|team| self.members(*team).contains(&member))
    }

    /// Returns the number of free places in a team.
    #[must_use]
    pub fn free(&self, team: Team) -> usize {
        PLACES.saturating_sub(self.members(team).len())
    }

    /// Returns whether it is certain who plays with whom: if one team is full, the others are
    /// partners too.
    #[must_use]
    pub fn are_certain(&self) -> bool {
        Team::ALL.into_iter().any(|team| self.free(team) == 0)
    }
}
