//! Reminders: one mention of the person to move, when little time is left.

use crate::discord::announce::{channel_id, message_id};
use crate::discord::bot::Bot;
use crate::discord::rest::{Outgoing, RestError};
use crate::session::{GameView, Service};

impl Bot {
    /// Reminds everybody who is to be reminded. What Discord did not take is tried again.
    pub(super) async fn remind(&self) {
        for view in self.ask(Service::reminders).await.unwrap_or_default() {
            let game = view.id;
            match self.remind_of(&view).await {
                Ok(()) => {}
                // It would refuse again, and by then the time is over.
                Err(RestError::Refused { .. }) => {
                    tracing::warn!(%game, "nobody could be reminded");
                }
                Err(error) => {
                    tracing::info!(%game, %error, "a reminder waits");
                    continue;
                }
            }
            if let Err(trouble) = self.ask(move |service| service.reminded(game)).await {
                tracing::error!(%game, ?trouble, "a reminder was not noted");
            }
        }
    }

    /// Reminds the person to move below the board, so that it is one step away.
    async fn remind_of(&self, view: &GameView) -> Result<(), RestError> {
        let person = view.to_move().and_then(|color| view.person(color));
        let runs_out = view.clock.as_ref().and_then(|clock| clock.runs_out);
        let (Some(person), Some(runs_out)) = (person, runs_out) else {
            return Ok(());
        };
        let words = self.public_words(view.place.guild);
        let text = words.reminder(view.id, person.id, runs_out);
        let mut message = Outgoing::text(text)
            .calling([person.id])
            .once(format!("r{}-{}", view.id.0, view.steps));
        if let Some(board) = view.message {
            message = message.below(message_id(board));
        }
        let channel = channel_id(view.place.channel);
        self.rest.post(channel, &message).await.map(drop)
    }
}
