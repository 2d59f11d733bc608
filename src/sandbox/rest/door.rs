//! What every request of the bot passes through: faults, token, rate limit, log.

use std::sync::Arc;

use axum::extract::OriginalUri;
use axum::extract::Request;
use axum::extract::State;
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::IntoResponse;
use axum::response::Response;

use crate::sandbox::fault::Fault;
use crate::sandbox::rest::auth;
use crate::sandbox::rest::error::ApiError;
use crate::sandbox::rest::limits;
use crate::sandbox::shared::Shared;

/// Lets a request in, or not.
pub(crate) async fn enter(
    State(shared): State<Arc<Shared>>,
    OriginalUri(uri): OriginalUri,
    request: Request,
    next: Next,
) -> Response {
    let method = request.method().to_string();
    let path = request.uri().path().to_owned();
    let fault = shared.with(|core| core.faults.take(&method, &path));
    if let Some(fault) = &fault {
        tokio::time::sleep(fault.delay()).await;
    }
    let refusal = match fault.as_ref().and_then(broken) {
        Some(response) => Some(response),
        None if auth::needs_token(&path) && !auth::is_bot(&shared, request.headers()) => {
            Some(ApiError::unauthorized().into_response())
        }
        None => None,
    };
    let response = match refusal {
        Some(response) => response,
        None => serve(&shared, &method, &path, request, next).await,
    };
    let logged = uri
        .path_and_query()
        .map_or_else(|| uri.path(), |whole| whole.as_str());
    let logged = without_token(logged);
    shared.with(|core| core.log(&method, &logged, response.status().as_u16()));
    if fault.is_some_and(|fault| fault.lost) {
        // Ends the connection's task without an answer and without a message on the terminal.
        std::panic::resume_unwind(Box::new("lost answer"));
    }
    response
}

async fn serve(
    shared: &Arc<Shared>,
    method: &str,
    path: &str,
    request: Request,
    next: Next,
) -> Response {
    let now_ms = shared.clock.now_ms();
    let count = shared.with(|core| core.limits.count(method, path, now_ms));
    let Some(count) = count else {
        return next.run(request).await;
    };
    if let Some(refusal) = count.refusal() {
        return refusal;
    }
    let mut response = next.run(request).await;
    count.add_headers(response.headers_mut());
    response
}

/// The answer a fault gives in Discord's place.
fn broken(fault: &Fault) -> Option<Response> {
    let status = StatusCode::from_u16(fault.status?).ok()?;
    if status == StatusCode::TOO_MANY_REQUESTS {
        return Some(limits::too_many(fault.retry_after, fault.global));
    }
    let reason = status.canonical_reason().unwrap_or("Unknown");
    let message = format!("{}: {reason}", status.as_u16());
    Some(ApiError::new(status, 0, message).into_response())
}

/// Path with the token of an interaction left out.
fn without_token(path: &str) -> String {
    path.split('/')
        .map(|part| {
            if part.starts_with("aW50") {
                "{token}"
            } else {
                part
            }
        })
        .collect::<Vec<_>>()
        .join("/")
}
