//! Routes of the emojis that the application owns.
//!
//! Source: Discord, "Emoji", the section on application-owned emojis.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Value, json};

use crate::rest::body::Payload;
use crate::rest::error::{Answer, ApiError};
use crate::rest::path::id;
use crate::rest::validate::emoji as check;
use crate::rest::validate::form::FormErrors;
use crate::shared::Shared;
use crate::world::World;
use crate::world::model::Emoji;

/// Largest number of emojis of an application.
const EMOJIS: usize = 2_000;

pub(crate) fn router() -> Router<Arc<Shared>> {
    Router::new().route("/applications/{app}/emojis", get(list).post(create))
}

fn check_application(world: &World, app: &str) -> Answer<()> {
    if id("application_id", app)? == world.bot {
        return Ok(());
    }
    Err(ApiError::unknown_application())
}

fn answer(world: &World, emoji: &Emoji) -> Value {
    json!({
        "id": emoji.id,
        "name": emoji.name,
        "roles": [],
        "user": world.user_json(world.bot),
        "require_colons": true,
        "managed": false,
        "animated": emoji.animated,
        "available": true,
    })
}

async fn list(State(shared): State<Arc<Shared>>, Path(app): Path<String>) -> Answer {
    shared.with(|core| {
        check_application(&core.world, &app)?;
        let emojis = core.world.emojis();
        let items: Vec<Value> = emojis.map(|emoji| answer(&core.world, emoji)).collect();
        Ok(Json(json!({"items": items})).into_response())
    })
}

async fn create(
    State(shared): State<Arc<Shared>>,
    Path(app): Path<String>,
    payload: Payload,
) -> Answer {
    let new = check::new(&payload.json)?;
    shared.with(|core| {
        let world = &mut core.world;
        check_application(world, &app)?;
        if world.emojis().any(|emoji| emoji.name == new.name) {
            let message = "An emoji with this name already exists";
            let code = "APPLICATION_EMOJI_NAME_ALREADY_TAKEN";
            return Err(FormErrors::one("name", code, message));
        }
        if world.emojis().count() >= EMOJIS {
            return Err(ApiError::too_many_emojis(EMOJIS));
        }
        let emoji = Emoji {
            id: world.next_id(),
            name: new.name,
            animated: new.image.is_animated,
        };
        let kept = world.files_mut().keep(emoji.id, new.image.bytes);
        kept.map_err(|error| ApiError::internal(&error))?;
        world.put_emoji(emoji.clone());
        Ok((StatusCode::CREATED, Json(answer(world, &emoji))).into_response())
    })
}
