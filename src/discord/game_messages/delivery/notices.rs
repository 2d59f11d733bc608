//! Direct messages to players about games that their channel does not show to them.

use std::time::Duration;

use futures_util::future::join_all;
use serenity::all::UserId;

use crate::discord::bot::Bot;
use crate::discord::game_messages::delivery::begun_notices::{BegunNotice, Loss, Notice, Reported};
use crate::discord::game_messages::delivery::not_shown::Obstacle;
use crate::discord::game_messages::delivery::notice_texts::{
    concerned, moved, moved_from_here, recipient, unseen,
};
use crate::discord::game_messages::delivery::snowflake::channel_id;
use crate::discord::interaction::error::BotError;
use crate::discord::rest::{Outgoing, RestError};
use crate::i18n::Words;
use crate::service::{Announcement, GameId, GameView, GuildId, PersonId};
use focus::Color;

/// Number of attempts at a direct message.
const TRIES: usize = 5;
/// Pause before the next attempt.
const LATER: Duration = Duration::from_secs(60);

/// Result of sending people direct messages.
#[derive(Debug, Default)]
pub(in crate::discord::game_messages) struct DirectMessageReport {
    /// People who accept no direct messages.
    pub(in crate::discord::game_messages) unwilling: Vec<PersonId>,
    /// True if no message is left to send.
    pub(in crate::discord::game_messages) is_complete: bool,
}

impl DirectMessageReport {
    /// Adds whether a person was told; `None` if no person can be reached.
    fn add(&mut self, bot: &Bot, person: Option<PersonId>, is_told: bool) {
        self.is_complete &= is_told;
        let now = bot.clock.now();
        let refuses = |person: &PersonId| bot.direct_messages.refuses(UserId::new(person.0), now);
        self.unwilling.extend(person.filter(refuses));
    }
}

/// Notice to a player, and its current state.
enum Beginning<'n> {
    /// The caller sends it.
    Begun(BegunNotice<'n>),
    /// The player has been told.
    Known,
    /// Another task is sending it, the player has just had a notice like it, or the store cannot be
    /// read.
    Later,
}

impl<'n> Beginning<'n> {
    /// Returns the notice, if the caller sends it.
    fn into_notice(self) -> Option<BegunNotice<'n>> {
        match self {
            Self::Begun(notice) => Some(notice),
            Self::Known | Self::Later => None,
        }
    }
}

/// Tells the person to move about the obstacle in a direct message, unless they made the request. If
/// the game is over and its channel is gone, tells everybody the result. Returns the people who
/// should be notified of the game and accept no direct messages.
pub(in crate::discord::game_messages) async fn tell_mover(
    bot: &Bot,
    game: GameId,
    obstacle: &Obstacle,
    asked: Option<PersonId>,
) -> Vec<PersonId> {
    match obstacle {
        Obstacle::Permissions(permissions) => {
            let blocked =
                |words: Words, view: &GameView| words.blocked(game, view.place, permissions);
            tell_once(bot, game, asked, Loss::Closed, blocked).await;
        }
        Obstacle::Gone(_) | Obstacle::Locked(_) => {
            let gone = |words: Words, _: &GameView| words.channels_gone(&[game]);
            tell_once(bot, game, asked, Loss::Gone, gone).await;
            tell_of_result(bot, game).await;
        }
        Obstacle::Lost => {
            let left = |words: Words, _: &GameView| words.server_left(&[game]);
            tell_once(bot, game, asked, Loss::Left, left).await;
        }
        Obstacle::NoToken => return tell_unseen(bot, game, asked).await.unwilling,
        Obstacle::Untold(_) | Obstacle::Later => {}
    }
    Vec::new()
}

