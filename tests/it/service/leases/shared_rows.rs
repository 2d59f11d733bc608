//! Rows that all processes share: a move waits for none of them.

use std::sync::Arc;
use std::thread;

use focusbot::service::{GameId, Service, View};
use focusbot::store::Table;

use crate::service::harness::{NOW, mv, person};
use crate::service::leases::concurrency::begin;
use crate::service::leases::processes::Process;
use crate::store::postgres::Database;
use crate::support::until;

/// Plays any move of the person to move.
fn play(service: &Service, game: GameId) {
    let View::Game(view) = service.view(game).expect("a game") else {
        panic!("expected a game");
    };
    let mover = view.to_move().and_then(|color| view.person(color));
    let mover = person(mover.expect("a person").id.0);
    let text = view.game.position().legal_moves()[0].to_string();
    let played = service.handle(NOW, &mover, mv(game, None, &text), 7);
    played.expect("a move");
}

#[test]
fn moves_lock_only_rows_of_their_game() {
    let Some(database) = Database::new() else {
        return;
    };
    let mut processes = [71, 72].map(|id| Process::on(Arc::new(database.store()), id));
    for _ in 0..2 {
        for process in &mut processes {
            process.settle();
        }
    }
    let services = processes.each_ref().map(|process| &process.service);
    services[0].note_online(NOW).expect("a store");
    let games = services.map(begin);
    let (mut client, mut other) = (database.client(), database.client());
    let mut holding = client.transaction().expect("a transaction");
    // Keys begin or end with the number of a game if they belong to it.
    let own = games.map(|game| game.0.to_be_bytes().to_vec()).to_vec();
    for table in Table::ALL {
        let text = format!(
            "SELECT k FROM focusbot.{table} WHERE substr(k, 1, 4) <> ALL ($1) \
             AND substr(k, length(k) - 3) <> ALL ($1) FOR UPDATE"
        );
        let held = holding.query(&*text, &[&own]).expect("rows").len();
        let is_shared = matches!(table, Table::Alive | Table::Meta | Table::Leases);
        assert!(held > 0 || !is_shared, "no row in {table}");
    }
    let text = "SELECT FROM focusbot.schema_version FOR UPDATE";
    holding.batch_execute(text).expect("a row");
    for _ in 0..2 {
        for (service, game) in services.into_iter().zip(games) {
            play(service, game);
        }
    }
    // A change of such a row waits.
    thread::scope(|scope| {
        let noting = scope.spawn(|| services[0].note_online(NOW));
        let text = "SELECT EXISTS (SELECT FROM pg_stat_activity \
                    WHERE datname = current_database() AND wait_event_type = 'Lock')";
        until("a commit that waits for a lock", || {
            other.query_one(text, &[]).expect("a server").get(0)
        });
        let released = holding.rollback();
        released.expect("a transaction that still holds");
        noting.join().expect("no panic").expect("a store");
    });
}
