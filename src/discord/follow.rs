//! Games followed from other channels: each message is changed after every move.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::timeout;

use crate::discord::announce::{channel_id, message_id};
use crate::discord::bot::Bot;
use crate::discord::rest::RestError;
use crate::discord::supervise::Pulse;
use crate::discord::trouble::Trouble;
use crate::discord::views;
use crate::session::{GameView, MessageId, Service, Watch};

/// How often to look for what could not be shown.
const LOOK_AGAIN: Duration = Duration::from_secs(30);

/// Keeps every message up that follows a game, one after the other and apart from the games
/// themselves, so that no player waits for those who watch.
pub(super) async fn follow(bot: Arc<Bot>, pulse: Pulse) {
    loop {
        pulse.idle();
        // Rung or not, whatever is behind is shown.
        let _ = timeout(LOOK_AGAIN, bot.following.notified()).await;
        pulse.busy();
        for watch in bot.ask(Service::watches_behind).await.unwrap_or_default() {
            pulse.busy();
            if let Err(trouble) = bot.show_watch(watch).await {
                tracing::warn!(game = %watch.game, ?trouble, "not followed");
            }
        }
    }
}

impl Bot {
    async fn show_watch(&self, watch: Watch) -> Result<(), Trouble> {
        if watch
            .place
            .guild
            .is_some_and(|guild| self.is_speechless(guild))
        {
            // It follows once Discord has told of the server.
            return Ok(());
        }
        let view = match self.game(watch.game).await {
            Err(Trouble::Refused(_)) => return self.end_watch(watch, "the game is gone").await,
            view => view?,
        };
        match self.show_followed(watch, &view).await? {
            Ok(_) if view.ending.is_some() => self.end_watch(watch, "the game is over").await,
            Ok(message) => {
                self.ask(move |service| service.watched(watch, message, &view))
                    .await
            }
            Err(error) if has_ended(&error) => {
                self.end_watch(watch, "the message cannot be changed any more")
                    .await
            }
            // It is tried again with what comes next.
            Err(error) => Err(error.into()),
        }
    }

    async fn show_followed(
        &self,
        watch: Watch,
        view: &GameView,
    ) -> Result<Result<MessageId, RestError>, Trouble> {
        let words = self.public_words(watch.place.guild);
        let sight = self.public_sight(view).await;
        let mut picture = self.picture(view, sight, words).await?;
        picture.name = views::watched_name(view);
        let message = views::watched(view, words).picture(picture);
        let channel = channel_id(watch.place.channel);
        if let Some(id) = watch.message {
            let edited = self.rest.edit(channel, message_id(id), &message).await;
            return Ok(edited.map(|()| id));
        }
        let once = format!("w{}-{}", watch.game.0, watch.begun.0);
        let posted = self.rest.post(channel, &message.once(once)).await;
        Ok(posted.map(|id| MessageId(id.get())))
    }

    async fn end_watch(&self, watch: Watch, why: &str) -> Result<(), Trouble> {
        tracing::info!(game = %watch.game, channel = watch.place.channel.0, why, "a watch ends");
        self.ask(move |service| service.unwatch(watch.game, watch.place.channel))
            .await
            .map(drop)
    }
}

fn has_ended(error: &RestError) -> bool {
    error.is_unknown_channel() || error.is_unknown_message() || error.is_missing_permission()
}
