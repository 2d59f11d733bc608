//! Pending update of a table or game: sent, or given up.

use std::time::Duration;

use crate::discord::bot::Bot;
use crate::discord::game_messages::delivery::not_shown::NotSent;
use crate::discord::game_messages::delivery::{Sending, Unanswered};
use crate::discord::game_messages::publisher::boards::{MentionOutcome, show_board};
use crate::discord::game_messages::publisher::recording::give_up;
use crate::discord::game_messages::publisher::refused_boards::RefusedPlace;
use crate::discord::game_messages::publisher::tables::show_table;
use crate::discord::game_messages::unreachable::left_servers;
use crate::discord::rest::RestError;
use crate::service::{
    Announcement, BoardChoices, GameEvent, GameId, GuildId, PendingMessage, Place, Player,
    Timestamp, Update, View,
};

/// Time after which the last board of a game is given up where only a press can show it, and nobody
/// has pressed anything meanwhile, or where Discord refuses it, as when a person has blocked the
/// bot.
const GIVEN_UP: Duration = Duration::from_secs(7 * 24 * 60 * 60);
/// Time after which the last board is given up on a server of the bot, where an administrator may
/// lift the cause of Discord's refusal.
const GIVEN_UP_ON_SERVERS: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// Update that a task tries to show.
#[derive(Debug)]
pub(super) struct TriedUpdate {
    /// Its version, once it has been read.
    pub(super) version: Option<u64>,
    /// True if a computer may have to move, or to stop thinking, because of it.
    pub(super) may_think: bool,
    /// True if channels may follow the game.
    pub(super) may_be_followed: bool,
}

/// Shows the pending update of a table or game, and records in `tried` which one it is.
pub(super) async fn show_pending(
    bot: &Bot,
    game: GameId,
    unanswered: &Unanswered<'_>,
    tried: &mut TriedUpdate,
) -> Result<MentionOutcome, NotSent> {
    let now = bot.clock.now();
    let times = (now, std::time::Instant::now());
    let pending = bot
        .service
        .ask(move |service| service.pending_message(game, times));
    let Some(pending) = pending.await? else {
        bot.refused_boards.forget(game);
        return Ok(MentionOutcome::Made);
    };
    let PendingMessage {
        update,
        choices,
        read,
        acts_alone,
        may_be_followed,
    } = pending;
    *tried = TriedUpdate {
        version: Some(update.view.version()),
        may_think: concerns_computers(&update.view),
        may_be_followed,
    };
    let sending = Sending {
        unanswered,
        read,
        acts_alone,
    };
    let place = update.view.place();
    if let Some(guild) = place.guild
        && bot.languages.is_muted(Some(guild)).await
    {
        return Err(NotSent::Early(guild));
    }
    let is_over = update.view.is_over();
    let waited = now.since(latest(&update.view));
    if let Some(guild) = lost_at(bot, place)
        && !is_over
    {
        // It is shown when the bot rejoins, or where the game is moved.
        return Err(NotSent::Lost(guild));
    }
    if let View::Game(view) = &update.view
        && update.announce == Announcement::Edit
        && view.waits_only_for_notices()
    {
        return Ok(MentionOutcome::Moved);
    }
    // Changes of permissions from now on count if Discord refuses it.
    bot.refused_boards.begin(game, refusing_place(&update.view));
    match send_update(bot, update, &choices, sending).await {
        Err(NotSent::Rest(error)) if is_over && is_out_of_reach(bot, place, &error).await => {
            give_up(bot, game, place).await;
            Ok(MentionOutcome::Made)
        }
        Err(failure) if is_over && is_given_up(place, &failure, waited) => {
            give_up(bot, game, place).await;
            Ok(MentionOutcome::Made)
        }
        Err(NotSent::Rest(error)) if error.is_locked() => Err(NotSent::Locked(place)),
        Err(NotSent::Rest(error)) if error.is_unknown_channel() => Err(NotSent::Gone(place)),
        other => other,
    }
}

/// Posts or edits the message of a table or game.
async fn send_update(
    bot: &Bot,
    update: Update,
    choices: &BoardChoices,
    sending: Sending<'_, '_>,
) -> Result<MentionOutcome, NotSent> {
    // Boxed, because the future is part of many others.
    match update.view {
        View::Table(table) => {
            let theme = choices.settings.theme;
            let shown = Box::pin(show_table(bot, table, update.announce, theme, sending));
            shown.await.map(|()| MentionOutcome::Made)
        }
        View::Game(game) => {
            Box::pin(show_board(bot, *game, update.announce, choices, sending)).await
        }
    }
}

/// Returns whether a last board that could not be shown for this time is given up.
fn is_given_up(place: Place, failure: &NotSent, waited: Duration) -> bool {
    match failure {
        NotSent::NoToken => waited > GIVEN_UP,
        NotSent::Rest(RestError::Refused { .. }) => {
            let has_administrator = place.joined_server().is_some();
            let time = if has_administrator {
                GIVEN_UP_ON_SERVERS
            } else {
                GIVEN_UP
            };
            waited > time
        }
        NotSent::Rest(_)
        | NotSent::Token(_)
        | NotSent::Gone(_)
        | NotSent::Locked(_)
        | NotSent::Lost(_)
        | NotSent::Early(_)
        | NotSent::Other(_) => false,
    }
}

/// Returns the time of the last action in a game, or the latest time at which a table closes.
fn latest(view: &View) -> Timestamp {
    match view {
        View::Table(table) => table.expires,
        View::Game(game) => game.acted,
    }
}

/// Returns the place of a table or game, if the bot writes there as a member of a server.
fn refusing_place(view: &View) -> Option<RefusedPlace> {
    let place = view.place();
    let guild = place.joined_server()?;
    Some(RefusedPlace {
        guild,
        channel: place.channel,
        parent: view.parent(),
    })
}

/// Returns whether computers play a game, or did so just before.
fn concerns_computers(view: &View) -> bool {
    let View::Game(game) = view else { return false };
    let is_computer = |(_, player): &(_, Player)| matches!(player, Player::Computer(_));
    let was_computer = |event: &GameEvent| matches!(event, GameEvent::HandedOver(_));
    game.players.iter().any(is_computer) || game.news.iter().any(was_computer)
}

/// Returns whether Discord refused something because the bot is no longer on that server.
async fn is_out_of_reach(bot: &Bot, place: Place, error: &RestError) -> bool {
    let is_refused = error.is_missing_permission() || error.is_unknown_channel();
    let Some(guild) = place.joined_server().filter(|_| is_refused) else {
        return false;
    };
    left_servers::has_left(bot, guild).await
}

/// Returns the server of a place, if the bot was a member of it and no longer is.
fn lost_at(bot: &Bot, place: Place) -> Option<GuildId> {
    let guild = place.joined_server()?;
    bot.languages.guilds.is_lost(guild).then_some(guild)
}
