//! Updates that wait: shown again when they may succeed, or given up.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::discord::bot::Bot;
use crate::discord::game_messages::delivery::not_shown::Obstacle;
use crate::discord::game_messages::delivery::notices;
use crate::discord::game_messages::publisher::attempts::{Attempt, show};
use crate::discord::game_messages::publisher::channel_shares::ChannelTurn;
use crate::discord::game_messages::publisher::recording::give_up;
use crate::discord::game_messages::publisher::time_for_others;
use crate::discord::game_messages::publisher::unmentioned::tell;
use crate::discord::game_messages::server_outages;
use crate::discord::interaction::error::BotError;
use crate::discord::runtime::wakeups::Walk;
use crate::service::{ChannelId, Fault, GameId, GuildId, View};

/// Shows all pending updates whose retry is due, except those that another process may be about to
/// show; calls `step` for every table and game. Direct messages may still be sent in `tasks`
/// afterwards.
pub(crate) async fn show_rest(bot: &Arc<Bot>, tasks: &mut JoinSet<()>, step: impl Fn()) {
    bot.retries.sweep(Instant::now());
    let mut showing = Showing::in_tasks(tasks);
    let page = |reached| {
        bot.service
            .ask_in_parallel(move |service| service.unannounced(reached))
    };
    let mut walk = Walk::BEGUN;
    while let Ok(Some(mut games)) = walk.next(page).await {
        games.retain(|game| bot.retries.is_due(*game, Instant::now()));
        let games = not_left_to_others(bot, games).await;
        for (game, channel) in with_channels(bot, games).await {
            step();
            showing.begin(bot, game, channel).await;
        }
    }
    showing.finish(step).await;
}

/// Shows pending updates on a server that has just become reachable, and lets reminders and
/// replays be sent there. Servers that arrive during a lookup are looked up together.
pub(crate) async fn welcome(bot: &Arc<Bot>, guild: GuildId) {
    bot.new_servers.add(guild);
    let turn = bot.new_servers.turn().await;
    let mut servers = bot.new_servers.take();
    servers.retain(|server| !bot.languages.guilds.is_lost(*server));
    let servers = Arc::new(servers);
    if servers.is_empty() {
        // Another task has looked them up already, or the bot was removed meanwhile.
        return;
    }
    let mut tasks = JoinSet::new();
    // It may take long, and must not delay the boards.
    tasks.spawn(server_outages::end_absences(
        Arc::clone(bot),
        Arc::clone(&servers),
    ));
    bot.following.wake_all();
    bot.superseded.wake_all();
    bot.reminders_due.notify_one();
    let mut showing = Showing::in_tasks(&mut tasks);
    let shown = show_on(bot, &servers, &mut showing).await;
    drop(turn);
    showing.finish(|| {}).await;
    let posted = match shown {
        Ok(()) => wake_replays(bot, &servers).await,
        failed => failed,
    };
    if let Err(error) = posted {
        tracing::error!(
            %error,
            "pending boards could not be listed; trying again later"
        );
    }
    while tasks.join_next().await.is_some() {}
}

/// Begins to show the updates that wait for servers that have arrived, page by page.
async fn show_on(
    bot: &Arc<Bot>,
    servers: &Arc<HashSet<GuildId>>,
    showing: &mut Showing<'_>,
) -> Result<(), BotError> {
    let page = |reached| {
        let servers = Arc::clone(servers);
        bot.service
            .ask_in_parallel(move |service| service.unannounced_on(&servers, reached))
    };
    let mut walk = Walk::BEGUN;
    while let Some(games) = walk.next(page).await? {
        let games = not_left_to_others(bot, games).await;
        for (game, channel) in with_channels(bot, games).await {
            showing.begin(bot, game, channel).await;
        }
    }
    Ok(())
}

/// Returns the tables and games that are not left to the process that may have handled their last
/// change: Discord would recognize no duplicate of a message that was sent by a token. Of a table,
/// that is its beginning; later changes edit the message.
async fn not_left_to_others(bot: &Bot, mut games: Vec<GameId>) -> Vec<GameId> {
    let time = time_for_others(bot, bot.service.is_shared().await);
    if time.is_zero() {
        return games;
    }
    let now = bot.clock.now();
    let is_recent = move |view: View| {
        let changed = match view {
            View::Table(table) => table.created,
            View::Game(game) => game.acted,
        };
        now.since(changed) < time
    };
    let kept = bot.service.ask_in_parallel(move |service| {
        // One that cannot be read is reported when it is shown.
        games.retain(|game| !service.view(*game).is_ok_and(is_recent));
        Ok::<_, Fault>(games)
    });
    kept.await.unwrap_or_default()
}

