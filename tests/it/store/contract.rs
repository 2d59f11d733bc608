//! Contract of `Store`, checked for the stores in memory, on disk and in PostgreSQL.

use std::collections::BTreeSet;
use std::sync::{Arc, Barrier};
use std::thread;

use focusbot::store::{
    Batch, CommitError, Expected, Key, Keys, MAX_VALUE_BYTES, MemoryStore, Revision, Store,
    StoreError, Table,
};
use tempfile::TempDir;

use crate::store::open;
#[cfg(all(unix, feature = "postgres"))]
use crate::store::postgres::Database;

/// Runs `fact` on a fresh store of each kind.
#[track_caller]
fn on_each(fact: impl Fn(Arc<dyn Store>)) {
    fact(Arc::new(MemoryStore::new()));
    let folder = TempDir::new().expect("a temporary folder");
    fact(Arc::new(open(folder.path())));
    #[cfg(all(unix, feature = "postgres"))]
    if let Some(database) = Database::new() {
        fact(Arc::new(database.store()));
    }
}

fn put(store: &dyn Store, table: Table, key: &[u8], bytes: &[u8]) -> Revision {
    let mut batch = Batch::new();
    batch.put(table, key, bytes.to_vec(), Expected::Any);
    store.commit(batch).expect("a commit without conditions");
    revision(store, table, key).expect("a value just written")
}

fn revision(store: &dyn Store, table: Table, key: &[u8]) -> Option<Revision> {
    let stored = store.get(table, key).expect("a readable store");
    stored.map(|stored| stored.revision)
}

fn keys(store: &dyn Store, keys: &Keys) -> Vec<Vec<u8>> {
    let entries = store.scan(Table::Games, keys).expect("a readable store");
    entries.into_iter().map(|(key, _)| key).collect()
}

#[test]
fn table_has_one_name_for_ever() {
    for (place, table) in Table::ALL.iter().copied().enumerate() {
        assert_eq!(table as usize, place, "{table} is in its place");
        assert_eq!(Table::from_name(table.name()), Some(table));
        assert!(
            table.name().bytes().all(|byte| byte.is_ascii_lowercase()),
            "{table}"
        );
    }
    assert_eq!(
        Table::Quarantine as usize + 1,
        Table::ALL.len(),
        "the last variant"
    );
    assert_eq!(Table::from_name("gemas"), None);
}

#[test]
fn value_is_read_back_from_its_own_table_only() {
    on_each(|store| {
        put(&*store, Table::Games, b"k", b"v");
        let stored = store.get(Table::Games, b"k").expect("a readable store");
        assert_eq!(stored.expect("a value").bytes, b"v");
        assert_eq!(store.get(Table::Players, b"k"), Ok(None));
        assert_eq!(store.get(Table::Games, b"kk"), Ok(None));
    });
}

#[test]
fn values_read_together_are_those_read_one_by_one() {
    on_each(|store| {
        put(&*store, Table::Games, b"a", b"1");
        put(&*store, Table::Games, b"b", b"2");
        put(&*store, Table::Players, b"a", b"3");
        let places = [
            (Table::Players, "a"),
            (Table::Games, "b"),
            (Table::Players, "b"),
            (Table::Games, "a"),
            (Table::Games, "b"),
        ];
        let places = places.map(|(table, key)| (table, Key::new().bytes(key.as_bytes())));
        let together = store.get_many(&places).expect("a readable store");
        let alone = places.iter().map(|(table, key)| store.get(*table, key));
        let alone = alone
            .collect::<Result<Vec<_>, _>>()
            .expect("a readable store");
        assert_eq!(together, alone);
        assert_eq!(together.iter().flatten().count(), 4);
        assert_eq!(store.get_many(&[]), Ok(Vec::new()));
    });
}

#[test]
fn scan_selects_by_stretch_order_and_number() {
    on_each(|store| {
        for key in [
            &[1][..],
            &[1, 0],
            &[1, 0xff],
            &[2],
            &[0xff],
            &[0xff, 0xff],
            &[],
        ] {
            put(&*store, Table::Games, key, b"");
        }
        put(&*store, Table::Actions, &[1, 7], b"");
        put(&*store, Table::Guilds, &[1, 7], b"");

        let check = |selection: Keys, expected: &[&[u8]]| {
            assert_eq!(keys(&*store, &selection), expected, "{selection:?}");
        };
        let all: [&[u8]; 7] = [&[], &[1], &[1, 0], &[1, 0xff], &[2], &[0xff], &[0xff, 0xff]];
        check(Keys::all(), &all);
        check(Keys::prefix(&[1]), &[&[1], &[1, 0], &[1, 0xff]]);
        check(Keys::prefix(&[0xff]), &[&[0xff], &[0xff, 0xff]]);
        check(Keys::prefix(&[3]), &[]);
        check(
            Keys::all().from([1, 0xff]).before([0xff]),
            &[&[1, 0xff], &[2]],
        );
        check(Keys::all().after([1, 0xff]).limit(2), &[&[2], &[0xff]]);
        check(
            Keys::prefix(&[1]).reversed().limit(2),
            &[&[1, 0xff], &[1, 0]],
        );
        check(Keys::all().limit(0), &[]);
        check(Keys::all().from([2]).before([1]), &[]);
        check(Keys::all().after([1]).before([1]), &[]);
    });
}

