//! Routes that register commands, for all guilds or for one.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Value, json};

use crate::rest::body::Payload;
use crate::rest::error::{Answer, ApiError};
use crate::rest::path::id;
use crate::rest::validate::command as check;
use crate::shared::Shared;
use crate::world::World;
use crate::world::commands::{Command, GUILD_INSTALL, USER_INSTALL};
use crate::world::snowflake::Id;

type Parts = Path<HashMap<String, String>>;

pub(crate) fn router() -> Router<Arc<Shared>> {
    let list = || get(list).put(replace).post(create);
    Router::new()
        .route("/applications/{app}/commands", list())
        .route("/applications/{app}/guilds/{guild}/commands", list())
}

/// Checks the application and the guild in the path, and returns the guild if there is one.
fn scope(world: &World, parts: &HashMap<String, String>) -> Answer<Option<Id>> {
    let part = |name: &str| parts.get(name).map_or("", String::as_str);
    if id("application_id", part("app"))? != world.bot {
        return Err(ApiError::unknown_application());
    }
    if !parts.contains_key("guild") {
        return Ok(None);
    }
    let guild = id("guild_id", part("guild"))?;
    if !world.guild(guild).is_some_and(|guild| guild.has_bot) {
        return Err(ApiError::missing_access());
    }
    Ok(Some(guild))
}

fn answer(command: &Command) -> Value {
    serde_json::to_value(command).unwrap_or_default()
}

async fn list(
    State(shared): State<Arc<Shared>>,
    Path(parts): Parts,
    Query(query): Query<HashMap<String, String>>,
) -> Answer {
    let is_full = query
        .get("with_localizations")
        .is_some_and(|value| value == "true" || value == "1");
    shared.with(|core| {
        let scope = scope(&core.world, &parts)?;
        let commands = core
            .world
            .commands()
            .filter(|command| command.guild_id == scope);
        let mut commands: Vec<Value> = commands.map(answer).collect();
        if !is_full {
            commands.iter_mut().for_each(without_localizations);
        }
        Ok(Json(commands).into_response())
    })
}

fn without_localizations(value: &mut Value) {
    if let Some(object) = value.as_object_mut() {
        object.remove("name_localizations");
        object.remove("description_localizations");
        for inner in ["options", "choices"] {
            let list = object.get_mut(inner).and_then(Value::as_array_mut);
            list.into_iter().flatten().for_each(without_localizations);
        }
    }
}

async fn replace(
    State(shared): State<Arc<Shared>>,
    Path(parts): Parts,
    payload: Payload,
) -> Answer {
    check::commands(&payload.json)?;
    shared.with(|core| {
        let world = &mut core.world;
        let scope = scope(world, &parts)?;
        let old: Vec<Id> = world
            .commands()
            .filter(|command| command.guild_id == scope)
            .map(|command| command.id)
            .collect();
        let mut kept = Vec::new();
        let list = payload.json.as_array().cloned().unwrap_or_default();
        for body in list {
            kept.push(put(world, scope, body)?);
        }
        for gone in old.into_iter().filter(|id| !kept.contains(id)) {
            world.drop_command(gone);
        }
        let commands = kept.iter().filter_map(|&id| world.command(id));
        let commands: Vec<Value> = commands.map(answer).collect();
        Ok(Json(commands).into_response())
    })
}

async fn create(State(shared): State<Arc<Shared>>, Path(parts): Parts, payload: Payload) -> Answer {
    check::command(&payload.json)?;
    shared.with(|core| {
        let world = &mut core.world;
        let scope = scope(world, &parts)?;
        let kind = kind_of(&payload.json);
        let is_new = named(world, scope, &payload.json).is_none();
        if is_new {
            let same = |command: &&Command| command.guild_id == scope && command.kind == kind;
            check::check_room(kind, world.commands().filter(same).count())?;
        }
        let id = put(world, scope, payload.json)?;
        let status = if is_new {
            StatusCode::CREATED
        } else {
            StatusCode::OK
        };
        Ok((status, Json(world.command(id).map(answer))).into_response())
    })
}

fn kind_of(body: &Value) -> u8 {
    body["type"]
        .as_u64()
        .and_then(|kind| u8::try_from(kind).ok())
        .unwrap_or(1)
}

/// Returns the existing command that a new one with this name would replace.
fn named<'a>(world: &'a World, scope: Option<Id>, body: &Value) -> Option<&'a Command> {
    let kind = kind_of(body);
    world
        .commands()
        .filter(|command| command.guild_id == scope && command.kind == kind)
        .find(|command| body["name"] == json!(command.name))
}

/// Stores a checked command. A command with an existing name keeps that command's id and, if
/// nothing changed, its version.
fn put(world: &mut World, scope: Option<Id>, body: Value) -> Answer<Id> {
    let old = named(world, scope, &body).cloned();
    let id = old.as_ref().map_or_else(|| world.next_id(), |old| old.id);
    let version = old
        .as_ref()
        .map_or_else(|| world.next_id(), |old| old.version);
    let mut command = read_command(world, scope, body, (id, version))?;
    if old.is_none_or(|old| answer(&old) != answer(&command)) {
        command.version = world.next_id();
        world.put_command(command);
    }
    Ok(id)
}

fn read_command(
    world: &World,
    scope: Option<Id>,
    mut body: Value,
    (id, version): (Id, Id),
) -> Answer<Command> {
    body["id"] = json!(id);
    body["version"] = json!(version);
    body["application_id"] = json!(world.bot);
    body["guild_id"] = json!(scope);
    if let Some(object) = body.as_object_mut() {
        object.retain(|_, value| !value.is_null());
        // By default, a command comes with every kind of installation that the application has.
        let default = if scope.is_none() {
            json!([GUILD_INSTALL, USER_INSTALL])
        } else {
            json!([GUILD_INSTALL])
        };
        object.entry("integration_types").or_insert(default);
        if let Some(bits) = object.get_mut("default_member_permissions")
            && let Some(number) = bits.as_u64()
        {
            *bits = json!(number.to_string());
        }
    }
    strip_nulls(&mut body);
    serde_json::from_value(body).map_err(|error| {
        tracing::debug!(%error, "a command passed the checks and cannot be read");
        ApiError::invalid_json()
    })
}

/// Removes null fields, which some libraries write in place of missing ones.
fn strip_nulls(value: &mut Value) {
    match value {
        Value::Object(object) => {
            object.retain(|_, value| !value.is_null());
            object.values_mut().for_each(strip_nulls);
        }
        Value::Array(list) => list.iter_mut().for_each(strip_nulls),
        _ => {}
    }
}
