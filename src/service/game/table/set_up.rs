//! State of a new table with its host seated, from a person's choices.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::service::api::ids::{PersonId, Timestamp};
use crate::service::api::refusal::Refusal;
use crate::service::api::request::{Actor, NewTable, TableKind};
use crate::service::api::view::message::MessageForm;
use crate::service::api::view::table::TableState;
use crate::service::game::table::start_position;
use crate::service::model::common::{Admission, Common};
use crate::service::model::table::{ComputerSeat, GameTable, PersonSeat};
use crate::service::model::teams;
use crate::service::people::setup_preferences::check_rated;
use focus::{Mode, Rules};

/// Sets up a table with its host seated.
pub(crate) fn set_up(
    new: &NewTable,
    host: &Actor,
    now: Timestamp,
    open_for: Duration,
    seed: u64,
) -> Result<GameTable, Refusal> {
    let (admission, invited) = match &new.kind {
        TableKind::Open => (Admission::Open, Vec::new()),
        TableKind::Invited(people) => (Admission::Invited, people.clone()),
        TableKind::Challenge(people) => (Admission::Challenge, people.clone()),
    };
    check_players(new, admission, &invited, host.person)?;
    let start = new.start.as_deref().cloned();
    let start = start.map(start_position::ready).transpose()?;
    let people = if new.is_watched {
        Vec::new()
    } else {
        vec![PersonSeat::new(host)]
    };
    let computers = new.computers.iter().copied();
    let mut table = GameTable {
        common: Common {
            place: new.place,
            parent: None,
            wants_thread: new.in_thread,
            message: None,
            form: MessageForm::default(),
            version: 1,
            lost: None,
            admission,
            rules: new.rules,
            seed,
            watcher: new.is_watched.then_some(host.person),
            created: now,
            expires: now.after(open_for),
            is_private: new.is_private,
            rated: new.rated,
            start: start.map(Box::new),
            rotation: None,
            chooses_colors: false,
            idle: None,
        },
        state: TableState::Open,
        called: invited.clone(),
        invited,
        uncalled: Vec::new(),
        declined: Vec::new(),
        people,
        reserved: Vec::new(),
        computers: computers.map(ComputerSeat::new).collect(),
        time: new.time,
    };
    teams::set_up(&mut table, new)?;
    Ok(table)
}

fn check_players(
    new: &NewTable,
    kind: Admission,
    invited: &[PersonId],
    host: PersonId,
) -> Result<(), Refusal> {
    let mode = new.rules.mode();
    if new.rated {
        check_rated(new.computers.len(), new.time)?;
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
    // People agree on a draw when nothing happens anymore; computers never do.
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
    if kind == Admission::Invited && !new.is_watched && players < seats {
        return Err(Refusal::TooFewInvited { mode, players });
    }
    let fits = match kind {
        _ if new.is_watched => guests == 0 && computers == seats,
        Admission::Open => host + computers <= seats,
        // More guests than seats may be invited; the first to come sit down.
        Admission::Invited => guests > 0 && host + computers < seats,
        Admission::Challenge => host + guests + computers == seats,
    };
    if fits {
        return Ok(());
    }
    Err(Refusal::WrongNumberOfPlayers { mode, players })
}
