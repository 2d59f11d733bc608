//! Routes that read, post, edit and delete messages.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Value, json};

use crate::gateway::intents::MESSAGE_CONTENT;
use crate::rest::body::{Payload, nothing};
use crate::rest::error::{Answer, ApiError};
use crate::rest::path::id;
use crate::rest::validate::form::FormErrors;
use crate::rest::validate::message as check;
use crate::rest::validate::message::Draft;
use crate::rest::{access, compose};
use crate::shared::Shared;
use crate::world::changes::message::AllowedMentions;
use crate::world::message_view::{CHAT_INPUT_COMMAND, CONTEXT_MENU_COMMAND, REPLY, Viewer};
use crate::world::model::{COMPONENTS_V2, Channel, Message};
use crate::world::snowflake::Id;
use crate::world::{World, permissions};

/// Time for which a nonce is remembered.
const NONCE_MS: u64 = 5 * 60 * 1_000;
/// Age at which the limit on edits of old messages starts to apply.
const OLD_MS: u64 = 60 * 60 * 1_000;

pub(crate) fn router() -> Router<Arc<Shared>> {
    Router::new()
        .route("/channels/{channel}/messages", get(list).post(create))
        .route(
            "/channels/{channel}/messages/{message}",
            get(read).patch(edit).delete(delete),
        )
}

fn viewer(shared: &Shared) -> Viewer {
    Viewer::Bot {
        reads_all: shared.settings.privileged_intents & MESSAGE_CONTENT != 0,
    }
}

async fn list(
    State(shared): State<Arc<Shared>>,
    Path(channel): Path<String>,
    Query(query): Query<HashMap<String, String>>,
) -> Answer {
    let channel = id("channel_id", &channel)?;
    let bound = |name: &str| query.get(name).map(|text| id(name, text)).transpose();
    let (before, after, around) = (bound("before")?, bound("after")?, bound("around")?);
    let limit = query
        .get("limit")
        .map_or(Ok(50), |text| text.parse::<usize>());
    let limit = limit
        .ok()
        .filter(|limit| (1..=100).contains(limit))
        .ok_or_else(|| FormErrors::one("limit", "NUMBER_TYPE_MAX", "Value should be 1 to 100."))?;
    let viewer = viewer(&shared);
    shared.with(|core| {
        let world = &core.world;
        let place = access::channel(world, channel)?;
        if access::require(world, place, permissions::READ_MESSAGE_HISTORY).is_err() {
            return Ok(Json(json!([])).into_response());
        }
        let public = || {
            let messages = world.messages_in(channel);
            messages.filter(|message| message.only_for.is_none())
        };
        let messages = public()
            .filter(|message| before.is_none_or(|before| message.id < before))
            .filter(|message| after.is_none_or(|after| message.id > after));
        let mut page: Vec<&Message> = match (around, after) {
            (Some(middle), _) => {
                let older = public().rev().filter(|message| message.id < middle);
                let others = public().filter(|message| message.id >= middle);
                let rest = limit - limit / 2;
                older.take(limit / 2).chain(others.take(rest)).collect()
            }
            (None, Some(_)) => messages.take(limit).collect(),
            (None, None) => messages.rev().take(limit).collect(),
        };
        page.sort_by_key(|message| std::cmp::Reverse(message.id));
        let page: Vec<Value> = page
            .into_iter()
            .map(|message| world.message_json(message, viewer))
            .collect();
        Ok(Json(page).into_response())
    })
}

async fn read(
    State(shared): State<Arc<Shared>>,
    Path((channel, message)): Path<(String, String)>,
) -> Answer {
    let (channel, message) = (id("channel_id", &channel)?, id("message_id", &message)?);
    let viewer = viewer(&shared);
    shared.with(|core| {
        let message = access::message(&core.world, channel, message)?;
        Ok(Json(core.world.message_json(message, viewer)).into_response())
    })
}

async fn create(
    State(shared): State<Arc<Shared>>,
    Path(channel): Path<String>,
    payload: Payload,
) -> Answer {
    let channel = id("channel_id", &channel)?;
    shared.with(|core| {
        let world = &mut core.world;
        access::channel(world, channel)?;
        let draft = check::message(payload, false)?;
        let place = access::channel(world, channel)?;
        check_may_send(world, place, &draft)?;
        if draft.is_empty() {
            return Err(ApiError::empty_message());
        }
        if let Some(earlier) = same_nonce(world, &draft)? {
            return Ok(answer(world, earlier));
        }
        let reply_to = replied(world, channel, &draft)?;
        let id = world.next_id();
        let blank = Message {
            kind: if reply_to.is_some() { REPLY } else { 0 },
            reply_to,
            ..Message::new(id, channel, world.bot)
        };
        let mentions = mentions_within(world, channel);
        let message = compose::compose(world, blank, draft, mentions)?;
        world.post(message);
        Ok(answer(world, id))
    })
}

