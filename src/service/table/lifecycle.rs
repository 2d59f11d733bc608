//! Lifecycle of a table before its game begins.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::service::api::ids::{GameId, PersonId, Timestamp};
use crate::service::api::refusal::{NoTeam, Refusal};
use crate::service::api::request::{Actor, Computer, NewTable, TableKind};
use crate::service::api::teams::{Member, Team};
use crate::service::api::time_control::{Overtime, TimeRule};
use crate::service::repository::mapping;
use crate::service::repository::start_position;
use crate::service::repository::teams;
use crate::service::table::deal;
use crate::store::records::{
    ClockRecord, ComputerRecord, GameRecord, KindRecord, RotationRecord, SeatRecord, StageRecord,
};
use focus::{Mode, Rules};

/// Sets a table up with its host seated.
pub(crate) fn set_up(
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
    check_players(new, kind, &invited, host.person)?;
    let start = new
        .start
        .as_deref()
        .cloned()
        .map(start_position::ready)
        .transpose()?;
    let people = if new.is_watched {
        Vec::new()
    } else {
        vec![seat(host)]
    };
    let mut record = GameRecord {
        wants_thread: new.in_thread,
        kind,
        invited: invited.iter().map(|person| person.0).collect(),
        rules: new.rules.to_string(),
        people,
        computers: new.computers.iter().copied().map(computer_seat).collect(),
        watcher: new.is_watched.then_some(host.person.0),
        clock: new.time.map(mapping::clock_record),
        is_private: new.is_private,
        start: start.as_ref().map(ToString::to_string),
        rated: new.rated,
        ..empty(now, open_for, seed)
    };
    mapping::set_place(&mut record, new.place);
    teams::set_up(&mut record, new)?;
    begin_if_full(&mut record, new.rules, now);
    Ok(record)
}

/// Sets a table up for a rematch, with the person who asked seated and the others challenged.
pub(crate) fn again(
    (of, old): (GameId, &GameRecord),
    rules: Rules,
    host: &Actor,
    now: Timestamp,
    open_for: Duration,
    seed: u64,
) -> GameRecord {
    let is_host = |seat: &&SeatRecord| seat.person == host.person.0;
    let others = old.people.iter().filter(|seat| !is_host(seat));
    let mut record = GameRecord {
        guild: old.guild,
        channel: old.channel,
        visited: old.visited,
        kind: KindRecord::Challenge,
        invited: others.map(|seat| seat.person).collect(),
        rules: old.rules.clone(),
        people: old
            .people
            .iter()
            .filter(is_host)
            .map(|_| seat(host))
            .collect(),
        computers: old.computers.clone(),
        watcher: old.watcher,
        clock: old.clock.as_ref().map(|clock| ClockRecord {
            due: None,
            reminded: None,
            reminders: None,
            ..clock.clone()
        }),
        is_private: old.is_private,
        start: old.start.clone(),
        rotation: rotation(of, old, rules.mode()),
        rated: old.rated,
        ..empty(now, open_for, seed)
    };
    begin_if_full(&mut record, rules, now);
    record
}

/// Returns a table without people and rules, at which nothing has happened.
fn empty(now: Timestamp, open_for: Duration, seed: u64) -> GameRecord {
    GameRecord {
        guild: None,
        channel: 0,
        visited: false,
        wants_thread: false,
        kind: KindRecord::Open,
        invited: Vec::new(),
        rules: String::new(),
        seed,
        people: Vec::new(),
        reserved: Vec::new(),
        computers: Vec::new(),
        watcher: None,
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
        sharing: None,
        thinks: false,
        clock: None,
        is_private: false,
        start: None,
        rotation: None,
        plans: Vec::new(),
        rematch: None,
        rated: false,
        ratings: None,
        candidate: None,
        former: Vec::new(),
        owes_replay: false,
        lost: None,
        parent: None,
        told: None,
    }
}

/// Returns the colors for a rematch: every player takes the next color; the same color begins as
/// before.
fn rotation(of: GameId, old: &GameRecord, mode: Mode) -> Option<RotationRecord> {
    let colors = mode.colors();
    let next = |letter: Option<char>| {
        let at = colors
            .iter()
            .position(|color| Some(color.letter()) == letter)?;
        Some(colors[(at + 1) % colors.len()].letter())
    };
    let people = old.people.iter();
    let computers = old.computers.iter();
    Some(RotationRecord {
        of: of.0,
        people: people
            .map(|seat| Some((seat.person, next(seat.color)?)))
            .collect::<Option<_>>()?,
        computers: computers
            .map(|seat| next(seat.color))
            .collect::<Option<_>>()?,
        first: old.first?,
    })
}

