//! What a person asked of the bot, and how far the answer has come.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::world::model::Origin;
use crate::world::snowflake::Id;

/// A command was used.
pub(crate) const COMMAND: u8 = 2;
/// A button or a select was used.
pub(crate) const COMPONENT: u8 = 3;
/// A person types into an option.
pub(crate) const AUTOCOMPLETE: u8 = 4;
/// A modal was sent off.
pub(crate) const MODAL: u8 = 5;

/// How long the first answer may take.
pub(crate) const ANSWER_MS: u64 = 3_000;
/// How long the token is good for.
pub(crate) const TOKEN_MS: u64 = 15 * 60 * 1_000;

/// How far the answer has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Stage {
    /// Nothing yet.
    Pending,
    /// "Thinking…", or acknowledged for an edit later.
    Deferred,
    /// Done.
    Answered,
    /// Too late.
    Failed,
}

/// One interaction.
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
    /// The component's or the modal's.
    pub(crate) custom_id: Option<String>,
    /// Message the component stands on, also for the modal it opened.
    pub(crate) source: Option<Id>,
    pub(crate) target_user: Option<Id>,
    pub(crate) target_message: Option<Id>,
    /// Interaction that opened the modal.
    pub(crate) triggering: Option<Box<Origin>>,
    /// Message that `@original` names.
    pub(crate) original: Option<Id>,
    /// "Thinking…" message that the first followup completes.
    pub(crate) thinking: Option<Id>,
    /// Modal the person has open because of this interaction.
    pub(crate) modal: Option<Value>,
}

impl Interaction {
    /// Whether it can still be answered for the first time.
    pub(crate) fn is_open(&self, now_ms: u64) -> bool {
        self.stage == Stage::Pending && now_ms < self.id.ms() + ANSWER_MS
    }

    /// Whether the token still edits and follows up.
    pub(crate) fn has_live_token(&self, now_ms: u64) -> bool {
        now_ms < self.id.ms() + TOKEN_MS
    }

    /// What a message made by this interaction carries about it.
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
        }
    }

    /// What Discord's client shows when no answer comes.
    pub(crate) fn failure_text(&self) -> &'static str {
        match self.kind {
            COMPONENT => "This interaction failed",
            MODAL => "Something went wrong. Try again.",
            AUTOCOMPLETE => "Loading options failed",
            _ => "The application did not respond",
        }
    }

    /// The person's own view of it.
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
