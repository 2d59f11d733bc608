//! Updates that wait: shown again when they may succeed, or given up.

use std::sync::Arc;

use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::discord::board::publisher::obstacle::Obstacle;
use crate::discord::board::publisher::show;
use crate::discord::board::unreachable;
use crate::discord::bot::Bot;
use crate::service::{Fault, GameId, GuildId, Place};

/// Shows all pending updates whose retry is due; calls `step` for every table and game.
pub(crate) async fn show_rest(bot: &Arc<Bot>, step: impl Fn()) {
    bot.retries.sweep(Instant::now());
    let games = bot
        .service
        .ask_aside(|service| service.own(service.unannounced()?))
        .await;
    let mut games = games.unwrap_or_default();
    games.retain(|game| bot.retries.is_due(*game, Instant::now()));
    show_all(bot, games, step).await;
}

/// Shows pending updates on a server that has just become reachable, and lets reminders and
/// replays be sent there. Servers that arrive during a lookup are looked up together.
pub(crate) async fn welcome(bot: &Arc<Bot>, guild: GuildId) {
    bot.new_servers.add(guild);
    let Some((boards, replays)) = look_up_arrivals(bot).await else {
        return;
    };
    bot.following.notify_one();
    bot.left_over.notify_one();
    bot.reminders_due.notify_one();
    show_all(bot, boards, || {}).await;
    for game in replays {
        bot.ended.wake(game);
    }
}

/// Returns the boards and replays that wait for servers that have arrived; `None` if another
/// task has looked them up already.
async fn look_up_arrivals(bot: &Bot) -> Option<(Vec<GameId>, Vec<GameId>)> {
    let _turn = bot.new_servers.turn().await;
    let servers = bot.new_servers.take();
    if servers.is_empty() {
        return None;
    }
    let found = bot.service.ask_aside(move |service| {
        let boards = service.unannounced_on(&servers)?;
        Ok::<_, Fault>((boards, service.owed_replays_on(&servers)?))
    });
    let found = found.await;
    found
        .inspect_err(|error| tracing::error!(?error, "boards wait for the next look"))
        .ok()
}

/// Shows tables and games for which nobody waits, a limited number at once. Each is read when
/// its turn comes.
pub(crate) async fn show_all(bot: &Arc<Bot>, games: Vec<GameId>, step: impl Fn()) {
    let mut under_way = JoinSet::new();
    for game in games {
        step();
        let turn = Arc::clone(&bot.showing).acquire_owned().await;
        while under_way.try_join_next().is_some() {}
        let bot = Arc::clone(bot);
        under_way.spawn(async move {
            let _turn = turn;
            show_or_forget(&bot, game).await;
        });
    }
    while under_way.join_next().await.is_some() {
        step();
    }
}

/// Shows a table or game; gives up an update that nobody can see any more.
async fn show_or_forget(bot: &Bot, game: GameId) {
    // Everything else stays on disk and is logged.
    let Err(obstacle) = show(bot, game).await else {
        return;
    };
    unreachable::tell_mover(bot, game, &obstacle, None).await;
    if let Obstacle::Gone(place) = obstacle {
        forget(bot, game, place).await;
    }
}

/// Gives up showing a table or game at its place.
pub(super) async fn forget(bot: &Bot, game: GameId, place: Place) {
    let forgotten = bot
        .service
        .ask(move |service| service.forget_announcement(game, place));
    match forgotten.await {
        Ok(()) => bot.retries.note(game, true, Instant::now()),
        Err(error) => tracing::error!(%game, ?error, "not given up"),
    }
}

/// Gives up showing finished games on a server that the bot has left.
pub(crate) async fn forget_server(bot: &Bot, guild: GuildId) {
    match bot
        .service
        .ask_aside(move |service| service.forget_server(guild))
        .await
    {
        Ok(forgotten) => {
            for game in forgotten {
                bot.retries.note(game, true, Instant::now());
            }
        }
        Err(error) => tracing::error!(?error, "a lost server is not given up"),
    }
}
