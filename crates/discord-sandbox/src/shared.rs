//! World behind its lock, with the connections that receive its changes.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::http::StatusCode;
use serde_json::Value;

use crate::clock::Clock;
use crate::fault::Faults;
use crate::gateway::events;
use crate::gateway::http_interactions::{LoggedPost, Poster};
use crate::gateway::hub::Hub;
use crate::gateway::logins::Logins;
use crate::people::audience::{self, Audience};
use crate::rest::body::Payload;
use crate::rest::interaction_response;
use crate::rest::rate_limits::Limits;
use crate::world::World;
use crate::world::changes::interaction::TOKEN_MS;
use crate::world::event::{Answer, WorldEvent};
use crate::world::snowflake::Id;

/// Number of the bot's requests, and of posts to it, that are kept.
const LOGGED: usize = 10_000;

/// Size of the JSON of the requests that are kept, in bytes.
const LOGGED_BYTES: usize = 32 * 1024 * 1024;

/// State that a request may read and change.
#[derive(Debug)]
pub(crate) struct Core {
    pub(crate) world: World,
    pub(crate) hub: Hub,
    pub(crate) audience: Audience,
    pub(crate) faults: Faults,
    pub(crate) limits: Limits,
    pub(crate) logins: Logins,
    /// URL to which interactions are posted, instead of being sent through the gateway.
    endpoint: Option<String>,
    was_online: bool,
    posts: VecDeque<LoggedPost>,
    requests: VecDeque<LoggedRequest>,
    /// Size of the JSON of the requests.
    requests_bytes: usize,
    requests_seen: u64,
}

/// Work left over from changes of the world.
#[derive(Debug, Default)]
struct LeftOver {
    /// Interactions to check again for expiry, with the time in milliseconds.
    wakes: Vec<(Id, u64)>,
    /// Interactions to post, with the URL.
    posts: Vec<(String, Id, Value)>,
}

/// Request of the bot with the status it was answered with.
#[derive(Clone, Debug)]
pub struct LoggedRequest {
    /// Number of the request, starting at 1.
    pub n: u64,
    /// HTTP method.
    pub method: String,
    /// Path and query without interaction tokens.
    pub path: String,
    /// JSON of the body as it was sent, empty if the body was; `None` if the body was not read,
    /// because the request takes none or was refused before.
    pub json: Option<Arc<str>>,
    /// HTTP status of the response.
    pub status: u16,
}

impl LoggedRequest {
    /// Returns the size of the JSON in bytes.
    fn bytes(&self) -> usize {
        self.json.as_ref().map_or(0, |json| json.len())
    }
}

impl Core {
    pub(crate) fn new(world: World, limits: Limits, logins: Logins) -> Self {
        Self {
            world,
            hub: Hub::default(),
            audience: Audience::default(),
            faults: Faults::default(),
            limits,
            logins,
            endpoint: None,
            was_online: false,
            posts: VecDeque::new(),
            requests: VecDeque::new(),
            requests_bytes: 0,
            requests_seen: 0,
        }
    }

    /// Logs a request of the bot.
    pub(crate) fn log(&mut self, method: &str, path: &str, json: Option<Arc<str>>, status: u16) {
        self.requests_seen += 1;
        let request = LoggedRequest {
            n: self.requests_seen,
            method: method.to_owned(),
            path: path.to_owned(),
            json,
            status,
        };
        self.requests_bytes += request.bytes();
        self.requests.push_back(request);
        while self.requests.len() > LOGGED || self.requests_bytes > LOGGED_BYTES {
            let oldest = self.requests.pop_front();
            self.requests_bytes -= oldest.as_ref().map_or(0, LoggedRequest::bytes);
        }
    }

    /// Logs a post to the endpoint.
    pub(crate) fn log_post(&mut self, post: LoggedPost) {
        if self.posts.len() == LOGGED {
            self.posts.pop_front();
        }
        self.posts.push_back(post);
    }

    /// Returns the posts to the endpoint.
    pub(crate) fn posts(&self) -> Vec<LoggedPost> {
        self.posts.iter().cloned().collect()
    }

    /// Returns the URL to which interactions are posted.
    pub(crate) fn endpoint(&self) -> Option<&str> {
        self.endpoint.as_deref()
    }

    /// Has interactions posted to a URL or, with `None`, sent through the gateway.
    pub(crate) fn set_endpoint(&mut self, endpoint: Option<String>) {
        self.endpoint = endpoint;
    }

    /// Returns whether the bot is connected, or receives interactions without a connection.
    pub(crate) fn is_online(&self) -> bool {
        self.endpoint.is_some() || self.hub.is_online()
    }

    /// Returns the bot's requests after number `after`.
    pub(crate) fn requests(&self, after: u64) -> Vec<LoggedRequest> {
        let requests = self.requests.iter();
        requests
            .filter(|request| request.n > after)
            .cloned()
            .collect()
    }

