//! What surrounds a record on disk, so that a damaged one is noticed.
//!
//! ```text
//! byte 0      1..3     3..7     7..11                      11..
//! format (1)  schema   length   CRC-32 of all other bytes  payload, JSON
//! ```
//! Numbers are big-endian.

use thiserror::Error;

/// The only envelope format so far.
const FORMAT: u8 = 1;
/// Bytes before the checksum.
const HEAD: usize = 7;
/// Bytes before the payload.
const HEADER: usize = HEAD + 4;

/// A record's payload and the schema version it was written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Envelope<'b> {
    /// Schema version of the payload.
    pub schema: u16,
    /// JSON text.
    pub payload: &'b [u8],
}

/// Why bytes are not an intact envelope.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EnvelopeError {
    /// There are too few bytes for a header.
    #[error("expected at least {HEADER} bytes, got {0}")]
    TooShort(usize),
    /// The first byte is none that was ever written.
    #[error("expected record format {FORMAT}, got {0}")]
    Format(u8),
    /// The payload is shorter or longer than the header says.
    #[error("expected a payload of {expected} bytes, got {found}")]
    Length {
        /// Bytes the header announces.
        expected: usize,
        /// Bytes there are.
        found: usize,
    },
    /// The bytes are not those that were written.
    #[error("the checksum does not match")]
    Checksum,
}

impl<'b> Envelope<'b> {
    /// Opens an envelope.
    ///
    /// # Errors
    ///
    /// The bytes were damaged, or are no envelope.
    pub fn open(bytes: &'b [u8]) -> Result<Self, EnvelopeError> {
        let Some((header, payload)) = bytes.split_first_chunk::<HEADER>() else {
            return Err(EnvelopeError::TooShort(bytes.len()));
        };
        let [format, s0, s1, l0, l1, l2, l3, c0, c1, c2, c3] = *header;
        if format != FORMAT {
            return Err(EnvelopeError::Format(format));
        }
        let expected = u32::from_be_bytes([l0, l1, l2, l3]) as usize;
        if expected != payload.len() {
            return Err(EnvelopeError::Length {
                expected,
                found: payload.len(),
            });
        }
        if checksum(&header[..HEAD], payload) != u32::from_be_bytes([c0, c1, c2, c3]) {
            return Err(EnvelopeError::Checksum);
        }
        Ok(Self {
            schema: u16::from_be_bytes([s0, s1]),
            payload,
        })
    }

    /// Closes the envelope.
    ///
    /// # Panics
    ///
    /// The payload has 4 GiB or more.
    #[must_use]
    pub fn to_bytes(self) -> Vec<u8> {
        let length = u32::try_from(self.payload.len()).expect("a payload far below 4 GiB");
        let mut bytes = Vec::with_capacity(HEADER + self.payload.len());
        bytes.push(FORMAT);
        bytes.extend_from_slice(&self.schema.to_be_bytes());
        bytes.extend_from_slice(&length.to_be_bytes());
        bytes.extend_from_slice(&checksum(&bytes, self.payload).to_be_bytes());
        bytes.extend_from_slice(self.payload);
        bytes
    }
}

fn checksum(head: &[u8], payload: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(head);
    hasher.update(payload);
    hasher.finalize()
}
