//! Routes of guilds and members.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::IntoResponse;
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Value, json};

use crate::rest::error::{Answer, ApiError};
use crate::rest::path::id;
use crate::shared::Shared;
use crate::world::World;
use crate::world::model::Guild;
use crate::world::view::{guild_json, member_json, roles_json};

pub(crate) fn router() -> Router<Arc<Shared>> {
    Router::new()
        .route("/users/@me/guilds", get(guilds))
        .route("/guilds/{guild}", get(guild))
        .route("/guilds/{guild}/channels", get(channels))
        .route("/guilds/{guild}/members/{user}", get(member))
        .route("/guilds/{guild}/roles", get(roles))
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

async fn roles(State(shared): State<Arc<Shared>>, Path(guild): Path<String>) -> Answer {
    shared.with(|core| {
        let guild = find(&core.world, &guild)?;
        Ok(Json(roles_json(guild)).into_response())
    })
}
