//! Messages made of components: text, pictures and rows in a container.
//!
//! serenity has no builders for them. Discord accepts neither content nor embeds beside them, and a
//! message keeps its form when it is edited.
//!
//! Source: Discord, "Component Reference".

use serde::Serialize;
use serde_json::{Value, json};
use serenity::all::{CreateActionRow, CreateButton};

use crate::service::MessageForm;

/// Flag of a message made of components.
pub(crate) const IS_COMPONENTS_V2: u64 = 1 << 15;
/// Returns the form of a message with these flags.
pub(crate) fn form_of(flags: u64) -> MessageForm {
    if flags & IS_COMPONENTS_V2 == 0 {
        MessageForm::Text
    } else {
        MessageForm::Components
    }
}

/// Discord's limit for all text of such a message, in characters.
pub const TEXT_LIMIT: usize = 4_000;

const ROW: u8 = 1;
const BUTTON: u8 = 2;
const SECTION: u8 = 9;
const TEXT: u8 = 10;
const THUMBNAIL: u8 = 11;
const GALLERY: u8 = 12;
const FILE: u8 = 13;
const CONTAINER: u8 = 17;

/// Arrangement of a message in a container.
#[derive(Clone, Debug, Default)]
pub struct Container {
    /// Color of the container's edge, as red, green and blue.
    accent: Option<[u8; 3]>,
    /// Picture beside the text: the name and description of its file.
    pub(super) beside_text: Option<(String, String)>,
    /// Lines below the text, each with the button beside it.
    pub(super) lines: Vec<(String, CreateButton)>,
    /// Text below everything but the rows.
    pub(super) footnote: String,
}

impl Container {
    /// Creates a container with a color.
    pub(crate) fn new(accent: [u8; 3]) -> Self {
        Self {
            accent: Some(accent),
            ..Self::default()
        }
    }

    /// Sets the small picture beside the text: the name and description of the file that is added
    /// to the message. An edit has to include it again; Discord documents no other way to keep it.
    pub(crate) fn beside(mut self, name: impl Into<String>, about: impl Into<String>) -> Self {
        self.beside_text = Some((name.into(), about.into()));
        self
    }

    /// Adds a line with a button beside it.
    pub(crate) fn line(mut self, text: impl Into<String>, button: CreateButton) -> Self {
        self.lines.push((text.into(), button));
        self
    }

    /// Sets the text below everything but the rows.
    pub(crate) fn footnote(mut self, text: impl Into<String>) -> Self {
        self.footnote = text.into();
        self
    }

    /// Returns the number of characters of the lines and the footnote.
    pub(super) fn chars(&self) -> usize {
        let lines = self.lines.iter().map(|(line, _)| line);
        let texts = lines.chain([&self.footnote]);
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
        inner.extend(match &self.beside_text {
            Some((name, about)) => Some(beside(text, name, about)),
            None => shown(text),
        });
        for (line, button) in &self.lines {
            inner.push(json!({
                "type": SECTION,
                "components": [{"type": TEXT, "content": line}],
                "accessory": value(button)?,
            }));
        }
        inner.extend(file.map(|(name, about)| attached(name, about)));
        inner.extend(shown(&self.footnote));
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

/// Returns a text with a small attached picture beside it.
fn beside(text: &str, name: &str, about: &str) -> Value {
    json!({
        "type": SECTION,
        "components": [{"type": TEXT, "content": text}],
        "accessory": {"type": THUMBNAIL, "media": attachment(name), "description": about},
    })
}

/// Returns the component that shows an attached file.
fn attached(name: &str, about: &str) -> Value {
    let url = attachment(name);
    let is_picture = ["png", "gif"]
        .map(Some)
        .contains(&name.rsplit_once('.').map(|(_, kind)| kind));
    if is_picture {
        return json!({"type": GALLERY, "items": [{"media": url, "description": about}]});
    }
    json!({"type": FILE, "file": url})
}

fn attachment(name: &str) -> Value {
    json!({"url": format!("attachment://{name}")})
}

fn value(part: &impl Serialize) -> Result<Value, serde_json::Error> {
    serde_json::to_value(part)
}

/// Gives a message made of components the text and the rows that other messages have, because
/// serenity's type for messages has no other components.
pub(crate) fn flatten(message: &mut Value) {
    if form_of(message["flags"].as_u64().unwrap_or(0)) == MessageForm::Text {
        return;
    }
    let (mut texts, mut rows) = (Vec::new(), Vec::new());
    collect(&message["components"], &mut texts, &mut rows);
    message["content"] = texts.join("\n").into();
    message["components"] = rows.into();
}

/// Collects texts and rows in reading order; a button beside a text becomes a row of its own.
fn collect(components: &Value, texts: &mut Vec<String>, rows: &mut Vec<Value>) {
    for component in components.as_array().into_iter().flatten() {
        let kind = component["type"]
            .as_u64()
            .and_then(|kind| u8::try_from(kind).ok());
        match kind {
            Some(ROW) => rows.push(component.clone()),
            Some(TEXT) => texts.extend(component["content"].as_str().map(str::to_owned)),
            _ => collect(&component["components"], texts, rows),
        }
        let button = component.get("accessory");
        let button = button.filter(|accessory| accessory["type"] == BUTTON);
        rows.extend(button.map(|button| json!({"type": ROW, "components": [button]})));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use serenity::all::CreateButton;

    use super::{Container, IS_COMPONENTS_V2, flatten};
    use crate::discord::rest::Outgoing;
    use crate::discord::rest::message::Picture;
    use crate::service::MessageForm;

    fn message() -> Outgoing {
        let container = Container::new([1, 2, 3]).beside("a.png", "a board");
        let container = container.line("a line", CreateButton::new("b").label("B"));
        Outgoing::text("a text").in_container(container.footnote("a note"))
    }

    #[test]
    fn a_picture_beside_the_text_is_not_shown_below_it_as_well() {
        let beside_text =
            json!({"type": 11, "media": {"url": "attachment://a.png"}, "description": "a board"});
        let picture = Picture {
            name: "a.png".into(),
            png: vec![1],
            alt: "a board".into(),
        };
        let message = message().picture(picture);
        let json = serde_json::to_value(&message).expect("json");
        assert_eq!(json["attachments"][0]["filename"], "a.png");
        let inner = &json["components"][0]["components"];
        let inner = inner.as_array().expect("a list");
        let kinds: Vec<_> = inner.iter().map(|part| &part["type"]).collect();
        assert_eq!(kinds, [9, 9, 10]);
        assert_eq!(inner[0]["accessory"], beside_text);
        // As a message of text, it has no picture.
        let json = serde_json::to_value(message.in_form(MessageForm::Text)).expect("json");
        assert_eq!(json["content"], "a text\na line\na note");
        assert_eq!(json.get("attachments"), None);
    }

    #[test]
    fn texts_and_buttons_are_found_in_containers() {
        let mut json = serde_json::to_value(message()).expect("json");
        flatten(&mut json);
        assert_eq!(json["content"], "a text\na line\na note");
        let button =
            json!({"type": 2, "style": 1, "custom_id": "b", "label": "B", "disabled": false});
        assert_eq!(
            json["components"],
            json!([{"type": 1, "components": [button]}])
        );
        let plain = json!({"content": "x", "components": [], "flags": IS_COMPONENTS_V2 / 2});
        let mut same = plain.clone();
        flatten(&mut same);
        assert_eq!(same, plain);
    }
}
