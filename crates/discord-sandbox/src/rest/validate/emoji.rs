//! Checks of emojis: those that an application creates, and those that components show.

use data_encoding::BASE64;
use serde_json::Value;

use crate::rest::error::ApiError;
use crate::rest::validate::form::{self, Fields, FormErrors, each_object, join};
use crate::world::World;
use crate::world::snowflake::Id;

/// Largest size of a picture, in bytes.
const SIZE: usize = 256 * 1024;

/// New emoji.
#[derive(Debug)]
pub(crate) struct NewEmoji {
    pub(crate) name: String,
    pub(crate) image: Image,
}

/// Picture of an emoji.
#[derive(Debug)]
pub(crate) struct Image {
    pub(crate) is_animated: bool,
    pub(crate) bytes: Vec<u8>,
}

/// Reads a new emoji.
///
/// # Errors
///
/// The name or the picture is invalid or missing, or the picture is too large.
pub(crate) fn new(body: &Value) -> Result<NewEmoji, ApiError> {
    let (name, image) = form::read("", body, |fields| {
        fields.require("name");
        fields.require("image");
        (read_name(fields), read_image(fields))
    })?;
    Ok(NewEmoji {
        name: name.unwrap_or_default(),
        image: image.ok_or_else(ApiError::invalid_json)?,
    })
}

fn read_name(fields: &mut Fields<'_, '_>) -> Option<String> {
    let name = fields.text("name", 2, 32)?;
    let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    if !name.chars().all(is_word) {
        let message = "String value did not match validation regex.";
        fields.fail("name", "STRING_TYPE_REGEX", message);
    }
    Some(name.to_owned())
}

/// Reads a picture written as a data URI, such as `data:image/png;base64,…`.
fn read_image(fields: &mut Fields<'_, '_>) -> Option<Image> {
    let text = fields.text("image", 0, usize::MAX)?;
    let image = decode(text);
    match &image {
        None => fields.fail("image", "IMAGE_INVALID", "Invalid image"),
        Some(image) if image.bytes.len() > SIZE => {
            let message = "File cannot be larger than 256.0 kb.";
            fields.fail("image", "BINARY_TYPE_MAX_SIZE", message);
        }
        Some(_) => {}
    }
    image
}

fn decode(text: &str) -> Option<Image> {
    let (kind, data) = text.strip_prefix("data:image/")?.split_once(";base64,")?;
    if !["png", "jpeg", "gif", "webp", "avif"].contains(&kind) {
        return None;
    }
    let bytes = BASE64.decode(data.as_bytes()).ok()?;
    let is_known = [&b"\x89PNG"[..], b"\xff\xd8", b"GIF8", b"RIFF"]
        .iter()
        .any(|start| bytes.starts_with(start));
    let is_avif = bytes.get(4..8) == Some(b"ftyp");
    (is_known || is_avif).then(|| Image {
        is_animated: bytes.starts_with(b"GIF8"),
        bytes,
    })
}

/// Checks that the application owns the emojis that buttons and options show.
///
/// # Errors
///
/// There is no such emoji.
pub(crate) fn check_shown(world: &World, components: &[Value]) -> Result<(), ApiError> {
    let mut errors = FormErrors::default();
    for (index, component) in components.iter().enumerate() {
        let path = format!("components.{index}");
        each_object(&path, component, &mut |path, object| {
            let id = object
                .get("emoji")
                .and_then(|emoji| Id::from_json(&emoji["id"]));
            if id.is_some_and(|id| world.emoji(id).is_none()) {
                let path = join(path, "emoji.id");
                errors.push(&path, "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji");
            }
        });
    }
    errors.into_result()
}
