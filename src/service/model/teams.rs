//! Teams at a table of partners.
//!
//! People choose a team, and the host places computers and others. A player who has no team when
//! the game begins gets a free place by lot.

use crate::service::api::ids::PersonId;
use crate::service::api::refusal::{Refusal, TeamRefusal};
use crate::service::api::request::NewTable;
use crate::service::api::teams::{Member, PLACES, Team, Teams};
use crate::service::model::common::Rotation;
use crate::service::model::game::StartedGame;
use crate::service::model::table::GameTable;
use focus::Mode;

/// Notes the teams with which a table is set up.
pub(crate) fn set_up(table: &mut GameTable, new: &NewTable) -> Result<(), Refusal> {
    if new.rules.mode() != Mode::Partners {
        return Ok(());
    }
    place_computers(table);
    let Some(teammate) = new.teammate else {
        return Ok(());
    };
    if let Some(host) = table.people.first_mut() {
        host.team = Some(Team::First);
    }
    place(table, Member::Person(teammate), Team::First)
}

/// Checks that teams can be chosen at a table.
pub(crate) fn check_free_choice(table: &GameTable) -> Result<(), Refusal> {
    let mode = table.common.rules.mode();
    if mode != Mode::Partners {
        return Err(Refusal::NoPartners { mode });
    }
    if table.common.rotation.is_some() {
        return Err(Refusal::Team(TeamRefusal::Rematch));
    }
    Ok(())
}

/// Puts a person who sits at the table into a team.
pub(crate) fn choose(table: &mut GameTable, person: PersonId, team: Team) -> Result<(), Refusal> {
    let already = Err(Refusal::Team(TeamRefusal::Already));
    place_or(table, Member::Person(person), team, already)
}

/// Puts somebody into a team, unless that is the member's team already.
pub(crate) fn join(table: &mut GameTable, member: Member, team: Team) -> Result<(), Refusal> {
    place_or(table, member, team, Ok(()))
}

/// Puts somebody into a team. The request is stale if they are no longer at the table, or are in
/// this team already.
pub(crate) fn place(table: &mut GameTable, member: Member, team: Team) -> Result<(), Refusal> {
    place_or(table, member, team, Err(Refusal::Stale))
}

/// Puts somebody into a team; a color of the other team is given up. The result is `already` if
/// they are in this team.
fn place_or(
    table: &mut GameTable,
    member: Member,
    team: Team,
    already: Result<(), Refusal>,
) -> Result<(), Refusal> {
    place_computers(table);
    if team_of(table, member)? == Some(team) {
        return already;
    }
    if placed(table).filter(|(_, other)| *other == team).count() >= PLACES {
        return Err(Refusal::Team(TeamRefusal::Full));
    }
    put(table, member, team);
    Ok(())
}

/// Notes the team of somebody at the table or invited to it; a color chosen is given up.
fn put(table: &mut GameTable, member: Member, team: Team) {
    if let Some((own, color)) = table.choices_of(member) {
        (*own, *color) = (Some(team), None);
    } else if let Member::Person(person) = member {
        take_reserved(table, person);
        table.reserved.push((person, team));
    }
}

/// Gives up the place that is kept for a person; returns its team.
pub(crate) fn take_reserved(table: &mut GameTable, person: PersonId) -> Option<Team> {
    let mut reserved = table.reserved.iter();
    let at = reserved.position(|(invited, _)| *invited == person)?;
    Some(table.reserved.remove(at).1)
}

/// Ends the rotation of colors in a rematch that others may join, or whose players change; partners
/// at the table or invited to it stay together.
pub(crate) fn end_rotation(table: &mut GameTable) {
    let Some(rotation) = table.common.rotation.take() else {
        return;
    };
    if table.common.rules.mode() != Mode::Partners {
        return;
    }
    for (team, members) in Team::ALL.into_iter().zip(rotated(&rotation)) {
        for member in members {
            if team_of(table, member).is_ok() {
                put(table, member, team);
            }
        }
    }
}

