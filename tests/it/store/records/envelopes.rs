//! Records in their envelopes: older, damaged and newer ones.

use std::io::{self, Write};
use std::iter;
use std::sync::Arc;
use std::thread;
use std::time::SystemTime;

use focus_engine::Rng;
use focusbot::store::backup::restore::restore;
use focusbot::store::records::check::check_records;
use focusbot::store::records::envelope::{Envelope, EnvelopeError};
use focusbot::store::records::record::{Upgrade, decode, encode};
use focusbot::store::{
    Archive, Batch, Expected, Folder, Keys, MemoryStore, Options, ReadError, Record, RecordError,
    RecordType, Table, backup,
};
use parking_lot::Mutex;
use proptest::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::store::open_when_free;
use crate::support::files::read;

/// Person as the third version of an imaginary program stores it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Person {
    name: String,
    languages: Vec<String>,
    games: u64,
}

impl Record for Person {
    const TABLE: Table = Table::Players;
    const SCHEMA: u16 = 3;
    const UPGRADES: &'static [Upgrade] = &[one_language_to_many, games_counted_from_zero];
}

fn one_language_to_many(mut person: Value) -> Value {
    if let Some(fields) = person.as_object_mut() {
        let language = fields.remove("language");
        fields.insert("languages".to_owned(), json!(Vec::from_iter(language)));
    }
    person
}

fn games_counted_from_zero(mut person: Value) -> Value {
    person["games"] = json!(0);
    person
}

fn ada() -> Person {
    Person {
        name: "Ada".to_owned(),
        languages: vec!["pl".to_owned()],
        games: 0,
    }
}

fn archive_with(key: &[u8], bytes: Vec<u8>) -> Archive {
    let archive = Archive::new(Arc::new(MemoryStore::new()));
    let mut batch = Batch::new();
    batch.put(Table::Players, key, bytes, Expected::Absent);
    archive.commit(batch).expect("a commit to an empty store");
    archive
}

fn reason(archive: &Archive, key: &[u8]) -> RecordError {
    match archive.read::<Person>(key) {
        Err(ReadError::Unreadable { reason, .. }) => reason,
        other => panic!("expected an unreadable record, got {other:?}"),
    }
}

#[test]
fn record_is_read_back_with_its_revision() {
    let archive = Archive::new(Arc::new(MemoryStore::new()));
    let mut batch = Batch::new();
    batch.put_record(b"ada", &ada(), Expected::Absent);
    archive.commit(batch).expect("a commit to an empty store");

    let held = archive.read::<Person>(b"ada").expect("a readable record");
    let held = held.expect("a record");
    assert_eq!(held.record, ada());

    let mut batch = Batch::new();
    batch.put_record(b"ada", &ada(), Expected::Revision(held.revision));
    archive.commit(batch).expect("a commit");
}

#[test]
fn records_of_every_schema_become_todays() {
    for schema in 1..=Person::SCHEMA {
        let text = read(format!("tests/data/schema/person/{schema}.json"));
        let payload = text.trim_end().as_bytes();
        let bytes = Envelope { schema, payload }.to_bytes();
        let archive = archive_with(b"ada", bytes);
        let held = archive.read::<Person>(b"ada").expect("a readable record");
        assert_eq!(held.expect("a record").record, ada(), "schema {schema}");
    }
}

#[test]
fn newest_schema_is_written_as_it_lies_in_the_file() {
    let text = read("tests/data/schema/person/3.json");
    let bytes = encode(&ada());
    let envelope = Envelope::open(&bytes).expect("an intact envelope");
    assert_eq!(envelope.schema, 3);
    assert_eq!(envelope.payload, text.trim_end().as_bytes());
}

#[test]
fn long_payload_is_deflated_and_comes_back() {
    let text = format!("[{}0]", "\"a3-a4\",".repeat(100));
    let schema = 7;
    for payload in [text.as_bytes(), b"{\"short\":1}"] {
        let bytes = Envelope { schema, payload }.to_bytes();
        assert!(bytes.len() < 100, "{}", bytes.len());
        let opened = Envelope::open(&bytes).expect("an intact envelope");
        assert_eq!((opened.schema, &*opened.payload), (schema, payload));
        assert_eq!(Envelope::check(&bytes), Ok(schema));
    }
    let payload = text.as_bytes();
    let mut bytes = Envelope { schema, payload }.to_bytes();
    assert_eq!(bytes[0], 2);
    *bytes.last_mut().expect("a byte") ^= 1;
    assert_eq!(Envelope::open(&bytes), Err(EnvelopeError::Checksum));
}

