//! Clocks: time per move, the consequences when it is over, and compensation for downtime.

mod downtime;
mod left_servers;
mod reminders;
mod running;
mod timeouts;

use focus::{Mode, Rules, Termination};
use focusbot::service::{
    Ending, GameId, GameView, Overtime, Refusal, Request, ServiceError, Timestamp, Update,
};
use focusbot::store::{Keys, Store, Table};

use crate::service::harness::{NOW, World, expire_at, number, or_refusal, person, timed};

/// Returns a game with clocks, of people numbered from 1, that begins at `NOW`.
fn begun(world: &World, mode: Mode, text: &str, overtime: Overtime) -> GameId {
    world.begun_from(timed(Rules::new(mode), text, overtime))
}

/// Returns a world with a game as in [`begun`].
fn timed_world(mode: Mode, text: &str, overtime: Overtime) -> (World, GameId) {
    let world = World::new();
    let id = begun(&world, mode, text, overtime);
    (world, id)
}

fn at(world: &World, now: Timestamp, who: u64, request: Request) -> Result<Update, ServiceError> {
    world.service.handle(now, &person(who), request, 7)
}

#[track_caller]
fn refused_at(world: &World, now: Timestamp, who: u64, request: Request) -> Refusal {
    or_refusal(at(world, now, who, request)).expect_err("a refusal")
}

fn expire(world: &World, now: Timestamp) -> Vec<GameId> {
    expire_at(&world.service, now)
}

/// Lets people move again, and gives back the time in which they could not.
fn come_back(world: &World, now: Timestamp) {
    world.service.note_back_online(now).expect("a store");
    while world.service.give_back().expect("a store") {}
}

fn next(world: &World) -> Option<Timestamp> {
    world.service.next_deadline(NOW).expect("a store")
}

/// Returns the games with a reminder due.
fn reminders(world: &World) -> Vec<GameId> {
    let due = world.service.reminders_due(None).expect("a store").entries;
    let is_due = |id: &GameId| {
        let reminder = world.service.reminder_of(*id, NOW);
        reminder.expect("a store").is_some()
    };
    due.into_iter().filter(is_due).collect()
}

fn deadlines(world: &World) -> usize {
    let entries = world.store.scan(Table::Deadlines, &Keys::all());
    entries.expect("a store").len()
}

#[track_caller]
fn check_lost_on_time(game: &GameView, loser: u64) {
    let Some(Ending::Decided(outcome)) = game.ending else {
        panic!("expected a result, got {:?}", game.ending);
    };
    assert_eq!(outcome.termination, Termination::Time);
    let winners = outcome.winners.iter().map(|color| number(game, color));
    assert!(winners.into_iter().all(|winner| winner != loser));
    assert!(!outcome.is_draw());
}
