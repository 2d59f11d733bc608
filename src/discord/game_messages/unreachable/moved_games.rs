//! Games moved to another channel: notices to the players who may not see it.

use std::sync::Arc;

use tokio::sync::Mutex;
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::discord::bot::Bot;
use crate::discord::game_messages::delivery::notices;
use crate::discord::runtime::supervisor::Heartbeat;
use crate::discord::runtime::wakeups::{Wakeup, WakeupReceiver};
use crate::service::GameId;

/// Tells the other players of each game received from `moves` that it was moved. No request waits
/// for that, because it may take minutes. A game with players who are still untold is received
/// again at the next attempt to show it.
pub(crate) async fn tell_of_moves(
    bot: Arc<Bot>,
    moves: Arc<Mutex<WakeupReceiver>>,
    heartbeat: Heartbeat,
) {
    let mut moves = moves.lock().await;
    let mut telling = JoinSet::new();
    heartbeat.idle();
    while let Some(wakeup) = moves.recv().await {
        while telling.try_join_next().is_some() {}
        match wakeup {
            Wakeup::Game(game) => {
                telling.spawn(tell(Arc::clone(&bot), game));
            }
            Wakeup::HandedOver | Wakeup::All => {}
        }
    }
}

async fn tell(bot: Arc<Bot>, game: GameId) {
    let Ok(_turn) = bot.telling.acquire().await else {
        return;
    };
    if notices::tell_of_move(&bot, game).await {
        bot.retries.note(game, None, Instant::now());
    }
}
