//! The bot asks about the guild.

use std::collections::HashMap;
use std::sync::Arc;

use axum::Json;
use axum::Router;
use axum::extract::Path;
use axum::extract::Query;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::routing::delete;
use axum::routing::get;
use serde_json::Value;
use serde_json::json;

use crate::sandbox::rest::body::Payload;
use crate::sandbox::rest::error::Answer;
use crate::sandbox::rest::error::ApiError;
use crate::sandbox::rest::id;
use crate::sandbox::rest::nothing;
use crate::sandbox::shared::Shared;
use crate::sandbox::world::World;
use crate::sandbox::world::happening::Happening;
use crate::sandbox::world::permissions;
use crate::sandbox::world::snowflake::Id;
use crate::sandbox::world::view::member_json;

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

fn check(world: &World, guild: &str) -> Answer<()> {
    let guild = id("guild_id", guild)?;
    if guild != world.guild.id {
        return Err(ApiError::unknown_guild());
    }
    if !world.guild.has_bot {
        return Err(ApiError::missing_access());
    }
    Ok(())
}

async fn guilds(State(shared): State<Arc<Shared>>) -> Json<Value> {
    Json(shared.with(|core| {
        let world = &core.world;
        if !world.guild.has_bot {
            return json!([]);
        }
        json!([{
            "id": world.guild.id,
            "name": world.guild.name,
            "icon": null,
            "banner": null,
            "owner": false,
            "permissions": world.guild_permissions(world.bot).to_string(),
            "features": [],
        }])
    }))
}

async fn leave(State(shared): State<Arc<Shared>>, Path(guild): Path<String>) -> Answer {
    shared.with(|core| {
        check(&core.world, &guild)?;
        let mut guild = core.world.guild.clone();
        guild.has_bot = false;
        core.world.put_guild(guild);
        core.world.note(Happening::BotRemoved);
        Ok(nothing())
    })
}

async fn guild(State(shared): State<Arc<Shared>>, Path(guild): Path<String>) -> Answer {
    shared.with(|core| {
        check(&core.world, &guild)?;
        let mut json = core.world.guild_json();
        let count = core.world.users().count();
        json["approximate_member_count"] = json!(count);
        json["approximate_presence_count"] = json!(count);
        Ok(Json(json).into_response())
    })
}

async fn channels(State(shared): State<Arc<Shared>>, Path(guild): Path<String>) -> Answer {
    shared.with(|core| {
        let world = &core.world;
        check(world, &guild)?;
        let channels: Vec<Value> = world
            .channels()
            .filter(|channel| channel.recipient.is_none() && !channel.is_thread())
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
        check(world, &guild)?;
        if world.guild_permissions(world.bot) & permissions::MANAGE_CHANNELS == 0 {
            return Err(ApiError::missing_permissions());
        }
        let mut errors = crate::sandbox::rest::validate::form::FormErrors::default();
        let name = payload.json["name"].as_str().unwrap_or_default();
        errors.length("name", name, 1, 100);
        errors.into_result()?;
        let id = world.create_channel(name);
        let channel = world.channel(id).ok_or_else(ApiError::unknown_channel)?;
        let json = world.channel_json(channel, world.bot);
        Ok((StatusCode::CREATED, Json(json)).into_response())
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
    let members_intent = crate::sandbox::gateway::intents::GUILD_MEMBERS;
    let may_list = shared.settings.privileged_intents & members_intent != 0;
    shared.with(|core| {
        check(&core.world, &guild)?;
        if !may_list {
            return Err(ApiError::missing_access());
        }
        let members: Vec<Value> = core
            .world
            .users()
            .filter(|user| user.is_member && user.id > after)
            .take(limit)
            .map(member_json)
            .collect();
        Ok(Json(members).into_response())
    })
}

async fn member(
    State(shared): State<Arc<Shared>>,
    Path((guild, user)): Path<(String, String)>,
) -> Answer {
    shared.with(|core| {
        check(&core.world, &guild)?;
        let user = match user.as_str() {
            "@me" => core.world.bot,
            _ => id("user_id", &user)?,
        };
        let user = core.world.user(user).filter(|user| user.is_member);
        let user = user.ok_or_else(ApiError::unknown_member)?;
        Ok(Json(member_json(user)).into_response())
    })
}

async fn own_member(State(shared): State<Arc<Shared>>, Path(guild): Path<String>) -> Answer {
    member(State(shared), Path((guild, "@me".to_owned()))).await
}

async fn roles(State(shared): State<Arc<Shared>>, Path(guild): Path<String>) -> Answer {
    shared.with(|core| {
        check(&core.world, &guild)?;
        Ok(Json(core.world.roles_json()).into_response())
    })
}

async fn threads(State(shared): State<Arc<Shared>>, Path(guild): Path<String>) -> Answer {
    shared.with(|core| {
        let world = &core.world;
        check(world, &guild)?;
        let guild = world.guild_create_json(false);
        let threads = guild["threads"].as_array().into_iter().flatten();
        let members: Vec<&Value> = threads.filter_map(|thread| thread.get("member")).collect();
        Ok(
            Json(json!({"threads": guild["threads"], "members": members, "has_more": false}))
                .into_response(),
        )
    })
}
