//! Routes for people.

use std::collections::HashMap;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::ws::{Message, WebSocket};
use axum::extract::{Query, State, WebSocketUpgrade};
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use axum::{Json, Router};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::people::access::named;
use crate::people::protocol::{ActionRequest, Control, Refusal};
use crate::people::{control, handlers, snapshot};
use crate::shared::Shared;
use crate::world::World;
use crate::world::snowflake::Id;

type Parameters = Query<HashMap<String, String>>;

/// Largest number of messages in a page of older ones.
const PAGE: usize = 100;

/// Returns the routes below `/sandbox`, except those of the page itself.
pub(crate) fn router() -> Router<Arc<Shared>> {
    Router::new()
        .route("/sandbox/people", get(people))
        .route("/sandbox/messages", get(messages))
        .route("/sandbox/events", any(events))
        .route("/sandbox/action", post(do_action))
        .route("/sandbox/control", post(do_control))
}

async fn people(State(shared): State<Arc<Shared>>) -> Response {
    let people: Vec<Value> = shared.with(|core| {
        let people = core.world.users().filter(|user| !user.bot);
        people.map(snapshot::user_json).collect()
    });
    Json(json!({"people": people})).into_response()
}

async fn messages(State(shared): State<Arc<Shared>>, Query(query): Parameters) -> Response {
    let id = |name: &str| query.get(name).and_then(|text| text.parse::<Id>().ok());
    let limit = query
        .get("limit")
        .and_then(|text| text.parse().ok())
        .unwrap_or(PAGE);
    let result = shared.with(|core| {
        let person = viewer(&core.world, &query)?;
        let channel = id("channel").and_then(|id| core.world.channel(id));
        let Some(channel) = channel.filter(|channel| core.world.sees(person, channel)) else {
            return Refusal::new("There is no such channel.");
        };
        let limit = limit.min(PAGE);
        let page = snapshot::messages(&core.world, person, channel.id, id("before"), limit);
        Ok(json!({"messages": page}))
    });
    answer(result)
}

async fn do_action(State(shared): State<Arc<Shared>>, headers: HeaderMap, body: Bytes) -> Response {
    let result = read::<ActionRequest>(&headers, &body).and_then(|request| {
        shared.with(|core| {
            let person = named(&core.world, &request.person)?.id;
            handlers::handle(&mut core.world, person, request.action)
        })
    });
    answer(result)
}

async fn do_control(
    State(shared): State<Arc<Shared>>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let result = read::<Control>(&headers, &body);
    answer(result.and_then(|request| control::control(&shared, request)))
}

async fn events(
    State(shared): State<Arc<Shared>>,
    Query(query): Parameters,
    upgrade: WebSocketUpgrade,
) -> Response {
    match shared.with(|core| viewer(&core.world, &query)) {
        Ok(person) => upgrade.on_upgrade(move |socket| watch(shared, person, socket)),
        Err(refusal) => refusal.into_response(),
    }
}

/// Sends the snapshot and then every event until the person disconnects.
async fn watch(shared: Arc<Shared>, person: Id, mut socket: WebSocket) {
    let (first, mut events) = shared.with(|core| {
        let first = snapshot::world(&core.world, person, core.is_online()).to_string();
        (first, core.audience.join(person))
    });
    let mut next = Some(first);
    loop {
        if let Some(text) = next.take()
            && socket.send(Message::Text(text.into())).await.is_err()
        {
            return;
        }
        tokio::select! {
            event = events.recv() => match event {
                Some(event) => next = Some(event),
                None => return,
            },
            frame = socket.recv() => if !matches!(frame, Some(Ok(_))) {
                return;
            },
        }
    }
}

fn viewer(world: &World, query: &HashMap<String, String>) -> Result<Id, Refusal> {
    let name = query.get("as").map_or("", String::as_str);
    Ok(named(world, name)?.id)
}

/// Reads JSON. The content type is required because a foreign page cannot set it without
/// permission.
fn read<T: DeserializeOwned>(headers: &HeaderMap, body: &[u8]) -> Result<T, Refusal> {
    let content_type = headers
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok());
    if !content_type.is_some_and(|kind| kind.starts_with("application/json")) {
        return Refusal::new("Send `Content-Type: application/json`.");
    }
    serde_json::from_slice(body).map_err(|error| Refusal(error.to_string()))
}

fn answer(result: Result<Value, Refusal>) -> Response {
    match result {
        Ok(json) => Json(json).into_response(),
        Err(refusal) => refusal.into_response(),
    }
}
