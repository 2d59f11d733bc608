//! REST API, versions 9 and 10.

pub(crate) mod error;

pub(crate) mod auth;

pub(crate) mod rate_limits;

pub(crate) mod body;

pub(crate) mod middleware;

pub(crate) mod validate;

pub(crate) mod access;

pub(crate) mod path;

pub(crate) mod compose;

pub(crate) mod interaction_response;

pub(crate) mod routes;

use std::sync::Arc;

use axum::Router;

use crate::rest::error::ApiError;
use crate::shared::Shared;

/// Returns all routes below `/api`, with and without a version, and those of the CDN.
pub(crate) fn router(shared: &Arc<Shared>) -> Router<Arc<Shared>> {
    let api = Router::new()
        .merge(routes::info::router())
        .merge(routes::guild::router())
        .merge(routes::channel::router())
        .merge(routes::message::router())
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
