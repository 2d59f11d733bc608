//! Requests about the bot itself, its gateway, application, commands, emojis and account, and about
//! other accounts.

use std::collections::HashMap;
use std::num::NonZero;
use std::time::Duration;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use serenity::all::{ApplicationId, CreateAttachment, EmojiId, UserId};
use serenity::http::{LightMethod, Request, Route};

use crate::discord::rest::endpoints::{MESSAGE, read};
use crate::discord::rest::limiter::LONGEST_WAIT;
use crate::discord::rest::message::with_body;
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

/// Emojis of an application.
#[derive(Deserialize)]
struct Listed {
    items: Vec<ListedEmoji>,
}

#[derive(Deserialize)]
struct ListedEmoji {
    id: EmojiId,
    name: String,
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
    pub(crate) fn max_concurrency(&self) -> NonZero<u32> {
        NonZero::new(self.session_start_limit.max_concurrency).unwrap_or(NonZero::<u32>::MIN)
    }

    /// Returns the time until more sessions may be started.
    pub(crate) fn starts_again_after(&self) -> Duration {
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

    pub(crate) async fn application(&self) -> Result<Application, RestError> {
        self.about(Route::Oauth2ApplicationCurrent).await
    }

    /// Returns the account of the bot.
    pub(crate) async fn me<T: DeserializeOwned>(&self) -> Result<T, RestError> {
        self.about(Route::UserMe).await
    }

    /// Returns the name of a person, as others see it outside of servers.
    pub(crate) async fn name_of(&self, person: UserId) -> Result<String, RestError> {
        let route = Route::User { user_id: person };
        let account: PersonAccount = self.about(route).await?;
        Ok(account.global_name.unwrap_or(account.username))
    }

    /// Returns the registered commands as Discord lists them, including localizations.
    pub(crate) async fn commands(&self, application: ApplicationId) -> Result<Value, RestError> {
        let route = Route::Commands {
            application_id: application,
        };
        let request = Request::new(route, LightMethod::Get)
            .params(Some(vec![("with_localizations", "true".to_owned())]));
        read(&self.send(request, Patience::of(MESSAGE)).await?)
    }

    /// Replaces the registered commands, and returns them as Discord lists them.
    pub(crate) async fn set_commands(
        &self,
        application: ApplicationId,
        commands: &Value,
    ) -> Result<Value, RestError> {
        let route = Route::Commands {
            application_id: application,
        };
        let request = with_body(Request::new(route, LightMethod::Put), commands, None);
        read(&self.send(request, Patience::of(MESSAGE)).await?)
    }

    /// Returns the emojis of the application: names and ids.
    pub(crate) async fn emojis(
        &self,
        application: ApplicationId,
    ) -> Result<HashMap<String, EmojiId>, RestError> {
        let route = Route::Emojis {
            application_id: application,
        };
        let request = Request::new(route, LightMethod::Get);
        // Boards contain them.
        let patience = Patience::of(MESSAGE);
        let listed: Listed = read(&self.send(request, patience).await?)?;
        let emojis = listed.items.into_iter();
        Ok(emojis.map(|emoji| (emoji.name, emoji.id)).collect())
    }

    /// Gives the application an emoji, and returns its id.
    pub(crate) async fn create_emoji(
        &self,
        application: ApplicationId,
        name: &str,
        png: &[u8],
    ) -> Result<EmojiId, RestError> {
        let image = CreateAttachment::bytes(png, format!("{name}.png")).to_base64();
        let body = json!({"name": name, "image": image});
        let route = Route::Emojis {
            application_id: application,
        };
        let request = with_body(Request::new(route, LightMethod::Post), &body, None);
        self.created(request, Patience::of(MESSAGE)).await
    }

    async fn about<T: DeserializeOwned>(&self, route: Route<'_>) -> Result<T, RestError> {
        let request = Request::new(route, LightMethod::Get);
        let patience = Patience::of(PATIENCE).at(Urgency::Answer);
        read(&self.send(request, patience).await?)
    }
}
