//! Signatures of posts.
//!
//! Source: Discord, "Interactions Overview", on validating security request headers.

use std::sync::Arc;
use std::time::Duration;

use data_encoding::HEXLOWER_PERMISSIVE;
use ring::signature::{ED25519, UnparsedPublicKey};

/// Largest difference between the time of a post and the clock, so that an old post cannot be sent
/// again. Nobody waits for an answer that long.
const WINDOW: Duration = Duration::from_secs(60);

/// Time in milliseconds since 1970, with which that of a post is compared.
pub(super) type Now = Arc<dyn Fn() -> u64 + Send + Sync>;

/// Reason why a post is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unproven {
    /// A header is missing or has another form.
    Header,
    /// Somebody else has signed it, or nobody has.
    Signature,
    /// It was signed by Discord at another time.
    Time,
}

/// Check of signatures with the key of the application.
#[derive(Clone)]
pub(super) struct Verifier {
    key: UnparsedPublicKey<[u8; 32]>,
    now: Now,
}

impl Verifier {
    pub(super) fn new(key: [u8; 32], now: Now) -> Self {
        Self {
            key: UnparsedPublicKey::new(&ED25519, key),
            now,
        }
    }

    /// Checks that Discord has signed this body just now.
    ///
    /// # Errors
    ///
    /// The reason to refuse it.
    pub(super) fn check(
        &self,
        signature: &str,
        timestamp: &str,
        body: &[u8],
    ) -> Result<(), Unproven> {
        let signature = HEXLOWER_PERMISSIVE.decode(signature.as_bytes());
        let signature = signature.map_err(|_| Unproven::Header)?;
        let signature: [u8; 64] = signature.try_into().map_err(|_| Unproven::Header)?;
        let signed_s: u64 = timestamp.parse().map_err(|_| Unproven::Header)?;
        let signed = [timestamp.as_bytes(), body].concat();
        let proven = self.key.verify(&signed, &signature);
        proven.map_err(|_| Unproven::Signature)?;
        let between = ((self.now)() / 1_000).abs_diff(signed_s);
        if between > WINDOW.as_secs() {
            return Err(Unproven::Time);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use data_encoding::HEXLOWER;
    use ring::signature::{Ed25519KeyPair, KeyPair};

    use super::{Unproven, Verifier};

    const BODY: &[u8] = br#"{"type":1}"#;
    const NOW_S: u64 = 1_700_000_000;

    fn pair() -> Ed25519KeyPair {
        Ed25519KeyPair::from_seed_unchecked(&[7; 32]).expect("a seed")
    }

    fn verifier() -> Verifier {
        let key = pair().public_key().as_ref().try_into().expect("a key");
        Verifier::new(key, Arc::new(|| NOW_S * 1_000))
    }

    fn signed(timestamp: &str, body: &[u8]) -> String {
        HEXLOWER.encode(pair().sign(&[timestamp.as_bytes(), body].concat()).as_ref())
    }

    #[test]
    fn a_body_signed_just_now_is_from_discord() {
        for seconds in [NOW_S - 60, NOW_S, NOW_S + 60] {
            let time = seconds.to_string();
            assert_eq!(verifier().check(&signed(&time, BODY), &time, BODY), Ok(()));
        }
    }

    #[test]
    fn whatever_else_is_refused() {
        let time = NOW_S.to_string();
        let good = signed(&time, BODY);
        let other = Ed25519KeyPair::from_seed_unchecked(&[8; 32]).expect("a seed");
        let others = HEXLOWER.encode(other.sign(&[time.as_bytes(), BODY].concat()).as_ref());
        let later = (NOW_S + 1).to_string();
        for (signature, timestamp, body, why) in [
            (
                good.as_str(),
                time.as_str(),
                &b"{}"[..],
                Unproven::Signature,
            ),
            (&good, &later, BODY, Unproven::Signature),
            (&others, &time, BODY, Unproven::Signature),
            (&"0".repeat(128), &time, BODY, Unproven::Signature),
            ("", &time, BODY, Unproven::Header),
            (&good[1..], &time, BODY, Unproven::Header),
            (&"+f".repeat(64), &time, BODY, Unproven::Header),
            (&good, "", BODY, Unproven::Header),
            (&good, "soon", BODY, Unproven::Header),
        ] {
            let checked = verifier().check(signature, timestamp, body);
            assert_eq!(checked, Err(why), "{signature} {timestamp}");
        }
    }

    #[test]
    fn an_old_post_cannot_be_sent_again() {
        for seconds in [0, NOW_S - 61, NOW_S + 61, u64::MAX] {
            let time = seconds.to_string();
            let checked = verifier().check(&signed(&time, BODY), &time, BODY);
            assert_eq!(checked, Err(Unproven::Time), "{time}");
        }
    }
}
