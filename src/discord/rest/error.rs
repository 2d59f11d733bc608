//! Reasons why a request to Discord fails: it is refused, unanswered, outdated or unreadable.

use serde::Deserialize;
use thiserror::Error;

const TOO_LATE: &str = "no time left to try again";
const FROZEN: &str = "the process was frozen meanwhile";

/// Refusal of a request by Discord, or failure to get an answer.
///
/// Its text goes to the log and is never shown to people.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RestError {
    /// Discord refuses the request and would refuse it again.
    #[error("refused with status {status}, code {code}: {message}")]
    Refused {
        /// HTTP status.
        status: u16,
        /// Discord's JSON error code; 0 if there is none.
        code: u32,
        /// Message of Discord.
        message: String,
    },
    /// There was no time left to try again; the text describes the last problem.
    #[error("{late}: {0}", late = TOO_LATE)]
    GaveUp(String),
    /// There was no time left to try again, and the last answer came not from Discord, but from
    /// something in between.
    #[error("{late}: {0}", late = TOO_LATE)]
    Intercepted(String),
    /// The process was frozen after the data of the request was read, so that another process may
    /// have sent something newer. The request was not sent.
    #[error("{}", FROZEN)]
    Outdated,
    /// The request could not be serialized, or the response could not be parsed.
    #[error("{0}")]
    Unreadable(String),
}

impl RestError {
    /// Returns the refusal in a response without success; `None` if its body is not Discord's, so
    /// that something in between has answered.
    pub(super) fn refused(status: u16, body: &[u8]) -> Option<Self> {
        #[derive(Deserialize)]
        struct Body {
            #[serde(default)]
            code: u32,
            message: String,
            #[serde(default)]
            errors: serde_json::Value,
        }
        let body: Body = serde_json::from_slice(body).ok()?;
        let message = match body.errors {
            serde_json::Value::Null => body.message,
            errors => format!("{} {errors}", body.message),
        };
        Some(Self::Refused {
            status,
            code: body.code,
            message,
        })
    }

    /// Returns the refusal of a request that is too large.
    pub(super) fn too_large() -> Self {
        Self::Refused {
            status: 413,
            code: 0,
            message: "expected a smaller request".to_owned(),
        }
    }

    /// Returns the last problem, without its consequences.
    pub(super) fn cause(&self) -> &str {
        match self {
            Self::Refused { message, .. } => message,
            Self::GaveUp(cause) | Self::Intercepted(cause) | Self::Unreadable(cause) => cause,
            Self::Outdated => FROZEN,
        }
    }

    /// Returns Discord's JSON error code, if there is one.
    pub(crate) fn code(&self) -> Option<u32> {
        match self {
            Self::Refused { code, .. } => Some(*code).filter(|code| *code != 0),
            Self::GaveUp(_) | Self::Intercepted(_) | Self::Outdated | Self::Unreadable(_) => None,
        }
    }

    /// Returns whether Discord rejects the bot's token.
    pub(crate) fn is_bad_token(&self) -> bool {
        matches!(self, Self::Refused { status: 401, .. })
    }

    /// Returns whether Discord refuses the request for good, so not because of the token, which is
    /// replaced.
    pub(crate) fn is_final(&self) -> bool {
        matches!(self, Self::Refused { .. }) && !self.is_bad_token()
    }

    /// Returns whether the bot lacks a permission: 50001 missing access, 50013 missing permissions,
    /// 160002 cannot reply without reading the history.
    #[must_use]
    pub fn is_missing_permission(&self) -> bool {
        matches!(self.code(), Some(50001 | 50013 | 160_002))
    }

    /// Returns whether the bot may lack only the permission to attach files: 50013 does not say which
    /// one is missing.
    pub(super) fn may_be_about_file(&self) -> bool {
        self.code() == Some(50_013)
    }

    /// Returns whether the channel or thread is gone or, because it is locked, no one can write in
    /// it.
    pub(crate) fn is_unknown_channel(&self) -> bool {
        self.code() == Some(10003) || self.is_locked()
    }

    /// Returns whether the thread is locked: 160005 locked, 50083 archived. A message unarchives a
    /// thread, and so does [`Rest::edit`](super::Rest::edit), unless the thread is locked.
    pub(crate) fn is_locked(&self) -> bool {
        self.code() == Some(160_005) || self.is_archived()
    }

    /// Returns whether the request failed because the thread is archived.
    pub(super) fn is_archived(&self) -> bool {
        self.code() == Some(50_083)
    }

    /// Returns whether the bot is not on the server: 10004 unknown, 50001 missing access.
    pub(super) fn is_unknown_guild(&self) -> bool {
        matches!(self.code(), Some(10004 | 50001))
    }

    /// Returns whether the message is gone.
    pub(crate) fn is_unknown_message(&self) -> bool {
        self.code() == Some(10008)
    }

    /// Returns whether Discord does not know an uploaded emoji of a button or an option.
    pub(super) fn is_unknown_emoji(&self) -> bool {
        // The code is that of every invalid form; its errors, each at its field, are part of the
        // message.
        let parts = [r#""emoji":{"id":{"#, "COMPONENT_INVALID_EMOJI"];
        self.code() == Some(50_035) && parts.iter().all(|part| self.cause().contains(part))
    }

    /// Returns whether too many messages older than an hour were edited in the channel.
    #[must_use]
    pub fn is_too_many_edits(&self) -> bool {
        self.code() == Some(30_046)
    }

    /// Returns whether an interaction accepts no more followups.
    pub(crate) fn is_too_many_followups(&self) -> bool {
        self.code() == Some(40_094)
    }

    /// Returns whether DMs are being opened too fast.
    pub(crate) fn is_opening_too_fast(&self) -> bool {
        self.code() == Some(40_003)
    }

    /// Returns whether a person cannot be written to in private: 50007 for a person who does not want
    /// it, 50278 for one who has no server in common with the bot.
    pub(crate) fn is_unwanted(&self) -> bool {
        matches!(self.code(), Some(50_007 | 50_278))
    }
}

/// Describes a failed exchange for the log, with its innermost cause and without its URL, which can
/// contain the token of an interaction or a signature.
pub(super) fn without_url(error: reqwest::Error) -> String {
    let error = error.without_url();
    let mut cause: &(dyn std::error::Error + 'static) = &error;
    while let Some(next) = cause.source() {
        cause = next;
    }
    // There may be no other cause, or only another error with a URL.
    if cause.is::<reqwest::Error>() {
        return error.to_string();
    }
    format!("{error}: {cause}")
}
