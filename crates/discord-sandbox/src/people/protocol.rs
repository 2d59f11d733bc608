//! JSON requests of people and tests.

use std::collections::BTreeMap;

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::fault::Fault;
use crate::world::snowflake::Id;

/// Action of a person.
#[derive(Debug, Deserialize)]
pub(crate) struct ActionRequest {
    /// User id or user name.
    #[serde(rename = "as")]
    pub(crate) person: String,
    #[serde(flatten)]
    pub(crate) action: Action,
}

/// Action that a person can carry out.
#[derive(Debug, Deserialize)]
#[serde(tag = "action", rename_all = "snake_case")]
pub(crate) enum Action {
    Say {
        channel: Id,
        content: String,
        reply_to: Option<Id>,
        #[serde(default = "yes")]
        ping: bool,
    },
    EditMessage {
        message: Id,
        content: String,
    },
    DeleteMessage {
        message: Id,
    },
    Slash {
        channel: Id,
        command: String,
        #[serde(default)]
        options: Map<String, Value>,
    },
    Context {
        channel: Id,
        command: String,
        target: Id,
    },
    Autocomplete {
        channel: Id,
        command: String,
        #[serde(default)]
        options: Map<String, Value>,
        focused: String,
    },
    Press {
        message: Id,
        custom_id: String,
    },
    Select {
        message: Id,
        custom_id: String,
        values: Vec<String>,
    },
    /// Forged interaction, which only a custom client could send: use of a component that the
    /// message does not have.
    Forge {
        message: Id,
        custom_id: String,
        values: Option<Vec<String>>,
        /// Fields of a modal that was never opened.
        form: Option<BTreeMap<String, String>>,
    },
    Submit {
        modal: Id,
        #[serde(default)]
        values: BTreeMap<String, Value>,
    },
    CloseModal {
        modal: Id,
    },
    Typing {
        channel: Id,
    },
    /// Opens the DM with a person or, without one, with the bot.
    OpenDm {
        with: Option<String>,
    },
    CreateGroup {
        with: Vec<String>,
        #[serde(default)]
        name: String,
    },
    AddToGroup {
        channel: Id,
        who: String,
    },
    LeaveGroup {
        channel: Id,
    },
    /// Creates a server without the bot.
    CreateServer {
        name: String,
        #[serde(default)]
        channels: Vec<String>,
        /// Members besides the owner, by default everybody.
        with: Option<Vec<String>>,
    },
    /// Installs the application in a server or, without one, to the person.
    Install {
        server: Option<Id>,
    },
    Uninstall {
        server: Option<Id>,
    },
    CreateThread {
        channel: Id,
        name: String,
        message: Option<Id>,
        #[serde(default)]
        private: bool,
        /// First message of a post in a forum.
        content: Option<String>,
    },
    CreateChannel {
        server: Id,
        name: String,
        #[serde(default)]
        kind: u8,
    },
    Locale {
        locale: String,
    },
}

/// Change of the world, or of its behavior toward the bot.
#[derive(Debug, Deserialize)]
#[serde(tag = "control", rename_all = "snake_case")]
pub(crate) enum Control {
    Permissions {
        channel: Id,
        who: String,
        #[serde(default)]
        allow: Vec<String>,
        #[serde(default)]
        deny: Vec<String>,
    },
    CreateChannel {
        name: String,
        /// Guild, by default the first one; the same for the other controls.
        guild: Option<Id>,
        #[serde(default)]
        kind: u8,
    },
    DeleteChannel {
        channel: Id,
    },
    ArchiveThread {
        channel: Id,
        archived: bool,
        #[serde(default)]
        locked: bool,
    },
    DeleteMessage {
        message: Id,
    },
    /// Deletes all emojis of the application.
    DeleteEmojis,
    Dms {
        who: String,
        open: bool,
    },
    Rename {
        who: String,
        name: String,
    },
    Member {
        who: String,
        present: bool,
        guild: Option<Id>,
    },
    Role {
        who: String,
        permissions: Vec<String>,
        guild: Option<Id>,
    },
    RemoveBot {
        guild: Option<Id>,
    },
    AddBot {
        guild: Option<Id>,
    },
    /// Starts or ends an outage of a guild.
    Outage {
        on: bool,
        guild: Option<Id>,
    },
    /// Sets the number of logins left for the day.
    Logins {
        left: u32,
    },
    /// Counts this many invalid requests, as if just made.
    Invalid {
        count: u32,
    },
    Fault {
        fault: Fault,
        #[serde(default = "one")]
        count: u32,
        #[serde(default)]
        after: u32,
        method: Option<String>,
        path: Option<String>,
    },
    ClearFaults,
    Gateway {
        #[serde(flatten)]
        action: GatewayAction,
    },
    Duplicate {
        count: u32,
    },
    Advance {
        ms: u64,
    },
}