/// Notifies people of a game that could not be shown or that mentioned nobody: the person to move
/// about the turn, others about a question to them or about time that has run out, or everybody
/// about the result, including the person who watches computers, except the person who made the
/// request. A board that only has to be edited would call nobody either.
pub(in crate::discord::game_messages) async fn tell_unseen(
    bot: &Bot,
    game: GameId,
    asked: Option<PersonId>,
) -> DirectMessageReport {
    let Ok(view) = bot.service.game(game).await else {
        return DirectMessageReport::default();
    };
    let mut outcome = DirectMessageReport {
        is_complete: true,
        ..DirectMessageReport::default()
    };
    // The notice about a move of the game says the same.
    let untold = view.untold_of_move();
    for (color, is_told) in tell_all_untold(bot, &view).await {
        outcome.add(bot, view.person(color).map(|person| person.id), is_told);
    }
    let pending = bot.service.ask(move |service| service.pending(game));
    if matches!(pending.await, Ok(Some(update)) if update.announce == Announcement::Edit) {
        // A clock was paused, or a name was deleted.
        return outcome;
    }
    for color in concerned(&view) {
        let person = recipient(&view, color);
        let person = person.filter(|person| Some(*person) != asked && !untold.contains(color));
        let Some(person) = person else {
            continue;
        };
        let is_told = match begin(bot, &view, color, Reported::Actions(view.eventful)).await {
            Beginning::Begun(notice) => {
                let message = unseen(bot, &view, person).await;
                tell(bot, person, &[notice], message, None).await
            }
            Beginning::Known => true,
            Beginning::Later => false,
        };
        outcome.add(bot, Some(person), is_told);
    }
    outcome
}

/// Tells the other players that somebody has moved a game to its channel, which they may not see;
/// returns whether nothing is left to send.
pub(in crate::discord::game_messages) async fn tell_of_move(bot: &Bot, game: GameId) -> bool {
    let Ok(view) = bot.service.game(game).await else {
        return false;
    };
    let told = tell_all_untold(bot, &view).await;
    told.iter().all(|(_, is_told)| *is_told)
}

/// Tells everybody who has yet to learn that a game was moved to its channel, all at once, the
/// player to move first. Returns these players, each with whether nothing is left to send.
async fn tell_all_untold(bot: &Bot, view: &GameView) -> Vec<(Color, bool)> {
    let mut untold: Vec<_> = view.untold_of_move().iter().collect();
    untold.sort_by_key(|color| view.to_move() != Some(*color));
    let notices = untold.iter().map(|color| tell_untold(bot, view, *color));
    let notices: Vec<_> = notices.collect();
    let told = join_all(notices).await;
    untold.into_iter().zip(told).collect()
}

/// Tells the player of a color that a game was moved to its channel; returns whether nothing is left
/// to send.
async fn tell_untold(bot: &Bot, view: &GameView, color: Color) -> bool {
    let Some(version) = view.moved.map(|moved| moved.version) else {
        return true;
    };
    let notice = match begin(bot, view, color, Reported::Move(version)).await {
        Beginning::Begun(notice) => notice,
        Beginning::Known => return true,
        Beginning::Later => return false,
    };
    let Some(person) = view.person(color).map(|person| person.id) else {
        // By now, a computer plays, or the person's data is deleted.
        return note_told(bot, &[notice]).await;
    };
    let mut notices = vec![notice];
    if view.place.is_visited() {
        let turn = begin(bot, view, color, Reported::Actions(view.eventful)).await;
        notices.extend(turn.into_notice());
    }
    let message = moved(bot, view, color, person).await;
    tell(bot, person, &notices, message, None).await
}

/// Tells the person to move why a game cannot be shown at its place, unless they made the request.
async fn tell_once(
    bot: &Bot,
    game: GameId,
    asked: Option<PersonId>,
    loss: Loss,
    text: impl FnOnce(Words, &GameView) -> String,
) {
    let Ok(view) = bot.service.game(game).await else {
        return;
    };
    let Some(person) = to_move(&view).filter(|person| Some(*person) != asked) else {
        return;
    };
    if let Some(notice) = begin_loss(bot, &view, loss).await {
        let text = text(bot.languages.words_for(person, &view).await, &view);
        let is_lost = |guild: &GuildId| bot.languages.guilds.is_lost(*guild);
        let left = view.place.guild.filter(is_lost);
        tell(bot, person, &[notice], Outgoing::text(text), left).await;
    }
}

