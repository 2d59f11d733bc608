//! Requests about the bot itself, its gateway, application and account, and about other accounts.

use std::num::NonZero;
use std::time::Duration;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serenity::all::{ApplicationId, UserId};
use serenity::http::{LightMethod, Request, Route};

use crate::discord::rest::endpoints::read;
use crate::discord::rest::limiter::LONGEST_WAIT;
use crate::discord::rest::{Patience, Rest, RestError, Urgency};

/// Time limit of a request, after which a failure is logged.
const PATIENCE: Duration = Duration::from_secs(5);
/// Upper bound of the number of shards, above that of any bot.
const MOST_SHARDS: u32 = 10_000;

/// Application of the bot.
#[derive(Clone, Debug, Deserialize)]
pub struct Application {
    /// Id of the application.
    pub id: ApplicationId,
    /// Key with which Discord signs interactions, in hexadecimal digits.
    pub verify_key: String,
}

/// Account of a person, with the fields that the bot uses.
#[derive(Deserialize)]
struct PersonAccount {
    username: String,
    global_name: Option<String>,
}

/// Information about the gateway.
#[derive(Clone, Debug, Deserialize)]
pub struct Gateway {
    /// URL of the gateway.
    pub url: String,
    shards: u32,
    session_start_limit: StartLimit,
}

#[derive(Clone, Debug, Deserialize)]
struct StartLimit {
    remaining: u64,
    /// Time until the limit resets, in milliseconds.
    reset_after: u64,
    /// Number of buckets of shards; in each, one session may be started at a time.
    max_concurrency: u32,
}

impl Gateway {
    /// Returns the number of shards that Discord recommends, at least one.
    #[must_use]
    pub fn shards(&self) -> u32 {
        self.shards.clamp(1, MOST_SHARDS)
    }

    /// Returns the number of sessions that may still be started.
    #[must_use]
    pub fn starts_left(&self) -> u64 {
        self.session_start_limit.remaining
    }

    /// Returns the number of sessions that may be started at the same time, if the numbers of their
    /// shards differ modulo this one.
    #[must_use]
    pub fn max_concurrency(&self) -> NonZero<u32> {
        NonZero::new(self.session_start_limit.max_concurrency).unwrap_or(NonZero::<u32>::MIN)
    }

    /// Returns the time until more sessions may be started.
    #[must_use]
    pub fn starts_again_after(&self) -> Duration {
        Duration::from_millis(self.session_start_limit.reset_after).min(LONGEST_WAIT)
    }
}

impl Rest {
    /// Requests information about the gateway.
    ///
    /// # Errors
    ///
    /// If Discord does not answer.
    pub async fn gateway(&self) -> Result<Gateway, RestError> {
        self.about(Route::GatewayBot).await
    }

    /// Returns the application of the bot.
    ///
    /// # Errors
    ///
    /// If Discord does not answer.
    pub async fn application(&self) -> Result<Application, RestError> {
        self.about(Route::Oauth2ApplicationCurrent).await
    }

    /// Returns the account of the bot.
    ///
    /// # Errors
    ///
    /// If Discord does not answer.
    pub async fn me<T: DeserializeOwned>(&self) -> Result<T, RestError> {
        self.about(Route::UserMe).await
    }

    /// Returns the name of a person, as others see it outside of servers.
    ///
    /// # Errors
    ///
    /// If Discord does not answer, or has no such account.
    pub async fn name_of(&self, person: UserId) -> Result<String, RestError> {
        let route = Route::User { user_id: person };
        let account: PersonAccount = self.about(route).await?;
        Ok(account.global_name.unwrap_or(account.username))
    }

    async fn about<T: DeserializeOwned>(&self, route: Route<'_>) -> Result<T, RestError> {
        let request = Request::new(route, LightMethod::Get);
        let patience = Patience::of(PATIENCE).at(Urgency::Answer);
        read(&self.send(request, patience).await?)
    }
}