    /// Sends the noted changes to the gateway and to the people.
    fn publish(&mut self) -> LeftOver {
        let mut rest = LeftOver::default();
        for event in self.world.take_events() {
            match &event {
                WorldEvent::Asked { interaction, .. } => {
                    let until_ms = self.world.answer_by_ms(*interaction);
                    rest.wakes.push((*interaction, until_ms));
                }
                WorldEvent::Answered {
                    interaction,
                    answer: Answer::Deferred(_),
                } => rest.wakes.push((*interaction, interaction.ms() + TOKEN_MS)),
                _ => {}
            }
            let repeats = match &event {
                WorldEvent::Asked { .. } => self.faults.take_duplicate(),
                _ => false,
            };
            for _ in 0..=usize::from(repeats) {
                match (&event, &self.endpoint) {
                    (WorldEvent::Asked { interaction, event }, Some(url)) => {
                        rest.posts.push((url.clone(), *interaction, event.clone()));
                    }
                    _ => events::tell(&self.world, &mut self.hub, &event),
                }
            }
            audience::tell(&self.world, &mut self.audience, &event);
        }
        let online = self.is_online();
        if std::mem::replace(&mut self.was_online, online) != online {
            self.audience.tell_presence(online);
        }
        rest
    }
}

/// State shared by every connection.
#[derive(Debug)]
pub(crate) struct Shared {
    core: Mutex<Core>,
    pub(crate) poster: Poster,
    pub(crate) clock: Clock,
    pub(crate) settings: Settings,
}

/// Settings, which stay the same while the sandbox runs.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) token: String,
    /// Privileged intents that the application may request.
    pub(crate) privileged_intents: u64,
    pub(crate) heartbeat_interval_ms: u64,
    /// Number of shards that is recommended.
    pub(crate) shards: u32,
    /// Host names, in addition to `localhost` and IP addresses, under which the sandbox may be
    /// reached.
    pub(crate) hosts: Vec<String>,
}

impl Shared {
    pub(crate) fn new(core: Core, clock: Clock, settings: Settings) -> Arc<Self> {
        let response_limit = Duration::from_millis(core.world.response_limit_ms);
        Arc::new(Self {
            poster: Poster::new(core.world.key_seed().as_ref(), response_limit),
            core: Mutex::new(core),
            clock,
            settings,
        })
    }

    /// Runs `work` on the world at the current time and publishes the changes.
    pub(crate) fn with<R>(self: &Arc<Self>, work: impl FnOnce(&mut Core) -> R) -> R {
        let mut core = self.lock();
        core.world.now_ms = self.clock.now_ms();
        core.world.archive_idle();
        let result = work(&mut core);
        let rest = core.publish();
        drop(core);
        for (interaction, at_ms) in rest.wakes {
            self.wake_at(interaction, at_ms);
        }
        for (url, interaction, event) in rest.posts {
            tokio::spawn(Arc::clone(self).deliver(url, interaction, event));
        }
        result
    }

    /// Returns whether Discord would accept the endpoint.
    pub(crate) async fn accepts_endpoint(self: &Arc<Self>, url: &str) -> bool {
        let ids = self.with(|core| (core.world.next_id(), core.world.bot));
        self.poster.accepts(url, ids, self.clock.now_ms()).await
    }

    fn lock(&self) -> MutexGuard<'_, Core> {
        // A panic in a handler leaves each table intact.
        self.core.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Posts an interaction, and handles the bot's response if the reply to the post holds it.
    async fn deliver(self: Arc<Self>, url: String, interaction: Id, event: Value) {
        let now_ms = self.clock.now_ms();
        let (status, inline) = self.poster.deliver(&url, &event, now_ms).await;
        let token = event["token"].as_str().unwrap_or_default();
        self.with(|core| {
            core.log_post(LoggedPost {
                interaction: interaction.to_string(),
                status,
            });
            let is_taken = match inline {
                Some(json) => {
                    let payload = Payload {
                        json,
                        files: Vec::new(),
                    };
                    let world = &mut core.world;
                    interaction_response::respond_to(world, interaction, token, payload).is_ok()
                }
                None => status == StatusCode::ACCEPTED.as_u16(),
            };
            if !is_taken {
                core.world.fail(interaction);
            }
        });
    }

    fn wake_at(self: &Arc<Self>, interaction: Id, at_ms: u64) {
        let clock = self.clock.clone();
        let shared = Arc::downgrade(self);
        tokio::spawn(async move {
            clock.sleep_until(at_ms).await;
            if let Some(shared) = shared.upgrade() {
                shared.with(|core| core.world.expire(interaction));
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;
    use std::sync::Arc;

    use super::{Core, LOGGED_BYTES};
    use crate::gateway::logins::Logins;
    use crate::options::SandboxOptions;
    use crate::rest::rate_limits::Limits;
    use crate::server::open;

    #[test]
    fn the_oldest_requests_make_room_for_large_ones() {
        let world = open(&SandboxOptions::default()).expect("a world in memory");
        let logins = Logins::new(false, NonZeroU32::MIN);
        let mut core = Core::new(world, Limits::new(false), logins);
        let half: Arc<str> = "x".repeat(LOGGED_BYTES / 2).into();
        for _ in 0..4 {
            core.log("POST", "/", Some(Arc::clone(&half)), 200);
        }
        let kept: Vec<_> = core.requests(0).iter().map(|request| request.n).collect();
        assert_eq!(kept, [3, 4]);
    }
}
