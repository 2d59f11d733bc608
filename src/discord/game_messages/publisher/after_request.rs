//! Result of a person's request, shown at the place of its game, or where the person is.

use crate::discord::bot::Bot;
use crate::discord::game_messages::delivery::not_shown::{Obstacle, ShowResult};
use crate::discord::game_messages::delivery::{Unanswered, notices};
use crate::discord::game_messages::publisher::attempts::show_in_turn;
use crate::discord::game_messages::publisher::boards::MentionOutcome;
use crate::discord::game_messages::publisher::unmentioned::tell_uncalled;
use crate::discord::interaction::context::RequestContext;
use crate::service::{PersonId, View};

/// Shows a table or game after a person has done something that led to the state `done`, possibly
/// by the response. If the game's channel no longer exists or its thread is locked, the game moves to
/// the person's channel, if it can be played there. A private table or game, which is shown in its
/// own channel only, moves at a player's request alone.
pub(crate) async fn show_for(
    bot: &Bot,
    context: &RequestContext,
    done: &View,
    unanswered: &Unanswered<'_>,
) -> ShowResult {
    let (game, place, person) = (done.id(), context.place, context.actor.person);
    let obstacle = match show_by(bot, done, unanswered, person).await {
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
        return show_by(bot, &moved, unanswered, person).await;
    }
    let untold = notices::tell_mover(bot, game, &obstacle, Some(person)).await;
    Err(if untold.is_empty() {
        obstacle
    } else {
        Obstacle::Untold(untold)
    })
}

/// Shows a table or game where it is now, possibly by the response to the person who has asked and
/// whose request led to the state `done`. Another person who could not be mentioned there gets a
/// direct message.
async fn show_by(
    bot: &Bot,
    done: &View,
    unanswered: &Unanswered<'_>,
    asked: PersonId,
) -> ShowResult {
    let game = done.id();
    bot.note_deadline(done);
    Ok(match show_in_turn(bot, game, unanswered).await? {
        MentionOutcome::Made | MentionOutcome::Moved => Vec::new(),
        // A later change may be the turn of the person who asked. Its own request notifies them.
        MentionOutcome::Missing(version) if version != done.version() => Vec::new(),
        MentionOutcome::Missing(version) => tell_uncalled(bot, game, version, Some(asked)).await,
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
