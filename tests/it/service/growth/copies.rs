//! Copies of a server: what is stored about it once people have played there, with other numbers.
//! They take microseconds, where playing takes milliseconds.

use std::mem;

use focusbot::store::records::envelope::Envelope;
use focusbot::store::{Batch, Expected, Key, Keys, Store, Table};

use crate::service::growth::requests_cost::{SECOND_CHANNEL, Servers};

/// Number of the server that is copied. It and what follows from it occur nowhere by accident,
/// neither in keys nor in text.
const SERVER: u64 = 0x0102_0304_0506_0708;
/// Number of the first game there.
const FIRST_GAME: u32 = 0x7a7b_7c7d;

/// Records stored about a server.
pub(super) struct Pattern(Vec<CopiedValue>);

struct CopiedValue {
    table: Table,
    key: Template,
    schema: u16,
    payload: Template,
}

impl Pattern {
    pub(super) fn new() -> Self {
        let servers = Servers::new(0);
        // A game gets one more than the highest number.
        let before = Key::new().u32(FIRST_GAME - 1).into_bytes();
        let mut batch = Batch::new();
        batch.put(Table::Actions, before.clone(), Vec::new(), Expected::Absent);
        servers.store.commit(batch).expect("a commit");
        servers.fill(SERVER);
        let numbers = Numbers::of(SERVER, FIRST_GAME);
        let (in_keys, in_text) = (numbers.in_keys(), numbers.in_text());
        let mut values = Vec::new();
        // Facts about the whole store do not belong to a server.
        let tables = Table::ALL.iter().copied();
        for table in tables.filter(|table| *table != Table::Meta) {
            let entries = servers.store.scan(table, &Keys::all());
            for (key, stored) in entries.expect("a store") {
                if key == before {
                    continue;
                }
                let opened = Envelope::open(&stored.bytes).expect("a record");
                values.push(CopiedValue {
                    table,
                    key: Template::of(&key, &in_keys),
                    schema: opened.schema,
                    payload: Template::of(&opened.payload, &in_text),
                });
            }
        }
        Self(values)
    }

    /// Adds to `batch` what is stored about the server with this number, when every server has two
    /// games.
    pub(super) fn copy(&self, batch: &mut Batch, server: u64) {
        let first_game = u32::try_from(2 * server - 1).expect("the number of a game");
        let numbers = Numbers::of(server, first_game);
        let (in_keys, in_text) = (numbers.in_keys(), numbers.in_text());
        for value in &self.0 {
            let payload = value.payload.with(&in_text);
            let envelope = Envelope {
                schema: value.schema,
                payload: &payload,
            };
            let key = value.key.with(&in_keys);
            batch.put(value.table, key, envelope.to_bytes(), Expected::Any);
        }
    }
}

/// Numbers that differ between servers.
struct Numbers {
    /// The server and its channel, the people, and the second channel.
    ids: [u64; 4],
    games: [u32; 2],
}

impl Numbers {
    fn of(server: u64, first_game: u32) -> Self {
        let people = (2 * server, 2 * server + 1);
        Self {
            ids: [server, people.0, people.1, SECOND_CHANNEL + server],
            games: [first_game, first_game + 1],
        }
    }

    fn in_keys(&self) -> Vec<Vec<u8>> {
        let ids = self.ids.iter().map(|id| id.to_be_bytes().to_vec());
        let games = self.games.iter().map(|game| game.to_be_bytes().to_vec());
        ids.chain(games).collect()
    }

    fn in_text(&self) -> Vec<Vec<u8>> {
        let ids = self.ids.iter().map(|id| id.to_string().into_bytes());
        let games = self.games.iter();
        let games = games.map(|game| game.to_string().into_bytes());
        ids.chain(games).collect()
    }
}

/// Bytes with places for numbers.
struct Template {
    /// Bytes, and the index of the number that follows them.
    parts: Vec<(Vec<u8>, usize)>,
    end: Vec<u8>,
}

impl Template {
    /// Finds these numbers in bytes.
    fn of(bytes: &[u8], numbers: &[Vec<u8>]) -> Self {
        let (mut parts, mut end, mut rest) = (Vec::new(), Vec::new(), bytes);
        while let Some((first, others)) = rest.split_first() {
            let found = numbers.iter().position(|number| rest.starts_with(number));
            if let Some(index) = found {
                parts.push((mem::take(&mut end), index));
                rest = &rest[numbers[index].len()..];
            } else {
                end.push(*first);
                rest = others;
            }
        }
        Self { parts, end }
    }

    /// Returns the bytes with other numbers.
    fn with(&self, numbers: &[Vec<u8>]) -> Vec<u8> {
        let parts = self.parts.iter();
        let parts = parts.flat_map(|(before, index)| [&before[..], &numbers[*index][..]]);
        parts.chain([&self.end[..]]).collect::<Vec<_>>().concat()
    }
}
