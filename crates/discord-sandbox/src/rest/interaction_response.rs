//! Responses to interactions.
//!
//! Source: Discord, "Receiving and Responding to Interactions".

use serde_json::{Value, json};

use crate::rest::body::Payload;
use crate::rest::compose;
use crate::rest::error::{Answer as Result, ApiError};
use crate::rest::validate::form::{self, FormErrors};
use crate::rest::validate::option::{MOST, check_choices};
use crate::rest::validate::{message as check, modal};
use crate::world::World;
use crate::world::changes::interaction::{
    AUTOCOMPLETE, COMMAND, COMPONENT, Interaction, MODAL, Stage,
};
use crate::world::changes::message::AllowedMentions;
use crate::world::commands::localized;
use crate::world::event::{Answer, WorldEvent};
use crate::world::message_view::{CHAT_INPUT_COMMAND, CONTEXT_MENU_COMMAND, REPLY};
use crate::world::model::{COMPONENTS_V2, EPHEMERAL, LOADING, Message};
use crate::world::snowflake::Id;

const PONG: u64 = 1;
pub(crate) const MESSAGE: u64 = 4;
pub(crate) const DEFERRED_MESSAGE: u64 = 5;
const DEFERRED_UPDATE: u64 = 6;
const UPDATE: u64 = 7;
const CHOICES: u64 = 8;
const OPEN_MODAL: u64 = 9;

/// Takes the response to an interaction. Returns its type, and its message if it has one.
///
/// # Errors
///
/// The response is not valid, or no longer expected.
pub(crate) fn respond_to(
    world: &mut World,
    interaction: Id,
    token: &str,
    payload: Payload,
) -> Result<(u64, Option<Id>)> {
    let asked = open_interaction(world, interaction, token)?;
    let kind = kind(&asked, &payload.json)?;
    let message = match kind {
        PONG => None,
        MESSAGE => Some(respond(world, asked, payload)?),
        DEFERRED_MESSAGE => Some(think(world, asked, &payload.json)),
        DEFERRED_UPDATE => {
            finish(world, asked, Stage::Answered, Answer::DeferredUpdate);
            None
        }
        UPDATE => Some(update(world, asked, payload)?),
        CHOICES => {
            let choices = choices(world, &asked, &payload.json)?;
            finish(world, asked, Stage::Answered, Answer::Choices(choices));
            None
        }
        _ => {
            open_modal(world, asked, &payload.json)?;
            None
        }
    };
    Ok((kind, message))
}

fn open_interaction(world: &World, id: Id, token: &str) -> Result<Interaction> {
    let asked = world
        .interaction(id)
        .filter(|asked| asked.token == token)
        .ok_or_else(ApiError::unknown_interaction)?;
    match asked.stage {
        Stage::Answered | Stage::Deferred => Err(ApiError::already_acknowledged()),
        Stage::Pending if world.is_open(asked) => Ok(asked.clone()),
        Stage::Pending | Stage::Failed => Err(ApiError::unknown_interaction()),
    }
}

/// Returns the type of the response if it is valid for this interaction.
fn kind(asked: &Interaction, body: &Value) -> Result<u64> {
    let mut errors = FormErrors::default();
    let has_message = asked.source.is_some();
    let allowed: &[u64] = match asked.kind {
        AUTOCOMPLETE => &[CHOICES],
        MODAL if has_message => &[PONG, MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE],
        MODAL => &[PONG, MESSAGE, DEFERRED_MESSAGE],
        COMPONENT => &[
            PONG,
            MESSAGE,
            DEFERRED_MESSAGE,
            DEFERRED_UPDATE,
            UPDATE,
            OPEN_MODAL,
        ],
        _ => &[PONG, MESSAGE, DEFERRED_MESSAGE, OPEN_MODAL],
    };
    let kind = body["type"].as_u64();
    match kind {
        None => errors.required("type"),
        Some(kind) if allowed.contains(&kind) => {}
        Some(_) => {
            let message = format!("Value must be one of {allowed:?}.");
            errors.push("type", "INTERACTION_CALLBACK_TYPE_INVALID", message);
        }
    }
    let needs_data = matches!(kind, Some(MESSAGE | CHOICES | OPEN_MODAL));
    if needs_data && !body["data"].is_object() {
        errors.required("data");
    }
    errors.into_result()?;
    Ok(kind.unwrap_or_default())
}

