//! Public messages for tables and boards, as last committed by the game service.

pub(crate) mod boards;
pub(crate) mod channel_shares;
pub(crate) mod late_edits;
pub(crate) mod new_servers;
pub(crate) mod recording;
pub(crate) mod refused_boards;
pub(crate) mod tables;
pub(crate) mod waiting_updates;

use std::time::Duration;

use tokio::time::Instant;

use crate::discord::bot::Bot;
use crate::discord::game_messages::delivery::not_shown::{NotSent, Obstacle, ShowResult, obstacle};
use crate::discord::game_messages::delivery::unconfirmed::PressedBoard;
use crate::discord::game_messages::delivery::{Sending, Unanswered, notices};
use crate::discord::game_messages::publisher::boards::{MentionOutcome, show_board};
use crate::discord::game_messages::publisher::late_edits::show_current;
use crate::discord::game_messages::publisher::recording::give_up;
use crate::discord::game_messages::publisher::refused_boards::RefusedPlace;
use crate::discord::game_messages::publisher::tables::show_table;
use crate::discord::game_messages::unreachable::left_servers;
use crate::discord::interaction::bot_permissions::ShownIn;
use crate::discord::interaction::context::RequestContext;
use crate::discord::rest::{InteractionKey, RestError};
use crate::discord::runtime::retry_backoff::Setback;
use crate::service::{
    Announcement, BoardChoices, ChannelId, GameEvent, GameId, GuildId, PendingMessage, PersonId,
    Place, Player, Timestamp, Update, View,
};

/// Time after which the last board of a game is given up where only a press can show it, and nobody
/// has pressed anything meanwhile, or where Discord refuses it, as when a person has blocked the
/// bot.
const GIVEN_UP: Duration = Duration::from_secs(7 * 24 * 60 * 60);
/// Time after which the last board is given up on a server of the bot, where an administrator may
/// lift the cause of Discord's refusal.
const GIVEN_UP_ON_SERVERS: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// Time within which a process normally handles an interaction posted to it and shows the result.
const ANSWERED_ELSEWHERE: Duration = Duration::from_secs(15);

/// Mentions that an update has made, or the obstacle; in that case, the update stays on disk.
pub(crate) type Attempt = Result<MentionOutcome, Obstacle>;

/// Shows the pending update of a table or game for which no request is being handled. The caller
/// then calls [`tell`], which may take long.
pub(crate) async fn show(bot: &Bot, game: GameId) -> Attempt {
    show_in_turn(bot, game, &Unanswered::none()).await
}

/// Sends a direct message to players the update could not mention. It may take minutes, because
/// Discord lets the bot start few conversations at once.
pub(crate) async fn tell(bot: &Bot, game: GameId, attempt: &Attempt) {
    let is_left = match attempt {
        Ok(MentionOutcome::Made | MentionOutcome::Moved) => true,
        Err(Obstacle::NoToken) => may_be_shown_elsewhere(bot, game).await,
        Ok(MentionOutcome::Missing(_)) | Err(_) => false,
    };
    if is_left {
        return;
    }
    let Ok(_turn) = bot.telling.acquire().await else {
        return;
    };
    match attempt {
        Ok(MentionOutcome::Made | MentionOutcome::Moved) => {}
        Ok(MentionOutcome::Missing(version)) => _ = tell_uncalled(bot, game, *version, None).await,
        Err(obstacle) => _ = notices::tell_mover(bot, game, obstacle, None).await,
    }
}

/// Sends a direct message to players whom the message of a version of a game did not mention,
/// except the person who asked. Returns those who accept no direct messages.
async fn tell_uncalled(
    bot: &Bot,
    game: GameId,
    version: u64,
    asked: Option<PersonId>,
) -> Vec<PersonId> {
    let outcome = notices::tell_unseen(bot, game, asked).await;
    if outcome.is_complete {
        let noted = bot
            .service
            .ask(move |service| service.told_in_private(game, version));
        if let Err(error) = noted.await {
            tracing::error!(%game, %error, "a board that called nobody could not be recorded");
        }
    }
    outcome.unwilling
}

/// Returns whether another process may be about to show a game with the token of an interaction
/// that has been posted to it. If it does not, the next attempt notifies the players.
async fn may_be_shown_elsewhere(bot: &Bot, game: GameId) -> bool {
    let time = time_for_others(bot, bot.service.is_shared().await);
    if time.is_zero() {
        return false;
    }
    let (now, view) = (bot.clock.now(), bot.service.game(game).await);
    view.is_ok_and(|view| now.since(view.acted) < time)
}

