//! Forms in which people type: inputs, each with its label.
//!
//! serenity has a builder only for inputs in rows, which Discord has deprecated.
//!
//! Source: Discord, "Component Reference".

use serde::Serialize;

const TEXT_INPUT: u8 = 4;
const LABEL: u8 = 18;
/// Style of an input with a single line.
const SHORT: u8 = 1;

/// Form in which a person types.
#[derive(Clone, Debug, Serialize)]
pub struct InputForm {
    custom_id: String,
    title: String,
    components: Vec<FormLine>,
}

/// Line of a form: a label with an input, which must be filled in unless it is optional.
#[derive(Clone, Debug, Serialize)]
pub struct FormLine {
    #[serde(rename = "type")]
    kind: u8,
    label: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    description: String,
    component: TextInput,
}

#[derive(Clone, Debug, Serialize)]
struct TextInput {
    #[serde(rename = "type")]
    kind: u8,
    custom_id: String,
    style: u8,
    max_length: u16,
    required: bool,
    #[serde(skip_serializing_if = "String::is_empty")]
    value: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    placeholder: String,
}

impl InputForm {
    /// Creates a form with a title of at most 45 characters and up to five lines.
    #[must_use]
    pub fn new(
        custom_id: impl Into<String>,
        title: impl Into<String>,
        lines: Vec<FormLine>,
    ) -> Self {
        Self {
            custom_id: custom_id.into(),
            title: title.into(),
            components: lines,
        }
    }

    /// Returns the custom id, which a submitted form has as well.
    pub(crate) fn custom_id(&self) -> &str {
        &self.custom_id
    }

    /// Sets the texts that inputs have at first, each given after the custom id of its input.
    #[must_use]
    pub(crate) fn filled_in(mut self, texts: &[(&'static str, String)]) -> Self {
        for line in &mut self.components {
            let input = &mut line.component;
            let text = texts.iter().find(|(id, _)| *id == input.custom_id);
            if let Some((_, text)) = text {
                input.value.clone_from(text);
            }
        }
        self
    }
}

impl FormLine {
    /// Creates a line with a label of at most 45 characters, for a text of at most `max_length`.
    #[must_use]
    pub fn new(custom_id: impl Into<String>, label: impl Into<String>, max_length: u16) -> Self {
        let component = TextInput {
            kind: TEXT_INPUT,
            custom_id: custom_id.into(),
            style: SHORT,
            max_length,
            required: true,
            value: String::new(),
            placeholder: String::new(),
        };
        Self {
            kind: LABEL,
            label: label.into(),
            description: String::new(),
            component,
        }
    }

    /// Sets the small text below the label, at most 100 characters.
    #[must_use]
    pub fn description(mut self, text: impl Into<String>) -> Self {
        self.description = text.into();
        self
    }

    /// Sets the text that the input has at first.
    #[must_use]
    pub fn value(mut self, text: impl Into<String>) -> Self {
        self.component.value = text.into();
        self
    }

    /// Sets the text that the input shows while it is empty, at most 100 characters.
    #[must_use]
    pub fn placeholder(mut self, text: impl Into<String>) -> Self {
        self.component.placeholder = text.into();
        self
    }

    /// Lets the input stay empty.
    #[must_use]
    pub fn optional(mut self) -> Self {
        self.component.required = false;
        self
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{FormLine, InputForm};

    #[test]
    fn each_input_is_in_a_label_and_has_none_of_its_own() {
        let move_line = FormLine::new("move", "Move", 40)
            .description("Such as b7-c7")
            .placeholder("b7-c7");
        let clock_line = FormLine::new("clock", "Clock", 30).value("1d").optional();
        let form = InputForm::new("form", "Your move", vec![move_line, clock_line]);
        let expected = json!({"custom_id": "form", "title": "Your move", "components": [
            {"type": 18, "label": "Move", "description": "Such as b7-c7", "component": {
                "type": 4, "custom_id": "move", "style": 1, "max_length": 40, "required": true,
                "placeholder": "b7-c7",
            }},
            {"type": 18, "label": "Clock", "component": {
                "type": 4, "custom_id": "clock", "style": 1, "max_length": 30, "required": false,
                "value": "1d",
            }},
        ]});
        assert_eq!(serde_json::to_value(form).expect("json"), expected);
    }
}
