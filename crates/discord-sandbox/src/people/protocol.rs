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
    React {
        message: Id,
        emoji: String,
        #[serde(default)]
        remove: bool,
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
