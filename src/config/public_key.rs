//! Public key of the application.

use std::fmt;
use std::str::FromStr;

use data_encoding::{HEXLOWER, HEXLOWER_PERMISSIVE};
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
        let key = HEXLOWER_PERMISSIVE.decode(text.trim().as_bytes());
        let key = key.map_err(|_| NoPublicKey)?;
        let key: [u8; 32] = key.try_into().map_err(|_| NoPublicKey)?;
        Ok(Self(key))
    }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&HEXLOWER.encode(&self.0))
    }
}
