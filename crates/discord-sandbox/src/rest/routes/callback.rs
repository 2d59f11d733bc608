//! Route of the initial response to an interaction.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use serde_json::json;

use crate::rest::body::{Payload, nothing};
use crate::rest::error::Answer;
use crate::rest::interaction_response::{DEFERRED_MESSAGE, MESSAGE, respond_to};
use crate::rest::path::id;
use crate::shared::Shared;
use crate::world::World;
use crate::world::message_view::Viewer;
use crate::world::model::{EPHEMERAL, LOADING};
use crate::world::snowflake::Id;

pub(crate) fn router() -> Router<Arc<Shared>> {
    Router::new().route(
        "/interactions/{interaction}/{token}/callback",
        post(callback),
    )
}

async fn callback(
    State(shared): State<Arc<Shared>>,
    Path((interaction, token)): Path<(String, String)>,
    Query(query): Query<HashMap<String, String>>,
    payload: Payload,
) -> Answer {
    let interaction = id("interaction_id", &interaction)?;
    let wants_response = query
        .get("with_response")
        .is_some_and(|value| value == "true" || value == "1");
    shared.with(|core| {
        let world = &mut core.world;
        let (kind, message) = respond_to(world, interaction, &token, payload)?;
        if wants_response {
            return Ok(whole_answer(world, interaction, kind, message));
        }
        Ok(nothing())
    })
}

fn whole_answer(world: &World, interaction: Id, kind: u64, message: Option<Id>) -> Response {
    let Some(asked) = world.interaction(interaction) else {
        return nothing();
    };
    let mut json = json!({"interaction": {
        "id": asked.id, "type": asked.kind, "channel_id": asked.channel,
    }});
    if let Some(guild) = world.guild_at(asked.channel) {
        json["interaction"]["guild_id"] = json!(guild);
    }
    if let Some(message) = message.and_then(|id| world.message(id)) {
        json["interaction"]["response_message_id"] = json!(message.id);
        json["interaction"]["response_message_loading"] = json!(message.flags & LOADING != 0);
        json["interaction"]["response_message_ephemeral"] = json!(message.flags & EPHEMERAL != 0);
        let view = world.message_json(message, Viewer::Bot { reads_all: true });
        // "Thinking…" is reported as a new message.
        let kind = if kind == DEFERRED_MESSAGE {
            MESSAGE
        } else {
            kind
        };
        json["resource"] = json!({"type": kind, "message": view});
    }
    Json(json).into_response()
}
