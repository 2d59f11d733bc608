//! World without a server that checks single request bodies and gateway frames.

use std::sync::Arc;
use std::{fmt, io};

use axum::body::Body;
use axum::extract::{FromRequest as _, Request};
use axum::http::header::CONTENT_TYPE;
use tokio::runtime::Runtime;
use tokio::sync::mpsc;

use crate::SandboxOptions;
use crate::gateway::connection::read_frame;
use crate::gateway::identify;
use crate::rest::body::Payload;
use crate::rest::error::Answer;
use crate::rest::validate;
use crate::server::{open, share};
use crate::shared::Shared;

/// Token of the bot.
const TOKEN: &str = "token";

/// Check of single inputs: tells whether Discord would accept them, regardless of earlier ones.
pub struct RequestChecker {
    runtime: Runtime,
}

impl fmt::Debug for RequestChecker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RequestChecker").finish_non_exhaustive()
    }
}

impl RequestChecker {
    /// Creates a checker.
    ///
    /// # Errors
    ///
    /// The async runtime cannot be built.
    pub fn new() -> io::Result<Self> {
        let runtime = tokio::runtime::Builder::new_current_thread().build()?;
        Ok(Self { runtime })
    }

    /// Returns whether this is a valid request body of a message, with this content type.
    #[must_use]
    pub fn takes_message(&self, content_type: &str, body: &[u8]) -> bool {
        let payload = self.payload(content_type, body);
        payload.is_ok_and(|payload| validate::message::message(payload, false).is_ok())
    }

    /// Returns whether this is a valid request body of a list of commands.
    #[must_use]
    pub fn takes_commands(&self, body: &[u8]) -> bool {
        let payload = self.payload("application/json", body);
        payload.is_ok_and(|payload| validate::command::commands(&payload.json).is_ok())
    }

    /// Returns whether this is a valid request body of a modal.
    #[must_use]
    pub fn takes_form(&self, body: &[u8]) -> bool {
        let payload = self.payload("application/json", body);
        payload.is_ok_and(|payload| validate::modal::modal(&payload.json).is_ok())
    }

    /// Returns whether a bot that sends this frame to the gateway stays connected. Its token is
    /// `token`.
    ///
    /// # Panics
    ///
    /// If a world in memory cannot be created.
    #[must_use]
    pub fn takes_frame(&self, frame: &[u8]) -> bool {
        let Ok(payload) = read_frame(frame) else {
            return false;
        };
        let op = payload["op"].as_u64();
        if !matches!(op, Some(2 | 6 | 8)) {
            return matches!(op, Some(1 | 3 | 4 | 31));
        }
        let shared = world();
        let (orders, _sent) = mpsc::unbounded_channel();
        let data = &payload["d"];
        match op {
            Some(2) => identify::identify(&shared, data, 1, orders).is_ok(),
            Some(6) => identify::resume(&shared, data, 1, &orders).is_ok(),
            _ => {
                identify::send_members(&shared, "session", data);
                true
            }
        }
    }

    fn payload(&self, content_type: &str, body: &[u8]) -> Answer<Payload> {
        let request = Request::builder().header(CONTENT_TYPE, content_type);
        let request = request.body(Body::from(body.to_vec()));
        let Ok(request) = request else {
            return Err(crate::rest::error::ApiError::invalid_json());
        };
        self.runtime.block_on(Payload::from_request(request, &()))
    }
}

fn world() -> Arc<Shared> {
    let options = SandboxOptions {
        token: Some(TOKEN.to_owned()),
        ..SandboxOptions::default()
    };
    let world = open(&options).expect("a world in memory");
    share(options, world, "http://127.0.0.1:1")
}
