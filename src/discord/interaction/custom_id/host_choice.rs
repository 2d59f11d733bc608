//! Values of the menu of a table's host, who places others in a team, gives them a color, removes
//! them or decides how colors come about: `c0.1`, `p123.O`, `c0.-` or `colors`.

use std::fmt;
use std::str::FromStr;

use crate::discord::interaction::custom_id::codec::ForeignId;
use crate::service::{Member, PersonId, Team};
use focus::Color;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HostChoice {
    /// Gives a person or a computer a place.
    Place(Member, Placement),
    /// Lets everybody choose a color.
    AllowColors,
    /// Switches back to drawing the colors by lot.
    DrawColors,
}

/// Place of a person or a computer at a table, or away from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Placement {
    Team(Team),
    Color(Color),
    Away,
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Team(team) => write!(f, "{}", team.number()),
            Self::Color(color) => write!(f, "{}", color.letter()),
            Self::Away => f.write_str("-"),
        }
    }
}

impl FromStr for Placement {
    type Err = ForeignId;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "-" {
            return Ok(Self::Away);
        }
        let color = text.parse().ok().and_then(Color::from_letter);
        let team = || text.parse().ok().and_then(Team::from_number);
        let color = color.map(Self::Color);
        color.or_else(|| team().map(Self::Team)).ok_or(ForeignId)
    }
}

impl fmt::Display for HostChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(Member::Computer(place), seat) => write!(f, "c{place}.{seat}"),
            Self::Place(Member::Person(person), seat) => write!(f, "p{}.{seat}", person.0),
            Self::AllowColors => f.write_str("colors"),
            Self::DrawColors => f.write_str("nocolors"),
        }
    }
}

impl FromStr for HostChoice {
    type Err = ForeignId;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "colors" => return Ok(Self::AllowColors),
            "nocolors" => return Ok(Self::DrawColors),
            _ => {}
        }
        let (member, seat) = text.split_once('.').ok_or(ForeignId)?;
        let member = match (member.strip_prefix('c'), member.strip_prefix('p')) {
            (Some(place), _) => Member::Computer(place.parse().map_err(|_| ForeignId)?),
            (_, Some(person)) => Member::Person(PersonId(person.parse().map_err(|_| ForeignId)?)),
            (None, None) => return Err(ForeignId),
        };
        let choice = Self::Place(member, seat.parse()?);
        // Each has one spelling.
        if choice.to_string() == text {
            Ok(choice)
        } else {
            Err(ForeignId)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_survive_their_text_and_foreign_ones_are_told_apart() {
        let teams = Team::ALL.map(Placement::Team).into_iter();
        let colors = teams.chain(Color::ALL.map(Placement::Color));
        let mut choices = vec![HostChoice::AllowColors, HostChoice::DrawColors];
        for seat in colors.chain([Placement::Away]) {
            let members = [Member::Computer(2), Member::Person(PersonId(u64::MAX))];
            choices.extend(members.map(|member| HostChoice::Place(member, seat)));
        }
        for choice in choices {
            assert_eq!(choice.to_string().parse(), Ok(choice));
        }
        for text in [
            "", "c0", "c0.", "c0.3", "c-1.1", "p01.1", "x1.1", "c0.1.1", "c0.01", "c0.o", "c0.OG",
            "c0.--", "colors.", "-",
        ] {
            assert_eq!(text.parse::<HostChoice>(), Err(ForeignId), "{text}");
        }
    }
}
