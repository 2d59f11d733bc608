//! Routes that read and edit channels and threads.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use axum::{Json, Router};

use crate::rest::access;
use crate::rest::body::{Payload, nothing};
use crate::rest::error::Answer;
use crate::rest::path::id;
use crate::rest::validate::form::{self, Fields};
use crate::shared::Shared;
use crate::world::event::WorldEvent;
use crate::world::model::Channel;
use crate::world::{World, permissions};

/// Allowed times without a message before a thread is archived, in minutes.
pub(crate) const AUTO_ARCHIVE: [i64; 4] = [60, 1_440, 4_320, 10_080];

pub(crate) fn router() -> Router<Arc<Shared>> {
    Router::new()
        .route("/channels/{channel}", get(read).patch(change))
        .route("/channels/{channel}/typing", post(typing))
}

async fn read(State(shared): State<Arc<Shared>>, Path(channel): Path<String>) -> Answer {
    let channel = id("channel_id", &channel)?;
    shared.with(|core| {
        let channel = access::channel(&core.world, channel)?;
        Ok(Json(core.world.channel_json(channel, core.world.bot)).into_response())
    })
}

async fn change(
    State(shared): State<Arc<Shared>>,
    Path(channel): Path<String>,
    payload: Payload,
) -> Answer {
    let channel = id("channel_id", &channel)?;
    shared.with(|core| {
        let world = &mut core.world;
        let old = access::channel(world, channel)?;
        let mut changed = old.clone();
        check_may_change(world, old, &payload)?;
        read_changes(&mut changed, &payload, world.now_ms)?;
        world.change_channel(changed);
        let channel = access::channel(world, channel)?;
        Ok(Json(world.channel_json(channel, world.bot)).into_response())
    })
}

fn check_may_change(world: &World, channel: &Channel, payload: &Payload) -> Answer<()> {
    let Some(thread) = &channel.thread else {
        return access::require(world, channel, permissions::MANAGE_CHANNELS);
    };
    let revives = payload.json["archived"] == serde_json::json!(false);
    let only_revives = revives && payload.json.as_object().is_some_and(|body| body.len() == 1);
    if only_revives && !thread.locked {
        return access::require(world, channel, permissions::SEND_MESSAGES_IN_THREADS);
    }
    if !revives {
        access::require_active(channel)?;
    }
    if thread.owner == world.bot && !thread.locked && payload.json.get("locked").is_none() {
        return Ok(());
    }
    access::require(world, channel, permissions::MANAGE_THREADS)
}

fn read_changes(channel: &mut Channel, payload: &Payload, now_ms: u64) -> Answer<()> {
    form::read("", &payload.json, |fields| {
        if let Some(name) = fields.text("name", 1, 100) {
            name.clone_into(&mut channel.name);
        }
        if let Some(topic) = fields.text("topic", 0, 1_024) {
            channel.topic = Some(topic.to_owned());
        }
        let (archived, locked) = (fields.flag("archived"), fields.flag("locked"));
        fields.number("rate_limit_per_user", 0, 21_600);
        fields.flag("invitable");
        let minutes = auto_archive(fields);
        if let Some(thread) = &mut channel.thread {
            if let Some(archived) = archived.filter(|archived| *archived != thread.archived) {
                thread.archived = archived;
                thread.archive_ms = now_ms;
            }
            thread.locked = locked.unwrap_or(thread.locked);
            thread.auto_archive_minutes = minutes.unwrap_or(thread.auto_archive_minutes);
        }
    })
}

/// Returns the auto-archive time in minutes, if the body has one.
pub(crate) fn auto_archive(fields: &mut Fields<'_, '_>) -> Option<u64> {
    let minutes = fields.number("auto_archive_duration", 0, i64::MAX)?;
    if !AUTO_ARCHIVE.contains(&minutes) {
        let message = "Value must be one of (60, 1440, 4320, 10080).";
        fields.fail("auto_archive_duration", "BASE_TYPE_CHOICES", message);
    }
    u64::try_from(minutes).ok()
}

async fn typing(State(shared): State<Arc<Shared>>, Path(channel): Path<String>) -> Answer {
    let channel = id("channel_id", &channel)?;
    shared.with(|core| {
        let place = access::channel(&core.world, channel)?;
        access::require_sending(&core.world, place)?;
        let user = core.world.bot;
        core.world.note(WorldEvent::Typing { channel, user });
        Ok(nothing())
    })
}
