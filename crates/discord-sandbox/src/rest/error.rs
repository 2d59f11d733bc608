//! Errors of Discord's REST API.
//!
//! Source: Discord, "Opcodes and Status Codes", the table of JSON error codes.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

/// Error with an HTTP status and a JSON error code.
#[derive(Clone, Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    code: u64,
    message: String,
    errors: Option<Value>,
}

/// Result of a request.
pub(crate) type Answer<T = Response> = Result<T, ApiError>;

impl ApiError {
    pub(crate) fn new(status: StatusCode, code: u64, message: impl Into<String>) -> Self {
        Self {
            status,
            code,
            message: message.into(),
            errors: None,
        }
    }

    fn unknown(code: u64, what: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, code, format!("Unknown {what}"))
    }

    fn bad(code: u64, message: &str) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, message)
    }

    fn forbidden(code: u64, message: &str) -> Self {
        Self::new(StatusCode::FORBIDDEN, code, message)
    }

    pub(crate) fn not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, 0, "404: Not Found")
    }

    pub(crate) fn wrong_method() -> Self {
        Self::new(StatusCode::METHOD_NOT_ALLOWED, 0, "405: Method Not Allowed")
    }

    pub(crate) fn unauthorized() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, 0, "401: Unauthorized")
    }

    /// Logs that a file cannot be stored and returns a server error.
    pub(crate) fn internal(error: &std::io::Error) -> Self {
        tracing::error!(%error, "the sandbox cannot keep a file");
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            0,
            "500: Internal Server Error",
        )
    }

    pub(crate) fn unavailable() -> Self {
        Self::new(
            StatusCode::SERVICE_UNAVAILABLE,
            0,
            "503: Service Unavailable",
        )
    }

    pub(crate) fn unknown_application() -> Self {
        Self::unknown(10_002, "Application")
    }

    pub(crate) fn unknown_channel() -> Self {
        Self::unknown(10_003, "Channel")
    }

    pub(crate) fn unknown_guild() -> Self {
        Self::unknown(10_004, "Guild")
    }

    pub(crate) fn unknown_member() -> Self {
        Self::unknown(10_007, "Member")
    }

    pub(crate) fn unknown_message() -> Self {
        Self::unknown(10_008, "Message")
    }

    pub(crate) fn unknown_user() -> Self {
        Self::unknown(10_013, "User")
    }

    pub(crate) fn unknown_emoji() -> Self {
        Self::new(StatusCode::BAD_REQUEST, 10_014, "Unknown Emoji")
    }

    pub(crate) fn no_such_emoji() -> Self {
        Self::unknown(10_014, "Emoji")
    }

    pub(crate) fn too_many_emojis(most: usize) -> Self {
        let message = format!("Maximum number of emojis reached ({most})");
        Self::new(StatusCode::BAD_REQUEST, 30_008, message)
    }

    pub(crate) fn unknown_webhook() -> Self {
        Self::unknown(10_015, "Webhook")
    }

    pub(crate) fn unknown_interaction() -> Self {
        Self::unknown(10_062, "interaction")
    }

    pub(crate) fn unknown_command() -> Self {
        Self::unknown(10_063, "application command")
    }

    pub(crate) fn unknown_tag() -> Self {
        Self::unknown(10_087, "Tag")
    }

    pub(crate) fn already_acknowledged() -> Self {
        Self::bad(40_060, "Interaction has already been acknowledged.")
    }

    pub(crate) fn already_published() -> Self {
        Self::bad(40_033, "This message has already been crossposted")
    }

    pub(crate) fn no_messages_in_forum() -> Self {
        Self::bad(40_058, "Cannot send a message in a forum channel")
    }

    pub(crate) fn too_many_followups() -> Self {
        let message = "This interaction has hit the maximum number of follow up messages";
        Self::bad(40_094, message)
    }

    pub(crate) fn opens_too_fast() -> Self {
        Self::forbidden(40_003, "You are opening direct messages too fast.")
    }

    pub(crate) fn too_large() -> Self {
        Self::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            40_005,
            "Request entity too large",
        )
    }

    pub(crate) fn missing_access() -> Self {
        Self::forbidden(50_001, "Missing Access")
    }

    pub(crate) fn not_in_direct() -> Self {
        Self::bad(50_003, "Cannot execute action on a DM channel")
    }

    pub(crate) fn not_the_author() -> Self {
        Self::forbidden(50_005, "Cannot edit a message authored by another user")
    }

    pub(crate) fn empty_message() -> Self {
        Self::bad(50_006, "Cannot send an empty message")
    }

    pub(crate) fn cannot_reach_user() -> Self {
        Self::forbidden(50_007, "Cannot send messages to this user")
    }

    pub(crate) fn missing_permissions() -> Self {
        Self::forbidden(50_013, "Missing Permissions")
    }

    pub(crate) fn system_message() -> Self {
        Self::forbidden(50_021, "Cannot execute action on a system message")
    }

    pub(crate) fn wrong_channel_kind() -> Self {
        Self::bad(50_024, "Cannot execute action on this channel type")
    }

    pub(crate) fn dead_webhook_token() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, 50_027, "Invalid Webhook Token")
    }

    pub(crate) fn no_common_guild() -> Self {
        let message = "Cannot send messages to this user due to having no mutual guilds";
        Self::forbidden(50_278, message)
    }

    pub(crate) fn archived() -> Self {
        Self::bad(50_083, "Thread is archived")
    }

    pub(crate) fn invalid_json() -> Self {
        Self::bad(50_109, "The request body contains invalid JSON.")
    }

    pub(crate) fn thread_exists() -> Self {
        Self::bad(
            160_004,
            "A thread has already been created for this message",
        )
    }

    pub(crate) fn locked() -> Self {
        Self::bad(160_005, "Thread is locked")
    }

    pub(crate) fn cannot_reply_without_history() -> Self {
        Self::bad(
            160_002,
            "Cannot reply without permission to read message history",
        )
    }

    /// Moves the errors into the field `name` of an enclosing body.
    pub(crate) fn inside(mut self, name: &str) -> Self {
        self.errors = self.errors.map(|errors| json!({name: errors}));
        self
    }

    pub(crate) fn invalid_form(errors: Value) -> Self {
        Self {
            errors: Some(errors),
            ..Self::bad(50_035, "Invalid Form Body")
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut json = json!({"message": self.message, "code": self.code});
        if let Some(errors) = self.errors {
            json["errors"] = errors;
        }
        (self.status, Json(json)).into_response()
    }
}
