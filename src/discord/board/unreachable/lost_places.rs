//! Channels and servers that the bot has lost: notification of the people to move there.

use std::collections::BTreeMap;

use crate::discord::board::delivery::notices::{is_news, tell, to_move};
use crate::discord::board::publisher::waiting_updates;
use crate::discord::board::server_outages;
use crate::discord::board::unreachable::left_servers;
use crate::discord::bot::Bot;
use crate::discord::rest::Outgoing;
use crate::i18n::Words;
use crate::service::{ChannelId, GameId, GameView, GuildId, PersonId};

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

/// Notes at once that the bot has left a server. The future gives up finished games there, and tells
/// the people to move; if the bot has been invited again meanwhile, it does neither.
pub(crate) fn lose_server(bot: &Bot, guild: GuildId) -> impl Future<Output = ()> + Send {
    bot.languages.guilds.forget(guild);
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

/// Tells people to move in games that have lost their place, each of them once about all; nobody
/// any more once the bot is again on the server that it had `left`.
async fn tell_all(
    bot: &Bot,
    movers: Movers,
    text: fn(Words, &[GameId]) -> String,
    left: Option<GuildId>,
) {
    for (person, (words, views)) in movers {
        if left.is_some_and(|guild| bot.languages.guilds.is_member(guild)) {
            return;
        }
        let mut lost = Vec::new();
        for view in &views {
            if is_news(bot, view).await {
                lost.push(view.id);
            }
        }
        if !lost.is_empty() {
            let gone = Outgoing::text(text(words, &lost));
            tell(bot, person, &lost, gone, left).await;
        }
    }
}
