//! Routes about the bot itself and the gateway.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Value, json};

use crate::gateway::identify;
use crate::rest::body::Payload;
use crate::rest::error::{Answer, ApiError};
use crate::rest::path::id;
use crate::rest::validate::form::FormErrors;
use crate::shared::Shared;
use crate::world::snowflake::Id;
use crate::world::view::own_user_json;
use crate::world::{World, permissions};

pub(crate) fn router() -> Router<Arc<Shared>> {
    Router::new()
        .route("/gateway", get(gateway))
        .route("/gateway/bot", get(gateway_bot))
        .route("/oauth2/applications/@me", get(application))
        .route("/applications/@me", get(application).patch(change))
        .route("/users/@me", get(me).patch(me))
        .route("/users/@me/channels", post(open_direct))
        .route("/users/{user}", get(user))
}

async fn gateway(State(shared): State<Arc<Shared>>) -> Answer {
    let url = shared.with(|core| identify::url(&core.world));
    Ok(Json(json!({"url": url})).into_response())
}

async fn gateway_bot(State(shared): State<Arc<Shared>>) -> Answer {
    let (url, limit) = shared.with(|core| {
        let limit = core.logins.told(core.world.now_ms);
        (identify::url(&core.world), limit)
    });
    let shards = shared.settings.shards;
    Ok(Json(json!({"url": url, "shards": shards, "session_start_limit": limit})).into_response())
}

async fn application(State(shared): State<Arc<Shared>>) -> Answer {
    let key = shared.poster.public_key();
    let json = shared.with(|core| {
        let mut json = application_json(&core.world);
        json["verify_key"] = json!(key);
        json["interactions_endpoint_url"] = json!(core.endpoint());
        json
    });
    Ok(Json(json).into_response())
}

/// Changes the URL to which interactions are posted; everything else stays as it is.
async fn change(state: State<Arc<Shared>>, payload: Payload) -> Answer {
    let Some(url) = payload.json.get("interactions_endpoint_url") else {
        return application(state).await;
    };
    let url = url.as_str().filter(|url| !url.is_empty());
    if let Some(url) = url
        && !state.0.accepts_endpoint(url).await
    {
        let message = "The specified interactions endpoint URL could not be verified.";
        let code = "APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID";
        return Err(FormErrors::one("interactions_endpoint_url", code, message));
    }
    state
        .0
        .with(|core| core.set_endpoint(url.map(str::to_owned)));
    application(state).await
}

fn application_json(world: &World) -> Value {
    let name = world.user(world.bot).map(|bot| bot.username.clone());
    json!({
        "id": world.bot,
        "name": name,
        "icon": null,
        "description": "",
        "type": null,
        "bot": world.user_json(world.bot),
        "summary": "",
        "bot_public": true,
        "bot_require_code_grant": false,
        "flags": 0,
        "flags_new": "0",
        "hook": true,
        "max_participants": null,
        "tags": [],
        "redirect_uris": [],
        "role_connections_verification_url": null,
        "event_webhooks_url": null,
        "event_webhooks_status": 1,
        "event_webhooks_types": [],
        "explicit_content_filter": 0,
        "integration_types_config": {
            "0": {"oauth2_install_params": {
                "scopes": ["applications.commands", "bot"],
                "permissions": permissions::BOT.to_string(),
            }},
            "1": {"oauth2_install_params": {
                "scopes": ["applications.commands"], "permissions": "0",
            }},
        },
        "owner": world.user_json(world.first_guild().owner),
        "approximate_guild_count": world.guilds().filter(|guild| guild.has_bot).count(),
        "approximate_user_install_count": world.users().filter(|user| user.installed).count(),
        "approximate_user_authorization_count": 0,
        "team": null,
        "rpc_origins": [],
        "eligible_oauth2_scopes": [],
    })
}

async fn me(State(shared): State<Arc<Shared>>) -> Answer {
    shared.with(|core| {
        let world = &core.world;
        let bot = world.user(world.bot).ok_or_else(ApiError::unknown_user)?;
        Ok(Json(own_user_json(bot)).into_response())
    })
}

async fn user(State(shared): State<Arc<Shared>>, Path(user): Path<String>) -> Answer {
    let user = id("user_id", &user)?;
    shared.with(|core| {
        core.world.user(user).ok_or_else(ApiError::unknown_user)?;
        Ok(Json(core.world.user_json(user)).into_response())
    })
}

async fn open_direct(State(shared): State<Arc<Shared>>, payload: Payload) -> Answer {
    let recipient = payload.json.get("recipient_id").and_then(Id::from_json);
    shared.with(|core| {
        let world = &mut core.world;
        if core.limits.opens_too_fast(world.now_ms) {
            return Err(ApiError::opens_too_fast());
        }
        let person = recipient
            .and_then(|recipient| world.user(recipient))
            .filter(|user| user.id != world.bot)
            .ok_or_else(|| {
                let message = "Cannot send messages to this user";
                ApiError::new(axum::http::StatusCode::BAD_REQUEST, 50_007, message)
            })?
            .id;
        let channel = world.open_direct(person);
        let channel = world
            .channel(channel)
            .ok_or_else(ApiError::unknown_channel)?;
        Ok(Json(world.channel_json(channel, world.bot)).into_response())
    })
}
