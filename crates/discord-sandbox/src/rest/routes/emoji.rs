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

use crate::rest::body::{Payload, nothing};
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
    Router::new()
        .route("/applications/{app}/emojis", get(list).post(create))
        .route(
            "/applications/{app}/emojis/{emoji}",
            get(read).patch(rename).delete(delete),
        )
}

fn check_application(world: &World, app: &str) -> Answer<()> {
    if id("application_id", app)? == world.bot {
        return Ok(());
    }
    Err(ApiError::unknown_application())
}

fn find(world: &World, (app, emoji): &(String, String)) -> Answer<Emoji> {
    check_application(world, app)?;
    let emoji = world.emoji(id("emoji_id", emoji)?);
    emoji.cloned().ok_or_else(ApiError::no_such_emoji)
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

/// Checks that no other emoji has the name.
fn check_unique(world: &World, name: &str, own: Option<&Emoji>) -> Answer<()> {
    let mut others = world
        .emojis()
        .filter(|emoji| Some(emoji.id) != own.map(|own| own.id));
    let mut errors = FormErrors::default();
    if others.any(|emoji| emoji.name == name) {
        let message = "An emoji with this name already exists";
        errors.push("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", message);
    }
    errors.into_result()
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
        check_unique(world, &new.name, None)?;
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

async fn read(State(shared): State<Arc<Shared>>, Path(place): Path<(String, String)>) -> Answer {
    shared.with(|core| {
        let emoji = find(&core.world, &place)?;
        Ok(Json(answer(&core.world, &emoji)).into_response())
    })
}

async fn rename(
    State(shared): State<Arc<Shared>>,
    Path(place): Path<(String, String)>,
    payload: Payload,
) -> Answer {
    let name = check::name(&payload.json)?;
    shared.with(|core| {
        let world = &mut core.world;
        let mut emoji = find(world, &place)?;
        if let Some(name) = name {
            check_unique(world, &name, Some(&emoji))?;
            emoji.name = name;
            world.put_emoji(emoji.clone());
        }
        Ok(Json(answer(world, &emoji)).into_response())
    })
}

async fn delete(State(shared): State<Arc<Shared>>, Path(place): Path<(String, String)>) -> Answer {
    shared.with(|core| {
        let emoji = find(&core.world, &place)?;
        core.world.drop_emoji(emoji.id);
        Ok(nothing())
    })
}
