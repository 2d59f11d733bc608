//! Ways in which the host of a waiting table fills its free seats.

use crate::service::Service;
use crate::service::api::fault::ServiceError;
use crate::service::api::ids::{GameId, PersonId, Timestamp};
use crate::service::api::refusal::Refusal;
use crate::service::api::request::{Actor, Computer};
use crate::service::table::lifecycle::{
    begin_if_full, check_host, check_open, computer_seat, is_seated,
};
use crate::store::records::{GameRecord, KindRecord};
use focus::Rules;
use focus_engine::Level;

/// Largest number of people who are invited and have not answered.
const INVITED: usize = 10;

impl Service {
    /// Checks that a person may fill the free seats of a table: its host, until the game begins.
    ///
    /// # Errors
    ///
    /// Returns a refusal, or a fault if the store failed.
    pub fn check_filling(&self, actor: &Actor, game: GameId) -> Result<(), ServiceError> {
        let held = self.record(game)?;
        check_open(&held.record)?;
        Ok(check_host(&held.record, actor)?)
    }
}

/// Seats a computer, at the host's request. The game begins if that fills the table.
pub(crate) fn add_computer(
    record: &mut GameRecord,
    rules: Rules,
    actor: &Actor,
    level: Level,
    now: Timestamp,
) -> Result<(), Refusal> {
    check_open(record)?;
    check_host(record, actor)?;
    if record.rated {
        return Err(Refusal::RatedWithComputer);
    }
    // All other seats are kept for those who are challenged.
    if record.kind == KindRecord::Challenge {
        return Err(Refusal::TableFull);
    }
    record.computers.push(computer_seat(Computer {
        level,
        is_partner: false,
    }));
    begin_if_full(record, rules, now);
    Ok(())
}

/// Invites people, at the host's request; at an open table they need no invitation.
pub(crate) fn invite(
    record: &mut GameRecord,
    actor: &Actor,
    people: &[PersonId],
) -> Result<(), Refusal> {
    check_open(record)?;
    check_host(record, actor)?;
    if record.invited.len() + people.len() > INVITED {
        return Err(Refusal::TableFull);
    }
    for person in people {
        if is_seated(record, person.0) {
            return Err(Refusal::SamePersonTwice);
        }
        let is_needed = record.kind != KindRecord::Open && !record.invited.contains(&person.0);
        record.invited.extend(is_needed.then_some(person.0));
    }
    // Those challenged were asked for all seats; now the first to come sit down.
    if record.kind == KindRecord::Challenge {
        record.kind = KindRecord::Invited;
    }
    Ok(())
}

/// Lets everybody sit down, at the host's request.
pub(crate) fn open_to_all(record: &mut GameRecord, actor: &Actor) -> Result<(), Refusal> {
    check_open(record)?;
    check_host(record, actor)?;
    if record.kind == KindRecord::Open {
        return Err(Refusal::Stale);
    }
    record.kind = KindRecord::Open;
    record.invited.clear();
    // Whoever comes has no color in the former game.
    record.rotation = None;
    Ok(())
}
