//! Records written by every version so far: `tests/data/schema/<table>/<schema>.jsonl`.
//!
//! No line of a file is changed once a version with it has been released. A new schema gets a new
//! file.

use std::collections::BTreeSet;

use focusbot::store::records::envelope::Envelope;
use focusbot::store::records::record::{decode, encode};
use focusbot::store::records::{
    ActionsRecord, AliveRecord, BehindRecord, GameRecord, GuildRecord, ImportRecord, KINDS,
    LadderRecord, LeaseRecord, LeftoverRecord, MarkRecord, MessageRecord, PlayerRecord,
    RatingRecord, ReminderRecord, ResultRecord, UnannouncedRecord, WatchRecord,
};
use focusbot::store::{Record, Table};

use crate::support::files::read;

/// Returns the records of a table that the version with this schema has written, as text.
fn written(table: Table, schema: u16) -> Vec<String> {
    let text = read(format!("tests/data/schema/{table}/{schema}.jsonl"));
    text.lines().map(str::to_owned).collect()
}

#[test]
fn records_of_every_version_are_read() {
    for kind in KINDS {
        for schema in 1..=kind.schema {
            for text in written(kind.table, schema) {
                let payload = text.as_bytes();
                let bytes = Envelope { schema, payload }.to_bytes();
                assert_eq!(
                    (kind.check)(&bytes),
                    Ok(()),
                    "{} {schema}: {text}",
                    kind.table
                );
            }
        }
    }
}

/// Reads each record of the newest schema in a table and writes it again.
fn check_table<R: Record>(table: Table) {
    for text in written(table, R::SCHEMA) {
        let bytes = Envelope {
            schema: R::SCHEMA,
            payload: text.as_bytes(),
        };
        let record = decode::<R>(&bytes.to_bytes()).expect("a record of the newest schema");
        let again = encode(&record);
        let payload = Envelope::open(&again).expect("an intact envelope").payload;
        assert_eq!(str::from_utf8(&payload), Ok(&*text), "{table}");
    }
}

fn check_newest<R: Record>(tables: &mut BTreeSet<Table>) {
    check_table::<R>(R::TABLE);
    tables.insert(R::TABLE);
}

#[test]
fn newest_schema_is_written_as_it_lies_in_the_files() {
    let mut tables = BTreeSet::new();
    check_newest::<GameRecord>(&mut tables);
    check_newest::<ActionsRecord>(&mut tables);
    check_newest::<UnannouncedRecord>(&mut tables);
    check_newest::<MessageRecord>(&mut tables);
    check_newest::<AliveRecord>(&mut tables);
    check_newest::<LeaseRecord>(&mut tables);
    check_newest::<ReminderRecord>(&mut tables);
    check_newest::<WatchRecord>(&mut tables);
    check_newest::<BehindRecord>(&mut tables);
    check_newest::<RatingRecord>(&mut tables);
    check_newest::<ResultRecord>(&mut tables);
    check_newest::<LadderRecord>(&mut tables);
    check_newest::<ImportRecord>(&mut tables);
    check_newest::<PlayerRecord>(&mut tables);
    check_newest::<GuildRecord>(&mut tables);
    check_newest::<LeftoverRecord>(&mut tables);
    let kinds: BTreeSet<_> = KINDS.iter().map(|kind| kind.table).collect();
    for table in kinds.difference(&tables) {
        check_table::<MarkRecord>(*table);
    }
    // Their values are of several types.
    let mixed = [Table::Meta, Table::Quarantine];
    let all = Table::ALL.iter().copied();
    assert_eq!(kinds, all.filter(|table| !mixed.contains(table)).collect());
}

#[test]
fn fields_that_a_later_version_adds_are_passed_over() {
    for kind in KINDS {
        for text in written(kind.table, kind.schema) {
            // In a list, the first object gets it.
            let (before, fields) = text.split_once('{').expect("an object");
            let comma = if fields == "}" { "" } else { "," };
            let later = format!("{before}{{\"added_later\":[1]{comma}{fields}");
            let bytes = Envelope {
                schema: kind.schema,
                payload: later.as_bytes(),
            };
            assert_eq!((kind.check)(&bytes.to_bytes()), Ok(()), "{later}");
        }
    }
}
