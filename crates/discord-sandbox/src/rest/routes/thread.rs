//! Routes that start threads and list their members.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post, put};
use axum::{Json, Router};
use serde_json::{Value, json};

use crate::rest::body::Payload;
use crate::rest::error::{Answer, ApiError};
use crate::rest::routes::channel::auto_archive;
use crate::rest::validate::form::{Fields, FormErrors};
use crate::rest::{access, id, nothing};
use crate::shared::Shared;
use crate::world::changes::channel::NewThread;
use crate::world::model::{PRIVATE_THREAD, PUBLIC_THREAD, TEXT};
use crate::world::snowflake::Id;
use crate::world::{World, permissions};

/// Default time without a message before a thread is archived, in minutes.
const DEFAULT_ARCHIVE: u64 = 4_320;

pub(crate) fn router() -> Router<Arc<Shared>> {
    Router::new()
        .route(
            "/channels/{channel}/messages/{message}/threads",
            post(from_message),
        )
        .route("/channels/{channel}/threads", post(loose))
        .route("/channels/{channel}/threads/archived/public", get(archived))
        .route("/channels/{channel}/thread-members", get(members))
        .route(
            "/channels/{channel}/thread-members/{user}",
            put(join).delete(leave),
        )
}

async fn from_message(
    State(shared): State<Arc<Shared>>,
    Path((channel, message)): Path<(String, String)>,
    payload: Payload,
) -> Answer {
    let (channel, message) = (id("channel_id", &channel)?, id("message_id", &message)?);
    let mut new = read(channel, &payload)?;
    shared.with(|core| {
        let world = &mut core.world;
        check_may_start(world, channel, permissions::CREATE_PUBLIC_THREADS)?;
        if access::message(world, channel, message)?.thread.is_some() {
            return Err(ApiError::thread_exists());
        }
        (new.message, new.kind) = (Some(message), PUBLIC_THREAD);
        Ok(start(world, new))
    })
}

async fn loose(
    State(shared): State<Arc<Shared>>,
    Path(channel): Path<String>,
    payload: Payload,
) -> Answer {
    let channel = id("channel_id", &channel)?;
    let new = read(channel, &payload)?;
    shared.with(|core| {
        let world = &mut core.world;
        let needed = if new.kind == PUBLIC_THREAD {
            permissions::CREATE_PUBLIC_THREADS
        } else {
            permissions::CREATE_PRIVATE_THREADS
        };
        check_may_start(world, channel, needed)?;
        Ok(start(world, new))
    })
}

fn read(parent: Id, payload: &Payload) -> Answer<NewThread> {
    let mut errors = FormErrors::default();
    let mut new = NewThread {
        parent,
        message: None,
        owner: parent,
        name: String::new(),
        // Discord's default type is a private thread.
        kind: PRIVATE_THREAD,
        auto_archive_minutes: DEFAULT_ARCHIVE,
        invitable: true,
    };
    if let Some(object) = errors.object("", &payload.json) {
        let mut fields = Fields::new(object, "", &mut errors);
        if let Some(name) = fields.required_text("name", 1, 100) {
            name.clone_into(&mut new.name);
        }
        if let Some(kind) = fields.number("type", 10, 12) {
            new.kind = u8::try_from(kind).unwrap_or(PRIVATE_THREAD);
        }
        new.auto_archive_minutes = auto_archive(&mut fields).unwrap_or(DEFAULT_ARCHIVE);
        new.invitable = fields.flag("invitable").unwrap_or(true);
        fields.number("rate_limit_per_user", 0, 21_600);
    }
    errors.into_result()?;
    Ok(new)
}

fn check_may_start(world: &World, channel: Id, needed: u64) -> Answer<()> {
    let place = access::channel(world, channel)?;
    if place.kind != TEXT {
        return Err(ApiError::wrong_channel_kind());
    }
    access::require(world, place, needed)
}

fn start(world: &mut World, mut new: NewThread) -> Response {
    new.owner = world.bot;
    let id = world.create_thread(new);
    let json = world
        .channel(id)
        .map(|thread| world.channel_json(thread, world.bot));
    (StatusCode::CREATED, Json(json)).into_response()
}

async fn archived(State(shared): State<Arc<Shared>>, Path(channel): Path<String>) -> Answer {
    let channel = id("channel_id", &channel)?;
    shared.with(|core| {
        let world = &core.world;
        access::channel(world, channel)?;
        let threads: Vec<Value> = world
            .channels()
            .filter(|thread| thread.parent == Some(channel) && thread.kind == PUBLIC_THREAD)
            .filter(|thread| thread.thread.as_ref().is_some_and(|thread| thread.archived))
            .map(|thread| world.channel_json(thread, world.bot))
            .collect();
        let json = json!({"threads": threads, "members": [], "has_more": false});
        Ok(Json(json).into_response())
    })
}

async fn members(State(shared): State<Arc<Shared>>, Path(channel): Path<String>) -> Answer {
    let channel = id("channel_id", &channel)?;
    shared.with(|core| {
        let world = &core.world;
        let place = access::channel(world, channel)?;
        let thread = place
            .thread
            .as_ref()
            .ok_or_else(ApiError::wrong_channel_kind)?;
        let members: Vec<Value> = thread
            .members
            .iter()
            .map(|&user| world.thread_member_json(channel, user))
            .collect();
        Ok(Json(members).into_response())
    })
}

async fn join(
    State(shared): State<Arc<Shared>>,
    Path((channel, user)): Path<(String, String)>,
) -> Answer {
    let channel = id("channel_id", &channel)?;
    shared.with(|core| {
        let world = &mut core.world;
        let user = who(world, &user)?;
        let place = access::channel(world, channel)?;
        if !place.is_thread() {
            return Err(ApiError::wrong_channel_kind());
        }
        access::require_active(place)?;
        world.user(user).ok_or_else(ApiError::unknown_user)?;
        world.join_thread(channel, user);
        Ok(nothing())
    })
}

async fn leave(
    State(shared): State<Arc<Shared>>,
    Path((channel, user)): Path<(String, String)>,
) -> Answer {
    let channel = id("channel_id", &channel)?;
    shared.with(|core| {
        let world = &mut core.world;
        let user = who(world, &user)?;
        let mut place = access::channel(world, channel)?.clone();
        let thread = place
            .thread
            .as_mut()
            .ok_or_else(ApiError::wrong_channel_kind)?;
        thread.members.retain(|member| *member != user);
        world.change_channel(place);
        Ok(nothing())
    })
}

fn who(world: &World, user: &str) -> Answer<Id> {
    if user == "@me" {
        return Ok(world.bot);
    }
    id("user_id", user)
}