#[test]
fn scans_made_together_are_those_made_one_by_one() {
    on_each(|store| {
        for key in [&[1][..], &[1, 0], &[1, 0xff], &[2]] {
            put(&*store, Table::Games, key, b"");
            put(&*store, Table::Watches, key, b"");
        }
        let scans = [
            (Table::Watches, Keys::prefix(&[1]).reversed()),
            (Table::Games, Keys::prefix(&[3])),
            (Table::Games, Keys::all().after([1]).before([2])),
            (Table::Watches, Keys::all().limit(3)),
            (Table::Games, Keys::all().after([1]).before([1])),
        ];
        let together = store.scan_many(&scans).expect("a readable store");
        let alone = scans.iter().map(|(table, keys)| store.scan(*table, keys));
        let alone: Result<Vec<_>, _> = alone.collect();
        assert_eq!(together, alone.expect("a readable store"));
        let counts: Vec<_> = together.iter().map(Vec::len).collect();
        assert_eq!(counts, [3, 0, 2, 3, 0]);
        assert_eq!(store.scan_many(&[]), Ok(Vec::new()));
    });
}

#[test]
fn visit_shows_every_value_in_order() {
    on_each(|store| {
        for (table, key) in [
            (Table::Players, b"b"),
            (Table::Games, b"z"),
            (Table::Players, b"a"),
            (Table::Actions, b"q"),
        ] {
            put(&*store, table, key, b"");
        }
        let mut seen = Vec::new();
        let shown = store.visit(&mut |table, key, _| {
            if table != Table::Meta {
                seen.push((table.name(), key.to_vec()));
            }
        });
        assert!(shown.is_ok(), "{shown:?}");
        let expected = [
            ("actions", b"q".to_vec()),
            ("games", b"z".to_vec()),
            ("players", b"a".to_vec()),
            ("players", b"b".to_vec()),
        ];
        assert_eq!(seen, expected);
    });
}

#[test]
fn conditions_decide_whether_a_batch_is_made() {
    on_each(|store| {
        let old = put(&*store, Table::Games, b"there", b"1");
        let new = put(&*store, Table::Games, b"there", b"2");
        assert!(old < new);
        for (key, expected, is_made) in [
            (&b"there"[..], Expected::Absent, false),
            (b"there", Expected::Revision(old), false),
            (b"there", Expected::Revision(Revision(new.0 + 1)), false),
            (b"there", Expected::Revision(new), true),
            (b"there", Expected::Any, true),
            (b"nothing", Expected::Any, true),
            (b"nothing", Expected::Revision(new), false),
        ] {
            let mut batch = Batch::new();
            batch.put(Table::Games, key, b"3".to_vec(), expected);
            let conflict = CommitError::Conflict {
                table: Table::Games,
                key: key.to_vec(),
            };
            let result = if is_made { Ok(()) } else { Err(conflict) };
            assert_eq!(store.commit(batch), result, "{key:?} {expected:?}");
        }
    });
}

#[test]
fn key_that_must_stay_absent_need_not_be_written() {
    on_each(|store| {
        put(&*store, Table::Games, b"there", b"1");
        for (key, is_made) in [(&b"there"[..], false), (b"nothing", true)] {
            let mut batch = Batch::new();
            batch.require(Table::Games, key, Expected::Absent).put(
                Table::Players,
                key,
                b"2".to_vec(),
                Expected::Any,
            );
            assert_eq!(store.commit(batch).is_ok(), is_made, "{key:?}");
            let mut batch = Batch::new();
            batch.delete(Table::Games, key, Expected::Absent);
            assert_eq!(store.commit(batch).is_ok(), is_made, "{key:?}");
        }
        assert_eq!(keys(&*store, &Keys::all()), [b"there"]);
    });
}

