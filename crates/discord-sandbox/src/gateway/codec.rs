//! Encoding of payloads: plain, compressed one by one, or a single compressed stream.

use axum::extract::ws::Message;
use flate2::{Compress, Compression, FlushCompress, Status};
use serde_json::{Value, json};

/// Encoder of payloads into WebSocket frames.
#[derive(Debug)]
pub(crate) enum Codec {
    /// Text frames.
    Plain,
    /// A zlib stream for each frame.
    Each(Box<Compress>),
    /// One zlib stream over all frames, flushed after each.
    Stream(Box<Compress>),
}

impl Codec {
    /// Creates an encoder of one zlib stream.
    pub(crate) fn zlib_stream() -> Self {
        Self::Stream(Box::new(compress()))
    }

    /// Compresses each payload from now on as a zlib stream of its own, unless they already share
    /// one.
    pub(crate) fn compress_each(&mut self) {
        if matches!(self, Self::Plain) {
            *self = Self::Each(Box::new(compress()));
        }
    }

    /// Returns the frame of a payload.
    pub(crate) fn frame(&mut self, text: String) -> Message {
        match self {
            Self::Plain => Message::Text(text.into()),
            Self::Each(whole) => {
                whole.reset();
                let bytes = deflate(whole, text.as_bytes(), FlushCompress::Finish);
                Message::Binary(bytes.into())
            }
            Self::Stream(stream) => {
                let bytes = deflate(stream, text.as_bytes(), FlushCompress::Sync);
                Message::Binary(bytes.into())
            }
        }
    }
}

/// Returns a payload other than an event; some libraries require the fields that only events use.
pub(crate) fn payload(op: u64, data: &Value) -> String {
    json!({"op": op, "d": data, "s": null, "t": null}).to_string()
}

fn compress() -> Compress {
    Compress::new(Compression::fast(), true)
}

fn deflate(stream: &mut Compress, text: &[u8], flush: FlushCompress) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() / 2 + 64);
    let start = stream.total_in();
    loop {
        let read = usize::try_from(stream.total_in() - start).expect("text in memory");
        let status = stream
            .compress_vec(&text[read..], &mut out, flush)
            .expect("deflate into memory");
        let all_read = stream.total_in() - start == text.len() as u64;
        // Spare capacity means that all output has been written.
        let is_flushed = all_read && out.len() < out.capacity();
        if status == Status::StreamEnd || (is_flushed && flush != FlushCompress::Finish) {
            return out;
        }
        out.reserve(out.capacity().max(256));
    }
}
