//! Network files.

use std::fs;
use std::path::Path;

use crate::evaluation::network::{Network, Shape};
use crate::evaluation::{Kind, ParseLearnedError, file};

/// Prefix of a network file.
const HEAD: &str = "focusbot network ";

impl Network {
    /// Reads the bytes that [`Network::to_bytes`] wrote.
    ///
    /// # Errors
    ///
    /// The bytes have a different format.
    pub fn parse(bytes: &[u8]) -> Result<Network, ParseLearnedError> {
        let wrong = |what: &str| ParseLearnedError::new(format!("expected a network: {what}"));
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let (head, numbers) = bytes.split_at(end.ok_or_else(|| wrong("no first line"))?);
        let head = std::str::from_utf8(head).ok();
        let kind = head.and_then(|head| head.strip_prefix(HEAD)?.parse().ok());
        let kind = kind.filter(|kind: &Kind| kind.is_two_sided());
        let kind = kind.ok_or_else(|| wrong("the first line names no game of two sides"))?;
        let shape = Shape::of(kind);
        let numbers = &numbers[1..];
        if numbers.len() != 2 * shape.len {
            return Err(wrong("another number of numbers"));
        }
        let pairs = numbers.chunks_exact(2);
        let values = pairs.map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        Ok(Network::with(shape, values.collect()))
    }

    /// Reads a network file.
    ///
    /// # Errors
    ///
    /// The file cannot be read or does not hold a network.
    pub fn read(path: &Path) -> Result<Network, ParseLearnedError> {
        let bytes = file::read(path, fs::read)?;
        Network::parse(&bytes)
    }

    /// Returns the bytes of a network file: a line with the kind of game, then the numbers of its
    /// [`Shape`] as little-endian 16-bit integers.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let head = format!("{HEAD}{}\n", self.kind()).into_bytes();
        let numbers = self.values.iter().flat_map(|value| value.to_le_bytes());
        head.into_iter().chain(numbers).collect()
    }
}