/// Returns the time for which a game is left to the process that may have handled its last change:
/// over HTTP, that process alone may be able to show the result.
pub(crate) fn time_for_others(bot: &Bot, is_shared: bool) -> Duration {
    if is_shared && bot.metrics.health().has_endpoint() {
        ANSWERED_ELSEWHERE
    } else {
        Duration::ZERO
    }
}

/// Shows a game for which no request is being handled, and notifies players it could not mention.
pub(crate) async fn show_or_tell(bot: &Bot, game: GameId) {
    let attempt = show(bot, game).await;
    tell(bot, game, &attempt).await;
}

/// Shows a game as [`show_or_tell`] does, with the token of this interaction in its channel, unless
/// its current state may have been posted after the interaction arrived, although Discord's answer
/// was lost: then it is posted again later. An earlier post may be the message that somebody has
/// `pressed`.
pub(crate) async fn show_unless_doubted(
    bot: &Bot,
    game: GameId,
    pressed: Option<PressedBoard>,
    (channel, key): (ChannelId, &InteractionKey),
) {
    let turn = bot.message_locks.enter(game).await;
    // A task whose turn came first does not know of the pressed message, and must not get the token
    // with which it would post that again.
    bot.tokens.note(game, channel, key, Instant::now());
    if is_doubted(bot, game, key.received).await {
        return;
    }
    bot.unconfirmed.note_pressed(game, pressed);
    let attempt = show_now(bot, game, &Unanswered::none()).await;
    drop(turn);
    tell(bot, game, &attempt).await;
}

/// Shows a table or game as [`show`] does, possibly by the response to the person who has asked and
/// whose request led to the state `done`. A person who could not be mentioned there gets a direct
/// message.
async fn show_by(
    bot: &Bot,
    done: &View,
    unanswered: &Unanswered<'_>,
    asked: Option<PersonId>,
) -> ShowResult {
    let game = done.id();
    Ok(match show_in_turn(bot, game, unanswered).await? {
        MentionOutcome::Made | MentionOutcome::Moved => Vec::new(),
        // A later change may be the turn of the person who asked. Its own request notifies them.
        MentionOutcome::Missing(version) if version != done.version() => Vec::new(),
        MentionOutcome::Missing(version) => tell_uncalled(bot, game, version, asked).await,
    })
}

/// Shows a table or game when no other task does.
async fn show_in_turn(bot: &Bot, game: GameId, unanswered: &Unanswered<'_>) -> Attempt {
    // The change may have set a new next deadline.
    bot.deadline_set.notify_one();
    let asked = Instant::now();
    let _turn = bot.message_locks.enter(game).await;
    if is_doubted(bot, game, asked).await {
        // The task before may have posted it.
        bot.computer_turns.wake(game);
        bot.following.wake(game);
        return Err(Obstacle::Later);
    }
    show_now(bot, game, unanswered).await
}

/// Returns whether the current state of a table or game may have been posted after this time at a
/// place of which the bot is not a member: there, Discord does not recognize duplicates.
async fn is_doubted(bot: &Bot, game: GameId, since: Instant) -> bool {
    if !bot.unconfirmed.has_since(game, since) {
        return false;
    }
    let view = bot.service.ask(move |service| service.view(game)).await;
    view.is_ok_and(|view| {
        view.place().is_visited() && bot.unconfirmed.may_show(game, view.version())
    })
}

/// Update that a task tries to show.
#[derive(Debug)]
struct TriedUpdate {
    /// Its version, once it has been read.
    version: Option<u64>,
    /// True if a computer may have to move, or to stop thinking, because of it.
    may_think: bool,
    /// True if channels may follow the game.
    may_be_followed: bool,
}

