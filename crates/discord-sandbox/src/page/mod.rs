//! Page for the browser: its routes and files, and protection from other pages.

pub(crate) mod same_origin;

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, RawQuery};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;

use crate::shared::Shared;

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

/// Content security policy: the page loads nothing from other hosts.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; connect-src 'self' ws: wss:; \
                      style-src 'self' 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; \
                      form-action 'none'";

struct File {
    name: &'static str,
    kind: &'static str,
    text: &'static str,
}

macro_rules! file {
    ($name:literal, $kind:expr) => {
        File {
            name: $name,
            kind: $kind,
            text: include_str!(concat!("../../page/", $name)),
        }
    };
}

const FILES: [File; 37] = [
    file!("app.css", CSS),
    file!("app.js", SCRIPT),
    file!("colors.css", CSS),
    file!("commands.js", SCRIPT),
    file!("components.css", CSS),
    file!("components.js", SCRIPT),
    file!("composer.js", SCRIPT),
    file!("dialog.js", SCRIPT),
    file!("dom.js", SCRIPT),
    file!("emoji.js", SCRIPT),
    file!("entry.css", CSS),
    file!("field.js", SCRIPT),
    file!("forum.js", SCRIPT),
    file!("heading.js", SCRIPT),
    file!("icon.svg", SVG),
    file!("index.html", HTML),
    file!("languages.js", SCRIPT),
    file!("layout.css", CSS),
    file!("layout.js", SCRIPT),
    file!("log.js", SCRIPT),
    file!("markdown.js", SCRIPT),
    file!("media.js", SCRIPT),
    file!("menu.js", SCRIPT),
    file!("message.js", SCRIPT),
    file!("messages.css", CSS),
    file!("modal.js", SCRIPT),
    file!("picker.js", SCRIPT),
    file!("places.js", SCRIPT),
    file!("reading.js", SCRIPT),
    file!("select.js", SCRIPT),
    file!("sidebar.js", SCRIPT),
    file!("slash.js", SCRIPT),
    file!("theme.js", SCRIPT),
    file!("time.js", SCRIPT),
    file!("wire.js", SCRIPT),
    file!("words.js", SCRIPT),
    file!("world.js", SCRIPT),
];

pub(crate) fn router() -> Router<Arc<Shared>> {
    let redirect = |RawQuery(query): RawQuery| async move { to_page(query) };
    Router::new()
        .route("/", get(redirect))
        .route("/sandbox", get(redirect))
        .route("/sandbox/", get(|| async { file("index.html") }))
        .route(
            "/sandbox/{name}",
            get(|Path(name): Path<String>| async move { file(&name) }),
        )
}

/// Redirects to the page with the whole query, which says as whom one plays.
fn to_page(query: Option<String>) -> Redirect {
    let query = query.map_or_else(String::new, |query| format!("?{query}"));
    Redirect::temporary(&format!("/sandbox/{query}"))
}

fn file(name: &str) -> Response {
    let Some(file) = FILES.iter().find(|file| file.name == name) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let headers = [
        (header::CONTENT_TYPE, file.kind),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    (headers, file.text).into_response()
}
