//! Who may ask: the bot, by its token.

use std::sync::Arc;

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;

use crate::shared::Shared;

/// Whether this is the bot's token.
pub(crate) fn is_token(shared: &Arc<Shared>, token: &str) -> bool {
    token == shared.settings.token && !shared.with(|core| core.logins.are_over)
}

/// Whether the request carries the bot's token.
pub(crate) fn is_bot(shared: &Arc<Shared>, headers: &HeaderMap) -> bool {
    headers
        .get(AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.strip_prefix("Bot "))
        .is_some_and(|token| is_token(shared, token.trim()))
}

/// Whether a path is open to those who know an interaction's token, or to everybody.
pub(crate) fn needs_token(path: &str) -> bool {
    let is_open = path == "/gateway" || path.starts_with("/interactions/");
    let is_webhook = path
        .strip_prefix("/webhooks/")
        .is_some_and(|rest| rest.contains('/'));
    !is_open && !is_webhook
}
