//! Removal of data that is no longer needed.

mod closed_tables;
mod idle_games;
mod servers;

use std::sync::Arc;
use std::sync::atomic::AtomicU32;

use focusbot::service::{
    GameId, GuildId, Limits, Reached, Refusal, RetentionPeriods, Service, ServiceError, Timestamp,
};
use focusbot::store::StoreError;

use crate::service::harness::{DAY, HERE, LIMITS, NOW, World, closed_table, counts_down};
use crate::store::intercepted;

/// Retention periods of the tests.
const PERIODS: RetentionPeriods = RetentionPeriods {
    closed_tables: Some(DAY.saturating_mul(30)),
    idle_games: Some(DAY.saturating_mul(60)),
    idle_notice: DAY.saturating_mul(7),
    left_servers: Some(DAY.saturating_mul(30)),
    audit_entries: Some(DAY.saturating_mul(365)),
};

const KEEPING: Limits = Limits {
    retention: PERIODS,
    ..LIMITS
};

/// Returns a service on the store of `world` whose process is killed after this many commits.
fn killed_after(world: &World, commits: u32) -> Service {
    let left = AtomicU32::new(commits);
    let store = intercepted(Arc::clone(&world.store) as _, move |store, batch| {
        if counts_down(&left) {
            return store.commit(batch);
        }
        Err(StoreError::Closed.into())
    });
    Service::new(store, KEEPING)
}

/// Handles everything that is due while the bot is on no server, as [`retire_on`] does.
fn retire(service: &Service, now: Timestamp) -> (Vec<GameId>, usize) {
    retire_on(service, now, &[])
}

/// Handles everything that is due while the bot is on these servers; returns the games that people
/// see change, and the number of steps.
fn retire_on(service: &Service, now: Timestamp, servers: &[GuildId]) -> (Vec<GameId>, usize) {
    let (mut changed, mut steps) = (Vec::new(), 0);
    let mut reached: Option<Reached> = None;
    loop {
        let is_lost = |guild| !servers.contains(&guild);
        let page = service.retire(now, reached, is_lost).expect("a store");
        changed.extend(page.entries);
        reached = page.next;
        if reached.is_none() {
            return (changed, steps);
        }
        steps += 1;
    }
}

fn days(number: u32) -> Timestamp {
    NOW.after(DAY * number)
}

/// Opens a table, and closes it.
fn closed(service: &Service) -> GameId {
    closed_table(service, 1, HERE)
}

fn exists(service: &Service, game: GameId) -> bool {
    match service.view(game) {
        Ok(_) => true,
        Err(ServiceError::Refused(Refusal::NoSuchGame(_))) => false,
        Err(error) => panic!("{error}"),
    }
}
