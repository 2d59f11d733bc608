//! Gateway, version 10: one connection per shard, with sessions that outlive it; or interactions
//! posted to an endpoint over HTTP.
//!
//! Source: Discord, "Gateway" and "Opcodes and Status Codes".

pub(crate) mod intents;
pub(crate) mod shard;

pub(crate) mod hub;

pub(crate) mod events;

pub(crate) mod codec;

pub(crate) mod logins;

pub(crate) mod identify;

pub(crate) mod connection;

pub(crate) mod http_interactions;

use std::collections::HashMap;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Query, State, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::any;

use crate::gateway::codec::Codec;
use crate::gateway::connection::Connection;
use crate::gateway::identify::PATH;
use crate::shared::Shared;

/// Returns the routes that bots connect to; some libraries append `/`, some use their own path.
pub(crate) fn router() -> Router<Arc<Shared>> {
    Router::new()
        .route(PATH, any(connect))
        .route("/gateway-ws/", any(connect))
        .route("/ws", any(connect))
        .route("/ws/", any(connect))
}

async fn connect(
    State(shared): State<Arc<Shared>>,
    Query(query): Query<HashMap<String, String>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    if shared.with(|core| core.hub.refuses) {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    }
    let get = |name: &str| query.get(name).map(String::as_str);
    let refusal = match (get("v").unwrap_or("10"), get("encoding").unwrap_or("json")) {
        ("9" | "10", "json") => None,
        ("9" | "10", _) => Some((4002, "Unsupported encoding.")),
        _ => Some((4012, "Invalid API version.")),
    };
    let codec = match get("compress") {
        Some("zlib-stream") => Codec::zlib_stream(),
        _ => Codec::Plain,
    };
    upgrade.on_upgrade(move |socket| async move {
        let mut connection = Connection::new(shared, socket, codec);
        match refusal {
            Some((code, reason)) => connection.close(code, reason).await,
            None => connection.run().await,
        }
    })
}
