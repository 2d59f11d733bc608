//! Authorization of the bot by its token.

use std::sync::Arc;

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;

use crate::shared::Shared;

/// Returns whether this is the bot's token, and still valid.
pub(crate) fn is_token(shared: &Arc<Shared>, token: &str) -> bool {
    token == shared.settings.token && !shared.with(|core| core.logins.are_over)
}

/// Returns whether the request carries the bot's token.
pub(crate) fn is_bot(shared: &Arc<Shared>, headers: &HeaderMap) -> bool {
    headers
        .get(AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.strip_prefix("Bot "))
        .is_some_and(|token| is_token(shared, token.trim()))
}

/// Returns whether a path requires the bot's token. Other paths are public or contain the token of
/// an interaction.
pub(crate) fn needs_token(path: &str) -> bool {
    let is_open = path == "/gateway" || path.starts_with("/interactions/");
    let is_webhook = path
        .strip_prefix("/webhooks/")
        .is_some_and(|rest| rest.contains('/'));
    !is_open && !is_webhook
}
