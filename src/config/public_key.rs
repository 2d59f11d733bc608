//! Public key of the application.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// Ed25519 key with which Discord's signatures are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublicKey(pub [u8; 32]);

/// Error of a text that is not a public key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "expected 64 hexadecimal digits, as Discord's developer portal shows them under General \
     Information"
)]
pub struct NoPublicKey;

impl FromStr for PublicKey {
    type Err = NoPublicKey;

    fn from_str(text: &str) -> Result<Self, NoPublicKey> {
        let digits = text.trim().as_bytes();
        let mut key = [0; 32];
        if digits.len() != 2 * key.len() || !digits.iter().all(u8::is_ascii_hexdigit) {
            return Err(NoPublicKey);
        }
        for (byte, pair) in key.iter_mut().zip(digits.chunks(2)) {
            let pair = str::from_utf8(pair).map_err(|_| NoPublicKey)?;
            *byte = u8::from_str_radix(pair, 16).map_err(|_| NoPublicKey)?;
        }
        Ok(Self(key))
    }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}
