//! Teams in the record of a table.
//!
//! People choose a team, and the host places computers and others. A player who has no team when
//! the game begins gets a free place by lot.

use crate::service::api::ids::PersonId;
use crate::service::api::refusal::{Refusal, TeamRefusal};
use crate::service::api::request::NewTable;
use crate::service::api::teams::{Member, PLACES, Team, Teams};
use crate::store::records::{GameRecord, RotationRecord, TeamRecord};
use focus::{Color, Mode, Rules};

/// Notes the teams with which a table is set up.
pub(crate) fn set_up(record: &mut GameRecord, new: &NewTable) -> Result<(), Refusal> {
    if new.rules.mode() != Mode::Partners {
        return Ok(());
    }
    place_computers(record);
    let Some(teammate) = new.teammate else {
        return Ok(());
    };
    if let Some(host) = record.people.first_mut() {
        host.team = Some(TeamRecord::First);
    }
    place(record, Member::Person(teammate), Team::First)
}

/// Checks that teams can be chosen at a table.
pub(crate) fn check_free_choice(record: &GameRecord, rules: Rules) -> Result<(), Refusal> {
    let mode = rules.mode();
    if mode != Mode::Partners {
        return Err(Refusal::NoPartners { mode });
    }
    if record.rotation.is_some() {
        return Err(Refusal::Team(TeamRefusal::Rematch));
    }
    Ok(())
}

/// Puts a person who sits at the table into a team.
pub(crate) fn choose(record: &mut GameRecord, person: PersonId, team: Team) -> Result<(), Refusal> {
    place_computers(record);
    if team_of(record, Member::Person(person))? == Some(team) {
        return Err(Refusal::Team(TeamRefusal::Already));
    }
    place(record, Member::Person(person), team)
}

/// Puts somebody into a team. Whoever is not at the table any more, or is in this team already,
/// was shown on an older message.
pub(crate) fn place(record: &mut GameRecord, member: Member, team: Team) -> Result<(), Refusal> {
    place_computers(record);
    if team_of(record, member)? == Some(team) {
        return Err(Refusal::Stale);
    }
    if placed(record).filter(|(_, other)| *other == team).count() >= PLACES {
        return Err(Refusal::Team(TeamRefusal::Full));
    }
    let team = team_record(team);
    match member {
        Member::Computer(place) => {
            if let Some(seat) = record.computers.get_mut(place) {
                seat.team = Some(team);
            }
        }
        Member::Person(person) => {
            let mut people = record.people.iter_mut();
            if let Some(seat) = people.find(|seat| seat.person == person.0) {
                seat.team = Some(team);
                return Ok(());
            }
            take_reserved(record, person);
            record.reserved.push((person.0, team));
        }
    }
    Ok(())
}

/// Gives up the place that is kept for a person; returns its team.
pub(crate) fn take_reserved(record: &mut GameRecord, person: PersonId) -> Option<TeamRecord> {
    let mut reserved = record.reserved.iter();
    let at = reserved.position(|(invited, _)| *invited == person.0)?;
    Some(record.reserved.remove(at).1)
}

/// The teams of those who sit at a table whose game begins, people first; nothing if all are drawn
/// by lot.
pub(crate) fn chosen(record: &mut GameRecord, rules: Rules) -> Option<Vec<Option<Team>>> {
    if rules.mode() != Mode::Partners {
        return None;
    }
    place_computers(record);
    let people = record.people.iter().map(|seat| seat.team);
    let computers = record.computers.iter().map(|seat| seat.team);
    let teams = people.chain(computers);
    let teams: Vec<_> = teams.map(|team| team.map(self::team)).collect();
    teams.iter().any(Option::is_some).then_some(teams)
}

/// Returns whether the partners of a game were drawn by lot.
pub(crate) fn are_drawn(record: &GameRecord, rules: Rules) -> bool {
    let is_full = |team| placed(record).filter(|(_, other)| *other == team).count() == PLACES;
    rules.mode() == Mode::Partners
        && record.rotation.is_none()
        && !Team::ALL.into_iter().any(is_full)
}

/// Returns the teams of a table; `None` in other modes.
pub(crate) fn view(record: &GameRecord, rules: Rules) -> Option<Teams> {
    if rules.mode() != Mode::Partners {
        return None;
    }
    if let Some(rotation) = &record.rotation {
        return Some(Teams {
            members: rotated(rotation),
            can_change: false,
        });
    }
    let mut record = record.clone();
    place_computers(&mut record);
    let members = Team::ALL.map(|team| {
        let members = placed(&record).filter(|(_, other)| *other == team);
        members.map(|(member, _)| member).collect()
    });
    Some(Teams {
        members,
        can_change: true,
    })
}

/// Returns the members who have a team, people first.
fn placed(record: &GameRecord) -> impl Iterator<Item = (Member, Team)> {
    let seated = record.people.iter().map(|seat| (seat.person, seat.team));
    let invited = record.reserved.iter();
    let people = seated.chain(invited.map(|(person, team)| (*person, Some(*team))));
    let people = people.map(|(person, team)| (Member::Person(PersonId(person)), team));
    let computers = record.computers.iter().enumerate();
    let computers = computers.map(|(place, seat)| (Member::Computer(place), seat.team));
    let all = people.chain(computers);
    all.filter_map(|(member, team)| Some((member, self::team(team?))))
}

/// The team of somebody at the table or invited to it.
fn team_of(record: &GameRecord, member: Member) -> Result<Option<Team>, Refusal> {
    let is_there = match member {
        Member::Computer(place) => place < record.computers.len(),
        Member::Person(PersonId(person)) => {
            let is_seated = record.people.iter().any(|seat| seat.person == person);
            is_seated || record.invited.contains(&person)
        }
    };
    if !is_there {
        return Err(Refusal::Stale);
    }
    let mut placed = placed(record);
    let found = placed.find(|(other, _)| *other == member);
    Ok(found.map(|(_, team)| team))
}

/// Places computers if nobody has a team yet: the one wanted as a partner with the host, and two
/// computers against people. Tables of older versions have not noted it.
fn place_computers(record: &mut GameRecord) {
    if record.people.is_empty() || placed(record).next().is_some() {
        return;
    }
    let partner = record.computers.iter().position(|seat| seat.is_partner);
    match (partner, &mut record.computers[..]) {
        (Some(partner), computers) => computers[partner].team = Some(TeamRecord::First),
        (None, [one, two]) => {
            for seat in [one, two] {
                seat.team = Some(TeamRecord::Second);
            }
        }
        (None, _) => return,
    }
    record.people[0].team = Some(TeamRecord::First);
}

/// The teams of a rematch, by the colors that everybody is to have.
fn rotated(rotation: &RotationRecord) -> [Vec<Member>; 2] {
    let people = rotation.people.iter();
    let people = people.map(|(person, color)| (Member::Person(PersonId(*person)), *color));
    let computers = rotation.computers.iter().enumerate();
    let computers = computers.map(|(place, color)| (Member::Computer(place), *color));
    let colors = [Color::Orange, Color::Blue].map(Color::letter);
    let all = people.chain(computers);
    let (first, second): (Vec<_>, Vec<_>) = all.partition(|(_, color)| colors.contains(color));
    [first, second].map(|team| team.into_iter().map(|(member, _)| member).collect())
}

const fn team(record: TeamRecord) -> Team {
    match record {
        TeamRecord::First => Team::First,
        TeamRecord::Second => Team::Second,
    }
}

const fn team_record(team: Team) -> TeamRecord {
    match team {
        Team::First => TeamRecord::First,
        Team::Second => TeamRecord::Second,
    }
}
