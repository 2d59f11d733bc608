//! Routes that start threads and list their members.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post, put};
use axum::{Json, Router};
use serde_json::{Value, json};

use crate::rest::body::{Payload, nothing};
use crate::rest::error::{Answer, ApiError};
use crate::rest::path::id;
use crate::rest::routes::channel::auto_archive;
use crate::rest::routes::message::{check_parts, mentions_within};
use crate::rest::validate::form::{self, FormErrors};
use crate::rest::validate::message as check;
use crate::rest::{access, compose};
use crate::shared::Shared;
use crate::world::changes::channel::NewThread;
use crate::world::message_view::Viewer;
use crate::world::model::{Channel, FORUM, Message, PRIVATE_THREAD, PUBLIC_THREAD, TEXT, Thread};
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
        .route(
            "/channels/{channel}/threads/archived/private",
            get(archived_private),
        )
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
        let place = access::channel(world, channel)?;
        new.kind = place
            .thread_kind()
            .ok_or_else(ApiError::wrong_channel_kind)?;
        access::require(world, place, permissions::CREATE_PUBLIC_THREADS)?;
        if access::message(world, channel, message)?.thread.is_some() {
            return Err(ApiError::thread_exists());
        }
        new.message = Some(message);
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
        let place = access::channel(world, channel)?;
        if place.kind == FORUM {
            return start_post(world, new, payload);
        }
        let (fits, needed) = if new.kind == PRIVATE_THREAD {
            (place.kind == TEXT, permissions::CREATE_PRIVATE_THREADS)
        } else {
            let fits = place.thread_kind() == Some(new.kind);
            (fits, permissions::CREATE_PUBLIC_THREADS)
        };
        if !fits {
            return Err(ApiError::wrong_channel_kind());
        }
        access::require(world, place, needed)?;
        Ok(start(world, new))
    })
}

/// Starts a post, which is a thread of a forum with its first message.
fn start_post(world: &mut World, mut new: NewThread, payload: Payload) -> Answer {
    let forum = access::channel(world, new.parent)?;
    access::require(world, forum, permissions::SEND_MESSAGES)?;
    let mut errors = FormErrors::default();
    if !payload.json["message"].is_object() {
        errors.required("message");
    }
    errors.into_result()?;
    let tags = payload.json["applied_tags"].as_array();
    if tags.is_some_and(|tags| !tags.is_empty()) {
        return Err(ApiError::unknown_tag());
    }
    let first = Payload {
        json: payload.json["message"].clone(),
        files: payload.files,
    };
    let draft = check::message(first, false).map_err(|error| error.inside("message"))?;
    check_parts(world, forum, &draft)?;
    if draft.is_empty() {
        return Err(ApiError::empty_message());
    }
    let mentions = mentions_within(world, new.parent);
    (new.kind, new.owner) = (PUBLIC_THREAD, world.bot);
    let thread = world.create_thread(new);
    let blank = Message::new(thread, thread, world.bot);
    let message = compose::compose(world, blank, draft, mentions)?;
    world.post(message);
    let channel = world
        .channel(thread)
        .ok_or_else(ApiError::unknown_channel)?;
    let mut json = world.channel_json(channel, world.bot);
    if let Some(message) = world.message(thread) {
        json["message"] = world.message_json(message, Viewer::Bot { reads_all: true });
    }
    Ok((StatusCode::CREATED, Json(json)).into_response())
}

fn read(parent: Id, payload: &Payload) -> Answer<NewThread> {
    form::read("", &payload.json, |fields| {
        let name = fields.required_text("name", 1, 100).unwrap_or_default();
        let kind = fields.number("type", 10, 12);
        let kind = kind.and_then(|kind| u8::try_from(kind).ok());
        let new = NewThread {
            parent,
            message: None,
            owner: parent,
            name: name.to_owned(),
            // Discord's default type is a private thread.
            kind: kind.unwrap_or(PRIVATE_THREAD),
            auto_archive_minutes: auto_archive(fields).unwrap_or(DEFAULT_ARCHIVE),
            invitable: fields.flag("invitable").unwrap_or(true),
        };
        fields.number("rate_limit_per_user", 0, 21_600);
        new
    })
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
    let is_public = |thread: &Channel| thread.kind != PRIVATE_THREAD;
    shared.with(|core| list_archived(&core.world, channel, is_public))
}

async fn archived_private(
    State(shared): State<Arc<Shared>>,
    Path(channel): Path<String>,
) -> Answer {
    let channel = id("channel_id", &channel)?;
    let is_private = |thread: &Channel| thread.kind == PRIVATE_THREAD;
    shared.with(|core| {
        let place = access::channel(&core.world, channel)?;
        access::require(&core.world, place, permissions::MANAGE_THREADS)?;
        list_archived(&core.world, channel, is_private)
    })
}

fn list_archived(world: &World, parent: Id, fits: impl Fn(&Channel) -> bool) -> Answer {
    access::channel(world, parent)?;
    let threads: Vec<Value> = world
        .channels()
        .filter(|thread| thread.parent == Some(parent) && fits(thread))
        .filter(|thread| thread.thread.as_ref().is_some_and(|thread| thread.archived))
        .map(|thread| world.channel_json(thread, world.bot))
        .collect();
    let json = json!({"threads": threads, "members": [], "has_more": false});
    Ok(Json(json).into_response())
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
        if user != world.bot {
            access::require(world, place, permissions::SEND_MESSAGES_IN_THREADS)?;
            let is_closed = |thread: &Thread| !thread.invitable && thread.owner != world.bot;
            if place.kind == PRIVATE_THREAD && place.thread.as_ref().is_some_and(is_closed) {
                access::require(world, place, permissions::MANAGE_THREADS)?;
            }
        }
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
        let place = access::channel(world, channel)?;
        let thread = place
            .thread
            .as_ref()
            .ok_or_else(ApiError::wrong_channel_kind)?;
        let is_own = place.kind == PRIVATE_THREAD && thread.owner == world.bot;
        if user != world.bot && !is_own {
            access::require(world, place, permissions::MANAGE_THREADS)?;
        }
        world.leave_thread(channel, user);
        Ok(nothing())
    })
}

fn who(world: &World, user: &str) -> Answer<Id> {
    if user == "@me" {
        return Ok(world.bot);
    }
    id("user_id", user)
}
