//! Layout of the database: its file, and the places and values in it.

use sled::IVec;

use crate::store::{Revision, StoreError, Stored, Table};

/// sled's name for the data file.
pub(in crate::store) const DATA: &str = "db";
/// Key of the record count.
pub(super) const RECORD_COUNT: &[u8] = b"\0census";
/// Number of bytes of the revision before each value.
const REVISION: usize = 8;

/// Returns the place of a key: its key in sled's only tree.
pub(super) fn place(table: Table, key: &[u8]) -> Vec<u8> {
    let mut place = Vec::with_capacity(table.name().len() + 1 + key.len());
    place.extend_from_slice(table.name().as_bytes());
    place.push(0);
    place.extend_from_slice(key);
    place
}

/// Returns the first place after those of `table`.
pub(super) fn end(table: Table) -> Vec<u8> {
    let mut place = table.name().as_bytes().to_vec();
    place.push(1);
    place
}

/// Returns the table and key of a place; `None` if it is in no table of this program.
pub(super) fn split(place: &[u8]) -> Option<(Table, &[u8])> {
    let at = place.iter().position(|byte| *byte == 0)?;
    let table = Table::from_name(str::from_utf8(&place[..at]).ok()?)?;
    Some((table, &place[at + 1..]))
}

/// Reads a stored value.
#[expect(
    clippy::needless_pass_by_value,
    reason = "what every iterator of sled yields"
)]
pub(super) fn stored(value: IVec) -> Result<Stored, StoreError> {
    let (revision, bytes) = open_value(&value)?;
    let bytes = bytes.to_vec();
    Ok(Stored { bytes, revision })
}

/// Splits a stored value into its revision and its bytes.
pub(super) fn open_value(value: &[u8]) -> Result<(Revision, &[u8]), StoreError> {
    let Some((revision, bytes)) = value.split_first_chunk::<REVISION>() else {
        let found = value.len();
        let text = format!("expected a value of at least {REVISION} bytes, got {found}");
        return Err(StoreError::Damaged(text));
    };
    Ok((Revision(u64::from_be_bytes(*revision)), bytes))
}