/// Shows a table or game, whose lock the caller holds.
async fn show_now(bot: &Bot, game: GameId, unanswered: &Unanswered<'_>) -> Attempt {
    let mut tried = TriedUpdate {
        version: None,
        may_think: true,
        may_be_followed: true,
    };
    let mut result = show_pending(bot, game, unanswered, &mut tried).await;
    if let Err(NotSent::Token(error)) = &result {
        tracing::warn!(%game, %error, "sending to the channel instead, unless it was already posted");
        bot.tokens.forget(game);
        bot.unconfirmed.note(game, tried.version);
        result = show_pending(bot, game, unanswered, &mut tried).await;
    }
    if let Err(NotSent::Rest(RestError::Outdated)) = &result {
        // Another process may have shown it meanwhile, or may be about to.
        if bot.service.is_shared().await {
            bot.unconfirmed.note(game, tried.version);
        }
        result = show_pending(bot, game, unanswered, &mut tried).await;
    }
    let setback = match &result {
        Ok(MentionOutcome::Made | MentionOutcome::Missing(_)) => None,
        // Until everybody is told: a direct message may fail again and again.
        Ok(MentionOutcome::Moved) => Some(Setback::Unclear),
        Err(failure) => Some(failure.setback()),
    };
    bot.retries.note(game, setback, Instant::now());
    if let Ok(MentionOutcome::Moved) = &result {
        bot.moved.wake(game);
    }
    match &result {
        Ok(_) => bot.refused_boards.accepted(game),
        Err(NotSent::Gone(_) | NotSent::Lost(_)) => bot.refused_boards.forget(game),
        Err(failure) if failure.is_closed_place() => {
            bot.refused_boards.refused(game, Instant::now());
        }
        Err(_) => bot.refused_boards.failed(game),
    }
    if result.is_err() {
        // Superseded messages that waited for this one link to the channel instead.
        bot.superseded.wake(game);
    }
    match &result {
        Ok(_) => bot.unconfirmed.clear(game),
        Err(failure) if failure.is_in_doubt() => bot.unconfirmed.note(game, tried.version),
        Err(_) => {}
    }
    // A computer moves even if nobody is there to see it.
    if let Ok(_) | Err(NotSent::NoToken) = &result {
        if tried.may_think {
            bot.computer_turns.wake(game);
        }
        if tried.may_be_followed {
            bot.following.wake(game);
        }
    }
    show_current(bot, game).await;
    match result {
        Ok(mentioned) => Ok(mentioned),
        Err(failure) => Err(explained(bot, game, &failure).await),
    }
}

/// Logs why a table or game could not be shown, and returns the obstacle.
async fn explained(bot: &Bot, game: GameId, failure: &NotSent) -> Obstacle {
    if let NotSent::Early(_) | NotSent::Lost(_) | NotSent::NoToken = failure {
        tracing::debug!(%game, %failure, "the board could not be shown");
    } else {
        tracing::warn!(%game, %failure, "the board could not be shown");
    }
    // It may have just got a thread.
    let view = bot.service.ask(move |service| service.view(game)).await;
    let shown_in = match view {
        Ok(view) if view.parent().is_some() => ShownIn::Thread,
        Ok(_) | Err(_) => ShownIn::Channel,
    };
    obstacle(failure, shown_in)
}

/// Shows a table or game as [`show`] does, after a person has done something that led to the state
/// `done`, possibly by the response. If the game's channel no longer exists or its thread is
/// locked, the game moves to the person's channel, if it can be played there. A private table or
/// game, which is shown in its own channel only, moves at a player's request alone.
pub(crate) async fn show_for(
    bot: &Bot,
    context: &RequestContext,
    done: &View,
    unanswered: &Unanswered<'_>,
) -> ShowResult {
    let (game, place, person) = (done.id(), context.place, context.actor.person);
    let obstacle = match show_by(bot, done, unanswered, Some(person)).await {
        Err(obstacle) => obstacle,
        shown => return shown,
    };
    let is_private = match done {
        View::Table(table) => table.is_private,
        View::Game(game) => game.is_private,
    };
    if let Obstacle::Gone(old) | Obstacle::Locked(old) = obstacle
        && old.guild == place.guild
        && old.channel != place.channel
        && !is_private
        && can_go_on_at(bot, context).await
    {
        let (parent, has_begun) = (context.parent, matches!(done, View::Game(_)));
        let moved = bot.service.ask(move |service| {
            if has_begun {
                service.move_from_gone_channel(person, game, place, parent)
            } else {
                service.moved(game, place, parent)
            }
        });
        let moved = moved.await.map_err(|_| Obstacle::Later)?;
        return show_by(bot, &moved, unanswered, Some(person)).await;
    }
    let untold = notices::tell_mover(bot, game, &obstacle, Some(person)).await;
    Err(if untold.is_empty() {
        obstacle
    } else {
        Obstacle::Untold(untold)
    })
}

/// Returns whether a game of the server can go on in the person's channel: the server allows games
/// there, and the bot can show them.
async fn can_go_on_at(bot: &Bot, context: &RequestContext) -> bool {
    let (place, parent) = (context.place, context.parent);
    if place.guild.is_none() || !context.missing(false).is_empty() {
        return false;
    }
    let allowed = bot
        .service
        .ask(move |service| service.check_channel(place, parent));
    allowed.await.is_ok()
}

/// Shows the pending update of a table or game, and records in `tried` which one it is.
async fn show_pending(
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
