//! Two processes that handle requests about one table or ended game at the same moment.

use std::sync::atomic::AtomicU32;
use std::sync::{Arc, Barrier};
use std::thread;

use focus::Mode;
use focusbot::service::{GameId, Request, Service, ServiceError, Update, View};
use focusbot::store::{Key, Store};

use crate::service::harness::{NOW, counts_down, granted, person, resign};
use crate::service::leases::concurrency::{WIDE, begin, changes_game, each_store, open};
use crate::store::intercepted;

/// Lets two processes handle a request about a game at the same moment.
fn at_once(
    stores: &[Arc<dyn Store>; 2],
    game: GameId,
    requests: [(u64, Request); 2],
) -> [Result<Update, ServiceError>; 2] {
    // The first commits of the game meet, so that both start from the same state.
    let meeting = Arc::new((AtomicU32::new(2), Barrier::new(2)));
    let services = stores.each_ref().map(|store| {
        let (key, meeting) = (Key::new().u32(game.0), Arc::clone(&meeting));
        let store = intercepted(Arc::clone(store), move |store, batch| {
            let (missing, barrier) = &*meeting;
            if changes_game(&batch, &key) && counts_down(missing) {
                barrier.wait();
            }
            store.commit(batch)
        });
        Service::new(store, WIDE)
    });
    let [first, second] = requests;
    let ask = |service: &Service, (who, request)| service.handle(NOW, &person(who), request, 7);
    thread::scope(|scope| {
        let first = scope.spawn(|| ask(&services[0], first));
        let second = ask(&services[1], second);
        [first.join().expect("no panic"), second]
    })
}

/// Asserts that one of two processes was refused, and that there is no game after this one.
#[track_caller]
fn check_one(store: &Arc<dyn Store>, game: GameId, done: &[Result<Update, ServiceError>; 2]) {
    let refused = done.iter().filter(|done| done.is_err()).count();
    assert_eq!(refused, 1, "{done:?}");
    check_last(store, game);
}

/// Asserts that there is no game after this one.
#[track_caller]
fn check_last(store: &Arc<dyn Store>, game: GameId) {
    let service = Service::new(Arc::clone(store), WIDE);
    assert!(matches!(service.view(game), Ok(View::Game(_))));
    let next = service.view(GameId(game.0 + 1));
    assert!(next.is_err(), "{next:?}");
}

#[test]
fn two_processes_make_one_game_of_a_table() {
    each_store(|_, stores| {
        let service = Service::new(Arc::clone(&stores[0]), WIDE);
        let last_seat = open(&service, Mode::Duel, &[]);
        let joins = [2, 3].map(|who| (who, Request::Join(last_seat)));
        check_one(&stores[0], last_seat, &at_once(&stores, last_seat, joins));
        let to_start = open(&service, Mode::ThreeWay, &[2]);
        let starts = [1, 1].map(|who| (who, Request::Start(to_start)));
        check_one(&stores[0], to_start, &at_once(&stores, to_start, starts));
        let is_filled = open(&service, Mode::ThreeWay, &[2]);
        let both = [
            (3, Request::Join(is_filled)),
            (1, Request::Start(is_filled)),
        ];
        check_one(&stores[0], is_filled, &at_once(&stores, is_filled, both));
    });
}

#[test]
fn two_processes_set_up_one_rematch() {
    each_store(|name, stores| {
        let service = Service::new(Arc::clone(&stores[0]), WIDE);
        let ended = || {
            let old = begin(&service);
            granted(&service, NOW, 1, resign(old));
            old
        };
        let old = ended();
        let asked = at_once(&stores, old, [1, 2].map(|who| (who, Request::Rematch(old))));
        let ids = asked.map(|asked| asked.expect("a rematch").view.id());
        assert_eq!(ids, [GameId(old.0 + 1); 2], "{name}: the second joins");
        check_last(&stores[0], ids[0]);
        let old = ended();
        let asked = at_once(&stores, old, [1, 1].map(|who| (who, Request::Rematch(old))));
        assert!(asked.iter().any(Result::is_err), "{name}: {asked:?}");
        let next = granted(&service, NOW, 2, Request::Rematch(old)).view.id();
        assert_eq!(next, GameId(old.0 + 1), "{name}");
        check_last(&stores[0], next);
    });
}
