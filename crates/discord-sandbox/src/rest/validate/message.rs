//! Checks of bodies that create or edit a message.

use serde_json::Value;

use crate::rest::body::{Payload, Upload};
use crate::rest::error::ApiError;
use crate::rest::validate::form::{Fields, FormErrors};
use crate::rest::validate::{embed, layout};
use crate::world::changes::message::{Allowed, AllowedMentions};
use crate::world::model::{
    COMPONENTS_V2, EPHEMERAL, LOADING, SUPPRESS_EMBEDS, SUPPRESS_NOTIFICATIONS,
};
use crate::world::snowflake::Id;
use crate::world::view::ATTACHMENT_LIMIT;

/// Largest number of files of a message.
const FILES: usize = 10;
/// Longest alternative text of a file, in characters.
const ALT_TEXT: usize = 1_024;

/// Checked body; a field missing in the body is `None`.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    pub(crate) content: Option<String>,
    pub(crate) embeds: Option<Vec<Value>>,
    pub(crate) components: Option<Vec<Value>>,
    pub(crate) flags: Option<u64>,
    pub(crate) tts: bool,
    pub(crate) allowed_mentions: Option<AllowedMentions>,
    pub(crate) attachments: Option<Vec<AttachmentEntry>>,
    pub(crate) files: Vec<Upload>,
    pub(crate) nonce: Option<Value>,
    pub(crate) enforce_nonce: bool,
    pub(crate) reply: Option<Reply>,
}

/// Attachment to keep, or the description of an uploaded file.
#[derive(Clone, Debug)]
pub(crate) struct AttachmentEntry {
    pub(crate) id: Id,
    pub(crate) filename: Option<String>,
    pub(crate) description: Option<String>,
}

/// Message that a new message replies to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reply {
    pub(crate) message: Id,
    pub(crate) fails_if_gone: bool,
}

impl Draft {
    /// Returns whether the draft has nothing to show.
    pub(crate) fn is_empty(&self) -> bool {
        let has = |list: &Option<Vec<Value>>| list.as_ref().is_some_and(|list| !list.is_empty());
        if self.flags.unwrap_or(0) & COMPONENTS_V2 != 0 {
            return !has(&self.components);
        }
        self.content
            .as_ref()
            .is_none_or(|content| content.trim().is_empty())
            && !has(&self.embeds)
            && !has(&self.components)
            && self.files.is_empty()
    }
}

/// Reads and checks the body of a message. `is_v2` if the edited message consists of components
/// only.
///
/// # Errors
///
/// The body is invalid, or a file is too large.
pub(crate) fn message(payload: Payload, is_v2: bool) -> Result<Draft, ApiError> {
    if payload
        .files
        .iter()
        .any(|file| file.bytes.len() > ATTACHMENT_LIMIT)
    {
        return Err(ApiError::too_large());
    }
    let mut errors = FormErrors::default();
    let mut draft = Draft::default();
    if let Some(mut fields) = errors.fields("", &payload.json) {
        draft = read(&mut fields, is_v2);
    }
    check_files(&mut errors, &payload.files, draft.attachments.as_deref());
    errors.into_result()?;
    draft.files = payload.files;
    Ok(draft)
}

fn read(fields: &mut Fields<'_, '_>, is_v2: bool) -> Draft {
    let object = fields.object;
    let flags = fields.number("flags", 0, i64::from(i32::MAX));
    let flags = flags.and_then(|flags| u64::try_from(flags).ok());
    let is_v2 = is_v2 || flags.unwrap_or(0) & COMPONENTS_V2 != 0;
    let content = if object.get("content").is_some_and(Value::is_null) {
        Some(String::new())
    } else {
        fields.text("content", 0, 2_000).map(str::to_owned)
    };
    let embeds = object
        .get("embeds")
        .map(|value| embed::embeds(fields.errors, value));
    let components = object
        .get("components")
        .map(|value| layout::components(fields.errors, value, is_v2));
    if is_v2 {
        check_alone(fields, flags);
    }
    let nonce = fields.get("nonce").cloned();
    if nonce.as_ref().is_some_and(|nonce| !nonce.is_i64()) {
        fields.text("nonce", 0, 25);
    }
    fields.ids("sticker_ids", 3);
    Draft {
        content,
        embeds,
        components,
        flags,
        tts: fields.flag("tts").unwrap_or(false),
        allowed_mentions: allowed_mentions(fields),
        attachments: attachments(fields),
        files: Vec::new(),
        nonce,
        enforce_nonce: fields.flag("enforce_nonce").unwrap_or(false),
        reply: reply(fields),
    }
}

