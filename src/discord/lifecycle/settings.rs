//! Settings of the access to Discord.

use std::fmt;
use std::num::NonZero;

use crate::discord::gateway::ShardRange;
use crate::discord::gateway::endpoint::Endpoint;
use crate::discord::rest::interactions::response_times::ResponseTimes;
use crate::service::REQUESTS_PER_SECOND;

/// Access to Discord.
#[derive(Clone)]
pub struct Settings {
    /// Token with which the bot signs in.
    pub token: String,
    /// Base address of the API, if it is not Discord's own.
    pub api_base: Option<String>,
    /// Shards of this process; `None` for all servers, or with an endpoint for none.
    pub shards: Option<ShardRange>,
    /// Address at which interactions arrive, unless they come through the gateway.
    pub endpoint: Option<Endpoint>,
    /// Number of requests per second that this process and those on the same store may send.
    pub requests_per_second: NonZero<u32>,
    /// Times within which interactions are answered.
    pub response_times: ResponseTimes,
}

impl Settings {
    /// Creates settings for all servers of an API other than Discord's own, which has Discord's
    /// limits.
    #[must_use]
    pub fn at(api_base: impl Into<String>, token: impl Into<String>) -> Self {
        Self {
            token: token.into(),
            api_base: Some(api_base.into()),
            shards: None,
            endpoint: None,
            requests_per_second: REQUESTS_PER_SECOND,
            response_times: ResponseTimes::default(),
        }
    }
}

impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The token stays out of every log.
        f.debug_struct("Settings")
            .field("api_base", &self.api_base)
            .field("shards", &self.shards)
            .field("endpoint", &self.endpoint)
            .finish_non_exhaustive()
    }
}
