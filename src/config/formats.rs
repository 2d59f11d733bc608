//! Settings that need more than a type: they may be empty for none, or need a certain form.

use std::path::PathBuf;

use serde::de::Error as _;
use serde::{Deserialize as _, Deserializer};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::{Builder, LevelFilter};

/// Reads a filter that `tracing` can parse.
pub(super) fn filter<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let text = String::deserialize(deserializer)?;
    // `tracing` computes the length without the leading space but includes the space, so it would
    // read the wrong name or panic inside a character.
    let parts: Vec<_> = text.split(',').map(str::trim).collect();
    let text = parts.join(",");
    let filter = filters().parse(&text);
    filter.map(|_| text).map_err(|error| {
        D::Error::custom(format!(
            "expected a filter such as `warn,focusbot=info`: {error}"
        ))
    })
}

/// Returns the parser of filters.
///
/// Values of fields are literal: as regular expressions, a few hundred characters take minutes.
pub(crate) fn filters() -> Builder {
    let errors = LevelFilter::ERROR.into();
    EnvFilter::builder()
        .with_regex(false)
        .with_default_directive(errors)
}

/// Reads the path of a folder, which must not be empty.
pub(super) fn folder<'de, D: Deserializer<'de>>(deserializer: D) -> Result<PathBuf, D::Error> {
    let path = PathBuf::deserialize(deserializer)?;
    if path.as_os_str().is_empty() {
        return Err(D::Error::custom(
            "expected the name of a folder, got nothing",
        ));
    }
    // Bytes of a variable that are not UTF-8 have become this, and would name a new, empty folder.
    if path.to_string_lossy().contains(char::REPLACEMENT_CHARACTER) {
        return Err(D::Error::custom("expected the name of a folder in UTF-8"));
    }
    Ok(path)
}

/// Text of any type; empty for none.
pub(super) mod text {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serializer};

    #[expect(clippy::ref_option, reason = "how serde calls it")]
    pub(crate) fn serialize<T: Display, S: Serializer>(
        value: &Option<T>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match value {
            Some(value) => serializer.collect_str(value),
            None => serializer.serialize_str(""),
        }
    }

    pub(crate) fn deserialize<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        let text = String::deserialize(deserializer)?;
        if text.is_empty() {
            return Ok(None);
        }
        text.parse().map(Some).map_err(D::Error::custom)
    }
}

/// Address of a web server; empty for none.
pub(super) mod address {
    use serde::Deserializer;
    use serde::de::Error as _;

    use crate::config::formats::text;

    pub(crate) use crate::config::formats::text::serialize;

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<String>, D::Error> {
        let address: Option<String> = text::deserialize(deserializer)?;
        let is_web = |text: &String| text.starts_with("http://") || text.starts_with("https://");
        if address.as_ref().is_some_and(|text| !is_web(text)) {
            return Err(D::Error::custom(
                "expected an address such as `http://127.0.0.1:8064`",
            ));
        }
        Ok(address)
    }
}

/// Address of a database; empty for none.
pub(super) mod database {
    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer};

    pub(crate) use crate::config::formats::text::serialize;

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<String>, D::Error> {
        // A type error would show the value.
        let text = String::deserialize(deserializer)
            .map_err(|_| D::Error::custom("expected an address in quotation marks"))?;
        if text.is_empty() {
            return Ok(None);
        }
        check(&text).map_err(D::Error::custom)?;
        Ok(Some(text))
    }

    #[cfg(feature = "postgres")]
    fn check(text: &str) -> Result<(), crate::store::postgres::UrlError> {
        text.parse::<crate::store::postgres::DatabaseUrl>()
            .map(drop)
    }

    #[cfg(not(feature = "postgres"))]
    const fn check(_: &str) -> Result<(), &'static str> {
        Err("expected nothing, as this focusbot was built without the feature `postgres`")
    }
}

/// Password; empty for none.
pub(super) mod password {
    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer};

    use crate::config::Password;

    pub(crate) use crate::config::formats::text::serialize;

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Password>, D::Error> {
        // A type error would show the value.
        let text = String::deserialize(deserializer)
            .map_err(|_| D::Error::custom("expected a password in quotation marks"))?;
        Ok(Password::new(&text))
    }
}

/// Address with a port; empty for none.
pub(super) mod socket {
    use std::net::SocketAddr;

    use serde::Deserializer;
    use serde::de::Error as _;

    use crate::config::formats::text;

    pub(crate) use crate::config::formats::text::serialize;

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<SocketAddr>, D::Error> {
        let address: Option<String> = text::deserialize(deserializer)?;
        let parsed = address.map(|text| text.parse()).transpose();
        parsed.map_err(|_| {
            D::Error::custom("expected an address and a port such as `127.0.0.1:9464`")
        })
    }
}

/// Token; empty for none.
pub(super) mod token {
    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer};

    use crate::config::Token;

    pub(crate) use crate::config::formats::text::serialize;

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Token>, D::Error> {
        // A type error would show the value.
        let text = String::deserialize(deserializer)
            .map_err(|_| D::Error::custom("expected a token in quotation marks"))?;
        if text.trim().is_empty() {
            return Ok(None);
        }
        Token::new(&text).map(Some).map_err(D::Error::custom)
    }
}
