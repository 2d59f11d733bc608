//! Routes of guilds and members.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::routing::{delete, get};
use axum::{Json, Router};
use serde_json::{Value, json};

use crate::rest::body::{Payload, nothing};
use crate::rest::error::{Answer, ApiError};
use crate::rest::path::id;
use crate::rest::validate::form;
use crate::shared::Shared;
use crate::world::model::{GUILD_CHANNELS, Guild, TEXT};
use crate::world::snowflake::Id;
use crate::world::view::{guild_json, member_json, roles_json};
use crate::world::{World, permissions};

pub(crate) fn router() -> Router<Arc<Shared>> {
    Router::new()
        .route("/users/@me/guilds", get(guilds))
        .route("/users/@me/guilds/{guild}", delete(leave))
        .route("/users/@me/guilds/{guild}/member", get(own_member))
        .route("/guilds/{guild}", get(guild))
        .route(
            "/guilds/{guild}/channels",
            get(channels).post(create_channel),
        )
        .route("/guilds/{guild}/members", get(members))
        .route("/guilds/{guild}/members/{user}", get(member))
        .route("/guilds/{guild}/roles", get(roles))
        .route("/guilds/{guild}/threads/active", get(threads))
        .route("/guilds/{guild}/emojis", get(|| async { Json(json!([])) }))
}

/// Returns a guild that the bot is in.
fn find<'a>(world: &'a World, guild: &str) -> Answer<&'a Guild> {
    let guild = world.guild(id("guild_id", guild)?);
    let guild = guild.ok_or_else(ApiError::unknown_guild)?;
    if !guild.has_bot {
        return Err(ApiError::missing_access());
    }
    if world.is_out(guild.id) {
        return Err(ApiError::unavailable());
    }
    Ok(guild)
}

async fn guilds(State(shared): State<Arc<Shared>>) -> Json<Value> {
    Json(shared.with(|core| {
        let world = &core.world;
        let guilds = world.guilds().filter(|guild| guild.has_bot);
        let guilds = guilds.map(|guild| {
            json!({
                "id": guild.id,
                "name": guild.name,
                "icon": null,
                "banner": null,
                "owner": false,
                "permissions": world.guild_permissions(guild, world.bot).to_string(),
                "features": [],
            })
        });
        guilds.collect()
    }))
}

async fn leave(State(shared): State<Arc<Shared>>, Path(guild): Path<String>) -> Answer {
    shared.with(|core| {
        let guild = find(&core.world, &guild)?.id;
        core.world.set_bot(guild, false);
        Ok(nothing())
    })
}

async fn guild(State(shared): State<Arc<Shared>>, Path(guild): Path<String>) -> Answer {
    shared.with(|core| {
        let guild = find(&core.world, &guild)?;
        let mut json = guild_json(guild);
        let count = core.world.members(guild).count();
        json["approximate_member_count"] = json!(count);
        json["approximate_presence_count"] = json!(count);
        Ok(Json(json).into_response())
    })
}

async fn channels(State(shared): State<Arc<Shared>>, Path(guild): Path<String>) -> Answer {
    shared.with(|core| {
        let world = &core.world;
        let guild = find(world, &guild)?.id;
        let channels: Vec<Value> = world
            .channels()
            .filter(|channel| channel.guild == Some(guild) && !channel.is_thread())
            .map(|channel| world.channel_json(channel, world.bot))
            .collect();
        Ok(Json(channels).into_response())
    })
}

async fn create_channel(
    State(shared): State<Arc<Shared>>,
    Path(guild): Path<String>,
    payload: Payload,
) -> Answer {
    shared.with(|core| {
        let world = &mut core.world;
        let guild = find(world, &guild)?;
        if world.guild_permissions(guild, world.bot) & permissions::MANAGE_CHANNELS == 0 {
            return Err(ApiError::missing_permissions());
        }
        let (name, kind) = new_channel(&payload)?;
        let guild = guild.id;
        let id = world.create_channel(guild, &name, kind);
        let channel = world.channel(id).ok_or_else(ApiError::unknown_channel)?;
        let json = world.channel_json(channel, world.bot);
        Ok((StatusCode::CREATED, Json(json)).into_response())
    })
}

/// Reads the name and the type of a new channel.
fn new_channel(payload: &Payload) -> Answer<(String, u8)> {
    form::read("", &payload.json, |fields| {
        let name = fields.required_text("name", 1, 100).unwrap_or_default();
        fields.text("topic", 0, 1_024);
        let kind = fields.number("type", 0, 16).unwrap_or(i64::from(TEXT));
        let kind = u8::try_from(kind).unwrap_or(TEXT);
        if !GUILD_CHANNELS.contains(&kind) {
            let message = format!("Value must be one of {GUILD_CHANNELS:?}.");
            fields.fail("type", "BASE_TYPE_CHOICES", message);
        }
        (name.to_owned(), kind)
    })
}

async fn members(
    State(shared): State<Arc<Shared>>,
    Path(guild): Path<String>,
    Query(query): Query<HashMap<String, String>>,
) -> Answer {
    let after: Id = query
        .get("after")
        .and_then(|after| after.parse().ok())
        .unwrap_or(Id::from(0));
    let limit = query
        .get("limit")
        .and_then(|limit| limit.parse().ok())
        .unwrap_or(1);
    let members_intent = crate::gateway::intents::GUILD_MEMBERS;
    let may_list = shared.settings.privileged_intents & members_intent != 0;
    shared.with(|core| {
        let guild = find(&core.world, &guild)?;
        if !may_list {
            return Err(ApiError::missing_access());
        }
        let members: Vec<Value> = core
            .world
            .members(guild)
            .filter(|user| user.id > after)
            .take(limit)
            .map(|user| member_json(guild, user))
            .collect();
        Ok(Json(members).into_response())
    })
}

async fn member(
    State(shared): State<Arc<Shared>>,
    Path((guild, user)): Path<(String, String)>,
) -> Answer {
    shared.with(|core| {
        let guild = find(&core.world, &guild)?;
        let user = match user.as_str() {
            "@me" => core.world.bot,
            _ => id("user_id", &user)?,
        };
        let user = core.world.user(user).filter(|user| guild.has(user));
        let user = user.ok_or_else(ApiError::unknown_member)?;
        Ok(Json(member_json(guild, user)).into_response())
    })
}

async fn own_member(State(shared): State<Arc<Shared>>, Path(guild): Path<String>) -> Answer {
    member(State(shared), Path((guild, "@me".to_owned()))).await
}

async fn roles(State(shared): State<Arc<Shared>>, Path(guild): Path<String>) -> Answer {
    shared.with(|core| {
        let guild = find(&core.world, &guild)?;
        Ok(Json(roles_json(guild)).into_response())
    })
}

async fn threads(State(shared): State<Arc<Shared>>, Path(guild): Path<String>) -> Answer {
    shared.with(|core| {
        let world = &core.world;
        let guild = world.guild_create_json(find(world, &guild)?, false);
        let threads = guild["threads"].as_array().into_iter().flatten();
        let members: Vec<&Value> = threads.filter_map(|thread| thread.get("member")).collect();
        Ok(
            Json(json!({"threads": guild["threads"], "members": members, "has_more": false}))
                .into_response(),
        )
    })
}
