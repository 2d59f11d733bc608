//! Middleware that rejects requests of foreign pages.
//!
//! A page of another site open in the same browser could otherwise act as the people here
//! (cross-site requests), or reach the sandbox by resolving its own name to this machine (DNS
//! rebinding).

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::shared::Shared;

/// Answers 403 to requests of foreign pages.
pub(crate) async fn check(
    State(shared): State<Arc<Shared>>,
    request: Request,
    next: Next,
) -> Response {
    let hosts = &shared.settings.hosts;
    let is_link = request.method() == Method::GET && is_navigation(request.headers());
    if is_own(hosts, request.headers(), is_link) {
        return next.run(request).await;
    }
    let text = "The sandbox answers only to its own page and to programs on this machine.";
    (StatusCode::FORBIDDEN, text).into_response()
}

/// Returns whether a person followed a link from another page, which shows the page and changes
/// nothing.
fn is_navigation(headers: &HeaderMap) -> bool {
    let is = |name: &str, value: &str| headers.get(name).is_some_and(|found| found == value);
    is("sec-fetch-mode", "navigate") && is("sec-fetch-dest", "document")
}

fn is_own(hosts: &[String], headers: &HeaderMap, is_link: bool) -> bool {
    let header = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let Some(host) = header(HOST) else {
        return false;
    };
    let is_known = host_name(host).is_some_and(|name| is_local(hosts, &name));
    let is_same_origin = match headers.get(ORIGIN).map(|origin| origin.to_str()) {
        None => true,
        Some(Ok(origin)) => origin
            .split_once("://")
            .is_some_and(|(_, from)| from.eq_ignore_ascii_case(host)),
        Some(Err(_)) => false,
    };
    let site = headers
        .get("sec-fetch-site")
        .and_then(|value| value.to_str().ok());
    let is_same_site = is_link || site.is_none_or(|site| matches!(site, "same-origin" | "none"));
    is_known && is_same_origin && is_same_site
}

/// Returns the name or address in a `Host` header, without its port.
fn host_name(host: &str) -> Option<String> {
    let uri: Uri = format!("http://{host}/").parse().ok()?;
    let name = uri.host()?.trim_start_matches('[').trim_end_matches(']');
    Some(name.to_ascii_lowercase())
}

/// Returns whether no one else can make this name resolve to this machine.
fn is_local(hosts: &[String], name: &str) -> bool {
    name == "localhost"
        || name.ends_with(".localhost")
        || name.parse::<IpAddr>().is_ok()
        || hosts.iter().any(|host| host.eq_ignore_ascii_case(name))
}