/// Triggers the replays that wait for servers that have arrived.
async fn wake_replays(bot: &Bot, servers: &Arc<HashSet<GuildId>>) -> Result<(), BotError> {
    let page = |reached| {
        let servers = Arc::clone(servers);
        bot.service
            .ask_in_parallel(move |service| service.owed_replays_on(&servers, reached))
    };
    let mut walk = Walk::BEGUN;
    while let Some(games) = walk.next(page).await? {
        for game in games {
            bot.ended.wake(game);
        }
    }
    Ok(())
}

/// Shows tables and games that nobody is waiting for. Direct messages may still be sent in `tasks`
/// afterwards.
pub(crate) async fn show_all(bot: &Arc<Bot>, games: Vec<GameId>, tasks: &mut JoinSet<()>) {
    let mut showing = Showing::in_tasks(tasks);
    for (game, channel) in with_channels(bot, games).await {
        showing.begin(bot, game, channel).await;
    }
    showing.finish(|| {}).await;
}

/// Returns tables and games with their channels, as far as they can be read.
async fn with_channels(bot: &Bot, games: Vec<GameId>) -> Vec<(GameId, Option<ChannelId>)> {
    let asked = games.clone();
    let channels = bot
        .service
        .ask_in_parallel(move |service| service.channels_of(&asked));
    let channels: HashMap<_, _> = channels.await.unwrap_or_default().into_iter().collect();
    let games = games.into_iter();
    games
        .map(|game| (game, channels.get(&game).copied()))
        .collect()
}

/// Shows a board that was refused and may be accepted now.
pub(crate) async fn show_refused(bot: Arc<Bot>, game: GameId) {
    let mut tasks = JoinSet::new();
    show_all(&bot, vec![game], &mut tasks).await;
    while tasks.join_next().await.is_some() {}
}

/// Tables and games being shown that nobody is waiting for, a limited number at once.
#[derive(Debug)]
struct Showing<'t> {
    tasks: &'t mut JoinSet<()>,
    /// Notified by each task after its first attempt.
    tried: (mpsc::UnboundedSender<()>, mpsc::UnboundedReceiver<()>),
}

impl<'t> Showing<'t> {
    fn in_tasks(tasks: &'t mut JoinSet<()>) -> Self {
        Self {
            tasks,
            tried: mpsc::unbounded_channel(),
        }
    }

    /// Begins to show a table or game, which is read when its turn comes; in a channel where others
    /// are in progress, one of their tasks shows it afterwards.
    async fn begin(&mut self, bot: &Arc<Bot>, game: GameId, channel: Option<ChannelId>) {
        let mut turn = None;
        if let Some(channel) = channel {
            turn = bot.channel_shares.enter(channel, game);
            if turn.is_none() {
                return;
            }
        }
        let place = Arc::clone(&bot.showing).acquire_owned().await;
        while self.tasks.try_join_next().is_some() {}
        let (bot, tried) = (Arc::clone(bot), self.tried.0.clone());
        self.tasks.spawn(async move {
            let attempt = show(&bot, game).await;
            drop(place);
            // Nobody counts them if the bot is stopping.
            let _ = tried.send(());
            drop(tried);
            // Notices may take minutes, and must not delay other boards.
            let mut following_up = JoinSet::new();
            following_up.spawn(follow_up(Arc::clone(&bot), game, attempt));
            while let Some(next) = turn.as_mut().and_then(ChannelTurn::next_game) {
                let place = bot.showing.acquire().await;
                let attempt = show(&bot, next).await;
                drop(place);
                following_up.spawn(follow_up(Arc::clone(&bot), next, attempt));
                while following_up.try_join_next().is_some() {}
            }
            while following_up.join_next().await.is_some() {}
        });
    }

    /// Waits until all that did not have to wait for their channels have been tried; calls `step`
    /// for each.
    async fn finish(self, step: impl Fn()) {
        let (sender, mut tried) = self.tried;
        drop(sender);
        while tried.recv().await.is_some() {
            step();
        }
    }
}

/// Notifies players whom the attempt to show a table or game could not mention, and gives it up if
/// they know that its channel is gone.
async fn follow_up(bot: Arc<Bot>, game: GameId, attempt: Attempt) {
    tell(&bot, game, &attempt).await;
    // Everything else stays on disk and is logged.
    if let Err(Obstacle::Gone(place)) = attempt
        && notices::is_loss_known(&bot, game).await
    {
        give_up(&bot, game, place).await;
    }
}

/// Gives up showing ended games on a server that the bot has left.
pub(crate) async fn forget_server(bot: &Bot, guild: GuildId) {
    match bot
        .service
        .ask_in_parallel(move |service| service.forget_server(guild))
        .await
    {
        Ok(forgotten) => {
            for game in forgotten {
                bot.retries.note(game, None, Instant::now());
                bot.refused_boards.forget(game);
            }
        }
        Err(error) => tracing::error!(
            %error,
            "pending messages on a lost server could not be dropped"
        ),
    }
}
