//! Messages made of components: text, pictures and rows in a container.
//!
//! serenity has no builders for them. Discord accepts neither content nor embeds beside them, and a
//! message keeps its form when it is edited.
//!
//! Source: Discord, "Component Reference".

use serde::Serialize;
use serde_json::{Value, json};
use serenity::all::{CreateActionRow, CreateButton};

/// Flag of a message made of components.
pub(crate) const IS_COMPONENTS_V2: u64 = 1 << 15;
/// Discord's limit for all text of such a message, in characters.
pub const TEXT_LIMIT: usize = 4_000;

const SECTION: u8 = 9;
const TEXT: u8 = 10;
const GALLERY: u8 = 12;
const FILE: u8 = 13;
const CONTAINER: u8 = 17;

/// Arrangement of a message in a container.
#[derive(Clone, Debug, Default)]
pub struct Container {
    /// Color of the container's edge, as red, green and blue.
    accent: Option<[u8; 3]>,
    /// Lines below the text, each with the button beside it.
    pub(super) lines: Vec<(String, CreateButton)>,
    /// Text below everything but the rows.
    pub(super) note: String,
}

impl Container {
    /// Creates a container with a color.
    #[must_use]
    pub fn new(accent: [u8; 3]) -> Self {
        Self {
            accent: Some(accent),
            ..Self::default()
        }
    }

    /// Adds a line with a button beside it.
    #[must_use]
    pub fn line(mut self, text: impl Into<String>, button: CreateButton) -> Self {
        self.lines.push((text.into(), button));
        self
    }

    /// Sets the text below everything but the rows.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.note = text.into();
        self
    }

    /// Returns the number of characters of the lines and the note.
    pub(super) fn chars(&self) -> usize {
        let lines = self.lines.iter().map(|(line, _)| line);
        let texts = lines.chain([&self.note]);
        texts.map(|text| text.chars().count()).sum()
    }

    /// Returns the components of a message with a text, a file with its name and description, and
    /// rows.
    pub(super) fn components(
        &self,
        text: &str,
        file: Option<(&str, &str)>,
        rows: &[CreateActionRow],
    ) -> Result<Value, serde_json::Error> {
        let mut inner = Vec::new();
        inner.extend(shown(text));
        for (line, button) in &self.lines {
            inner.push(json!({
                "type": SECTION,
                "components": [{"type": TEXT, "content": line}],
                "accessory": value(button)?,
            }));
        }
        inner.extend(file.map(|(name, about)| attached(name, about)));
        inner.extend(shown(&self.note));
        for row in rows {
            inner.push(value(row)?);
        }
        let mut container = json!({"type": CONTAINER, "components": inner});
        if let Some([red, green, blue]) = self.accent {
            container["accent_color"] = json!(u32::from_be_bytes([0, red, green, blue]));
        }
        Ok(json!([container]))
    }
}

fn shown(text: &str) -> Option<Value> {
    (!text.is_empty()).then(|| json!({"type": TEXT, "content": text}))
}

/// Returns the component that shows an attached file.
fn attached(name: &str, about: &str) -> Value {
    let url = json!({"url": format!("attachment://{name}")});
    let is_picture = ["png", "gif"]
        .map(Some)
        .contains(&name.rsplit_once('.').map(|(_, kind)| kind));
    if is_picture {
        return json!({"type": GALLERY, "items": [{"media": url, "description": about}]});
    }
    json!({"type": FILE, "file": url})
}

fn value(part: &impl Serialize) -> Result<Value, serde_json::Error> {
    serde_json::to_value(part)
}
