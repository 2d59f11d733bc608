//! Steps of every request of the bot: faults, token, rate limit, log.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::{OriginalUri, Request, State};
use axum::http::header::USER_AGENT;
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};

use crate::fault::Fault;
use crate::rest::body::ReadJson;
use crate::rest::error::ApiError;
use crate::rest::rate_limits::Scope;
use crate::rest::{auth, body, rate_limits};
use crate::shared::Shared;

/// Status logged for a request without a response.
const NOTHING: u16 = 0;

/// Runs a request through all steps.
pub(crate) async fn enter(
    State(shared): State<Arc<Shared>>,
    OriginalUri(uri): OriginalUri,
    request: Request,
    next: Next,
) -> Response {
    let method = request.method().to_string();
    let path = request.uri().path().to_owned();
    let (mut request, is_too_large) = received(request).await;
    let read = ReadJson::default();
    request.extensions_mut().insert(read.clone());
    let fault = shared.with(|core| core.faults.take(&method, &path));
    if let Some(fault) = &fault {
        tokio::time::sleep(fault.delay()).await;
        if fault.cut {
            shared.with(|core| core.log(&method, &without_token(uri.path()), None, NOTHING));
            hang_up();
        }
    }
    let refusal = match fault.as_ref().and_then(broken) {
        Some(response) => Some(response),
        None if shared.with(|core| core.limits.is_banned(core.world.now_ms)) => {
            Some(rate_limits::too_many(None, Scope::Global, 0))
        }
        None if is_too_large => Some(ApiError::too_large().into_response()),
        None if !has_agent(request.headers()) => {
            Some((StatusCode::FORBIDDEN, "error code: 1010").into_response())
        }
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
    shared.with(|core| {
        core.log(&method, &logged, read.get(), response.status().as_u16());
        if rate_limits::is_invalid(&response) {
            core.limits.count_invalid(1, core.world.now_ms);
        }
    });
    if fault.as_ref().is_some_and(|fault| fault.lost) {
        hang_up();
    }
    match fault.as_ref().and_then(Fault::slowness) {
        Some(slowness) => slowly(response, slowness).await,
        None => response,
    }
}

/// Waits for the whole body of a request, and returns whether it is too large. A response to a
/// request that is still being sent ends the connection, and a client that already reuses the
/// connection would see a failure; the proxy in front of Discord prevents that, too.
async fn received(request: Request) -> (Request, bool) {
    let (parts, body) = request.into_parts();
    let body = to_bytes(body, body::LIMIT).await;
    let is_too_large = body.is_err();
    let body = Body::from(body.unwrap_or_default());
    (Request::from_parts(parts, body), is_too_large)
}

/// Returns whether the client names itself; the proxy in front of Discord refuses clients that do
/// not.
fn has_agent(headers: &HeaderMap) -> bool {
    headers
        .get(USER_AGENT)
        .is_some_and(|agent| agent.as_bytes().starts_with(b"DiscordBot ("))
}

/// Ends the connection's task without a response and without output on the terminal.
fn hang_up() -> ! {
    std::panic::resume_unwind(Box::new("broken connection"));
}

/// Returns the response with a pause in the middle of its body.
async fn slowly(response: Response, pause: Duration) -> Response {
    let (parts, body) = response.into_parts();
    let body = to_bytes(body, usize::MAX).await.unwrap_or_default();
    let (first, second) = (body.slice(..body.len() / 2), body.slice(body.len() / 2..));
    let later = stream::once(async move {
        tokio::time::sleep(pause).await;
        Ok::<_, Infallible>(second)
    });
    let halves = stream::once(async move { Ok(first) }).chain(later);
    Response::from_parts(parts, Body::from_stream(halves))
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

/// Returns the response of a fault in place of Discord's, if it has one.
fn broken(fault: &Fault) -> Option<Response> {
    let status = StatusCode::from_u16(fault.status?).ok()?;
    if status == StatusCode::TOO_MANY_REQUESTS {
        let scope = match (fault.global, fault.shared) {
            (true, _) => Scope::Global,
            (false, true) => Scope::Shared,
            (false, false) => Scope::User,
        };
        return Some(rate_limits::too_many(fault.retry_after, scope, fault.code));
    }
    let reason = status.canonical_reason().unwrap_or("Unknown");
    let message = format!("{}: {reason}", status.as_u16());
    Some(ApiError::new(status, fault.code, message).into_response())
}

/// Replaces the token of an interaction in a path.
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
