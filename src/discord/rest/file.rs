//! Files that people attach, read from where Discord keeps them and from nowhere else.

use std::fmt;
use std::time::Duration;

use reqwest::{Client, Url};
use tokio::time::timeout;

use crate::discord::rest::{RestError, http_builder, read_up_to};

/// Where Discord keeps attachments.
///
/// Source: Discord, "CDN Data" and "Attachment Object" in the reference.
const HOSTS: [&str; 2] = ["cdn.discordapp.com", "media.discordapp.net"];

/// How much of a file is read, and how long it may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileLimits {
    /// Bytes; a file with more is not read.
    pub bytes: usize,
    /// Until the last of them is there.
    pub time: Duration,
}

/// Why a file was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileError {
    /// It lies at an address that is not Discord's.
    Foreign,
    /// It has more bytes than wanted.
    TooLarge,
    /// It is not there, or did not come in time; in words for the log.
    Unreachable(String),
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => f.write_str("expected an address of Discord's"),
            Self::TooLarge => f.write_str("expected a smaller file"),
            Self::Unreachable(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for FileError {}

/// Reads attachments. It never sends the bot's token, and follows no redirection.
pub struct Files {
    client: Client,
    /// The sandbox in Discord's place.
    base: Option<Url>,
}

impl Files {
    /// Reads from Discord, or from `base` in its place.
    ///
    /// # Errors
    ///
    /// If the TLS library cannot be set up.
    pub fn new(base: Option<&str>) -> Result<Self, RestError> {
        let client = http_builder(base).build();
        let unreadable = |error: &dyn fmt::Display| RestError::Unreadable(error.to_string());
        let base = base.map(Url::parse).transpose();
        Ok(Self {
            client: client.map_err(|error| unreadable(&error))?,
            base: base.map_err(|error| unreadable(&error))?,
        })
    }

    /// What lies at an address of Discord's.
    ///
    /// # Errors
    ///
    /// The address is another's, or there is no file there that keeps the limits.
    pub async fn read(&self, url: &str, limits: FileLimits) -> Result<Vec<u8>, FileError> {
        let url = Url::parse(url).map_err(|_| FileError::Foreign)?;
        if !self.is_known(&url) {
            return Err(FileError::Foreign);
        }
        let late = |_| Err(FileError::Unreachable("no file in time".to_owned()));
        timeout(limits.time, self.fetch(url, limits.bytes))
            .await
            .unwrap_or_else(late)
    }

    fn is_known(&self, url: &Url) -> bool {
        match &self.base {
            Some(base) => url.origin() == base.origin(),
            None => {
                url.scheme() == "https"
                    && url.port().is_none()
                    && url.host_str().is_some_and(|host| HOSTS.contains(&host))
            }
        }
    }

    async fn fetch(&self, url: Url, limit: usize) -> Result<Vec<u8>, FileError> {
        // The address holds a signature, which is nothing for the log.
        let failed =
            |error: reqwest::Error| FileError::Unreachable(error.without_url().to_string());
        let mut response = self.client.get(url).send().await.map_err(failed)?;
        if !response.status().is_success() {
            let status = response.status().as_u16();
            return Err(FileError::Unreachable(format!("status {status}")));
        }
        let read = read_up_to(&mut response, limit).await.map_err(failed)?;
        read.ok_or(FileError::TooLarge)
    }
}