/// Returns random bytes, which cannot be deflated.
fn noise(length: usize) -> Vec<u8> {
    let mut random = Rng::of(1, 0);
    let bytes = iter::repeat_with(|| random.bits().to_be_bytes()[0]);
    bytes.take(length).collect()
}

#[test]
fn envelope_does_not_depend_on_those_before_it() {
    let (schema, noise, text) = (7, noise(50_000), "\"a3-a4\",".repeat(10_000));
    let payloads = [50_000, 10_000, 160, 1_000].into_iter().flat_map(|length| {
        // Several in a row, so that rests of those that get no shorter would add up.
        let plain = [(1, &noise[..length]); 10];
        plain.into_iter().chain([(2, &text.as_bytes()[..length])])
    });
    for (format, payload) in payloads {
        let encode = || Envelope { schema, payload }.to_bytes();
        let bytes = encode();
        assert_eq!(bytes[0], format, "{} bytes", payload.len());
        let opened = Envelope::open(&bytes).expect("an intact envelope");
        assert!(*opened.payload == *payload, "{} bytes", payload.len());
        let first = thread::scope(|scope| scope.spawn(encode).join());
        let first = first.expect("an envelope");
        assert!(bytes == first, "{} bytes", payload.len());
    }
}

#[test]
fn envelope_has_a_fixed_encoding() {
    let bytes = Envelope {
        schema: 0x0102,
        payload: b"{}",
    };
    let bytes = bytes.to_bytes();
    assert_eq!(bytes[..7], [1, 1, 2, 0, 0, 0, 2]);
    assert_eq!(
        bytes[7..11],
        crc32fast::hash(b"\x01\x01\x02\x00\x00\x00\x02{}").to_be_bytes()
    );
    assert_eq!(bytes[11..], *b"{}");
}

proptest! {
    #[test]
    fn every_flipped_bit_is_noticed(bit in 0..encode(&ada()).len() * 8) {
        let mut bytes = encode(&ada());
        bytes[bit / 8] ^= 1 << (bit % 8);
        prop_assert!(matches!(decode::<Person>(&bytes), Err(RecordError::Damaged(_))));
    }

    #[test]
    fn every_cut_is_noticed(length in 0..encode(&ada()).len()) {
        let bytes = encode(&ada());
        prop_assert!(matches!(decode::<Person>(&bytes[..length]), Err(RecordError::Damaged(_))));
    }
}

#[test]
fn damaged_record_is_set_aside_and_its_key_is_free() {
    let mut bytes = encode(&ada());
    bytes[20] ^= 0x40;
    let archive = archive_with(b"ada", bytes.clone());

    let damage = RecordError::Damaged(EnvelopeError::Checksum);
    assert_eq!(reason(&archive, b"ada"), damage);
    assert_eq!(archive.read::<Person>(b"ada"), Ok(None));
    let aside = archive.store().get(Table::Quarantine, b"players\0ada");
    assert_eq!(
        aside.expect("a readable store").expect("a value").bytes,
        bytes
    );

    let mut batch = Batch::new();
    batch.put_record(b"ada", &ada(), Expected::Absent);
    archive.commit(batch).expect("a commit");
}

#[test]
fn record_of_the_future_stays_where_it_is() {
    let payload = br#"{"name":"Ada","soul":true}"#;
    let bytes = Envelope { schema: 4, payload }.to_bytes();
    let archive = archive_with(b"ada", bytes.clone());
    let newer = RecordError::Newer { found: 4, known: 3 };
    assert_eq!(reason(&archive, b"ada"), newer);
    assert_eq!(reason(&archive, b"ada"), newer);
    let there = archive.store().get(Table::Players, b"ada");
    assert_eq!(
        there.expect("a readable store").expect("a value").bytes,
        bytes
    );
}

