//! The REST side, versions 9 and 10: what a bot asks over HTTP.

pub(crate) mod error;

pub(crate) mod auth;

pub(crate) mod limits;

pub(crate) mod body;

pub(crate) mod door;

pub(crate) mod validate;

pub(crate) mod info;

pub(crate) mod guild;

pub(crate) mod access;

pub(crate) mod compose;

pub(crate) mod channel;

pub(crate) mod message;

pub(crate) mod reaction;

pub(crate) mod thread;

pub(crate) mod commands;

pub(crate) mod callback;

pub(crate) mod webhook;

pub(crate) mod cdn;

use std::sync::Arc;

use axum::Router;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::response::Response;

use crate::sandbox::rest::error::Answer;
use crate::sandbox::rest::error::ApiError;
use crate::sandbox::rest::validate::form::FormErrors;
use crate::sandbox::shared::Shared;
use crate::sandbox::world::snowflake::Id;

/// Everything below `/api`, with and without a version.
pub(crate) fn router(shared: &Arc<Shared>) -> Router<Arc<Shared>> {
    let api = Router::new()
        .merge(info::router())
        .merge(guild::router())
        .merge(channel::router())
        .merge(message::router())
        .merge(reaction::router())
        .merge(thread::router())
        .merge(commands::router())
        .merge(callback::router())
        .merge(webhook::router())
        .method_not_allowed_fallback(|| async { ApiError::wrong_method() })
        .fallback(|| async { ApiError::not_found() })
        .layer(axum::middleware::from_fn_with_state(
            Arc::clone(shared),
            door::enter,
        ));
    Router::new()
        .nest("/api/v10", api.clone())
        .nest("/api/v9", api.clone())
        .nest("/api", api)
        .merge(cdn::router())
}

/// Reads an id out of a path.
///
/// # Errors
///
/// It is no snowflake.
pub(crate) fn id(name: &str, text: &str) -> Answer<Id> {
    text.parse().map_err(|_| {
        let mut errors = FormErrors::default();
        let message = format!("Value \"{text}\" is not snowflake.");
        errors.push(name, "NUMBER_TYPE_COERCE", message);
        errors.into_result().expect_err("form with an error")
    })
}

/// An answer without a body.
pub(crate) fn nothing() -> Response {
    StatusCode::NO_CONTENT.into_response()
}

/// The disk refused to keep a file.
pub(crate) fn internal(error: &std::io::Error) -> ApiError {
    tracing::error!(%error, "the sandbox cannot keep a file");
    ApiError::new(
        StatusCode::INTERNAL_SERVER_ERROR,
        0,
        "500: Internal Server Error",
    )
}
