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

const FILES: [File; 38] = [
    file!("app.js", SCRIPT),
    file!("channels/forum.js", SCRIPT),
    file!("channels/heading.js", SCRIPT),
    file!("channels/places.js", SCRIPT),
    file!("channels/sidebar.js", SCRIPT),
    file!("elements/dialog.js", SCRIPT),
    file!("elements/dom.js", SCRIPT),
    file!("elements/emoji.js", SCRIPT),
    file!("elements/menu.js", SCRIPT),
    file!("elements/select.js", SCRIPT),
    file!("elements/time.js", SCRIPT),
    file!("i18n/languages.js", SCRIPT),
    file!("i18n/words.js", SCRIPT),
    file!("icon.svg", SVG),
    file!("index.html", HTML),
    file!("input/composer.js", SCRIPT),
    file!("input/field.js", SCRIPT),
    file!("input/modal.js", SCRIPT),
    file!("input/picker.js", SCRIPT),
    file!("input/slash.js", SCRIPT),
    file!("messages/components.js", SCRIPT),
    file!("messages/grouping.js", SCRIPT),
    file!("messages/layout.js", SCRIPT),
    file!("messages/log.js", SCRIPT),
    file!("messages/markdown.js", SCRIPT),
    file!("messages/media.js", SCRIPT),
    file!("messages/message.js", SCRIPT),
    file!("state/commands.js", SCRIPT),
    file!("state/reading.js", SCRIPT),
    file!("state/world.js", SCRIPT),
    file!("styles/app.css", CSS),
    file!("styles/colors.css", CSS),
    file!("styles/components.css", CSS),
    file!("styles/entry.css", CSS),
    file!("styles/layout.css", CSS),
    file!("styles/messages.css", CSS),
    file!("theme.js", SCRIPT),
    file!("wire.js", SCRIPT),
];

pub(crate) fn router() -> Router<Arc<Shared>> {
    let redirect = |RawQuery(query): RawQuery| async move { to_page(query) };
    Router::new()
        .route("/", get(redirect))
        .route("/sandbox", get(redirect))
        .route("/sandbox/", get(|| async { file("index.html") }))
        .route(
            "/sandbox/{*name}",
            get(|Path(name): Path<String>| async move { file(&name) }),
        )
}

/// Redirects to the page with the whole query, which names the current person.
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
