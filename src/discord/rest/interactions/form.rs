//! Forms in which people type or choose: inputs, each with its label.
//!
//! serenity has a builder only for inputs in rows, which Discord has deprecated.
//!
//! Source: Discord, "Component Reference".

use serde::Serialize;

const STRING_SELECT: u8 = 3;
const TEXT_INPUT: u8 = 4;
const LABEL: u8 = 18;
/// Style of an input with a single line.
const SHORT: u8 = 1;

/// Form in which a person types or chooses.
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
    component: Input,
}

#[derive(Clone, Debug, Serialize)]
struct Input {
    #[serde(rename = "type")]
    kind: u8,
    custom_id: String,
    required: bool,
    #[serde(skip_serializing_if = "String::is_empty")]
    placeholder: String,
    #[serde(flatten)]
    content: Content,
}

/// Part of an input that depends on its kind.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
enum Content {
    Text {
        style: u8,
        max_length: u16,
        #[serde(skip_serializing_if = "String::is_empty")]
        value: String,
    },
    Menu {
        options: Vec<Choice>,
    },
}

#[derive(Clone, Debug, Serialize)]
struct Choice {
    label: String,
    value: &'static str,
    default: bool,
}

impl InputForm {
    /// Creates a form with a title of at most 45 characters and up to five lines.
    pub(crate) fn new(
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

    /// Sets the texts or choices that inputs have at first, each given after the custom id of its
    /// input.
    pub(crate) fn filled_in(mut self, texts: &[(&'static str, String)]) -> Self {
        for line in &mut self.components {
            let input = &mut line.component;
            let text = texts.iter().find(|(id, _)| *id == input.custom_id);
            if let Some((_, text)) = text {
                input.fill_in(text.clone());
            }
        }
        self
    }
}

impl FormLine {
    /// Creates a line with a label of at most 45 characters, for a text of at most `max_length`.
    pub(crate) fn new(
        custom_id: impl Into<String>,
        label: impl Into<String>,
        max_length: u16,
    ) -> Self {
        let content = Content::Text {
            style: SHORT,
            max_length,
            value: String::new(),
        };
        let input = Input::new(TEXT_INPUT, custom_id.into(), content);
        Self::labeled(label.into(), input)
    }

    /// Creates a line with a label of at most 45 characters, for one of up to 25 choices, each a
    /// label of at most 100 characters and a value.
    pub(crate) fn menu(
        custom_id: impl Into<String>,
        label: impl Into<String>,
        choices: Vec<(String, &'static str)>,
    ) -> Self {
        let options = choices.into_iter().map(|(label, value)| Choice {
            label,
            value,
            default: false,
        });
        let content = Content::Menu {
            options: options.collect(),
        };
        let input = Input::new(STRING_SELECT, custom_id.into(), content);
        Self::labeled(label.into(), input)
    }

    fn labeled(label: String, component: Input) -> Self {
        Self {
            kind: LABEL,
            label,
            description: String::new(),
            component,
        }
    }

    /// Sets the small text below the label, at most 100 characters.
    pub(crate) fn description(mut self, text: impl Into<String>) -> Self {
        self.description = text.into();
        self
    }

    /// Sets the text that the input has at first, or the value of the choice.
    pub(crate) fn value(mut self, text: impl Into<String>) -> Self {
        self.component.fill_in(text.into());
        self
    }

    /// Sets the text that the input shows while it is empty, at most 100 characters.
    pub(crate) fn placeholder(mut self, text: impl Into<String>) -> Self {
        self.component.placeholder = text.into();
        self
    }

    /// Lets the input stay empty.
    pub(crate) fn optional(mut self) -> Self {
        self.component.required = false;
        self
    }
}

impl Input {
    fn new(kind: u8, custom_id: String, content: Content) -> Self {
        Self {
            kind,
            custom_id,
            required: true,
            placeholder: String::new(),
            content,
        }
    }

    fn fill_in(&mut self, text: String) {
        match &mut self.content {
            Content::Text { value, .. } => *value = text,
            Content::Menu { options } => {
                for option in options {
                    option.default = option.value == text;
                }
            }
        }
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
        let choices = vec![("Out".to_owned(), "out"), ("Claimed".to_owned(), "claim")];
        let end_line = FormLine::menu("end", "Time over", choices).value("claim");
        let form = InputForm::new("form", "Your move", vec![move_line, clock_line, end_line]);
        let expected = json!({"custom_id": "form", "title": "Your move", "components": [
            {"type": 18, "label": "Move", "description": "Such as b7-c7", "component": {
                "type": 4, "custom_id": "move", "style": 1, "max_length": 40, "required": true,
                "placeholder": "b7-c7",
            }},
            {"type": 18, "label": "Clock", "component": {
                "type": 4, "custom_id": "clock", "style": 1, "max_length": 30, "required": false,
                "value": "1d",
            }},
            {"type": 18, "label": "Time over", "component": {
                "type": 3, "custom_id": "end", "required": true, "options": [
                    {"label": "Out", "value": "out", "default": false},
                    {"label": "Claimed", "value": "claim", "default": true},
                ],
            }},
        ]});
        assert_eq!(serde_json::to_value(form).expect("json"), expected);
    }
}
