//! Lifecycle of a table before its game begins.

use crate::service::api::ids::{PersonId, Timestamp};
use crate::service::api::refusal::Refusal;
use crate::service::api::request::{Actor, Lineup};
use crate::service::api::teams::{Member, Team};
use crate::service::api::view::table::TableState;
use crate::service::model::colors;
use crate::service::model::common::Admission;
use crate::service::model::rules;
use crate::service::model::table::{GameTable, PersonSeat};
use crate::service::model::teams;
use focus::{Color, Mode};

/// Puts a person into a team, and seats the person first if necessary.
pub(crate) fn choose_team(table: &mut GameTable, actor: &Actor, team: Team) -> Result<(), Refusal> {
    teams::check_free_choice(table)?;
    if table.is_seated(actor.person) {
        return teams::choose(table, actor.person, team);
    }
    join(table, actor)?;
    // The place kept for the person may be in this team.
    teams::join(table, Member::Person(actor.person), team)
}

/// Puts a person or a computer into a team, at the host's request.
pub(crate) fn place_in_team(
    table: &mut GameTable,
    actor: &Actor,
    (member, lineup): (Member, Option<Lineup>),
    team: Team,
) -> Result<(), Refusal> {
    table.check_host(actor)?;
    table.check_meant(member, lineup)?;
    teams::check_free_choice(table)?;
    teams::place(table, member, team)
}

/// Lets everybody choose a color, at the host's request.
pub(crate) fn allow_colors(table: &mut GameTable, actor: &Actor) -> Result<(), Refusal> {
    table.check_host(actor)?;
    colors::allow(table)
}

/// Switches back to drawing the colors by lot, at the host's request.
pub(crate) fn draw_colors(table: &mut GameTable, actor: &Actor) -> Result<(), Refusal> {
    table.check_host(actor)?;
    colors::draw(table)
}

/// Gives a person the color of their choice, and seats the person first if necessary.
pub(crate) fn choose_color(
    table: &mut GameTable,
    actor: &Actor,
    color: Color,
) -> Result<(), Refusal> {
    if !table.is_seated(actor.person) {
        join(table, actor)?;
    }
    colors::choose(table, Member::Person(actor.person), color)
}

/// Gives a person or a computer a color, at the host's request.
pub(crate) fn give_color(
    table: &mut GameTable,
    actor: &Actor,
    (member, lineup): (Member, Option<Lineup>),
    color: Color,
) -> Result<(), Refusal> {
    table.check_host(actor)?;
    table.check_meant(member, lineup)?;
    colors::choose(table, member, color)
}

/// Seats a person in the team where a place is kept, if there is one.
pub(crate) fn join(table: &mut GameTable, actor: &Actor) -> Result<(), Refusal> {
    let person = actor.person;
    if table.is_seated(person) {
        return Err(Refusal::AlreadySeated);
    }
    if table.common.admission != Admission::Open && !table.invited.contains(&person) {
        return Err(Refusal::NotInvited);
    }
    if table.taken() >= table.common.rules.mode().seats() {
        return Err(Refusal::TableFull);
    }
    let team = teams::take_reserved(table, person);
    table.people.push(PersonSeat {
        team,
        ..PersonSeat::new(actor)
    });
    table.invited.retain(|invited| *invited != person);
    table.uncalled.retain(|guest| *guest != person);
    Ok(())
}

/// Removes a person; the next one becomes the host, the last one closes the table.
pub(crate) fn leave(table: &mut GameTable, person: PersonId) -> Result<(), Refusal> {
    if !table.is_seated(person) {
        return Err(Refusal::NotSeated);
    }
    let admission = table.common.admission;
    let challenger_left = admission == Admission::Challenge && table.people[0].person == person;
    table.people.retain(|seat| seat.person != person);
    match admission {
        Admission::Open => {}
        Admission::Invited | Admission::Challenge => table.invited.push(person),
    }
    if table.people.is_empty() || challenger_left {
        table.state = TableState::Closed;
    }
    Ok(())
}

/// Declines an invitation. That ends a challenge, and a table at which too few people are left who
/// may sit down.
pub(crate) fn decline(table: &mut GameTable, person: PersonId) -> Result<(), Refusal> {
    // Others may have sat down uninvited at a table open to all.
    let is_guest = table.common.admission != Admission::Open || table.called.contains(&person);
    let seated_guest = is_guest && table.is_seated(person) && table.people[0].person != person;
    if !table.asked().contains(&person) && !seated_guest {
        return Err(match table.common.admission {
            Admission::Invited | Admission::Challenge if !table.is_seated(person) => {
                Refusal::NotInvited
            }
            Admission::Open | Admission::Invited | Admission::Challenge => {
                Refusal::NothingToDecline
            }
        });
    }
    if !table.declined.contains(&person) {
        table.declined.push(person);
    }
    table.invited.retain(|invited| *invited != person);
    table.uncalled.retain(|guest| *guest != person);
    table.people.retain(|seat| seat.person != person);
    teams::take_reserved(table, person);
    // With fewer than its seats, a game may still begin as one of another mode.
    let needed = match table.common.start {
        Some(_) => table.common.rules.mode().seats(),
        None => 2,
    };
    let is_over = match table.common.admission {
        Admission::Open => false,
        Admission::Invited => table.taken() + table.invited.len() < needed,
        Admission::Challenge => true,
    };
    if is_over {
        table.state = TableState::Declined(person);
    }
    Ok(())
}

/// Sets the rules so that the game begins with the players present, at the host's request.
///
/// With fewer players than seats, the game gets the mode for that many, and keeps the options that
/// this mode has.
pub(crate) fn start(table: &mut GameTable, actor: &Actor) -> Result<(), Refusal> {
    table.check_host(actor)?;
    let old = table.common.rules;
    let new = match table.taken() {
        0 | 1 => return Err(Refusal::TooFewPeople),
        players if players == old.mode().seats() => old,
        2 => rules::in_mode(old, Mode::Duel),
        _ => rules::in_mode(old, Mode::ThreeWay),
    };
    if new != old {
        if table.common.start.is_some() {
            return Err(Refusal::PositionNeedsAll);
        }
        table.common.rotation = None;
    }
    table.common.rules = new;
    Ok(())
}

/// Closes a table at a moderator's request.
pub(crate) fn close(table: &mut GameTable) {
    table.state = TableState::Closed;
}

/// Closes a table whose time is over.
pub(crate) fn expire(table: &mut GameTable, now: Timestamp) {
    if table.common.expires <= now {
        table.state = TableState::Expired;
    }
}
