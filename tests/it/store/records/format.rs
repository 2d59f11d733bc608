//! Note of the newest format that a program has written.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use focusbot::store::records::envelope::Envelope;
use focusbot::store::records::format::{FORMAT, note_format};
use focusbot::store::{Batch, CommitError, Expected, MemoryStore, Revision, Store, Table};

use crate::store::read_inner_store;

/// Store in which a newer process notes its format just before the first commit.
#[derive(Default)]
struct Raised {
    store: MemoryStore,
    is_raised: AtomicBool,
}

/// Returns the note of the next format.
fn newer() -> Vec<u8> {
    let text = format!("{{\"format\":{}}}", FORMAT + 1);
    let payload = text.as_bytes();
    Envelope { schema: 1, payload }.to_bytes()
}

impl Store for Raised {
    read_inner_store!();

    fn commit(&self, batch: Batch) -> Result<Revision, CommitError> {
        if !self.is_raised.swap(true, Relaxed) {
            let mut raised = Batch::new();
            raised.put(Table::Meta, *b"format", newer(), Expected::Any);
            self.store.commit(raised)?;
        }
        self.store.commit(batch)
    }
}

#[test]
fn note_of_a_newer_process_that_starts_at_the_same_moment_is_not_lowered() {
    let store = Raised::default();
    assert!(note_format(&store).expect("a store in memory"));
    let noted = store.get(Table::Meta, b"format").expect("a store");
    assert_eq!(noted.expect("a note").bytes, newer());
}
