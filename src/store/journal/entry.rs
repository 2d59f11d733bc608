//! Committed batch as stored in the journal.
//!
//! ```text
//! byte 0     8        12         20                             24
//! MARK       length   revision   CRC-32 of all the others, of   payload
//!                                the lineage and the payload
//! ```
//! Numbers are big-endian. The payload is one byte of flags, then for each change: the length of
//! its place and the place, and either [`GONE`] or the length of its value and the value. A damaged
//! entry does not affect others: reading continues at the next mark.

use std::ops::Range;

use crate::store::{Lineage, Revision};

/// Beginning of every entry; no UTF-8 text contains these bytes.
const MARK: [u8; 8] = *b"\xf0focus1\n";
/// Number of bytes before the payload.
const HEAD: usize = MARK.len() + 4 + 8 + 4;
/// Length that stands for a deleted value.
const GONE: u32 = u32::MAX;
/// Flag of a batch that deletes somebody's data.
const ERASES: u8 = 1;

/// Committed batch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Number of the commit.
    pub(crate) revision: Revision,
    /// True if the previous content must not be kept for long.
    pub(crate) erases: bool,
    /// Places, each with its new value, or `None` if it is deleted.
    pub(crate) changes: Vec<(Vec<u8>, Option<Vec<u8>>)>,
}

/// Intact entry in the bytes of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct IntactEntry {
    pub(super) revision: Revision,
    pub(super) erases: bool,
    /// Byte range of the whole entry.
    pub(super) bytes: Range<usize>,
}

impl Entry {
    /// Appends the entry to `out`.
    pub(crate) fn write(&self, lineage: Lineage, out: &mut Vec<u8>) {
        let begin = out.len();
        out.extend_from_slice(&MARK);
        out.extend_from_slice(&[0; 4]);
        out.extend_from_slice(&self.revision.0.to_be_bytes());
        out.extend_from_slice(&[0; 4]);
        out.push(if self.erases { ERASES } else { 0 });
        for (place, value) in &self.changes {
            write_bytes(out, place);
            match value {
                Some(value) => write_bytes(out, value),
                None => out.extend_from_slice(&GONE.to_be_bytes()),
            }
        }
        let entry = &mut out[begin..];
        let length = length(entry.len() - HEAD);
        entry[MARK.len()..][..4].copy_from_slice(&length);
        let checksum = checksum(lineage, entry).to_be_bytes();
        entry[HEAD - 4..HEAD].copy_from_slice(&checksum);
    }

    /// Reads the entry that fills `bytes` completely.
    pub(super) fn read(lineage: Lineage, bytes: &[u8]) -> Option<Self> {
        let found = entry_at(lineage, bytes, 0)?;
        let (_, mut rest) = bytes[found.bytes].split_at_checked(HEAD + 1)?;
        let mut changes = Vec::new();
        while !rest.is_empty() {
            let (place, after) = read_bytes(rest)?;
            let (value, after) = read_bytes(after)?;
            changes.push((place?.to_vec(), value.map(<[u8]>::to_vec)));
            rest = after;
        }
        Some(Self {
            revision: found.revision,
            erases: found.erases,
            changes,
        })
    }
}

/// Finds all intact entries in the bytes of a file, and counts the bytes outside of them.
pub(super) fn scan(lineage: Lineage, bytes: &[u8]) -> (Vec<IntactEntry>, usize) {
    let (mut found, mut lost, mut at) = (Vec::new(), 0, 0);
    while at < bytes.len() {
        if let Some(entry) = entry_at(lineage, bytes, at) {
            at = entry.bytes.end;
            found.push(entry);
            continue;
        }
        let mut marks = bytes[at + 1..].windows(MARK.len());
        let next = marks.position(|window| window == MARK);
        let next = next.map_or(bytes.len(), |skipped| at + 1 + skipped);
        lost += next - at;
        at = next;
    }
    (found, lost)
}

