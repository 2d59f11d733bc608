//! Routes of attachments, which have signed URLs, and of emojis.

use std::sync::Arc;

use axum::Router;
use axum::extract::{OriginalUri, Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use crate::shared::Shared;
use crate::world::disk::files;
use crate::world::snowflake::Id;

pub(crate) fn router() -> Router<Arc<Shared>> {
    Router::new()
        .route("/attachments/{channel}/{attachment}/{name}", get(read))
        .route("/emojis/{name}", get(emoji))
}

async fn read(
    State(shared): State<Arc<Shared>>,
    OriginalUri(uri): OriginalUri,
    Path((_, attachment, name)): Path<(String, String, String)>,
    Query(query): Query<Vec<(String, String)>>,
) -> Response {
    let bytes = shared.with(|core| {
        let world = &core.world;
        if !files::is_signed(&world.secret, uri.path(), &query, world.now_ms) {
            return None;
        }
        let attachment: Id = attachment.parse().ok()?;
        world.files().read(attachment)
    });
    let Some(bytes) = bytes else {
        let text = "This content is no longer available.";
        return (StatusCode::NOT_FOUND, text).into_response();
    };
    let kind = files::content_type(&name).unwrap_or("application/octet-stream");
    // No upload of a bot may run as a page of the sandbox.
    let shown = if kind.starts_with("image/") {
        "inline"
    } else {
        "attachment"
    };
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CONTENT_DISPOSITION, shown),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::CACHE_CONTROL, "private, max-age=86400"),
    ];
    (headers, bytes).into_response()
}

/// Returns the picture of an emoji, whatever format its name asks for.
async fn emoji(State(shared): State<Arc<Shared>>, Path(name): Path<String>) -> Response {
    let id = name.split_once('.').map_or(name.as_str(), |(id, _)| id);
    let bytes = shared.with(|core| {
        let emoji = core.world.emoji(id.parse().ok()?)?;
        core.world.files().read(emoji.id)
    });
    let Some(bytes) = bytes else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let kind = files::picture_type(&bytes);
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::CACHE_CONTROL, "public, max-age=86400"),
    ];
    (headers, bytes).into_response()
}
