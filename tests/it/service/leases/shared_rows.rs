//! Rows that all processes share: a move waits for none of them.

use std::sync::Arc;
use std::thread;

use focusbot::service::{AuditAction, GameId, GuildId, PersonId, ThemeName};
use focusbot::store::{Batch, Expected, Key, Store, Table};
use postgres::Transaction;

use crate::service::harness::{NOW, decide, play_next};
use crate::service::leases::concurrency::begin;
use crate::service::leases::processes::Process;
use crate::store::postgres::database;
use crate::support::until;

/// Number before that of the first game. It and those after it occur in no key by accident.
const BEFORE_FIRST: u32 = 0x7a7b_7c7c;

/// Locks all rows but those of a game, some of them in each table that processes share.
fn lock_all_but(holding: &mut Transaction<'_>, game: GameId) {
    let own = game.0.to_be_bytes().to_vec();
    for table in Table::ALL {
        // Keys begin or end with the number of a game if they belong to it.
        let text = format!(
            "SELECT k FROM focusbot.{table} WHERE substr(k, 1, 4) <> $1 \
             AND substr(k, length(k) - 3) <> $1 FOR UPDATE"
        );
        let held = holding.query(&*text, &[&own]).expect("rows").len();
        let is_needed = matches!(
            table,
            Table::Alive
                | Table::Games
                | Table::Guilds
                | Table::Leases
                | Table::Meta
                | Table::Players
        );
        assert!(held > 0 || !is_needed, "no row in {table}");
    }
    let text = "SELECT FROM focusbot.schema_version FOR UPDATE";
    holding.batch_execute(text).expect("a row");
}

#[test]
fn moves_lock_only_rows_of_their_game() {
    let Some(database) = database() else { return };
    // A game gets one more than the highest number.
    let mut batch = Batch::new();
    let before = Key::new().u32(BEFORE_FIRST);
    batch.put(Table::Actions, before, Vec::new(), Expected::Absent);
    database.store().commit(batch).expect("a commit");
    let mut processes = [71, 72].map(|id| Process::on(Arc::new(database.store()), id));
    for _ in 0..2 {
        for process in &mut processes {
            process.settle();
        }
    }
    let services = processes.each_ref().map(|process| &process.service);
    services[0].note_online(NOW).expect("a store");
    decide(
        services[0],
        GuildId(1),
        &AuditAction::Theme(ThemeName::Flat),
    );
    let chosen = services[0].change_settings(NOW, PersonId(1), |settings| {
        settings.theme = Some(ThemeName::Contrast);
        Ok(())
    });
    chosen.expect("a choice");
    let games = services.map(begin);
    let (mut client, mut other) = (database.client(), database.client());
    for (service, game) in services.into_iter().zip(games) {
        let mut holding = client.transaction().expect("a transaction");
        lock_all_but(&mut holding, game);
        for _ in 0..2 {
            play_next(service, NOW, game);
        }
        // A change of such a row waits.
        thread::scope(|scope| {
            let noting = scope.spawn(|| service.note_online(NOW));
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
}
