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

/// Declares the errors that always read the same.
macro_rules! errors {
    ($($name:ident => $status:ident, $code:literal, $message:literal;)*) => {
        impl ApiError {
            $(
                pub(crate) fn $name() -> Self {
                    Self::new(StatusCode::$status, $code, $message)
                }
            )*
        }
    };
}

errors! {
    not_found => NOT_FOUND, 0, "404: Not Found";
    wrong_method => METHOD_NOT_ALLOWED, 0, "405: Method Not Allowed";
    unauthorized => UNAUTHORIZED, 0, "401: Unauthorized";
    unavailable => SERVICE_UNAVAILABLE, 0, "503: Service Unavailable";
    unknown_application => NOT_FOUND, 10_002, "Unknown Application";
    unknown_channel => NOT_FOUND, 10_003, "Unknown Channel";
    unknown_guild => NOT_FOUND, 10_004, "Unknown Guild";
    unknown_member => NOT_FOUND, 10_007, "Unknown Member";
    unknown_message => NOT_FOUND, 10_008, "Unknown Message";
    unknown_user => NOT_FOUND, 10_013, "Unknown User";
    unknown_webhook => NOT_FOUND, 10_015, "Unknown Webhook";
    unknown_interaction => NOT_FOUND, 10_062, "Unknown interaction";
    already_acknowledged => BAD_REQUEST, 40_060, "Interaction has already been acknowledged.";
    no_messages_in_forum => BAD_REQUEST, 40_058, "Cannot send a message in a forum channel";
    too_many_followups => BAD_REQUEST, 40_094,
        "This interaction has hit the maximum number of follow up messages";
    opens_too_fast => FORBIDDEN, 40_003, "You are opening direct messages too fast.";
    too_large => PAYLOAD_TOO_LARGE, 40_005, "Request entity too large";
    missing_access => FORBIDDEN, 50_001, "Missing Access";
    not_in_direct => BAD_REQUEST, 50_003, "Cannot execute action on a DM channel";
    not_the_author => FORBIDDEN, 50_005, "Cannot edit a message authored by another user";
    empty_message => BAD_REQUEST, 50_006, "Cannot send an empty message";
    cannot_reach_user => FORBIDDEN, 50_007, "Cannot send messages to this user";
    missing_permissions => FORBIDDEN, 50_013, "Missing Permissions";
    system_message => FORBIDDEN, 50_021, "Cannot execute action on a system message";
    wrong_channel_kind => BAD_REQUEST, 50_024, "Cannot execute action on this channel type";
    dead_webhook_token => UNAUTHORIZED, 50_027, "Invalid Webhook Token";
    no_common_guild => FORBIDDEN, 50_278,
        "Cannot send messages to this user due to having no mutual guilds";
    archived => BAD_REQUEST, 50_083, "Thread is archived";
    invalid_json => BAD_REQUEST, 50_109, "The request body contains invalid JSON.";
    thread_exists => BAD_REQUEST, 160_004, "A thread has already been created for this message";
    locked => BAD_REQUEST, 160_005, "Thread is locked";
    cannot_reply_without_history => BAD_REQUEST, 160_002,
        "Cannot reply without permission to read message history";
}

impl ApiError {
    pub(crate) fn new(status: StatusCode, code: u64, message: impl Into<String>) -> Self {
        Self {
            status,
            code,
            message: message.into(),
            errors: None,
        }
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

    pub(crate) fn too_many_emojis(most: usize) -> Self {
        let message = format!("Maximum number of emojis reached ({most})");
        Self::new(StatusCode::BAD_REQUEST, 30_008, message)
    }

    /// Moves the errors into the field `name` of an enclosing body.
    pub(crate) fn inside(mut self, name: &str) -> Self {
        self.errors = self.errors.map(|errors| json!({name: errors}));
        self
    }

    pub(crate) fn invalid_form(errors: Value) -> Self {
        Self {
            errors: Some(errors),
            ..Self::new(StatusCode::BAD_REQUEST, 50_035, "Invalid Form Body")
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