/// Stores the interaction with its new stage and notes the response.
fn finish(world: &mut World, mut asked: Interaction, stage: Stage, answer: Answer) {
    let interaction = asked.id;
    asked.stage = stage;
    world.close_answered_modal(&asked);
    world.put_interaction(asked);
    world.note(WorldEvent::Answered {
        interaction,
        answer,
    });
}

/// Returns an empty message that responds to the interaction.
pub(crate) fn blank(world: &mut World, asked: &Interaction, ephemeral: bool) -> Message {
    let id = world.next_id();
    let ephemeral = ephemeral || world.must_whisper(asked);
    let (kind, reply_to) = match asked.kind {
        COMMAND if asked.target_user.or(asked.target_message).is_some() => {
            (CONTEXT_MENU_COMMAND, None)
        }
        COMMAND => (CHAT_INPUT_COMMAND, None),
        _ => match asked.source {
            Some(source) => (REPLY, Some(source)),
            None => (0, None),
        },
    };
    Message {
        kind,
        reply_to,
        origin: Some(asked.origin()),
        flags: if ephemeral { EPHEMERAL } else { 0 },
        only_for: ephemeral.then_some(asked.user),
        ..Message::new(id, asked.channel, world.bot)
    }
}

fn respond(world: &mut World, mut asked: Interaction, payload: Payload) -> Result<Id> {
    let draft = check::message(inner(payload), false).map_err(|error| error.inside("data"))?;
    if draft.is_empty() {
        return Err(ApiError::empty_message());
    }
    if world.channel(asked.channel).is_none() {
        return Err(ApiError::unknown_channel());
    }
    let ephemeral = draft.flags.unwrap_or(0) & EPHEMERAL != 0;
    let blank = blank(world, &asked, ephemeral);
    let message = compose::compose(world, blank, draft, AllowedMentions::users_only())
        .map_err(|error| error.inside("data"))?;
    let id = message.id;
    world.post(message);
    asked.original = Some(id);
    finish(world, asked, Stage::Answered, Answer::Message(id));
    Ok(id)
}

/// Returns the body's `data` with the body's files.
fn inner(payload: Payload) -> Payload {
    let mut json = payload.json["data"].clone();
    if json.is_null() {
        json = json!({});
    }
    Payload {
        json,
        files: payload.files,
    }
}

fn think(world: &mut World, mut asked: Interaction, body: &Value) -> Id {
    let flags = body["data"]["flags"].as_u64().unwrap_or(0);
    let mut message = blank(world, &asked, flags & EPHEMERAL != 0);
    message.flags |= LOADING | (flags & COMPONENTS_V2);
    let id = message.id;
    world.post(message);
    asked.original = Some(id);
    asked.thinking = Some(id);
    finish(world, asked, Stage::Deferred, Answer::Deferred(id));
    id
}

fn update(world: &mut World, asked: Interaction, payload: Payload) -> Result<Id> {
    let source = asked.source.and_then(|id| world.message(id)).cloned();
    let source = source.ok_or_else(ApiError::unknown_message)?;
    let id = source.id;
    let draft = check::message(inner(payload), source.flags & COMPONENTS_V2 != 0)
        .map_err(|error| error.inside("data"))?;
    let changed = compose::amend(world, source, draft).map_err(|error| error.inside("data"))?;
    world.update(changed);
    finish(world, asked, Stage::Answered, Answer::Update(id));
    Ok(id)
}

fn choices(world: &World, asked: &Interaction, body: &Value) -> Result<Value> {
    let list = form::read("data", &body["data"], |fields| {
        fields.require("choices");
        let list = fields.list("choices", MOST).unwrap_or_default();
        check_choices(fields, list, 0);
        list
    })?;
    let locale = world
        .user(asked.user)
        .map_or("", |user| user.locale.as_str());
    let shown: Vec<Value> = list
        .iter()
        .map(|choice| {
            let translated = choice["name_localizations"].as_object().cloned();
            let name = choice["name"].as_str().unwrap_or_default();
            json!({"name": localized(name, &translated, locale), "value": choice["value"]})
        })
        .collect();
    Ok(Value::Array(shown))
}

fn open_modal(world: &mut World, mut asked: Interaction, body: &Value) -> Result<()> {
    let mut modal = modal::modal(&body["data"])?;
    modal["id"] = json!(world.next_id());
    modal["interaction"] = json!(asked.id);
    asked.modal = Some(modal.clone());
    finish(world, asked, Stage::Answered, Answer::Modal(modal));
    Ok(())
}
