//! Channels and servers that the bot has lost: notification of the people to move there.

use std::collections::BTreeMap;

use crate::discord::bot::Bot;
use crate::discord::game_messages::delivery::begun_notices::Loss;
use crate::discord::game_messages::delivery::notices::{begin_loss, tell, to_move};
use crate::discord::game_messages::publisher::waiting_updates;
use crate::discord::game_messages::server_outages;
use crate::discord::game_messages::unreachable::left_servers;
use crate::discord::rest::Outgoing;
use crate::i18n::Words;
use crate::service::{ChannelId, GameId, GameView, GuildId, MessageId, PersonId};

/// People to move, each with their words and games.
type Movers = BTreeMap<PersonId, (Words, Vec<GameView>)>;

/// Tells the people to move in a deleted channel, or in its threads, whose deletion Discord
/// does not report.
pub(crate) async fn channel_gone(bot: &Bot, guild: GuildId, channel: ChannelId) {
    let games = bot
        .service
        .ask_later(move |service| service.games_below(guild, channel));
    let movers = movers(bot, games.await.unwrap_or_default()).await;
    tell_all(bot, movers, Words::channels_gone, None).await;
}

/// Notes at once that the bot has left a server. The future gives up ended games there, and tells
/// the people to move; if the bot has been invited again meanwhile, it does neither.
pub(crate) fn lose_server(bot: &Bot, guild: GuildId) -> impl Future<Output = ()> + Send {
    bot.languages.guilds.forget(guild, bot.clock.now());
    let left = left_servers::note(bot, guild);
    async move {
        left.await;
        server_outages::end_outage(bot, guild).await;
        let movers = movers_on(bot, guild).await;
        bot.languages.guilds.report_count(&bot.metrics);
        if bot.languages.guilds.is_lost(guild) {
            waiting_updates::forget_server(bot, guild).await;
            // It may take long.
            tell_all(bot, movers, Words::server_left, Some(guild)).await;
        }
    }
}

/// Returns the people to move on a server.
async fn movers_on(bot: &Bot, guild: GuildId) -> Movers {
    let games = bot
        .service
        .ask_later(move |service| service.games_on(guild))
        .await;
    let mut movers = movers(bot, games.unwrap_or_default()).await;
    // Games where the bot is not a member continue as before.
    for (_, views) in movers.values_mut() {
        views.retain(|view| !view.place.is_visited());
    }
    movers
}

/// Returns the people to move in some games.
async fn movers(bot: &Bot, games: Vec<GameId>) -> Movers {
    let mut movers = Movers::new();
    for game in games {
        let Ok(view) = bot.service.game(game).await else {
            continue;
        };
        if let Some(person) = to_move(&view) {
            let words = bot.languages.words_for(person, &view).await;
            let (_, views) = movers.entry(person).or_insert((words, Vec::new()));
            views.push(view);
        }
    }
    movers
}

/// Notifies the people to move of games that have lost their place: one message per person; none if
/// the bot has rejoined the server that it had `left`. People who cannot be told now are told when
/// the boards cannot be edited.
async fn tell_all(
    bot: &Bot,
    movers: Movers,
    text: fn(Words, &[GameId]) -> String,
    left: Option<GuildId>,
) {
    let loss = left.map_or(Loss::Gone, |_| Loss::Left);
    let mut notices = Vec::new();
    for (person, (words, views)) in movers {
        let (mut games, mut begun) = (Vec::new(), Vec::new());
        for view in &views {
            if let Some(notice) = begin_loss(bot, view, loss).await {
                games.push(view.id);
                begun.push(notice);
            }
        }
        // From now on, attempts to show these games would send a message for each game.
        for view in &views {
            // A game that has no board yet is waiting already.
            if let Some(message) = view.message {
                edit_later(bot, view.id, message).await;
            }
        }
        if !begun.is_empty() {
            notices.push((person, Outgoing::text(text(words, &games)), begun));
        }
    }
    for (person, message, begun) in notices {
        if left.is_some_and(|guild| bot.languages.guilds.is_member(guild)) {
            return;
        }
        tell(bot, person, &begun, message, left).await;
    }
}

/// Queues an edit of a game's board together with the waiting updates.
async fn edit_later(bot: &Bot, game: GameId, board: MessageId) {
    let noted = bot
        .service
        .ask_later(move |service| service.show_anew(game, board));
    if let Err(error) = noted.await {
        tracing::warn!(%game, %error, "a board that is lost could not be queued");
    }
}