#[test]
fn unreadable_record_is_logged_once() {
    let future = Envelope {
        schema: 4,
        payload: b"{}",
    };
    let archive = archive_with(b"ada", future.to_bytes());
    let log = Arc::new(Mutex::new(Vec::new()));
    let writer = Arc::clone(&log);
    let subscriber = tracing_subscriber::fmt()
        .with_ansi(false)
        .with_writer(move || Log(Arc::clone(&writer)))
        .finish();
    tracing::subscriber::with_default(subscriber, || {
        reason(&archive, b"ada");
        reason(&archive, b"ada");
        let found = archive.scan::<Person>(&Keys::all());
        assert_eq!(found, Ok(vec![]));
    });
    let log = log.lock().clone();
    let log = String::from_utf8(log).expect("text");
    assert_eq!(log.matches("cannot read a record").count(), 1, "{log}");
    assert!(log.contains("table=players key=\"616461\""), "{log}");
}

/// Log in memory.
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn record_without_meaning_stays_where_it_is() {
    for payload in [&b"{\"name\":7}"[..], b"[", b"{\"name\":\"Ada\"}"] {
        let archive = archive_with(b"ada", Envelope { schema: 3, payload }.to_bytes());
        assert!(matches!(
            reason(&archive, b"ada"),
            RecordError::Unexpected(_)
        ));
        assert!(matches!(
            reason(&archive, b"ada"),
            RecordError::Unexpected(_)
        ));
    }
}

#[test]
fn scan_leaves_out_what_cannot_be_read() {
    let mut damaged = encode(&ada());
    damaged[3] = 9;
    let archive = archive_with(b"b", damaged);
    let mut batch = Batch::new();
    for key in [b"a", b"c"] {
        batch.put_record(key, &ada(), Expected::Absent);
    }
    archive.commit(batch).expect("a commit of new keys");
    let people = archive
        .scan::<Person>(&Keys::all())
        .expect("a readable store");
    let keys: Vec<_> = people.into_iter().map(|(key, _)| key).collect();
    assert_eq!(keys, [b"a", b"c"]);
}

#[test]
fn check_reports_every_flaw_and_changes_nothing() {
    let mut damaged = encode(&ada());
    damaged[3] = 9;
    let archive = archive_with(b"damaged", damaged);
    let mut batch = Batch::new();
    let future = Envelope {
        schema: 4,
        payload: b"{}",
    };
    let meaningless = Envelope {
        schema: 3,
        payload: b"{}",
    };
    batch
        .put_record(b"fine", &ada(), Expected::Absent)
        .put(
            Table::Players,
            b"future",
            future.to_bytes(),
            Expected::Absent,
        )
        .put(
            Table::Players,
            b"meaningless",
            meaningless.to_bytes(),
            Expected::Absent,
        )
        .put(
            Table::Deadlines,
            b"all is in the key",
            vec![],
            Expected::Absent,
        );
    archive.commit(batch).expect("a commit of new keys");

    let kinds = [RecordType::of::<Person>()];
    let store = &**archive.store();
    let report = check_records(store, &kinds).expect("a readable store");
    assert_eq!(report.counts[&Table::Players], 4);
    assert_eq!(report.total(), 5);
    let flawed: Vec<_> = report.flaws.iter().map(|flaw| &flaw.key[..]).collect();
    assert_eq!(flawed, [&b"damaged"[..], b"future", b"meaningless"]);
}

#[test]
fn backup_of_an_older_schema_becomes_todays() {
    let payload = br#"{"name":"Ada","language":"pl"}"#;
    let old = archive_with(b"ada", Envelope { schema: 1, payload }.to_bytes());
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let written = backup::write(&**old.store(), folder.path(), SystemTime::UNIX_EPOCH, 1);
    let data = Folder::new(folder.path().join("data"));
    restore(&written.expect("a backup").path, &data).expect("a sound backup");
    let opened = open_when_free(&data, Options::default()).expect("a sound store");
    let archive = Archive::new(Arc::new(opened.store));
    let read = archive.read::<Person>(b"ada").expect("a readable record");
    assert_eq!(read.expect("a record").record, ada());
}