/// Tells the people of a game that is over how it ended, because nobody sees its last board.
async fn tell_of_result(bot: &Bot, game: GameId) {
    let Ok(view) = bot.service.game(game).await else {
        return;
    };
    if view.ending.is_none() {
        return;
    }
    for (color, _) in &view.players {
        let Some(person) = recipient(&view, *color) else {
            continue;
        };
        let beginning = begin(bot, &view, *color, Reported::Actions(view.eventful)).await;
        if let Some(notice) = beginning.into_notice() {
            let words = bot.languages.words_for(person, &view).await;
            let caption = bot.emojis.shown_in(words).caption(&view);
            tell(bot, person, &[notice], Outgoing::text(caption), None).await;
        }
    }
}

/// Begins to tell the person to move that a game cannot be shown at its place, unless they know it
/// or another task is telling them. The cause may be noticed several times, by the deletion of the
/// channel and by every attempt to show something there; each person is told once.
pub(in crate::discord::game_messages) async fn begin_loss<'b>(
    bot: &'b Bot,
    view: &GameView,
    loss: Loss,
) -> Option<BegunNotice<'b>> {
    let beginning = begin(bot, view, view.to_move()?, Reported::Loss).await;
    let mut notice = beginning.into_notice()?;
    notice.occasion = occasion_of(bot, view, loss).await;
    Some(notice)
}

/// Returns the mark of a loss, which is the same after a restart. Without it, Discord would take
/// the notice of another loss soon after for the same message.
async fn occasion_of(bot: &Bot, view: &GameView, loss: Loss) -> String {
    match loss {
        // It is noticed again when the next change cannot be shown.
        Loss::Closed => format!("-closed{}", view.version),
        Loss::Gone => String::from("-gone"),
        Loss::Left => {
            let guild = view.place.guild;
            let left = bot
                .service
                .ask(move |service| guild.map_or(Ok(None), |guild| service.left_at(guild)));
            let left = left.await.ok().flatten();
            format!("-left{}", left.map_or(0, |left| left.0))
        }
    }
}

/// Returns whether the person to move, if there is one, knows that a game cannot be shown at its
/// place.
pub(in crate::discord::game_messages) async fn is_loss_known(bot: &Bot, game: GameId) -> bool {
    let view = match bot.service.game(game).await {
        Ok(view) => view,
        // At a table, it is nobody's turn.
        Err(error) => return matches!(error, BotError::Refused(_)),
    };
    let mover = view.to_move().filter(|_| to_move(&view).is_some());
    match mover {
        Some(color) => {
            let notice = notice_to(&view, color, Reported::Loss);
            matches!(is_untold(bot, notice).await, Ok(false))
        }
        None => true,
    }
}

/// Begins to tell the player of a color of something about a game.
async fn begin<'b>(
    bot: &'b Bot,
    view: &GameView,
    color: Color,
    reports: Reported,
) -> Beginning<'b> {
    let notice = notice_to(view, color, reports);
    let Some(begun) = bot.begun_notices.begin(notice, bot.clock.now()) else {
        return Beginning::Later;
    };
    // A message being shown is recorded first: recorded later, it would signal that all is
    // well.
    let _turn = bot.message_locks.enter(view.id).await;
    match is_untold(bot, notice).await {
        Ok(true) => Beginning::Begun(begun),
        Ok(false) => Beginning::Known,
        Err(_) => Beginning::Later,
    }
}

fn notice_to(view: &GameView, color: Color, reports: Reported) -> Notice {
    Notice {
        game: view.id,
        color,
        channel: view.place.channel,
        reports,
    }
}

async fn is_untold(bot: &Bot, notice: Notice) -> Result<bool, BotError> {
    let (game, color, channel) = (notice.game, notice.color, notice.channel);
    let is_untold = bot.service.ask(move |service| match notice.reports {
        Reported::Loss => service.is_untold(game, color, channel, None),
        Reported::Actions(actions) => service.is_untold(game, color, channel, Some(actions)),
        Reported::Move(version) => service.is_untold_of_move(game, color, version),
    });
    is_untold.await
}

