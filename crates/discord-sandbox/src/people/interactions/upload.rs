//! Files that a person uploads for options of a command.

use data_encoding::BASE64;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::people::protocol::Refusal;
use crate::world::World;
use crate::world::disk::files;
use crate::world::model::Attachment;
use crate::world::snowflake::Id;
use crate::world::view::ATTACHMENT_LIMIT;

/// File as the page sends it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Upload {
    filename: String,
    /// Base64.
    content: String,
}

/// Stores the files among the options and returns their JSON by option.
///
/// # Errors
///
/// A file is too large, not valid Base64, or cannot be written.
pub(crate) fn keep(
    world: &mut World,
    channel: Id,
    options: &Map<String, Value>,
) -> Result<Map<String, Value>, Refusal> {
    let mut kept = Map::new();
    for (name, value) in options.iter().filter(|(_, value)| value.is_object()) {
        let upload = Upload::deserialize(value)
            .map_err(|error| Refusal(format!("Option `{name}`: {error}")))?;
        let bytes = BASE64
            .decode(upload.content.as_bytes())
            .map_err(|error| Refusal(format!("Option `{name}`: {error}")))?;
        if bytes.len() > ATTACHMENT_LIMIT {
            return Refusal::new("Your files are too powerful");
        }
        let file = keep_file(world, channel, &upload.filename, bytes);
        let file = file.map_err(|error| Refusal(format!("Option `{name}`: {error}")))?;
        kept.insert(name.clone(), file);
    }
    Ok(kept)
}

fn keep_file(
    world: &mut World,
    channel: Id,
    filename: &str,
    bytes: Vec<u8>,
) -> std::io::Result<Value> {
    let filename = files::sanitized(filename);
    let attachment = Attachment {
        id: world.next_id(),
        title: None,
        description: None,
        content_type: files::content_type(&filename).map(str::to_owned),
        size: bytes.len(),
        dimensions: files::dimensions(&bytes),
        filename,
    };
    world.files_mut().keep(attachment.id, bytes)?;
    let mut json = world.attachment_json(channel, &attachment);
    json["ephemeral"] = json!(true);
    Ok(json)
}
