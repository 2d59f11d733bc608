//! People whom the record of a table or game names, and their removal from it.

use std::collections::BTreeSet;

use crate::service::api::ids::PersonId;
use crate::store::records::{CandidateRecord, GameRecord, StageRecord};

/// Returns the people that a record names.
pub(crate) fn named(record: &GameRecord) -> BTreeSet<PersonId> {
    let seated = record.people.iter().map(|seat| seat.person);
    let rotated = record.rotation.iter().flat_map(|rotation| &rotation.people);
    let reserved = record.reserved.iter().map(|(person, _)| *person);
    let declined = match record.stage {
        StageRecord::Declined(person) => Some(person),
        StageRecord::Open
        | StageRecord::Playing
        | StageRecord::Ended
        | StageRecord::Closed
        | StageRecord::Expired
        | StageRecord::Aborted => None,
    };
    let people = seated
        .chain(rotated.map(|(person, _)| *person))
        .chain(record.invited.iter().copied())
        .chain(record.uncalled.iter().copied())
        .chain(record.called.iter().copied())
        .chain(record.declined.iter().copied())
        .chain(reserved)
        .chain(record.candidate.iter().map(|candidate| candidate.person))
        .chain(record.former.iter().map(|former| former.person))
        .chain(record.watcher)
        .chain(declined)
        .map(PersonId);
    people.filter(|person| *person != PersonId::GONE).collect()
}

/// Returns the data that a record holds about a person who asks for a seat.
pub(super) fn candidate(record: &GameRecord, person: PersonId) -> Option<&CandidateRecord> {
    let candidate = record.candidate.as_ref();
    candidate.filter(|candidate| candidate.person == person.0)
}

/// Removes a person and their premoves from a record; the seat and its color stay.
pub(super) fn erase(record: &mut GameRecord, person: PersonId) {
    for seat in &mut record.people {
        if seat.person == person.0 {
            seat.person = PersonId::GONE.0;
            seat.name.clear();
            seat.language = None;
            record
                .premoves
                .retain(|line| Some(line.color) != seat.color);
        }
    }
    let rotated = record.rotation.iter_mut();
    for (number, _) in rotated.flat_map(|rotation| &mut rotation.people) {
        if *number == person.0 {
            *number = PersonId::GONE.0;
        }
    }
    record.invited.retain(|invited| *invited != person.0);
    record.uncalled.retain(|guest| *guest != person.0);
    record.called.retain(|guest| *guest != person.0);
    record.declined.retain(|guest| *guest != person.0);
    record.reserved.retain(|(invited, _)| *invited != person.0);
    if candidate(record, person).is_some() {
        record.candidate = None;
    }
    for former in &mut record.former {
        if former.person == person.0 {
            former.person = PersonId::GONE.0;
            former.name.clear();
        }
    }
    if record.watcher == Some(person.0) {
        record.watcher = None;
    }
    if record.stage == StageRecord::Declined(person.0) {
        record.stage = StageRecord::Declined(PersonId::GONE.0);
    }
}
