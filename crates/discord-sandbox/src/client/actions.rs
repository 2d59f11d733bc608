//! Actions of a scripted person.

use data_encoding::BASE64;
use serde_json::{Map, Value, json};

use crate::client::error::PersonError;
use crate::client::event::Message;
use crate::client::person::{Asked, Person};

impl Person {
    async fn ask(&self, action: &str, fields: Value) -> Result<Asked, PersonError> {
        let answer = self.perform(action, fields).await?;
        let interaction = &answer["interaction"];
        Ok(Asked {
            id: interaction["id"].as_str().unwrap_or_default().to_owned(),
            message: interaction["message"].as_str().map(str::to_owned),
        })
    }

    /// Uses a slash command, such as `focus move`. Values are converted to the types of the
    /// options.
    ///
    /// # Errors
    ///
    /// The command does not exist here, or an option is invalid.
    pub async fn slash(
        &self,
        channel: &str,
        command: &str,
        options: &[(&str, &str)],
    ) -> Result<Asked, PersonError> {
        let channel = self.channel(channel)?;
        let fields = json!({"channel": channel, "command": command, "options": map(options)});
        self.ask("slash", fields).await
    }

    /// Uses a slash command with a file (name and content) for the option `option`.
    ///
    /// # Errors
    ///
    /// The command does not exist here, or an option is invalid.
    pub async fn slash_with_file(
        &self,
        channel: &str,
        command: &str,
        option: &str,
        (filename, content): (&str, &[u8]),
    ) -> Result<Asked, PersonError> {
        let channel = self.channel(channel)?;
        let file = json!({"filename": filename, "content": BASE64.encode(content)});
        let options = json!({option: file});
        let fields = json!({"channel": channel, "command": command, "options": options});
        self.ask("slash", fields).await
    }

    /// Uses a command in the menu of a person or a message, by the id of that target.
    ///
    /// # Errors
    ///
    /// The menu has no such command here, or there is no such target.
    pub async fn context(
        &self,
        channel: &str,
        command: &str,
        target: &str,
    ) -> Result<Asked, PersonError> {
        let channel = self.channel(channel)?;
        let fields = json!({"channel": channel, "command": command, "target": target});
        self.ask("context", fields).await
    }

    /// Types into the option `focused` of a command.
    ///
    /// # Errors
    ///
    /// The command does not exist here, or the option has no autocomplete.
    pub async fn autocomplete(
        &self,
        channel: &str,
        command: &str,
        options: &[(&str, &str)],
        focused: &str,
    ) -> Result<Asked, PersonError> {
        let channel = self.channel(channel)?;
        let options = map(options);
        let fields = json!({
            "channel": channel, "command": command, "options": options, "focused": focused,
        });
        self.ask("autocomplete", fields).await
    }

    /// Presses a button that no message has, or picks `values` from such a select. The interaction
    /// appears to come from `message`.
    ///
    /// # Errors
    ///
    /// The person cannot see the message.
    pub async fn forge(
        &self,
        message: &Message,
        custom_id: &str,
        values: Option<&[&str]>,
    ) -> Result<Asked, PersonError> {
        let fields = json!({"message": message.id(), "custom_id": custom_id, "values": values});
        self.ask("forge", fields).await
    }

    /// Submits a modal that was never opened.
    ///
    /// # Errors
    ///
    /// The person cannot see the message.
    pub async fn forge_form(
        &self,
        message: &Message,
        custom_id: &str,
        fields: &[(&str, &str)],
    ) -> Result<Asked, PersonError> {
        let form = map(fields);
        let fields = json!({"message": message.id(), "custom_id": custom_id, "form": form});
        self.ask("forge", fields).await
    }

    /// Presses the button with this label, or with a custom id that starts with it.
    ///
    /// # Errors
    ///
    /// The message has no such button, or it is disabled.
    pub async fn press(&self, message: &Message, button: &str) -> Result<Asked, PersonError> {
        let custom_id = custom_id(message, button)?;
        let fields = json!({"message": message.id(), "custom_id": custom_id});
        self.ask("press", fields).await
    }

    /// Picks values from the select with this placeholder, or with a custom id that starts with it.
    ///
    /// # Errors
    ///
    /// The message has no such select, or the select does not offer the values.
    pub async fn select(
        &self,
        message: &Message,
        select: &str,
        values: &[&str],
    ) -> Result<Asked, PersonError> {
        let custom_id = custom_id(message, select)?;
        let fields = json!({"message": message.id(), "custom_id": custom_id, "values": values});
        self.ask("select", fields).await
    }

    /// Fills in a modal and submits it.
    ///
    /// # Errors
    ///
    /// The modal is not open, or a field is invalid.
    pub async fn submit_modal(
        &self,
        modal: &Value,
        values: &[(&str, &str)],
    ) -> Result<Asked, PersonError> {
        self.ask(
            "submit",
            json!({"modal": modal["id"], "values": map(values)}),
        )
        .await
    }

    /// Posts a message.
    ///
    /// # Errors
    ///
    /// The person may not post there.
    pub async fn say(&self, channel: &str, content: &str) -> Result<Message, PersonError> {
        let channel = self.channel(channel)?;
        let answer = self
            .perform("say", json!({"channel": channel, "content": content}))
            .await?;
        Ok(answer["message"].clone().into())
    }

    /// Replies to a message, which notifies its author.
    ///
    /// # Errors
    ///
    /// The person may not post there.
    pub async fn reply(&self, to: &Message, content: &str) -> Result<Message, PersonError> {
        let fields = json!({"channel": to.channel(), "content": content, "reply_to": to.id()});
        let answer = self.perform("say", fields).await?;
        Ok(answer["message"].clone().into())
    }

    /// Opens the DM with the bot and returns the id of its channel.
    ///
    /// # Errors
    ///
    /// The connection failed.
    pub async fn open_dm(&self) -> Result<String, PersonError> {
        self.open_place("open_dm", json!({})).await
    }
}

fn map(pairs: &[(&str, &str)]) -> Value {
    let pairs = pairs
        .iter()
        .map(|(name, value)| ((*name).to_owned(), json!(value)));
    Value::Object(pairs.collect::<Map<_, _>>())
}

fn custom_id(message: &Message, name: &str) -> Result<String, PersonError> {
    let found = message
        .component(name)
        .and_then(|component| component["custom_id"].as_str());
    found.map(str::to_owned).ok_or_else(|| {
        let labels = message.labels();
        PersonError::Refused(format!("no component `{name}` among {labels:?}"))
    })
}
