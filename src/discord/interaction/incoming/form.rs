//! Submitted forms.

use serde::Deserialize;
use serde_json::Value;

use crate::discord::interaction::incoming::interaction::Interaction;

/// Submitted form. Its fields are inputs in rows, as in older clients, or inputs with labels.
#[derive(Clone, Debug, Deserialize)]
pub struct Form {
    /// Person, place and way to answer.
    #[serde(flatten)]
    pub interaction: Interaction,
    data: Data,
}

#[derive(Clone, Debug, Deserialize)]
struct Data {
    custom_id: String,
    #[serde(default)]
    components: Vec<FormPart>,
}

/// Part of a form, of any kind: a row or a label with its input, or an input.
#[derive(Clone, Debug, Default, Deserialize)]
struct FormPart {
    #[serde(default)]
    custom_id: String,
    /// Text, number or check mark.
    #[serde(default)]
    value: Value,
    /// Choices from a menu or a group.
    #[serde(default)]
    values: Vec<Value>,
    #[serde(default)]
    components: Vec<FormPart>,
    component: Option<Box<FormPart>>,
}

impl FormPart {
    /// Returns the input with this custom id, in the part or below it.
    fn find(&self, custom_id: &str) -> Option<&Self> {
        if self.custom_id == custom_id {
            return Some(self);
        }
        let below = self.component.as_deref().into_iter();
        let mut below = below.chain(&self.components);
        below.find_map(|part| part.find(custom_id))
    }
}

impl Form {
    pub(crate) fn custom_id(&self) -> &str {
        &self.data.custom_id
    }

    /// Returns the text of an input; empty if there is none.
    pub(crate) fn text(&self, custom_id: &str) -> String {
        let value = self.part(custom_id).map(|part| &part.value);
        value.and_then(Value::as_str).unwrap_or_default().to_owned()
    }

    /// Returns the choices from a menu or a group, of which a radio button is the only one.
    pub(crate) fn choices(&self, custom_id: &str) -> Vec<String> {
        let Some(part) = self.part(custom_id) else {
            return Vec::new();
        };
        let values = part.values.iter().chain([&part.value]);
        values
            .filter_map(|value| value.as_str().map(str::to_owned))
            .collect()
    }

    fn part(&self, custom_id: &str) -> Option<&FormPart> {
        let mut parts = self.data.components.iter();
        parts.find_map(|part| part.find(custom_id))
    }
}
