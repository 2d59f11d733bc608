//! Types stored on disk, and upgrades from older schemas.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use thiserror::Error;

use crate::store::Table;
use crate::store::records::envelope::{Envelope, EnvelopeError, OpenedEnvelope};

/// Conversion of the JSON of one schema version to that of the next.
///
/// It leaves values it cannot interpret unchanged: reading the result then fails.
pub type Upgrade = fn(Value) -> Value;

/// Type that exists only for the disk; a table holds one such type.
pub trait Record: Serialize + DeserializeOwned {
    /// Table of these records.
    const TABLE: Table;
    /// Version this program writes, counted from 1.
    const SCHEMA: u16;
    /// One step for each older version: the first turns version 1 into version 2.
    const UPGRADES: &'static [Upgrade] = &[];
}

/// Reason why a value is not a record of the requested type.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordError {
    /// The bytes are damaged.
    #[error("the record is damaged: {0}")]
    Damaged(#[from] EnvelopeError),
    /// A newer program wrote it.
    #[error(
        "the record has schema {found}, and this focusbot knows {known}: \
         a newer focusbot has written it"
    )]
    Newer {
        /// Schema of the record.
        found: u16,
        /// Newest schema this program knows.
        known: u16,
    },
    /// The bytes are intact, but this program cannot interpret them.
    #[error("the record is not as expected: {0}")]
    Unexpected(String),
}

impl RecordError {
    /// Returns whether the value is damaged, so that no program can ever read it.
    #[must_use]
    pub const fn is_damage(&self) -> bool {
        match self {
            Self::Damaged(_) => true,
            Self::Newer { .. } | Self::Unexpected(_) => false,
        }
    }
}

/// Description of a type of record, without the type as a parameter.
#[derive(Clone, Copy, Debug)]
pub struct RecordType {
    /// Table of these records.
    pub table: Table,
    /// Newest schema this program knows.
    pub schema: u16,
    /// Decodes a value as such a record, and discards it.
    pub check: fn(&[u8]) -> Result<(), RecordError>,
}

impl RecordType {
    /// Returns the description of `R`.
    #[must_use]
    pub const fn of<R: Record>() -> Self {
        Self {
            table: R::TABLE,
            schema: R::SCHEMA,
            check: |bytes| decode::<R>(bytes).map(drop),
        }
    }
}

/// Encodes a record as the bytes of a value.
///
/// # Panics
///
/// The record cannot be JSON, as with a map whose keys are not text.
pub fn encode<R: Record>(record: &R) -> Vec<u8> {
    const { assert_upgrades::<R>() };
    let payload = serde_json::to_vec(record).expect("a record that can be JSON");
    let envelope = Envelope {
        schema: R::SCHEMA,
        payload: &payload,
    };
    envelope.to_bytes()
}

/// Decodes a record of this or an older schema.
///
/// # Errors
///
/// The bytes are damaged, from a newer program, or not this type of record.
pub fn decode<R: Record>(bytes: &[u8]) -> Result<R, RecordError> {
    const { assert_upgrades::<R>() };
    let OpenedEnvelope { schema, payload } = Envelope::open(bytes)?;
    if schema == R::SCHEMA {
        return Ok(serde_json::from_slice(&payload)?);
    }
    if schema > R::SCHEMA {
        return Err(RecordError::Newer {
            found: schema,
            known: R::SCHEMA,
        });
    }
    let first = usize::from(schema)
        .checked_sub(1)
        .ok_or_else(|| RecordError::Unexpected("expected a schema from 1, got 0".to_owned()))?;
    let value: Value = serde_json::from_slice(&payload)?;
    let value = R::UPGRADES[first..]
        .iter()
        .fold(value, |value, upgrade| upgrade(value));
    Ok(serde_json::from_value(value)?)
}

const fn assert_upgrades<R: Record>() {
    assert!(
        R::UPGRADES.len() + 1 == R::SCHEMA as usize,
        "one upgrade for each older schema"
    );
}

impl From<serde_json::Error> for RecordError {
    fn from(error: serde_json::Error) -> Self {
        Self::Unexpected(error.to_string())
    }
}
