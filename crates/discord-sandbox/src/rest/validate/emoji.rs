//! Checks of emojis: those that an application creates, and those that components show.

use data_encoding::BASE64;
use serde_json::Value;

use crate::rest::error::ApiError;
use crate::rest::validate::form::{Fields, FormErrors, join};
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
    let mut errors = FormErrors::default();
    let mut found = (None, None);
    if let Some(object) = errors.object("", body) {
        let mut fields = Fields::new(object, "", &mut errors);
        for name in ["name", "image"] {
            if fields.get(name).is_none() {
                fields.errors.required(name);
            }
        }
        found = (read_name(&mut fields), read_image(&mut fields));
    }
    errors.into_result()?;
    let (name, image) = found;
    Ok(NewEmoji {
        name: name.unwrap_or_default(),
        image: image.ok_or_else(ApiError::invalid_json)?,
    })
}

/// Reads the new name of an emoji, if the body has one.
///
/// # Errors
///
/// The name is invalid.
pub(crate) fn name(body: &Value) -> Result<Option<String>, ApiError> {
    let mut errors = FormErrors::default();
    let mut name = None;
    if let Some(object) = errors.object("", body) {
        name = read_name(&mut Fields::new(object, "", &mut errors));
    }
    errors.into_result()?;
    Ok(name)
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
        look_up(
            world,
            &mut errors,
            &format!("components.{index}"),
            component,
        );
    }
    errors.into_result()
}

fn look_up(world: &World, errors: &mut FormErrors, path: &str, value: &Value) {
    match value {
        Value::Object(fields) => {
            let id = fields
                .get("emoji")
                .and_then(|emoji| Id::from_json(&emoji["id"]));
            if id.is_some_and(|id| world.emoji(id).is_none()) {
                let path = join(path, "emoji.id");
                errors.push(&path, "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji");
            }
            for (name, inner) in fields {
                look_up(world, errors, &join(path, name), inner);
            }
        }
        Value::Array(items) => {
            for (index, inner) in items.iter().enumerate() {
                look_up(world, errors, &join(path, &index.to_string()), inner);
            }
        }
        _ => {}
    }
}
