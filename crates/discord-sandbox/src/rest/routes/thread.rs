//! Route that starts a thread from a message.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::routing::post;
use axum::{Json, Router};

use crate::rest::access;
use crate::rest::body::Payload;
use crate::rest::error::{Answer, ApiError};
use crate::rest::path::id;
use crate::rest::routes::channel::auto_archive;
use crate::rest::validate::form;
use crate::shared::Shared;
use crate::world::changes::channel::NewThread;
use crate::world::permissions;

/// Default time without a message before a thread is archived, in minutes.
const DEFAULT_ARCHIVE: u64 = 4_320;

pub(crate) fn router() -> Router<Arc<Shared>> {
    Router::new().route(
        "/channels/{channel}/messages/{message}/threads",
        post(from_message),
    )
}

async fn from_message(
    State(shared): State<Arc<Shared>>,
    Path((channel, message)): Path<(String, String)>,
    payload: Payload,
) -> Answer {
    let (channel, message) = (id("channel_id", &channel)?, id("message_id", &message)?);
    let (name, auto_archive_minutes) = form::read("", &payload.json, |fields| {
        fields.number("rate_limit_per_user", 0, 21_600);
        let name = fields.required_text("name", 1, 100).unwrap_or_default();
        (name, auto_archive(fields).unwrap_or(DEFAULT_ARCHIVE))
    })?;
    shared.with(|core| {
        let world = &mut core.world;
        let place = access::channel(world, channel)?;
        let kind = place
            .thread_kind()
            .ok_or_else(ApiError::wrong_channel_kind)?;
        access::require(world, place, permissions::CREATE_PUBLIC_THREADS)?;
        if access::message(world, channel, message)?.thread.is_some() {
            return Err(ApiError::thread_exists());
        }
        let id = world.create_thread(NewThread {
            parent: channel,
            message: Some(message),
            owner: world.bot,
            name: name.to_owned(),
            kind,
            auto_archive_minutes,
        });
        let thread = world.channel(id);
        let thread = thread.map(|thread| world.channel_json(thread, world.bot));
        Ok((StatusCode::CREATED, Json(thread)).into_response())
    })
}
