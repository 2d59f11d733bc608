//! Envelope around a record on disk, which reveals damage.
//!
//! ```text
//! byte 0      1..3     3..7     7..11                      11..
//! format      schema   length   CRC-32 of all other bytes  payload
//! ```
//! Numbers are big-endian. The payload is JSON; in format 2 it is deflated, as are most records of
//! more than a few hundred bytes.

use std::borrow::Cow;
use std::io::Read;

use flate2::read::DeflateDecoder;
use flate2::{Compress, Compression, FlushCompress, Status};
use parking_lot::Mutex;
use thiserror::Error;

/// Format of a plain payload.
const PLAIN: u8 = 1;
/// Format of a deflated payload.
const DEFLATED: u8 = 2;
/// Number of bytes before the checksum.
const HEAD: usize = 7;
/// Number of bytes before the payload.
const HEADER: usize = HEAD + 4;
/// Minimum size in bytes of a payload that is worth deflating.
const DEFLATED_FROM: usize = 160;
/// Maximum size in bytes of an inflated payload, so that a few bytes cannot exhaust the memory.
const MAX_PAYLOAD: usize = 4 << 20;

/// Payload of a record, and the schema version in which it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Envelope<'b> {
    /// Schema version of the payload.
    pub schema: u16,
    /// JSON text.
    pub payload: &'b [u8],
}

/// Content of an opened envelope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenedEnvelope<'b> {
    /// Schema version of the payload.
    pub schema: u16,
    /// JSON text.
    pub payload: Cow<'b, [u8]>,
}

/// Reason why bytes are not an intact envelope.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EnvelopeError {
    /// There are too few bytes for a header.
    #[error("expected at least {HEADER} bytes, got {0}")]
    TooShort(usize),
    /// The first byte is not a known format.
    #[error("expected record format {PLAIN} or {DEFLATED}, got {0}")]
    Format(u8),
    /// The payload is shorter or longer than the header says.
    #[error("expected a payload of {expected} bytes, got {found}")]
    Length {
        /// Bytes the header announces.
        expected: usize,
        /// Number of bytes present.
        found: usize,
    },
    /// The checksum does not match.
    #[error("the checksum does not match")]
    Checksum,
    /// The payload cannot be inflated.
    #[error("the payload cannot be inflated")]
    Deflated,
}

/// Intact envelope whose payload is still in its stored form.
struct Sealed<'b> {
    format: u8,
    schema: u16,
    payload: &'b [u8],
}

impl<'b> Sealed<'b> {
    fn check(bytes: &'b [u8]) -> Result<Self, EnvelopeError> {
        let Some((header, payload)) = bytes.split_first_chunk::<HEADER>() else {
            return Err(EnvelopeError::TooShort(bytes.len()));
        };
        let [format, s0, s1, l0, l1, l2, l3, c0, c1, c2, c3] = *header;
        if ![PLAIN, DEFLATED].contains(&format) {
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
            format,
            schema: u16::from_be_bytes([s0, s1]),
            payload,
        })
    }
}

impl<'b> Envelope<'b> {
    /// Opens an envelope.
    ///
    /// # Errors
    ///
    /// The bytes are damaged, or are not an envelope.
    pub fn open(bytes: &'b [u8]) -> Result<OpenedEnvelope<'b>, EnvelopeError> {
        let sealed = Sealed::check(bytes)?;
        let payload = if sealed.format == PLAIN {
            Cow::Borrowed(sealed.payload)
        } else {
            Cow::Owned(inflate(sealed.payload).ok_or(EnvelopeError::Deflated)?)
        };
        Ok(OpenedEnvelope {
            schema: sealed.schema,
            payload,
        })
    }

    /// Checks that an envelope is intact and returns its schema, without decoding its payload.
    ///
    /// # Errors
    ///
    /// The bytes are damaged, or are not an envelope.
    pub fn check(bytes: &[u8]) -> Result<u16, EnvelopeError> {
        Ok(Sealed::check(bytes)?.schema)
    }

    /// Encodes the envelope.
    ///
    /// # Panics
    ///
    /// The payload has 4 GiB or more.
    #[must_use]
    pub fn to_bytes(self) -> Vec<u8> {
        let is_long = (DEFLATED_FROM..MAX_PAYLOAD).contains(&self.payload.len());
        let deflated = if is_long { deflate(self.payload) } else { None };
        let (format, payload) = deflated
            .as_deref()
            .map_or((PLAIN, self.payload), |deflated| (DEFLATED, deflated));
        let length = u32::try_from(payload.len()).expect("a payload far below 4 GiB");
        let mut bytes = Vec::with_capacity(HEADER + payload.len());
        bytes.push(format);
        bytes.extend_from_slice(&self.schema.to_be_bytes());
        bytes.extend_from_slice(&length.to_be_bytes());
        bytes.extend_from_slice(&checksum(&bytes, payload).to_be_bytes());
        bytes.extend_from_slice(payload);
        bytes
    }
}

/// Number of encoders that are kept.
const KEPT: usize = 16;

/// Encoders for the next payloads; a new one allocates about 300 kB. They are not kept by each
/// thread, because hundreds of threads wait for the store at times.
static ENCODERS: Mutex<Vec<Compress>> = Mutex::new(Vec::new());

/// Deflates a payload; returns `None` if that does not make it shorter.
fn deflate(payload: &[u8]) -> Option<Vec<u8>> {
    let kept = ENCODERS.lock().pop();
    let mut encoder = kept.unwrap_or_else(|| Compress::new(Compression::default(), false));
    let mut deflated = Vec::with_capacity(payload.len());
    let done = encoder.compress_vec(payload, &mut deflated, FlushCompress::Finish);
    if !matches!(done, Ok(Status::StreamEnd)) {
        // Such an encoder is not kept: zlib-rs 0.6 does not free the room of output that did not
        // fit, and panics once there is none left.
        return None;
    }
    encoder.reset();
    keep(encoder);
    (deflated.len() < payload.len()).then_some(deflated)
}

fn keep(encoder: Compress) {
    let mut encoders = ENCODERS.lock();
    if encoders.len() < KEPT {
        encoders.push(encoder);
    }
}

/// Inflates a payload; returns `None` if it was never deflated, or is larger than [`MAX_PAYLOAD`].
fn inflate(deflated: &[u8]) -> Option<Vec<u8>> {
    let mut payload = Vec::new();
    let limit = u64::try_from(MAX_PAYLOAD).expect("a small limit");
    let mut decoder = DeflateDecoder::new(deflated).take(limit);
    decoder.read_to_end(&mut payload).ok()?;
    (payload.len() < MAX_PAYLOAD).then_some(payload)
}

fn checksum(head: &[u8], payload: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(head);
    hasher.update(payload);
    hasher.finalize()
}
