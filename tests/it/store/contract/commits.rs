//! Conditions, limits and revisions of commits.

use focusbot::store::{Batch, CommitError, Expected, Keys, MAX_VALUE_BYTES, Revision, Table};

use crate::store::contract::{keys, on_each, put, revision};

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
            let committed = store.commit(batch).map(drop);
            assert_eq!(committed, result, "{key:?} {expected:?}");
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
fn all_conditions_apply_to_the_store_before_the_batch() {
    on_each(|store| {
        let mut batch = Batch::new();
        batch
            .put(Table::Games, b"a", b"1".to_vec(), Expected::Absent)
            .put(Table::Games, b"a", b"2".to_vec(), Expected::Absent);
        store.commit(batch).expect("a commit");
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
        store.commit(batch).expect("a commit");
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
            store.commit(batch).map(drop)
        };
        assert_eq!(put(MAX_VALUE_BYTES), Ok(()));
        let refusal = CommitError::TooLarge {
            table: Table::Games,
            bytes: MAX_VALUE_BYTES + 1,
        };
        assert_eq!(put(MAX_VALUE_BYTES + 1), Err(refusal));
    });
}