/// Action on the bot's gateway connections.
#[derive(Debug, Deserialize)]
#[serde(tag = "action", rename_all = "snake_case")]
pub(crate) enum GatewayAction {
    Drop {
        #[serde(default)]
        forget: bool,
    },
    Close {
        code: u16,
    },
    Reconnect,
    InvalidSession {
        resumable: bool,
    },
    Refuse {
        on: bool,
    },
    Mute {
        on: bool,
    },
    ShardOut {
        shard: u64,
        on: bool,
    },
    LateGuilds {
        on: bool,
    },
}

fn yes() -> bool {
    true
}

fn one() -> u32 {
    1
}

/// Reason why an action cannot be carried out, for the developer.
#[derive(Debug)]
pub(crate) struct Refusal(pub(crate) String);

impl Refusal {
    pub(crate) fn new<T>(text: impl Into<String>) -> Result<T, Self> {
        Err(Self(text.into()))
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (StatusCode::BAD_REQUEST, Json(json!({"error": self.0}))).into_response()
    }
}

#[cfg(test)]
mod tests {
    const SOURCE: &str = include_str!("protocol.rs");
    const CLIENT: &str = include_str!("../client/person.rs");

    #[test]
    fn documentation_of_the_client_lists_every_action_and_control() {
        for (title, declaration) in [
            ("action", "Action"),
            ("control", "Control"),
            ("gateway action", "GatewayAction"),
        ] {
            assert_eq!(documented(title), declared(declaration), "{title}");
        }
    }

    /// Returns the first two columns of a table of the client.
    fn documented(title: &str) -> Vec<String> {
        let head = format!("/// | {title} | fields | effect |");
        let lines = CLIENT.lines().map(str::trim);
        let rows = lines.skip_while(|line| *line != head).skip(2);
        let rows = rows.map_while(|line| line.strip_prefix("/// | "));
        rows.map(|row| row.split(" | ").take(2).collect::<Vec<_>>().join(" | "))
            .collect()
    }

    /// Returns the variants of an enum, in the form of a table.
    fn declared(name: &str) -> Vec<String> {
        let head = format!("pub(crate) enum {name} {{");
        let lines = SOURCE.lines().skip_while(|line| *line != head).skip(1);
        let mut rows: Vec<(String, Vec<String>)> = Vec::new();
        let mut has_default = false;
        for line in lines.take_while(|line| *line != "}") {
            let code = line.trim().trim_end_matches([' ', '{', ',']);
            if let Some((field, kind)) = code.split_once(": ").filter(|_| !code.starts_with('/')) {
                let is_optional = has_default || kind.starts_with("Option");
                let mark = if is_optional { "?" } else { "" };
                let fields = &mut rows.last_mut().expect("a variant").1;
                fields.push(format!("`{field}{mark}`"));
            } else if code.starts_with(char::is_uppercase) {
                rows.push((snake(code), Vec::new()));
            }
            has_default = code.starts_with("#[serde(default");
        }
        let row = |(name, fields): (String, Vec<String>)| {
            let fields = fields.join(", ");
            let fields = if fields.is_empty() { "–" } else { &fields };
            format!("`{name}` | {fields}")
        };
        rows.into_iter().map(row).collect()
    }

    fn snake(name: &str) -> String {
        let mut snake = String::new();
        for letter in name.chars() {
            if letter.is_uppercase() && !snake.is_empty() {
                snake.push('_');
            }
            snake.push(letter.to_ascii_lowercase());
        }
        snake
    }
}
