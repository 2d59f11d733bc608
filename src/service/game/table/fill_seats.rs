//! Ways in which the host of a waiting table fills its seats, and frees them again.

use std::collections::BTreeSet;

use crate::service::Service;
use crate::service::api::fault::ServiceError;
use crate::service::api::ids::{GameId, PersonId};
use crate::service::api::refusal::Refusal;
use crate::service::api::request::{Actor, Computer, Lineup};
use crate::service::api::teams::Member;
use crate::service::game::table::lifecycle;
use crate::service::model::common::Admission;
use crate::service::model::table::{ComputerSeat, GameTable};
use crate::service::model::teams;
use focus_engine::Level;

/// Largest number of people who are invited and have not answered, or have not been mentioned yet.
const INVITED: usize = 10;

/// Largest number of people who are called to one table.
const CALLED: usize = 30;

impl Service {
    /// Checks that a person may fill the free seats of a table: its host, until the game begins.
    /// Returns the table's lineup.
    ///
    /// # Errors
    ///
    /// Returns a refusal, or a fault if the store failed.
    pub fn check_filling(&self, actor: &Actor, game: GameId) -> Result<Lineup, ServiceError> {
        let held = self.stored(game)?;
        let table = held.record.open_table()?;
        table.check_host(actor)?;
        Ok(table.lineup())
    }
}

/// Seats a computer, at the host's request.
pub(crate) fn add_computer(
    table: &mut GameTable,
    actor: &Actor,
    (level, lineup): (Level, Option<Lineup>),
) -> Result<(), Refusal> {
    table.check_host(actor)?;
    table.check_lineup(lineup)?;
    if table.common.rated {
        return Err(Refusal::RatedWithComputer);
    }
    end_challenge(table);
    table.computers.push(ComputerSeat::new(Computer {
        level,
        is_partner: false,
    }));
    Ok(())
}

/// Invites people, at the host's request; at an open table they need no invitation. Nobody is called
/// to a table twice, so that an invitation cannot be used to mention somebody again and again.
/// Where only invited people sit down, somebody who has declined can be called once more, because a
/// change of mind needs an invitation.
pub(crate) fn invite(
    table: &mut GameTable,
    actor: &Actor,
    people: &[PersonId],
) -> Result<(), Refusal> {
    table.check_host(actor)?;
    let mut chosen = BTreeSet::new();
    let people = people.iter().copied();
    let people: Vec<_> = people.filter(|person| chosen.insert(*person)).collect();
    let all = people.iter().copied();
    let seated: Vec<_> = all
        .clone()
        .filter(|person| table.is_seated(*person))
        .collect();
    if !seated.is_empty() {
        return Err(Refusal::AlreadyAtTable(seated));
    }
    let declined = all.clone();
    let declined = declined.filter(|person| table.has_declined_for_good(*person));
    let declined: Vec<_> = declined.collect();
    if !declined.is_empty() {
        return Err(Refusal::HasDeclined(declined));
    }
    let called = all.filter(|person| table.is_called(*person) && !table.declined.contains(person));
    let called: Vec<_> = called.collect();
    if !called.is_empty() {
        return Err(Refusal::AlreadyCalled(called));
    }
    let waiting = table.invited.len().max(table.uncalled.len());
    if table.called.len() + people.len() > CALLED {
        return Err(Refusal::TooManyCalled { limit: CALLED });
    }
    if waiting + people.len() > INVITED {
        return Err(Refusal::TooManyInvited { limit: INVITED });
    }
    for person in people {
        table.declined.retain(|guest| *guest != person);
        table.called.push(person);
        table.uncalled.push(person);
        if table.common.admission != Admission::Open {
            table.invited.push(person);
        }
    }
    end_challenge(table);
    Ok(())
}

/// Removes somebody, at the host's request. A person can sit down again, and is invited to that
/// where only guests may. The request is stale if the member is no longer at the table.
pub(crate) fn remove(
    table: &mut GameTable,
    actor: &Actor,
    (member, lineup): (Member, Option<Lineup>),
) -> Result<(), Refusal> {
    table.check_host(actor)?;
    table.check_meant(member, lineup)?;
    match member {
        Member::Person(person) if person != actor.person && table.is_seated(person) => {
            lifecycle::leave(table, person)
        }
        Member::Computer(place) if place < table.computers.len() => {
            // First, because another computer may have this place afterwards.
            end_challenge(table);
            table.computers.remove(place);
            Ok(())
        }
        Member::Person(_) | Member::Computer(_) => Err(Refusal::Stale),
    }
}

/// Turns a challenge into invitations: the challenged people were asked to fill all seats; now the
/// first to come sit down, who may be others than in the previous game of a rematch.
fn end_challenge(table: &mut GameTable) {
    if table.common.admission == Admission::Challenge {
        table.common.admission = Admission::Invited;
    }
    teams::end_rotation(table);
}

/// Lets everybody sit down, at the host's request.
pub(crate) fn open_to_all(table: &mut GameTable, actor: &Actor) -> Result<(), Refusal> {
    table.check_host(actor)?;
    if table.common.admission == Admission::Open {
        return Err(Refusal::Stale);
    }
    table.common.admission = Admission::Open;
    table.invited.clear();
    table.reserved.clear();
    teams::end_rotation(table);
    Ok(())
}