/// Returns the intact entry that begins at `at`, if there is one.
fn entry_at(lineage: Lineage, bytes: &[u8], at: usize) -> Option<IntactEntry> {
    let rest = &bytes[at..];
    let head = rest.strip_prefix(&MARK)?;
    let (length, head) = head.split_first_chunk()?;
    let (revision, _) = head.split_first_chunk()?;
    let length = usize::try_from(u32::from_be_bytes(*length)).ok()?;
    let entry = rest.get(..HEAD.checked_add(length)?)?;
    let (expected, payload) = entry[HEAD - 4..].split_first_chunk()?;
    if checksum(lineage, entry) != u32::from_be_bytes(*expected) {
        return None;
    }
    Some(IntactEntry {
        revision: Revision(u64::from_be_bytes(*revision)),
        erases: payload.first()? & ERASES != 0,
        bytes: at..at + entry.len(),
    })
}

/// Returns the checksum of an entry. It includes the lineage, so that nobody can forge an entry
/// within a value.
fn checksum(lineage: Lineage, entry: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&lineage.0.to_be_bytes());
    hasher.update(&entry[MARK.len()..HEAD - 4]);
    hasher.update(&entry[HEAD..]);
    hasher.finalize()
}

fn write_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    out.extend_from_slice(&length(bytes.len()));
    out.extend_from_slice(bytes);
}

fn length(bytes: usize) -> [u8; 4] {
    let length = u32::try_from(bytes).expect("a batch of less than 4 GiB");
    length.to_be_bytes()
}

/// Splits off bytes after their length (`None` for a deleted value), and returns them with the
/// rest.
fn read_bytes(from: &[u8]) -> Option<(Option<&[u8]>, &[u8])> {
    let (length, rest) = from.split_first_chunk()?;
    let length = u32::from_be_bytes(*length);
    if length == GONE {
        return Some((None, rest));
    }
    let (bytes, rest) = rest.split_at_checked(usize::try_from(length).ok()?)?;
    Some((Some(bytes), rest))
}

#[cfg(test)]
mod tests {
    use super::{Entry, scan};
    use crate::store::{Lineage, Revision};

    const LINEAGE: Lineage = Lineage(0x1234);

    fn entry(revision: u64) -> Entry {
        let value = |number: u64| vec![7; usize::try_from(number * 13).expect("a small number")];
        Entry {
            revision: Revision(revision),
            erases: revision == 2,
            changes: (0..revision)
                .map(|number| (vec![1; 3], (number != 1).then(|| value(number))))
                .collect(),
        }
    }

    fn written() -> Vec<u8> {
        let mut bytes = Vec::new();
        (0..5).for_each(|revision| entry(revision).write(LINEAGE, &mut bytes));
        bytes
    }

    fn read(bytes: &[u8]) -> Vec<Entry> {
        let (found, _) = scan(LINEAGE, bytes);
        let entries = found.into_iter();
        let entries = entries.map(|found| Entry::read(LINEAGE, &bytes[found.bytes]));
        entries.map(|entry| entry.expect("an entry")).collect()
    }

    #[test]
    fn entries_come_back_as_they_were_written() {
        let expected: Vec<_> = (0..5).map(entry).collect();
        assert_eq!(read(&written()), expected);
        assert_eq!(scan(LINEAGE, &written()).1, 0);
        assert_eq!(scan(Lineage(1), &written()).0, []);
    }

    #[test]
    fn flipped_bit_costs_one_entry() {
        let whole = written();
        for bit in 0..whole.len() * 8 {
            let mut bytes = whole.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(read(&bytes).len(), 4, "bit {bit}");
        }
    }

    #[test]
    fn torn_end_costs_what_was_being_written() {
        let whole = written();
        let (found, _) = scan(LINEAGE, &whole);
        for length in 0..whole.len() {
            let left = found.iter().filter(|entry| entry.bytes.end <= length);
            assert_eq!(read(&whole[..length]).len(), left.count(), "{length}");
        }
    }
}
