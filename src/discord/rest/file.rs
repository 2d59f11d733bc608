//! Attachments, read only from Discord's own hosts.

use std::time::Duration;

use reqwest::{Client, Url};
use thiserror::Error;
use tokio::time::timeout;

use crate::discord::rest::sending::client::{http_client, read_up_to};
use crate::discord::rest::{RestError, error};

/// Hosts of attachments.
///
/// Source: Discord, "CDN Data" and "Attachment Object" in the reference.
const HOSTS: [&str; 2] = ["cdn.discordapp.com", "media.discordapp.net"];

/// Limits for reading a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileLimits {
    /// Size limit in bytes; a larger file is not read.
    pub bytes: usize,
    /// Time limit for the whole file.
    pub time: Duration,
}

/// Reason why a file was not read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FileError {
    /// The URL does not belong to Discord.
    #[error("expected an address of Discord's")]
    Foreign,
    /// The file is larger than the limit.
    #[error("expected a smaller file")]
    TooLarge,
    /// The file does not exist or did not arrive in time; the text is for the log.
    #[error("{0}")]
    Unreachable(String),
}

/// Reader of attachments. It never sends the bot's token and follows no redirects.
pub struct Files {
    client: Client,
    /// URL of the sandbox in Discord's place.
    base: Option<Url>,
}

impl Files {
    /// Creates a reader for Discord, or for `base` in its place.
    ///
    /// # Errors
    ///
    /// If the TLS library cannot be set up.
    pub fn new(base: Option<&str>) -> Result<Self, RestError> {
        let client = http_client(base)?;
        let base = base.map(Url::parse).transpose();
        let base = base.map_err(|error| RestError::Unreadable(error.to_string()))?;
        Ok(Self { client, base })
    }

    /// Reads the file at a URL of Discord.
    ///
    /// # Errors
    ///
    /// The URL is not Discord's, or there is no file within the limits.
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
        let failed = |error| FileError::Unreachable(error::without_url(error));
        let mut response = self.client.get(url).send().await.map_err(failed)?;
        if !response.status().is_success() {
            let status = response.status().as_u16();
            return Err(FileError::Unreachable(format!("status {status}")));
        }
        let read = read_up_to(&mut response, limit).await.map_err(failed)?;
        read.ok_or(FileError::TooLarge)
    }
}
