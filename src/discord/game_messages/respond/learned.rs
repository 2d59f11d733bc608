//! What a request tells about its place, recorded for later messages there.

use tokio::time::Instant;

use crate::discord::bot::Bot;
use crate::discord::interaction::context::RequestContext;
use crate::service::{Update, View};

/// Records the interaction's token for the messages of the game, if they are in its channel.
pub(crate) fn note_token(bot: &Bot, context: &RequestContext, update: &Update) {
    let (game, place) = (update.view.id(), context.place);
    if update.view.place().channel == place.channel {
        bot.tokens
            .note(game, place.channel, &context.key, Instant::now());
    }
}

/// Records how the bot accesses the place of a game, if that has changed: the bot has joined the
/// server, or has left it.
pub(crate) async fn learn_access(bot: &Bot, context: &RequestContext, update: &Update) {
    let (game, place) = (update.view.id(), context.place);
    let old = update.view.place();
    if old.channel != place.channel || old.access == place.access {
        return;
    }
    let now = bot.clock.now();
    let learned = bot
        .service
        .ask(move |service| service.learn_access(game, place, now));
    if let Err(error) = learned.await {
        tracing::warn!(%game, %error, "access to the channel of a game could not be recorded");
    }
}

/// Records the parent channel of the thread in which somebody acts, if it is not known, because
/// Discord does not report the deletion of threads with their channel.
pub(super) async fn learn_parent(bot: &Bot, context: &RequestContext, view: &View) {
    let (game, place) = (view.id(), context.place);
    let is_here = view.place().channel == place.channel;
    let is_new = is_here && view.parent() != context.parent;
    let Some(parent) = context.parent.filter(|_| is_new) else {
        return;
    };
    let noted = bot
        .service
        .ask_in_parallel(move |service| service.learn_parent(game, place, parent));
    if let Err(error) = noted.await {
        tracing::warn!(%game, %error, "the parent channel of a thread could not be recorded");
    }
}