#[test]
fn conflict_names_the_first_condition_that_does_not_hold() {
    on_each(|store| {
        put(&*store, Table::Games, b"a", b"");
        put(&*store, Table::Players, b"b", b"");
        let mut batch = Batch::new();
        batch
            .require(Table::Games, b"a", Expected::Any)
            .require(Table::Players, b"b", Expected::Absent)
            .require(Table::Games, b"a", Expected::Absent);
        let conflict = CommitError::Conflict {
            table: Table::Players,
            key: b"b".to_vec(),
        };
        assert_eq!(store.commit(batch), Err(conflict));
    });
}

#[test]
fn batch_may_have_thousands_of_changes() {
    on_each(|store| {
        let mut batch = Batch::new();
        for number in 0..5_000_u32 {
            let key = number.to_be_bytes();
            batch.put(Table::Games, key, vec![7; 100], Expected::Absent);
        }
        store.commit(batch).expect("a commit of new keys");
        let mut batch = Batch::new();
        for number in 0..5_000_u32 {
            batch.delete(Table::Games, number.to_be_bytes(), Expected::Any);
        }
        batch.put(Table::Games, *b"last", Vec::new(), Expected::Absent);
        store.commit(batch).expect("a commit without conditions");
        assert_eq!(keys(&*store, &Keys::all()), [b"last"]);
    });
}

#[test]
fn refused_batch_changes_nothing() {
    on_each(|store| {
        let read = put(&*store, Table::Games, b"a", b"old");
        put(&*store, Table::Games, b"a", b"newer");
        let mut batch = Batch::new();
        batch
            .put(Table::Games, b"b", b"x".to_vec(), Expected::Absent)
            .delete(Table::Games, b"a", Expected::Any)
            .require(Table::Games, b"a", Expected::Revision(read));
        assert!(store.commit(batch).is_err());
        assert_eq!(keys(&*store, &Keys::all()), [b"a"]);
    });
}

#[test]
fn all_conditions_speak_of_the_store_before_the_batch() {
    on_each(|store| {
        let mut batch = Batch::new();
        batch
            .put(Table::Games, b"a", b"1".to_vec(), Expected::Absent)
            .put(Table::Games, b"a", b"2".to_vec(), Expected::Absent);
        assert_eq!(store.commit(batch), Ok(()));
        let stored = store.get(Table::Games, b"a").expect("a readable store");
        assert_eq!(stored.expect("a value").bytes, b"2");
    });
}

#[test]
fn revision_does_not_repeat_when_a_key_is_written_again() {
    on_each(|store| {
        let first = put(&*store, Table::Games, b"a", b"1");
        let mut batch = Batch::new();
        batch.delete(Table::Games, b"a", Expected::Revision(first));
        assert_eq!(store.commit(batch), Ok(()));
        assert_eq!(revision(&*store, Table::Games, b"a"), None);
        let second = put(&*store, Table::Games, b"a", b"1");
        assert!(first < second);
    });
}

#[test]
fn value_above_the_limit_is_refused() {
    on_each(|store| {
        let put = |bytes: usize| {
            let mut batch = Batch::new();
            batch.put(Table::Games, b"a", vec![7; bytes], Expected::Any);
            store.commit(batch)
        };
        assert_eq!(put(MAX_VALUE_BYTES), Ok(()));
        let refusal = CommitError::TooLarge {
            table: Table::Games,
            bytes: MAX_VALUE_BYTES + 1,
        };
        assert_eq!(put(MAX_VALUE_BYTES + 1), Err(refusal));
    });
}

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
                    Ok(()) => won += 1,
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
fn whoever_is_refused_can_read_what_stood_in_the_way() {
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
                    Ok(()) => {}
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

#[test]
fn store_on_disk_finds_everything_again() {
    let folder = TempDir::new().expect("a temporary folder");
    let mut last = Revision(0);
    for round in 0..5_u8 {
        let store = open(folder.path());
        assert_eq!(keys(&store, &Keys::all()).len(), usize::from(round));
        let revision = put(&store, Table::Games, &[round], b"");
        assert!(last < revision, "revisions go on after a restart");
        last = revision;
    }
}

#[test]
fn closed_store_reads_but_does_not_commit() {
    let folder = TempDir::new().expect("a temporary folder");
    let store = open(folder.path());
    put(&store, Table::Games, b"a", b"1");
    store.close();
    store.close();
    let mut batch = Batch::new();
    batch.delete(Table::Games, b"a", Expected::Any);
    assert_eq!(
        store.commit(batch),
        Err(CommitError::Store(StoreError::Closed))
    );
    assert!(revision(&store, Table::Games, b"a").is_some());
}
