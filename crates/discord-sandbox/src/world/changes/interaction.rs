//! Interactions and their progress.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::world::model::{Authorization, Origin};
use crate::world::snowflake::Id;

/// Use of a command.
pub(crate) const COMMAND: u8 = 2;
/// Use of a button or a select.
pub(crate) const COMPONENT: u8 = 3;
/// Typing into an option of a command.
pub(crate) const AUTOCOMPLETE: u8 = 4;
/// Submission of a modal.
pub(crate) const MODAL: u8 = 5;

/// Lifetime of an interaction token.
pub(crate) const TOKEN_MS: u64 = 15 * 60 * 1_000;

/// Largest number of followups to an interaction that only a person's installation authorized.
const FOLLOWUPS: u8 = 5;

/// Progress of the response.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Stage {
    /// No response yet.
    Pending,
    /// "Thinking…", or acknowledged for a later edit.
    Deferred,
    /// Complete response.
    Answered,
    /// No response in time.
    Failed,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Interaction {
    pub(crate) id: Id,
    pub(crate) token: String,
    pub(crate) kind: u8,
    pub(crate) stage: Stage,
    pub(crate) user: Id,
    pub(crate) channel: Id,
    /// Full name of the command, with group and subcommand.
    pub(crate) command: Option<String>,
    /// Custom ID of the component or the modal.
    pub(crate) custom_id: Option<String>,
    /// Message that holds the component; for a modal, of the component that opened it.
    pub(crate) source: Option<Id>,
    pub(crate) target_user: Option<Id>,
    pub(crate) target_message: Option<Id>,
    /// Interaction that opened the modal.
    pub(crate) triggering: Option<Box<Origin>>,
    /// Message that `@original` refers to.
    pub(crate) original: Option<Id>,
    /// "Thinking…" message that the first followup replaces.
    pub(crate) thinking: Option<Id>,
    /// Modal that this interaction opened and the person has not closed.
    pub(crate) modal: Option<Value>,
    pub(crate) authorization: Authorization,
    /// Number of followups so far.
    pub(crate) followups: u8,
}

impl Interaction {
    /// Returns whether the token can still be used for edits and followups.
    pub(crate) fn has_live_token(&self, now_ms: u64) -> bool {
        now_ms < self.id.ms() + TOKEN_MS
    }

    /// Returns whether the bot may send no more followups.
    pub(crate) fn has_all_followups(&self) -> bool {
        self.authorization.is_personal() && self.followups >= FOLLOWUPS
    }

    /// Returns the interaction metadata of a message that responds to this interaction.
    pub(crate) fn origin(&self) -> Origin {
        Origin {
            id: self.id,
            kind: self.kind,
            user: self.user,
            name: self.command.clone(),
            original: None,
            message: self.source.filter(|_| self.kind == COMPONENT),
            target_user: self.target_user,
            target_message: self.target_message,
            triggering: self.triggering.clone(),
            authorization: self.authorization,
        }
    }

    /// Returns the text that Discord's client shows if no response comes.
    pub(crate) fn failure_text(&self) -> &'static str {
        match self.kind {
            COMPONENT => "This interaction failed",
            MODAL => "Something went wrong. Try again.",
            AUTOCOMPLETE => "Loading options failed",
            _ => "The application did not respond",
        }
    }

    /// Returns the JSON that the person receives.
    pub(crate) fn to_person(&self) -> Value {
        let kind = match self.kind {
            COMPONENT => "component",
            MODAL => "modal",
            AUTOCOMPLETE => "autocomplete",
            _ => "command",
        };
        json!({
            "id": self.id,
            "kind": kind,
            "state": self.stage,
            "channel": self.channel,
            "command": self.command,
            "custom_id": self.custom_id,
            "message": self.source,
        })
    }
}
