//! Colors at a table whose host lets everybody choose.
//!
//! A color that is chosen is kept for its player, and at a table of partners it decides the team.
//! A player without one when the game begins is dealt a free color by lot.

use crate::service::api::refusal::{ColorRefusal, Refusal};
use crate::service::api::teams::{Member, Team};
use crate::service::api::view::player::Player;
use crate::service::model::table::GameTable;
use crate::service::model::teams;
use focus::{Color, Mode};

/// Lets everybody at a table choose a color.
pub(crate) fn allow(table: &mut GameTable) -> Result<(), Refusal> {
    if table.common.rotation.is_some() {
        return Err(Refusal::Color(ColorRefusal::Rematch));
    }
    if table.common.chooses_colors {
        return Err(Refusal::Stale);
    }
    table.common.chooses_colors = true;
    Ok(())
}

/// Switches back to drawing the colors by lot; those that were chosen are given up.
pub(crate) fn draw(table: &mut GameTable) -> Result<(), Refusal> {
    if !table.common.chooses_colors {
        return Err(Refusal::Stale);
    }
    table.common.chooses_colors = false;
    let people = table.people.iter_mut().map(|seat| &mut seat.color);
    let computers = table.computers.iter_mut().map(|seat| &mut seat.color);
    people.chain(computers).for_each(|color| *color = None);
    Ok(())
}

/// Gives a color to somebody who sits at the table. The request is stale if they have left, or if
/// the mode does not have the color.
pub(crate) fn choose(table: &mut GameTable, member: Member, color: Color) -> Result<(), Refusal> {
    let mode = table.common.rules.mode();
    if !table.common.chooses_colors {
        return Err(Refusal::Color(ColorRefusal::Drawn));
    }
    if table.choices_of(member).is_none() || !mode.colors().contains(&color) {
        return Err(Refusal::Stale);
    }
    if let Some((holder, _)) = placed(table).find(|(_, other)| *other == color) {
        return Err(Refusal::Color(match player(table, holder) {
            Some(by) if holder != member => ColorRefusal::Taken { color, by },
            Some(_) | None => ColorRefusal::Already,
        }));
    }
    if mode == Mode::Partners {
        teams::join(table, member, Team::of(color))?;
    }
    if let Some((_, own)) = table.choices_of(member) {
        *own = Some(color);
    }
    Ok(())
}

/// Returns the colors of those who sit at a table, people first, as far as its mode has them.
pub(crate) fn chosen(table: &GameTable) -> Vec<Option<Color>> {
    let colors = table.common.rules.mode().colors();
    let people = table.people.iter().map(|seat| seat.color);
    let computers = table.computers.iter().map(|seat| seat.color);
    let all = people.chain(computers);
    all.map(|color| color.filter(|color| colors.contains(color)))
        .collect()
}

impl GameTable {
    /// Returns the colors chosen at a table; `None` if they are drawn by lot.
    pub(crate) fn colors(&self) -> Option<Vec<(Member, Color)>> {
        self.common.chooses_colors.then(|| placed(self).collect())
    }
}

/// Returns the members who have a color, people first.
fn placed(table: &GameTable) -> impl Iterator<Item = (Member, Color)> {
    let people = table.people.iter();
    let people = people.map(|seat| (Member::Person(seat.person), seat.color));
    let computers = table.computers.iter().enumerate();
    let computers = computers.map(|(place, seat)| (Member::Computer(place), seat.color));
    let all = people.chain(computers);
    all.filter_map(|(member, color)| Some((member, color?)))
}

/// Returns a member who sits at the table.
fn player(table: &GameTable, member: Member) -> Option<Player> {
    match member {
        Member::Computer(place) => {
            let seat = table.computers.get(place)?;
            Some(Player::Computer(seat.computer.level))
        }
        Member::Person(person) => {
            let mut people = table.people.iter();
            let seat = people.find(|seat| seat.person == person)?;
            Some(Player::Person(seat.person()))
        }
    }
}
