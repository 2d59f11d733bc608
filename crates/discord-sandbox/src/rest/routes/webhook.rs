//! Later responses to an interaction: followups, and edits of earlier responses.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};

use crate::rest::body::{Payload, nothing};
use crate::rest::compose;
use crate::rest::error::{Answer, ApiError};
use crate::rest::interaction_response::blank;
use crate::rest::path::id;
use crate::rest::validate::message as check;
use crate::shared::Shared;
use crate::world::World;
use crate::world::changes::interaction::{Interaction, Stage};
use crate::world::changes::message::AllowedMentions;
use crate::world::message_view::Viewer;
use crate::world::model::{COMPONENTS_V2, EPHEMERAL, Message};
use crate::world::snowflake::Id;

pub(crate) fn router() -> Router<Arc<Shared>> {
    Router::new()
        .route("/webhooks/{app}/{token}", post(follow_up))
        .route(
            "/webhooks/{app}/{token}/messages/{message}",
            get(read).patch(edit).delete(delete),
        )
}

/// Returns the interaction that a token belongs to, once it is answered.
fn interaction(world: &World, app: &str, token: &str) -> Answer<Interaction> {
    let app = id("webhook_id", app)?;
    let asked = world
        .interactions()
        .filter(|asked| app == world.bot && asked.stage != Stage::Pending)
        .find(|asked| asked.token == token)
        .ok_or_else(ApiError::unknown_webhook)?;
    if !asked.has_live_token(world.now_ms) {
        return Err(ApiError::dead_webhook_token());
    }
    if asked.stage == Stage::Failed {
        return Err(ApiError::unknown_webhook());
    }
    Ok(asked.clone())
}

/// Returns a message that the interaction created, or the one that holds its component.
fn message<'a>(world: &'a World, asked: &Interaction, name: &str) -> Answer<&'a Message> {
    let message = match name {
        "@original" => asked.original,
        _ => Some(id("message_id", name)?),
    };
    message
        .and_then(|id| world.message(id))
        .filter(|message| {
            let is_made = message
                .origin
                .as_ref()
                .is_some_and(|origin| origin.id == asked.id);
            is_made || Some(message.id) == asked.original
        })
        .ok_or_else(ApiError::unknown_message)
}

fn answer(world: &World, id: Id) -> Response {
    match world.message(id) {
        Some(message) => {
            Json(world.message_json(message, Viewer::Bot { reads_all: true })).into_response()
        }
        None => ApiError::unknown_message().into_response(),
    }
}

async fn follow_up(
    State(shared): State<Arc<Shared>>,
    Path((app, token)): Path<(String, String)>,
    payload: Payload,
) -> Answer {
    shared.with(|core| {
        let world = &mut core.world;
        let asked = interaction(world, &app, &token)?;
        if let Some(thinking) = asked.thinking.and_then(|id| world.message(id)).cloned() {
            // The first followup after "thinking…" replaces that message and keeps its visibility.
            let id = thinking.id;
            amend(world, asked, thinking, payload)?;
            return Ok(answer(world, id));
        }
        let draft = check::message(payload, false)?;
        if asked.has_all_followups() {
            return Err(ApiError::too_many_followups());
        }
        if draft.is_empty() {
            return Err(ApiError::empty_message());
        }
        if world.channel(asked.channel).is_none() {
            return Err(ApiError::unknown_channel());
        }
        let ephemeral = draft.flags.unwrap_or(0) & EPHEMERAL != 0;
        let mut blank = blank(world, &asked, ephemeral);
        (blank.kind, blank.reply_to) = match asked.original {
            Some(original) => (crate::world::message_view::REPLY, Some(original)),
            None => (0, None),
        };
        if let Some(origin) = &mut blank.origin {
            origin.original = asked.original;
        }
        let message = compose::compose(world, blank, draft, AllowedMentions::users_only())?;
        let id = message.id;
        world.post(message);
        world.put_interaction(Interaction {
            followups: asked.followups.saturating_add(1),
            ..asked
        });
        Ok(answer(world, id))
    })
}

fn amend(world: &mut World, mut asked: Interaction, old: Message, payload: Payload) -> Answer<()> {
    let draft = check::message(payload, old.flags & COMPONENTS_V2 != 0)?;
    let id = old.id;
    let changed = compose::amend(world, old, draft)?;
    world.update(changed);
    if asked.thinking == Some(id) {
        asked.thinking = None;
        asked.stage = Stage::Answered;
        world.put_interaction(asked);
    }
    Ok(())
}

async fn read(
    State(shared): State<Arc<Shared>>,
    Path((app, token, name)): Path<(String, String, String)>,
) -> Answer {
    shared.with(|core| {
        let asked = interaction(&core.world, &app, &token)?;
        let id = message(&core.world, &asked, &name)?.id;
        Ok(answer(&core.world, id))
    })
}

async fn edit(
    State(shared): State<Arc<Shared>>,
    Path((app, token, name)): Path<(String, String, String)>,
    payload: Payload,
) -> Answer {
    shared.with(|core| {
        let world = &mut core.world;
        let asked = interaction(world, &app, &token)?;
        let old = message(world, &asked, &name)?.clone();
        let id = old.id;
        amend(world, asked, old, payload)?;
        Ok(answer(world, id))
    })
}

async fn delete(
    State(shared): State<Arc<Shared>>,
    Path((app, token, name)): Path<(String, String, String)>,
) -> Answer {
    shared.with(|core| {
        let world = &mut core.world;
        let mut asked = interaction(world, &app, &token)?;
        let id = message(world, &asked, &name)?.id;
        world.delete(id);
        if asked.thinking == Some(id) {
            asked.thinking = None;
            asked.stage = Stage::Answered;
            world.put_interaction(asked);
        }
        Ok(nothing())
    })
}
