//! Note of the newest format that a program has written.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use focusbot::store::records::envelope::Envelope;
use focusbot::store::records::format::{FORMAT, note_format};
use focusbot::store::{Batch, Expected, MemoryStore, Table};

use crate::store::intercepted;

/// Returns the note of the next format.
fn newer() -> Vec<u8> {
    let text = format!("{{\"format\":{}}}", FORMAT + 1);
    let payload = text.as_bytes();
    Envelope { schema: 1, payload }.to_bytes()
}

#[test]
fn note_of_a_newer_process_that_starts_at_the_same_moment_is_not_lowered() {
    let is_raised = AtomicBool::new(false);
    // The newer process notes its format just before the first commit.
    let store = intercepted(Arc::new(MemoryStore::new()), move |store, batch| {
        if !is_raised.swap(true, Relaxed) {
            let mut raised = Batch::new();
            raised.put(Table::Meta, *b"format", newer(), Expected::Any);
            store.commit(raised)?;
        }
        store.commit(batch)
    });
    assert!(note_format(&*store).expect("a store in memory"));
    let noted = store.get(Table::Meta, b"format").expect("a store");
    assert_eq!(noted.expect("a note").bytes, newer());
}
