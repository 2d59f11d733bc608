//! REST API, versions 9 and 10.

pub(crate) mod error;

pub(crate) mod auth;

pub(crate) mod limits;

pub(crate) mod body;

pub(crate) mod middleware;

pub(crate) mod validate;

pub(crate) mod access;

pub(crate) mod routes;

pub(crate) mod compose;

use std::sync::Arc;

use axum::Router;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use crate::rest::error::{Answer, ApiError};
use crate::rest::validate::form::FormErrors;
use crate::shared::Shared;
use crate::world::snowflake::Id;

/// Returns all routes below `/api`, with and without a version, and those of the CDN.
pub(crate) fn router(shared: &Arc<Shared>) -> Router<Arc<Shared>> {
    let api = Router::new()
        .merge(routes::info::router())
        .merge(routes::guild::router())
        .merge(routes::channel::router())
        .merge(routes::message::router())
        .merge(routes::reaction::router())
        .merge(routes::thread::router())
        .merge(routes::commands::router())
        .merge(routes::emoji::router())
        .merge(routes::callback::router())
        .merge(routes::webhook::router())
        .method_not_allowed_fallback(|| async { ApiError::wrong_method() })
        .fallback(|| async { ApiError::not_found() })
        .layer(axum::middleware::from_fn_with_state(
            Arc::clone(shared),
            middleware::enter,
        ));
    Router::new()
        .nest("/api/v10", api.clone())
        .nest("/api/v9", api.clone())
        .nest("/api", api)
        .merge(routes::cdn::router())
}

/// Parses an id in a path.
///
/// # Errors
///
/// The text is not a snowflake.
pub(crate) fn id(name: &str, text: &str) -> Answer<Id> {
    text.parse().map_err(|_| {
        let mut errors = FormErrors::default();
        let message = format!("Value \"{text}\" is not snowflake.");
        errors.push(name, "NUMBER_TYPE_COERCE", message);
        errors.into_result().expect_err("form with an error")
    })
}

/// Returns a response without a body.
pub(crate) fn nothing() -> Response {
    StatusCode::NO_CONTENT.into_response()
}

/// Logs that a file cannot be stored and returns a server error.
pub(crate) fn internal(error: &std::io::Error) -> ApiError {
    tracing::error!(%error, "the sandbox cannot keep a file");
    ApiError::new(
        StatusCode::INTERNAL_SERVER_ERROR,
        0,
        "500: Internal Server Error",
    )
}