fn check_players(
    new: &NewTable,
    kind: KindRecord,
    invited: &[PersonId],
    host: PersonId,
) -> Result<(), Refusal> {
    let mode = new.rules.mode();
    let takes_over = |rule: TimeRule| rule.overtime == Overtime::Computer;
    if new.rated && !new.computers.is_empty() {
        return Err(Refusal::RatedWithComputer);
    }
    if new.rated && new.time.is_none() {
        return Err(Refusal::RatedWithoutClock);
    }
    if new.rated && new.time.is_some_and(takes_over) {
        return Err(Refusal::RatedWithSubstitute);
    }
    if new.rated && new.start.is_some() {
        return Err(Refusal::RatedFromPosition);
    }
    let has_partner = new.computers.iter().any(|computer| computer.is_partner);
    if (has_partner || new.teammate.is_some()) && mode != Mode::Partners {
        return Err(Refusal::NoPartners { mode });
    }
    if new.is_watched && new.computers.is_empty() {
        return Err(Refusal::NobodyPlays);
    }
    // People agree on a draw when nothing happens any more; computers never do.
    let quiet = new.rules.quiet();
    if new.is_watched && quiet.is_none_or(|plies| plies > Rules::QUIET_PLIES) {
        let quiet = Rules::QUIET_PLIES.get();
        return Err(Refusal::NoEnd { quiet });
    }
    let different: BTreeSet<_> = invited.iter().chain([&host]).collect();
    if different.len() != invited.len() + 1 {
        return Err(Refusal::SamePersonTwice);
    }
    let host = usize::from(!new.is_watched);
    let (guests, computers, seats) = (invited.len(), new.computers.len(), mode.seats());
    let players = host + guests + computers;
    if kind == KindRecord::Invited && !new.is_watched && players < seats {
        return Err(Refusal::TooFewInvited { mode, players });
    }
    let fits = match kind {
        _ if new.is_watched => guests == 0 && computers == seats,
        KindRecord::Open => host + computers <= seats,
        // More guests than seats may be invited; the first to come sit down.
        KindRecord::Invited => guests > 0 && host + computers < seats,
        KindRecord::Challenge => host + guests + computers == seats,
    };
    if fits {
        return Ok(());
    }
    Err(Refusal::WrongNumberOfPlayers { mode, players })
}

/// Seats a person; the game begins if that fills the table.
pub(crate) fn join(
    record: &mut GameRecord,
    rules: Rules,
    actor: &Actor,
    now: Timestamp,
) -> Result<(), Refusal> {
    check_open(record)?;
    sit_down(record, rules, actor)?;
    begin_if_full(record, rules, now);
    Ok(())
}

/// Puts a person into a team, and seats the person first if necessary. The game begins if that
/// fills the table.
pub(crate) fn choose_team(
    record: &mut GameRecord,
    rules: Rules,
    actor: &Actor,
    team: Team,
    now: Timestamp,
) -> Result<(), Refusal> {
    check_open(record)?;
    teams::check_free_choice(record, rules)?;
    if is_seated(record, actor.person.0) {
        return teams::choose(record, actor.person, team);
    }
    sit_down(record, rules, actor)?;
    // The place kept for the person may be in this team.
    match teams::choose(record, actor.person, team) {
        Ok(()) | Err(Refusal::Team(NoTeam::Already)) => {}
        Err(refusal) => return Err(refusal),
    }
    begin_if_full(record, rules, now);
    Ok(())
}

/// Puts a person or a computer into a team, at the host's request.
pub(crate) fn place_in_team(
    record: &mut GameRecord,
    rules: Rules,
    actor: &Actor,
    (member, team): (Member, Team),
) -> Result<(), Refusal> {
    check_open(record)?;
    check_host(record, actor)?;
    teams::check_free_choice(record, rules)?;
    teams::place(record, member, team)
}

/// Seats a person in the team where a place is kept, if there is one.
fn sit_down(record: &mut GameRecord, rules: Rules, actor: &Actor) -> Result<(), Refusal> {
    let person = actor.person.0;
    if is_seated(record, person) {
        return Err(Refusal::AlreadySeated);
    }
    if record.kind != KindRecord::Open && !record.invited.contains(&person) {
        return Err(Refusal::NotInvited);
    }
    if taken(record) >= rules.mode().seats() {
        return Err(Refusal::TableFull);
    }
    let team = teams::take_reserved(record, actor.person);
    record.people.push(SeatRecord {
        team,
        ..seat(actor)
    });
    record.invited.retain(|invited| *invited != person);
    Ok(())
}

