//! Values, scans and visits.

use focusbot::store::{
    Batch, CommitError, Expected, Key, Keys, Revision, Store, StoreError, Table,
};
use tempfile::TempDir;

use crate::store::contract::{keys, on_each, put, revision};
use crate::store::open;

#[test]
fn every_table_is_found_by_its_name() {
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
fn scan_selects_by_range_order_and_number() {
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
