//! HTTP client under all requests.

use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::{Client, Response};

use crate::discord::rest::RestError;

/// User agent in the format that Discord requires.
///
/// Source: Discord, "User Agent" in the reference.
pub const AGENT: &str = concat!(
    "DiscordBot (",
    env!("CARGO_PKG_HOMEPAGE"),
    ", ",
    env!("CARGO_PKG_VERSION"),
    ")"
);

/// Creates a client that follows no redirects, which would carry URLs with tokens to other hosts.
pub(in crate::discord::rest) fn http_client(base: Option<&str>) -> Result<Client, RestError> {
    let mut builder = Client::builder()
        .user_agent(AGENT)
        .redirect(Policy::none())
        .use_rustls_tls()
        .connect_timeout(Duration::from_secs(5))
        .timeout(Duration::from_secs(30));
    if base.is_some() {
        // Otherwise a proxy from the environment would also be used for 127.0.0.1.
        builder = builder.no_proxy();
    }
    let client = builder.build();
    client.map_err(|error| RestError::Unreadable(error.to_string()))
}

/// Reads the body of a response; `None` if it is larger than `limit`.
pub(in crate::discord::rest) async fn read_up_to(
    response: &mut Response,
    limit: usize,
) -> Result<Option<Vec<u8>>, reqwest::Error> {
    let mut bytes = Vec::new();
    // The declared length may be wrong.
    while let Some(chunk) = response.chunk().await? {
        if bytes.len() + chunk.len() > limit {
            return Ok(None);
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(Some(bytes))
}