/// Removes a person; the next one becomes the host, the last one closes the table.
pub(crate) fn leave(record: &mut GameRecord, actor: &Actor) -> Result<(), Refusal> {
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

/// Declines an invitation. That ends a challenge, and a table at which too few people are left who
/// may sit down.
pub(crate) fn decline(record: &mut GameRecord, rules: Rules, actor: &Actor) -> Result<(), Refusal> {
    check_open(record)?;
    let person = actor.person.0;
    let seated_guest = is_seated(record, person) && record.people[0].person != person;
    if !record.invited.contains(&person) && !seated_guest {
        return Err(Refusal::NotInvited);
    }
    record.invited.retain(|invited| *invited != person);
    record.people.retain(|seat| seat.person != person);
    teams::take_reserved(record, actor.person);
    // With fewer than its seats, a game may still begin as one of another mode.
    let needed = match record.start {
        Some(_) => rules.mode().seats(),
        None => 2,
    };
    let is_over = match record.kind {
        KindRecord::Open => false,
        KindRecord::Invited => taken(record) + record.invited.len() < needed,
        KindRecord::Challenge => true,
    };
    if is_over {
        record.stage = StageRecord::Declined(person);
    }
    Ok(())
}

/// Begins with the players present, at the host's request.
///
/// With fewer players than seats, the game gets the mode for that many, and keeps the options that
/// this mode has.
pub(crate) fn start(
    record: &mut GameRecord,
    rules: Rules,
    actor: &Actor,
    now: Timestamp,
) -> Result<(), Refusal> {
    check_open(record)?;
    check_host(record, actor)?;
    let rules = match taken(record) {
        0 | 1 => return Err(Refusal::TooFewPeople),
        players if players == rules.mode().seats() => rules,
        2 => mapping::rules_in_mode(rules, Mode::Duel),
        _ => mapping::rules_in_mode(rules, Mode::ThreeWay),
    };
    if rules.to_string() != record.rules {
        if record.start.is_some() {
            return Err(Refusal::PositionNeedsAll);
        }
        record.rotation = None;
    }
    record.rules = rules.to_string();
    begin(record, rules, now);
    Ok(())
}

/// Closes a table at a moderator's request.
pub(crate) fn close(record: &mut GameRecord) -> Result<(), Refusal> {
    check_open(record)?;
    record.stage = StageRecord::Closed;
    Ok(())
}

/// Closes a table whose time is over.
pub(crate) fn expire(record: &mut GameRecord, now: Timestamp) -> Result<(), Refusal> {
    check_open(record)?;
    if record.expires <= now.0 {
        record.stage = StageRecord::Expired;
    }
    Ok(())
}

/// Returns the number of seats that people and computers have taken.
fn taken(record: &GameRecord) -> usize {
    record.people.len() + record.computers.len()
}

pub(super) fn begin_if_full(record: &mut GameRecord, rules: Rules, now: Timestamp) {
    if taken(record) == rules.mode().seats() {
        begin(record, rules, now);
    }
}

fn begin(record: &mut GameRecord, rules: Rules, now: Timestamp) {
    let first = match record.rotation.clone() {
        Some(rotation) => rotate(record, &rotation),
        None => deal(record, rules),
    };
    let first = record
        .start
        .as_deref()
        .and_then(start_position::side)
        .unwrap_or(first);
    let is_first = |seat: &ComputerRecord| seat.color == Some(first);
    record.thinks = record.computers.iter().any(is_first);
    record.first = Some(first);
    record.invited.clear();
    record.reserved.clear();
    record.started = Some(now.0);
    record.stage = StageRecord::Playing;
}

/// Assigns the colors that follow from an earlier game; returns the color that begins.
fn rotate(record: &mut GameRecord, rotation: &RotationRecord) -> char {
    for seat in &mut record.people {
        let of_person = rotation.people.iter().find(|(id, _)| *id == seat.person);
        seat.color = of_person.map(|(_, color)| *color);
    }
    for (seat, color) in record.computers.iter_mut().zip(&rotation.computers) {
        seat.color = Some(*color);
    }
    rotation.first
}

/// Deals the colors by lot; returns the color that begins.
fn deal(record: &mut GameRecord, rules: Rules) -> char {
    let (colors, first) = match teams::chosen(record, rules) {
        Some(teams) => deal::deal_teams(record.seed, &teams),
        None => deal::deal(record.seed, rules.mode()),
    };
    let people = record.people.iter_mut().map(|seat| &mut seat.color);
    let computers = record.computers.iter_mut().map(|seat| &mut seat.color);
    for (seat, color) in people.chain(computers).zip(colors) {
        *seat = Some(color.letter());
    }
    first.letter()
}

pub(super) fn check_open(record: &GameRecord) -> Result<(), Refusal> {
    match record.stage {
        StageRecord::Open => Ok(()),
        StageRecord::Closed | StageRecord::Declined(_) | StageRecord::Expired => {
            Err(Refusal::TableClosed)
        }
        StageRecord::Playing => Err(Refusal::AlreadyBegun),
        StageRecord::Ended | StageRecord::Aborted => Err(Refusal::GameOver),
    }
}

pub(super) fn check_host(record: &GameRecord, actor: &Actor) -> Result<(), Refusal> {
    if !is_seated(record, actor.person.0) {
        return Err(Refusal::NotSeated);
    }
    let host = &record.people[0];
    if host.person != actor.person.0 {
        return Err(Refusal::NotHost {
            host: host.name.clone(),
        });
    }
    Ok(())
}

/// Returns whether a person sits at a table.
pub(crate) fn is_seated(record: &GameRecord, person: u64) -> bool {
    record.people.iter().any(|seat| seat.person == person)
}

fn seat(actor: &Actor) -> SeatRecord {
    SeatRecord {
        person: actor.person.0,
        name: actor.name.clone(),
        color: None,
        computer: None,
        team: None,
        language: actor.language.clone(),
    }
}

pub(super) fn computer_seat(computer: Computer) -> ComputerRecord {
    ComputerRecord {
        level: computer.level.to_string(),
        is_partner: computer.is_partner,
        color: None,
        team: None,
    }
}
