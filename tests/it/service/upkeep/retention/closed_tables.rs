//! Tables that were closed before their game began.

use std::sync::Arc;
use std::time::Duration;

use focus::{Mode, Rules};
use focusbot::service::{Request, Service, View};
use focusbot::store::Table;
use parking_lot::Mutex;

use crate::service::harness::{World, interrupted, remove_entries, resign};
use crate::service::upkeep::retention::{KEEPING, closed, days, exists, retire};

#[test]
fn closed_table_is_removed_after_its_time_with_all_that_follows_from_it() {
    let world = World::with_limits(KEEPING);
    let gone = closed(&world.service);
    let open = world.open(Mode::Duel);
    let begun = world.begun(Rules::new(Mode::Duel));
    world.ok(1, resign(begun));
    retire(&world.service, days(30).before(Duration::from_millis(1)));
    assert!(exists(&world.service, gone));
    retire(&world.service, days(31));
    assert!(!exists(&world.service, gone));
    assert!(exists(&world.service, open) && exists(&world.service, begun));
    assert_eq!(retire(&world.service, days(300)).1, 0, "nothing is left");
}

#[test]
fn closed_tables_are_kept_if_removal_is_off() {
    let world = World::new();
    let table = closed(&world.service);
    assert_eq!(retire(&world.service, days(3_000)).1, 0);
    assert!(exists(&world.service, table));
}

#[cfg(all(unix, feature = "postgres"))]
#[test]
fn number_of_a_removed_table_is_never_given_again() {
    use focusbot::service::upkeep::consistency::audit;

    use crate::service::leases::concurrency::each_store;

    each_store(|store, [first, second]| {
        let processes = [&first, &second].map(|store| Service::new(Arc::clone(store), KEEPING));
        let (one, other) = (closed(&processes[0]), closed(&processes[1]));
        assert!(one < other, "{store}");
        retire(&processes[0], days(31));
        assert!(!exists(&processes[1], other), "{store}");
        let mut last = other;
        for service in [&processes[1], &processes[0], &Service::new(first, KEEPING)] {
            let new = closed(service);
            assert!(new > last, "{store}: {new} after {last}");
            last = new;
            retire(service, days(31));
        }
        assert_eq!(audit(&*second, &mut || {}).expect("a store"), [], "{store}");
    });
}

#[test]
fn number_that_was_read_before_its_table_was_removed_is_not_given_again() {
    let world = World::with_limits(KEEPING);
    closed(&world.service);
    // Before the other process commits its table, another one gets the same number and goes.
    let meanwhile = Service::new(Arc::clone(&world.store) as _, KEEPING);
    let last = Arc::new(Mutex::new(None));
    let told = Arc::clone(&last);
    let slow = interrupted(&world, KEEPING, 0, move || {
        *told.lock() = Some(closed(&meanwhile));
        retire(&meanwhile, days(31));
    });
    let new = closed(&slow);
    let last = last.lock().take();
    assert!(Some(new) > last, "{new} after {last:?}");
}

#[test]
fn rematch_is_set_up_again_after_its_table_was_removed() {
    let world = World::with_limits(KEEPING);
    let game = world.begun(Rules::new(Mode::Duel));
    world.ok(1, resign(game));
    let table = world.ok(1, Request::Rematch(game)).view.id();
    world.ok(1, Request::Leave(table));
    retire(&world.service, days(31));
    let again = world.ok(2, Request::Rematch(game)).view;
    assert!(matches!(again, View::Table(_)) && again.id() > table);
}

#[test]
fn table_closed_by_an_older_version_is_kept_for_the_whole_time_once_more() {
    let world = World::with_limits(KEEPING);
    let table = closed(&world.service);
    world.rewrite(table, |record| record.idle = None);
    remove_entries(&*world.store, Table::Retention);
    let world = world.restarted_with(KEEPING);
    retire(&world.service, days(100));
    retire(&world.service, days(129));
    assert!(exists(&world.service, table));
    retire(&world.service, days(131));
    assert!(!exists(&world.service, table));
}
