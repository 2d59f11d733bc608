//! Conversion of a checked body to a message.

use crate::rest::body::Upload;
use crate::rest::error::{Answer, ApiError};
use crate::rest::validate::form::FormErrors;
use crate::rest::validate::message::{AttachmentEntry, Draft, own_flags};
use crate::rest::validate::{emoji, layout};
use crate::world::World;
use crate::world::changes::message::AllowedMentions;
use crate::world::disk::files;
use crate::world::model::{Attachment, COMPONENTS_V2, LOADING, Message, SUPPRESS_EMBEDS};
use crate::world::snowflake::Id;

/// Fills a new message.
///
/// # Errors
///
/// A component shows a file or an emoji that does not exist, or a file cannot be stored.
pub(crate) fn compose(
    world: &mut World,
    mut message: Message,
    draft: Draft,
    mentions: AllowedMentions,
) -> Answer<Message> {
    let in_interaction = message.origin.is_some();
    message.content = draft.content.unwrap_or_default();
    message.embeds = draft.embeds.unwrap_or_default();
    message.components = draft.components.unwrap_or_default();
    message.flags |= own_flags(draft.flags.unwrap_or(0), in_interaction);
    message.tts = draft.tts;
    message.nonce = draft.nonce;
    let entries = draft.attachments.unwrap_or_default();
    let names = names(&[], &draft.files, Some(&entries));
    layout::check_attachments(&message.components, &names)?;
    emoji::check_shown(world, &message.components)?;
    message.attachments = keep_files(world, draft.files, &entries)?;
    let mentions = draft.allowed_mentions.unwrap_or(mentions);
    world.set_mentions(&mut message, &mentions, true);
    Ok(message)
}

/// Edits a message; fields missing in the body stay as they are.
///
/// # Errors
///
/// The message would be empty or combine incompatible parts, or a file cannot be stored.
pub(crate) fn amend(world: &mut World, mut message: Message, draft: Draft) -> Answer<Message> {
    let was_loading = message.flags & LOADING != 0;
    if let Some(components) = &draft.components {
        let kept = &message.attachments;
        let names = names(kept, &draft.files, draft.attachments.as_deref());
        layout::check_attachments(components, &names)?;
        emoji::check_shown(world, components)?;
    }
    if let Some(content) = draft.content {
        message.content = content;
    }
    if let Some(embeds) = draft.embeds {
        message.embeds = embeds;
    }
    if let Some(components) = draft.components {
        message.components = components;
    }
    if let Some(flags) = draft.flags {
        let settable = SUPPRESS_EMBEDS;
        message.flags = (message.flags & !settable) | (flags & settable);
        message.flags |= own_flags(flags, false) & !settable;
    }
    if let Some(entries) = &draft.attachments {
        message.attachments.retain_mut(|attachment| {
            let entry = entries.iter().find(|entry| entry.id == attachment.id);
            if let Some(description) = entry.and_then(|entry| entry.description.clone()) {
                attachment.description = Some(description);
            }
            entry.is_some()
        });
    }
    let entries = draft.attachments.unwrap_or_default();
    let new = keep_files(world, draft.files, &entries)?;
    message.attachments.extend(new);
    check_alone(&message)?;
    if is_empty(&message) {
        return Err(ApiError::empty_message());
    }
    message.flags &= !LOADING;
    if !was_loading {
        message.edited_ms = Some(world.now_ms);
    }
    let mentions = draft.allowed_mentions.unwrap_or_else(|| {
        if message.origin.is_some() {
            AllowedMentions::users_only()
        } else {
            AllowedMentions::all()
        }
    });
    world.set_mentions(&mut message, &mentions, false);
    Ok(message)
}

/// Checks that a message turned into one of components has no text and no embeds left.
fn check_alone(message: &Message) -> Answer<()> {
    let mut errors = FormErrors::default();
    let has_embeds = !message.embeds.is_empty();
    for (name, is_left) in [
        ("content", !message.content.is_empty()),
        ("embeds", has_embeds),
    ] {
        if is_left && message.flags & COMPONENTS_V2 != 0 {
            let message = format!(
                "The '{name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            );
            let code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2";
            errors.push(name, code, message);
        }
    }
    errors.into_result()
}

/// Returns the names by which components can refer to attachments: those of the uploaded files, and
/// of the kept ones. A list of attachments to keep must repeat their names.
fn names(
    kept: &[Attachment],
    files: &[Upload],
    entries: Option<&[AttachmentEntry]>,
) -> Vec<String> {
    let uploaded = files.iter().map(|file| {
        let entry = entries.unwrap_or_default().iter();
        let mut entry = entry.filter(|entry| entry.id == Id::from(file.number));
        let named = entry.next().and_then(|entry| entry.filename.as_deref());
        named.unwrap_or(&file.filename)
    });
    let is_named = |attachment: &&Attachment| {
        entries.is_none_or(|entries| {
            let mut entries = entries.iter().filter(|entry| entry.id == attachment.id);
            entries.any(|entry| entry.filename.is_some())
        })
    };
    let kept = kept.iter().filter(is_named);
    uploaded
        .chain(kept.map(|attachment| attachment.filename.as_str()))
        .flat_map(|name| [name.to_owned(), files::sanitized(name)])
        .collect()
}

/// Returns whether the message has nothing to show.
fn is_empty(message: &Message) -> bool {
    message.content.trim().is_empty()
        && message.embeds.is_empty()
        && message.components.is_empty()
        && message.attachments.is_empty()
}

fn keep_files(
    world: &mut World,
    files: Vec<Upload>,
    entries: &[AttachmentEntry],
) -> Answer<Vec<Attachment>> {
    files
        .into_iter()
        .map(|file| keep_file(world, file, entries))
        .collect()
}

fn keep_file(world: &mut World, file: Upload, entries: &[AttachmentEntry]) -> Answer<Attachment> {
    let id = world.next_id();
    let entry = entries
        .iter()
        .find(|entry| entry.id == Id::from(file.number));
    let named = entry
        .and_then(|entry| entry.filename.clone())
        .unwrap_or(file.filename);
    let filename = files::sanitized(&named);
    let stem = |name: &str| {
        name.rsplit_once('.')
            .map_or(name, |(stem, _)| stem)
            .to_owned()
    };
    let title = (filename != named).then(|| stem(&named));
    let content_type = files::content_type(&filename)
        .map(str::to_owned)
        .or(file.content_type);
    let attachment = Attachment {
        id,
        title,
        description: entry.and_then(|entry| entry.description.clone()),
        content_type,
        size: file.bytes.len(),
        dimensions: files::dimensions(&file.bytes),
        filename,
    };
    world
        .files_mut()
        .keep(id, file.bytes)
        .map_err(|error| ApiError::internal(&error))?;
    Ok(attachment)
}