/// Checks a message that consists of components: it can show nothing else, and cannot become a
/// regular one.
fn check_alone(fields: &mut Fields<'_, '_>, flags: Option<u64>) {
    if flags.is_some_and(|flags| flags & COMPONENTS_V2 == 0) {
        let message = "The IS_COMPONENTS_V2 flag cannot be removed from a message";
        fields.fail("flags", "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG", message);
    }
    let is_used = |name: &&str| {
        let list = fields.get(name).and_then(Value::as_array);
        list.is_some_and(|list| !list.is_empty())
    };
    // An empty text counts, unlike null.
    let text = fields.get("content").map(|_| "content");
    let lists = ["embeds", "sticker_ids"].into_iter().filter(is_used);
    let used: Vec<&str> = text.into_iter().chain(lists).collect();
    for name in used {
        let message =
            format!("The '{name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2");
        let code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2";
        fields.fail(name, code, message);
    }
}

fn allowed_mentions(fields: &mut Fields<'_, '_>) -> Option<AllowedMentions> {
    let mut inner = fields.inside("allowed_mentions")?;
    let is_kind = |kind: &Value| {
        ["everyone", "roles", "users"]
            .iter()
            .any(|name| kind == name)
    };
    let parsed: Vec<&str> = inner
        .set("parse", (0, 3), is_kind)
        .unwrap_or_default()
        .iter()
        .filter_map(Value::as_str)
        .collect();
    let mut kind = |name: &str| {
        let listed = inner.ids(name, 100).unwrap_or_default();
        let is_parsed = parsed.contains(&name);
        if is_parsed && !listed.is_empty() {
            let message =
                format!("parse:[\"{name}\"] and {name}: [ids...] are mutually exclusive.");
            inner.fail("", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message);
        }
        if is_parsed {
            return Allowed::All;
        }
        Allowed::Only(listed)
    };
    let (roles, users) = (kind("roles"), kind("users"));
    Some(AllowedMentions {
        everyone: parsed.contains(&"everyone"),
        roles,
        users,
        replied_user: inner.flag("replied_user").unwrap_or(false),
    })
}

fn attachments(fields: &mut Fields<'_, '_>) -> Option<Vec<AttachmentEntry>> {
    let list = fields.list("attachments", FILES)?;
    let mut ids = Vec::new();
    let entries = fields.items("attachments", list, |inner| {
        inner.text("title", 0, 1_024);
        inner.text("waveform", 0, 400);
        inner.require("id");
        let id = inner.id("id")?;
        if ids.contains(&id) {
            let message = "Attachment ids must be unique";
            inner.fail("id", "ATTACHMENT_ID_DUPLICATED", message);
        }
        ids.push(id);
        Some(AttachmentEntry {
            id,
            filename: inner.text("filename", 1, 1_024).map(str::to_owned),
            description: inner.text("description", 0, ALT_TEXT).map(str::to_owned),
        })
    });
    Some(entries)
}

fn check_files(errors: &mut FormErrors, files: &[Upload], entries: Option<&[AttachmentEntry]>) {
    if files.len() > FILES {
        let message = format!("Must be {FILES} or fewer in length.");
        errors.push("files", "BASE_TYPE_MAX_LENGTH", message);
    }
    // A number too small for a snowflake can only mean one of the uploaded files.
    let small = entries.unwrap_or_default().iter().enumerate();
    for (index, entry) in small.filter(|(_, entry)| entry.id.number() < 1_000) {
        if !files.iter().any(|file| file.number == entry.id.number()) {
            let message = format!("Attachment {} is not among the files", entry.id);
            let path = format!("attachments.{index}.id");
            errors.push(&path, "ATTACHMENT_NOT_FOUND", message);
        }
    }
}

fn reply(fields: &mut Fields<'_, '_>) -> Option<Reply> {
    let mut inner = fields.inside("message_reference")?;
    inner.number("type", 0, 1);
    inner.id("guild_id");
    inner.id("channel_id");
    inner.require("message_id");
    let message = inner.id("message_id");
    Some(Reply {
        message: message?,
        fails_if_gone: inner.flag("fail_if_not_exists").unwrap_or(true),
    })
}

/// Returns the flags that a bot may set on a new message.
pub(crate) fn own_flags(flags: u64, in_interaction: bool) -> u64 {
    let settable = SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | COMPONENTS_V2;
    let settable = if in_interaction {
        settable | EPHEMERAL
    } else {
        settable
    };
    flags & settable & !LOADING
}
