//! Public messages for tables and boards, as last committed by the game service.

pub(crate) mod after_request;
pub(crate) mod attempts;
pub(crate) mod boards;
pub(crate) mod channel_shares;
pub(crate) mod late_edits;
pub(crate) mod new_servers;
mod pending_update;
pub(crate) mod recording;
pub(crate) mod refused_boards;
pub(crate) mod tables;
pub(crate) mod unmentioned;
pub(crate) mod waiting_updates;

use std::time::Duration;

use crate::discord::bot::Bot;

/// Time within which a process normally handles an interaction posted to it and shows the result.
const ANSWERED_ELSEWHERE: Duration = Duration::from_secs(15);

/// Returns the time for which a game is left to the process that may have handled its last change:
/// over HTTP, that process alone may be able to show the result.
pub(crate) fn time_for_others(bot: &Bot, is_shared: bool) -> Duration {
    if is_shared && bot.metrics.health().has_endpoint() {
        ANSWERED_ELSEWHERE
    } else {
        Duration::ZERO
    }
}
