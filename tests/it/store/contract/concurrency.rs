//! Several writers, and readers beside them.

use std::collections::BTreeSet;
use std::sync::Barrier;
use std::thread;

use focusbot::store::{Batch, CommitError, Expected, Keys, Table};

use crate::store::contract::{keys, on_each, put, revision};

#[test]
fn one_of_many_wins_each_round_of_a_race() {
    const RACERS: usize = 8;
    const ROUNDS: u64 = 40;
    on_each(|store| {
        put(&*store, Table::Games, b"count", &0_u64.to_be_bytes());
        let start = Barrier::new(RACERS);
        let race = || {
            start.wait();
            let mut won = 0;
            while won < ROUNDS {
                let stored = store.get(Table::Games, b"count").expect("a readable store");
                let stored = stored.expect("the counter");
                let bytes = stored.bytes.clone().try_into().expect("eight bytes");
                let next = u64::from_be_bytes(bytes) + 1;
                let mut batch = Batch::new();
                let expected = Expected::from(&stored);
                batch.put(
                    Table::Games,
                    b"count",
                    next.to_be_bytes().to_vec(),
                    expected,
                );
                batch.put(Table::Actions, next.to_be_bytes(), vec![], Expected::Absent);
                match store.commit(batch) {
                    Ok(_) => won += 1,
                    Err(CommitError::Conflict { .. }) => {}
                    Err(error) => panic!("{error}"),
                }
            }
        };
        thread::scope(|scope| {
            for _ in 0..RACERS {
                scope.spawn(race);
            }
        });
        let stored = store.get(Table::Games, b"count").expect("a readable store");
        let total = ROUNDS * RACERS as u64;
        assert_eq!(stored.expect("the counter").bytes, total.to_be_bytes());
        let actions = store
            .scan(Table::Actions, &Keys::all())
            .expect("a readable store");
        assert_eq!(actions.len() as u64, total);
    });
}

#[test]
fn refused_writer_can_read_the_conflicting_change() {
    const ROUNDS: usize = 100;
    on_each(|store| {
        put(&*store, Table::Games, b"k", b"v");
        let rival = || {
            for _ in 0..ROUNDS {
                let seen = revision(&*store, Table::Games, b"k").expect("a value");
                let mut batch = Batch::new();
                let expected = Expected::Revision(seen);
                batch.put(Table::Games, b"k", b"w".to_vec(), expected);
                match store.commit(batch) {
                    Ok(_) => {}
                    Err(CommitError::Conflict { .. }) => {
                        let now = revision(&*store, Table::Games, b"k");
                        assert_ne!(now, Some(seen), "the same again");
                    }
                    Err(other) => panic!("{other}"),
                }
            }
        };
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(rival);
            }
        });
    });
}

#[test]
fn a_patient_batch_is_written_alone_and_with_others() {
    on_each(|store| {
        let write = |key: u8, is_patient: bool| {
            let mut batch = Batch::new();
            batch.put(Table::Games, [key], vec![key], Expected::Absent);
            if is_patient {
                batch.be_patient();
            }
            store.commit(batch).expect("a commit");
            assert!(revision(&*store, Table::Games, &[key]).is_some(), "{key}");
        };
        write(0, true);
        thread::scope(|scope| {
            for key in 1..20 {
                scope.spawn(move || write(key, key % 2 == 0));
            }
        });
        assert_eq!(keys(&*store, &Keys::all()).len(), 20);
    });
}

#[test]
fn reader_never_sees_half_a_batch() {
    on_each(|store| {
        thread::scope(|scope| {
            let writer = scope.spawn(|| {
                for number in 0..200_u32 {
                    let mut batch = Batch::new();
                    for key in 0..20_u8 {
                        let bytes = number.to_be_bytes().to_vec();
                        batch.put(Table::Games, [key], bytes, Expected::Any);
                    }
                    store.commit(batch).expect("a commit without conditions");
                }
            });
            while !writer.is_finished() {
                let values = store
                    .scan(Table::Games, &Keys::all())
                    .expect("a readable store");
                let one = values.windows(2).all(|pair| pair[0].1 == pair[1].1);
                assert!(one, "values of two batches in one scan");
            }
        });
    });
}

#[test]
fn visit_shows_one_moment() {
    on_each(|store| {
        thread::scope(|scope| {
            let writer = scope.spawn(|| {
                for number in 0..100_u32 {
                    let mut batch = Batch::new();
                    for table in [Table::Players, Table::Games, Table::Actions] {
                        for key in 0..5_u8 {
                            let bytes = number.to_be_bytes().to_vec();
                            batch.put(table, [key], bytes, Expected::Any);
                        }
                    }
                    store.commit(batch).expect("a commit without conditions");
                }
            });
            while !writer.is_finished() {
                let mut seen = BTreeSet::new();
                let visited = store.visit(&mut |table, _, stored| {
                    if table != Table::Meta {
                        seen.insert(stored.bytes);
                    }
                });
                assert!(visited.is_ok(), "{visited:?}");
                assert!(seen.len() <= 1, "values of two batches in one visit");
            }
        });
    });
}