/// Returns the response to the sender of a message, which includes the nonce.
fn answer(world: &World, id: Id) -> Response {
    let Some(message) = world.message(id) else {
        return ApiError::unknown_message().into_response();
    };
    let mut json = world.message_json(message, Viewer::Bot { reads_all: true });
    if let Some(nonce) = &message.nonce {
        json["nonce"] = nonce.clone();
    }
    Json(json).into_response()
}

/// Returns the mentions allowed in a regular message of the bot.
fn mentions_within(world: &World, channel: Id) -> AllowedMentions {
    let may_all = world.channel(channel).is_some_and(|channel| {
        world.permissions(world.bot, channel) & permissions::MENTION_EVERYONE != 0
    });
    AllowedMentions {
        everyone: may_all,
        ..AllowedMentions::all()
    }
}

fn check_may_send(world: &World, channel: &Channel, draft: &Draft) -> Answer<()> {
    access::require_sending(world, channel)?;
    if channel.recipient.is_some() {
        return Ok(());
    }
    check_parts(world, channel, draft)?;
    let can_read = access::require(world, channel, permissions::READ_MESSAGE_HISTORY).is_ok();
    if draft.reply.is_some() && !can_read {
        return Err(ApiError::cannot_reply_without_history());
    }
    Ok(())
}

/// Checks that the bot may post the parts of a message other than its text.
///
/// # Errors
///
/// A permission is missing.
fn check_parts(world: &World, channel: &Channel, draft: &Draft) -> Answer<()> {
    if draft
        .embeds
        .as_ref()
        .is_some_and(|embeds| !embeds.is_empty())
    {
        access::require(world, channel, permissions::EMBED_LINKS)?;
    }
    if !draft.files.is_empty() {
        access::require(world, channel, permissions::ATTACH_FILES)?;
    }
    Ok(())
}

/// Returns the earlier message with the same nonce, in any channel, if the bot enforces the nonce.
fn same_nonce(world: &World, draft: &Draft) -> Answer<Option<Id>> {
    let nonce = draft.nonce.as_ref().filter(|_| draft.enforce_nonce);
    let earlier = nonce
        .and_then(|nonce| world.id_with_nonce(world.bot, nonce))
        .filter(|earlier| world.now_ms < earlier.ms() + NONCE_MS);
    match earlier {
        Some(id) if world.message(id).is_none() => Err(ApiError::unknown_message()),
        earlier => Ok(earlier),
    }
}

fn replied(world: &World, channel: Id, draft: &Draft) -> Answer<Option<Id>> {
    let Some(reply) = draft.reply else {
        return Ok(None);
    };
    let is_there = world
        .message(reply.message)
        .is_some_and(|message| message.channel == channel && message.only_for.is_none());
    if is_there {
        return Ok(Some(reply.message));
    }
    if !reply.fails_if_gone {
        return Ok(None);
    }
    let (code, message) = ("REPLIES_UNKNOWN_MESSAGE", "Unknown message");
    Err(FormErrors::one("message_reference", code, message))
}

async fn edit(
    State(shared): State<Arc<Shared>>,
    Path((channel, message)): Path<(String, String)>,
    payload: Payload,
) -> Answer {
    let (channel, message) = (id("channel_id", &channel)?, id("message_id", &message)?);
    shared.with(|core| {
        let world = &mut core.world;
        let old = access::message(world, channel, message)?.clone();
        let draft = check::message(payload, old.flags & COMPONENTS_V2 != 0)?;
        if old.author != world.bot {
            return Err(ApiError::not_the_author());
        }
        if !is_editable(&old) {
            return Err(ApiError::system_message());
        }
        let place = access::channel(world, channel)?;
        access::require_active(place)?;
        access::require_unlocked(world, place)?;
        let is_old = old.id.ms() + OLD_MS < world.now_ms;
        if is_old && let Some(refusal) = core.limits.edits_old(channel, world.now_ms) {
            return Ok(refusal);
        }
        let changed = compose::amend(world, old, draft)?;
        world.update(changed);
        Ok(answer(world, message))
    })
}

fn is_editable(message: &Message) -> bool {
    matches!(
        message.kind,
        0 | REPLY | CHAT_INPUT_COMMAND | CONTEXT_MENU_COMMAND
    )
}

async fn delete(
    State(shared): State<Arc<Shared>>,
    Path((channel, message)): Path<(String, String)>,
) -> Answer {
    let (channel, message) = (id("channel_id", &channel)?, id("message_id", &message)?);
    shared.with(|core| {
        let world = &mut core.world;
        let place = access::channel(world, channel)?;
        let found = access::message(world, channel, message)?;
        if found.author != world.bot {
            if place.recipient.is_some() {
                return Err(ApiError::not_in_direct());
            }
            access::require(world, place, permissions::MANAGE_MESSAGES)?;
        }
        access::require_active(place)?;
        world.delete(message);
        Ok(nothing())
    })
}
