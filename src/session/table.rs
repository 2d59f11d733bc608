//! What happens at a table before its game begins.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::rules::{Mode, Rules};
use crate::session::convert;
use crate::session::ids::{PersonId, Timestamp};
use crate::session::lot;
use crate::session::refusal::Refusal;
use crate::session::request::{Actor, NewTable, TableKind};
use crate::store::records::{GameRecord, KindRecord, SeatRecord, StageRecord};

/// Sets a table up with its host seated.
pub(super) fn set_up(
    new: &NewTable,
    host: &Actor,
    now: Timestamp,
    open_for: Duration,
    seed: u64,
) -> Result<GameRecord, Refusal> {
    let (kind, invited) = match &new.kind {
        TableKind::Open => (KindRecord::Open, Vec::new()),
        TableKind::Invited(people) => (KindRecord::Invited, people.clone()),
        TableKind::Challenge(people) => (KindRecord::Challenge, people.clone()),
    };
    check_invited(kind, &invited, host.person, new.rules.mode())?;
    Ok(GameRecord {
        guild: new.place.guild.map(|guild| guild.0),
        channel: new.place.channel.0,
        wants_thread: new.in_thread,
        kind,
        invited: invited.iter().map(|person| person.0).collect(),
        rules: new.rules.to_string(),
        seed,
        people: vec![seat(host)],
        created: now.0,
        expires: now.after(open_for).0,
        stage: StageRecord::Open,
        started: None,
        first: None,
        actions: 0,
        announced: None,
        version: 1,
        message: None,
        result: None,
    })
}

fn check_invited(
    kind: KindRecord,
    invited: &[PersonId],
    host: PersonId,
    mode: Mode,
) -> Result<(), Refusal> {
    let different: BTreeSet<_> = invited.iter().chain([&host]).collect();
    if different.len() != invited.len() + 1 {
        return Err(Refusal::SamePersonTwice);
    }
    let people = different.len();
    let fits = match kind {
        KindRecord::Open => true,
        KindRecord::Invited => people >= 2,
        KindRecord::Challenge => people == mode.seats(),
    };
    if fits {
        Ok(())
    } else {
        Err(Refusal::WrongNumberOfPeople { mode, people })
    }
}

/// Seats a person; the game begins when that filled the table.
pub(super) fn join(
    record: &mut GameRecord,
    rules: Rules,
    actor: &Actor,
    now: Timestamp,
) -> Result<(), Refusal> {
    check_open(record)?;
    let person = actor.person.0;
    if is_seated(record, person) {
        return Err(Refusal::AlreadySeated);
    }
    if record.kind != KindRecord::Open && !record.invited.contains(&person) {
        return Err(Refusal::NotInvited);
    }
    if record.people.len() >= rules.mode().seats() {
        return Err(Refusal::TableFull);
    }
    record.people.push(seat(actor));
    record.invited.retain(|invited| *invited != person);
    if record.people.len() == rules.mode().seats() {
        begin(record, rules, now);
    }
    Ok(())
}

/// Lets a person go; the next one becomes the host, the last one closes the table.
pub(super) fn leave(record: &mut GameRecord, actor: &Actor) -> Result<(), Refusal> {
    check_open(record)?;
    let person = actor.person.0;
    if !is_seated(record, person) {
        return Err(Refusal::NotSeated);
    }
    let challenger_left = record.kind == KindRecord::Challenge && record.people[0].person == person;
    record.people.retain(|seat| seat.person != person);
    match record.kind {
        KindRecord::Open => {}
        KindRecord::Invited | KindRecord::Challenge => record.invited.push(person),
    }
    if record.people.is_empty() || challenger_left {
        record.stage = StageRecord::Closed;
    }
    Ok(())
}

/// Turns an invitation down, which ends a challenge.
pub(super) fn decline(record: &mut GameRecord, actor: &Actor) -> Result<(), Refusal> {
    check_open(record)?;
    let person = actor.person.0;
    let seated_guest = is_seated(record, person) && record.people[0].person != person;
    if !record.invited.contains(&person) && !seated_guest {
        return Err(Refusal::NotInvited);
    }
    record.invited.retain(|invited| *invited != person);
    record.people.retain(|seat| seat.person != person);
    if record.kind == KindRecord::Challenge {
        record.stage = StageRecord::Declined(person);
    }
    Ok(())
}

/// Begins with the people who are there, by the host's word.
///
/// With fewer people than seats the game is of the mode for that many, and keeps those options
/// that the mode has.
pub(super) fn start(
    record: &mut GameRecord,
    rules: Rules,
    actor: &Actor,
    now: Timestamp,
) -> Result<(), Refusal> {
    check_open(record)?;
    let host = &record.people[0];
    if host.person != actor.person.0 {
        return Err(Refusal::NotHost {
            host: host.name.clone(),
        });
    }
    let rules = match record.people.len() {
        0 | 1 => return Err(Refusal::TooFewPeople),
        people if people == rules.mode().seats() => rules,
        2 => convert::rules_in_mode(rules, Mode::Duel),
        _ => convert::rules_in_mode(rules, Mode::ThreeWay),
    };
    record.rules = rules.to_string();
    begin(record, rules, now);
    Ok(())
}

/// Closes a table whose time is over.
pub(super) fn expire(record: &mut GameRecord, now: Timestamp) -> Result<(), Refusal> {
    check_open(record)?;
    if record.expires <= now.0 {
        record.stage = StageRecord::Expired;
    }
    Ok(())
}

fn begin(record: &mut GameRecord, rules: Rules, now: Timestamp) {
    let (colors, first) = lot::deal(record.seed, rules.mode());
    for (seat, color) in record.people.iter_mut().zip(colors) {
        seat.color = Some(color.letter());
    }
    record.first = Some(first.letter());
    record.invited.clear();
    record.started = Some(now.0);
    record.stage = StageRecord::Playing;
}

fn check_open(record: &GameRecord) -> Result<(), Refusal> {
    match record.stage {
        StageRecord::Open => Ok(()),
        StageRecord::Closed | StageRecord::Declined(_) | StageRecord::Expired => {
            Err(Refusal::TableClosed)
        }
        StageRecord::Playing => Err(Refusal::AlreadyBegun),
        StageRecord::Ended | StageRecord::Aborted => Err(Refusal::GameOver),
    }
}

fn is_seated(record: &GameRecord, person: u64) -> bool {
    record.people.iter().any(|seat| seat.person == person)
}

fn seat(actor: &Actor) -> SeatRecord {
    SeatRecord {
        person: actor.person.0,
        name: actor.name.clone(),
        color: None,
    }
}