/// Sends a person a direct message with these notices, with retries, unless the person blocks the
/// bot, or the bot has rejoined the server that it had `left`: then the person is notified of the
/// next loss. Messages to many people take a while. Returns whether no notice is left to send:
/// unsent ones are sent at the next attempt to show the games, even after a restart. A person who
/// accepts no direct messages is told of a move in the channel that the game has left.
pub(in crate::discord::game_messages) async fn tell(
    bot: &Bot,
    person: PersonId,
    notices: &[BegunNotice<'_>],
    message: Outgoing,
    left: Option<GuildId>,
) -> bool {
    let games: Vec<_> = notices.iter().map(|begun| begun.notice.game).collect();
    let message = message.once(BegunNotice::name_of_all(notices));
    let mut is_unreadable = true;
    for _ in 0..TRIES {
        if left.is_some_and(|guild| bot.languages.guilds.is_member(guild)) {
            return false;
        }
        match try_to_tell(bot, person, &message).await {
            Ok(()) => return note_told(bot, notices).await,
            // It would be refused again. Another channel is opened in place of an unknown one.
            Err(error) if error.is_final() && !error.is_unknown_channel() => {
                tracing::info!(?games, %error, "a direct message could not be sent");
                return Box::pin(tell_where_left(bot, person, notices)).await
                    && note_told(bot, notices).await;
            }
            Err(error) => {
                is_unreadable &= matches!(error, RestError::Unreadable(_));
                tracing::info!(?games, %error, "a direct message will be sent later");
                bot.clock.sleep(LATER).await;
            }
        }
    }
    tracing::warn!(?games, "a direct message could not be sent");
    // Most likely it arrived each time, and would arrive again with every attempt to show the games.
    is_unreadable && note_told(bot, notices).await
}

/// Mentions a person in the channel that a game has left, if one of these notices is about its move
/// to another one; returns whether nothing is left to send.
async fn tell_where_left(bot: &Bot, person: PersonId, notices: &[BegunNotice<'_>]) -> bool {
    let mut notes = notices.iter().map(|begun| begun.notice);
    let Some(notice) = notes.find(|notice| matches!(notice.reports, Reported::Move(_))) else {
        return true;
    };
    let Ok(view) = bot.service.game(notice.game).await else {
        return false;
    };
    let from = view.moved.and_then(|moved| moved.from);
    let from = from.filter(|from| *from != view.place.channel && view.ending.is_none());
    let Some(from) = from else {
        return true;
    };
    let message = moved_from_here(bot, &view, person).await;
    let message = message.once(format!("l{}", BegunNotice::name_of_all(notices)));
    match bot.rest.post(channel_id(from), &message).await {
        Ok(_) => true,
        Err(error) => {
            tracing::info!(game = %view.id, %error, "a player could not be told where a game was");
            error.is_final()
        }
    }
}

/// Records that players have been told; returns whether that succeeded. After a failure, Discord
/// recognizes the message that is sent again.
async fn note_told(bot: &Bot, notices: &[BegunNotice<'_>]) -> bool {
    let mut is_noted = true;
    for begun in notices {
        let notice = begun.notice;
        let (game, color, channel) = (notice.game, notice.color, notice.channel);
        let noted = bot.service.ask(move |service| match notice.reports {
            Reported::Loss => service.note_told(game, color, channel, None),
            Reported::Actions(actions) => service.note_told(game, color, channel, Some(actions)),
            Reported::Move(version) => service.note_told_of_move(game, color, version),
        });
        if let Err(error) = noted.await {
            tracing::error!(%game, %error, "a direct message could not be recorded");
            is_noted = false;
        }
    }
    is_noted
}

/// Attempts once to send a message to a person, in a new channel if the known one no longer exists.
pub(in crate::discord::game_messages) async fn try_to_tell(
    bot: &Bot,
    person: PersonId,
    message: &Outgoing,
) -> Result<(), RestError> {
    match post(bot, person, message).await {
        Err(error) if error.is_unknown_channel() => post(bot, person, message).await,
        told => told,
    }
}

/// Posts a message in the known channel of a person, or in a new one.
async fn post(bot: &Bot, person: PersonId, message: &Outgoing) -> Result<(), RestError> {
    let (person, now) = (UserId::new(person.0), bot.clock.now());
    let channel = bot.direct_messages.open(&bot.rest, person, now).await?;
    let posted = bot.rest.post(channel, message).await.map(drop);
    posted.inspect_err(|error| bot.direct_messages.note(person, error, now))
}

/// Returns the person to move; `None` for a computer.
pub(in crate::discord::game_messages) fn to_move(view: &GameView) -> Option<PersonId> {
    let person = view.person(view.to_move()?)?;
    Some(person.id)
}
