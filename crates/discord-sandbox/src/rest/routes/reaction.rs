//! Routes of reactions.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::IntoResponse;
use axum::routing::{delete, get, put};
use axum::{Json, Router};
use serde_json::Value;

use crate::rest::access;
use crate::rest::body::nothing;
use crate::rest::error::{Answer, ApiError};
use crate::rest::path::id;
use crate::shared::Shared;
use crate::world::permissions;

type Place = Path<(String, String, String)>;

pub(crate) fn router() -> Router<Arc<Shared>> {
    Router::new()
        .route(
            "/channels/{channel}/messages/{message}/reactions/{emoji}/@me",
            put(add).delete(remove),
        )
        .route(
            "/channels/{channel}/messages/{message}/reactions/{emoji}",
            get(list),
        )
        .route(
            "/channels/{channel}/messages/{message}/reactions/{emoji}/{user}",
            delete(remove_of),
        )
}

async fn add(State(shared): State<Arc<Shared>>, place: Place) -> Answer {
    let Path((channel, message, emoji)) = place;
    let (channel, message) = (id("channel_id", &channel)?, id("message_id", &message)?);
    shared.with(|core| {
        let world = &mut core.world;
        let custom = emoji.split_once(':').map(|(_, id)| id.parse());
        let is_known = match custom {
            Some(id) => id.is_ok_and(|id| world.emoji(id).is_some()),
            None => !emoji.is_ascii(),
        };
        if !is_known {
            return Err(ApiError::unknown_emoji());
        }
        let place = access::channel(world, channel)?;
        let found = access::message(world, channel, message)?;
        let is_new = found
            .reactions
            .iter()
            .all(|reaction| reaction.emoji != emoji);
        if is_new {
            access::require(world, place, permissions::ADD_REACTIONS)?;
        }
        access::require_active(place)?;
        world.add_reaction(message, world.bot, &emoji);
        Ok(nothing())
    })
}

async fn remove(State(shared): State<Arc<Shared>>, place: Place) -> Answer {
    let Path((channel, message, emoji)) = place;
    let (channel, message) = (id("channel_id", &channel)?, id("message_id", &message)?);
    shared.with(|core| {
        access::message(&core.world, channel, message)?;
        let bot = core.world.bot;
        core.world.remove_reaction(message, bot, &emoji);
        Ok(nothing())
    })
}

async fn remove_of(
    State(shared): State<Arc<Shared>>,
    Path((channel, message, emoji, user)): Path<(String, String, String, String)>,
) -> Answer {
    let (channel, message) = (id("channel_id", &channel)?, id("message_id", &message)?);
    let user = id("user_id", &user)?;
    shared.with(|core| {
        let place = access::channel(&core.world, channel)?;
        access::require(&core.world, place, permissions::MANAGE_MESSAGES)?;
        access::message(&core.world, channel, message)?;
        core.world.remove_reaction(message, user, &emoji);
        Ok(nothing())
    })
}

async fn list(State(shared): State<Arc<Shared>>, place: Place) -> Answer {
    let Path((channel, message, emoji)) = place;
    let (channel, message) = (id("channel_id", &channel)?, id("message_id", &message)?);
    shared.with(|core| {
        let message = access::message(&core.world, channel, message)?;
        let users: Vec<Value> = message
            .reactions
            .iter()
            .filter(|reaction| reaction.emoji == emoji)
            .flat_map(|reaction| &reaction.users)
            .map(|&user| core.world.user_json(user))
            .collect();
        Ok(Json(users).into_response())
    })
}