/// Returns the teams of those who sit at a table whose game begins, people first; nothing if all
/// are drawn by lot.
pub(crate) fn chosen(table: &mut GameTable) -> Option<Vec<Option<Team>>> {
    if table.common.rules.mode() != Mode::Partners {
        return None;
    }
    place_computers(table);
    let people = table.people.iter().map(|seat| seat.team);
    let computers = table.computers.iter().map(|seat| seat.team);
    let teams: Vec<_> = people.chain(computers).collect();
    teams.iter().any(Option::is_some).then_some(teams)
}

/// Returns whether the partners of a game were drawn by lot.
pub(crate) fn are_drawn(game: &StartedGame) -> bool {
    let people = game.people.iter().map(|player| player.seat.team);
    let computers = game.computers.iter().map(|player| player.seat.team);
    let teams: Vec<_> = people.chain(computers).flatten().collect();
    let is_full = |team| teams.iter().filter(|other| **other == team).count() == PLACES;
    game.common.rules.mode() == Mode::Partners
        && game.common.rotation.is_none()
        && !Team::ALL.into_iter().any(is_full)
}

impl GameTable {
    /// Returns the teams of a table; `None` in other modes.
    pub(crate) fn teams(&self) -> Option<Teams> {
        if self.common.rules.mode() != Mode::Partners {
            return None;
        }
        if let Some(rotation) = &self.common.rotation {
            return Some(Teams {
                members: rotated(rotation),
                can_change: false,
            });
        }
        let mut table = self.clone();
        place_computers(&mut table);
        let members = Team::ALL.map(|team| {
            let members = placed(&table).filter(|(_, other)| *other == team);
            members.map(|(member, _)| member).collect()
        });
        Some(Teams {
            members,
            can_change: true,
        })
    }
}

/// Returns the members who have a team, people first.
fn placed(table: &GameTable) -> impl Iterator<Item = (Member, Team)> {
    let seated = table.people.iter().map(|seat| (seat.person, seat.team));
    let invited = table.reserved.iter();
    let people = seated.chain(invited.map(|(person, team)| (*person, Some(*team))));
    let people = people.map(|(person, team)| (Member::Person(person), team));
    let computers = table.computers.iter().enumerate();
    let computers = computers.map(|(place, seat)| (Member::Computer(place), seat.team));
    let all = people.chain(computers);
    all.filter_map(|(member, team)| Some((member, team?)))
}

/// Returns the team of somebody at the table or invited to it.
fn team_of(table: &GameTable, member: Member) -> Result<Option<Team>, Refusal> {
    let is_there = match member {
        Member::Computer(place) => place < table.computers.len(),
        Member::Person(person) => table.is_seated(person) || table.invited.contains(&person),
    };
    if !is_there {
        return Err(Refusal::Stale);
    }
    let mut placed = placed(table);
    let found = placed.find(|(other, _)| *other == member);
    Ok(found.map(|(_, team)| team))
}

/// Places computers if nobody has a team yet: the one wanted as a partner with the host, and two
/// computers against people. Tables of older versions have not noted it.
fn place_computers(table: &mut GameTable) {
    if table.people.is_empty() || placed(table).next().is_some() {
        return;
    }
    let mut computers = table.computers.iter();
    let partner = computers.position(|seat| seat.computer.is_partner);
    match (partner, &mut table.computers[..]) {
        (Some(partner), computers) => computers[partner].team = Some(Team::First),
        (None, [one, two]) => {
            for seat in [one, two] {
                seat.team = Some(Team::Second);
            }
        }
        (None, _) => return,
    }
    table.people[0].team = Some(Team::First);
}

/// Returns the teams of a rematch, by the colors that everybody will have.
fn rotated(rotation: &Rotation) -> [Vec<Member>; 2] {
    let people = rotation.people.iter();
    let people = people.map(|(person, color)| (Member::Person(*person), *color));
    let computers = rotation.computers.iter().enumerate();
    let computers = computers.map(|(place, color)| (Member::Computer(place), *color));
    let all = people.chain(computers);
    let (first, second): (Vec<_>, Vec<_>) =
        all.partition(|(_, color)| Team::of(*color) == Team::First);
    [first, second].map(|team| team.into_iter().map(|(member, _)| member).collect())
}
