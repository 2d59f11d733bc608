//! Private messages that a person shows to everybody in the channel.

use std::pin::pin;

use crate::discord::bot::Bot;
use crate::discord::game_messages::drawing::view_preferences::{public_settings, theme_for};
use crate::discord::game_messages::error_replies;
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::error::BotError;
use crate::discord::interaction::response::Reply;
use crate::discord::rest::{Outgoing, RestError};
use crate::i18n::Words;
use crate::service::{GameView, Refusal, ThemeName};

/// Audience of a message that can be shared.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Audience<'a> {
    /// The person who asked, in that person's language.
    One(Words),
    /// Everybody in the channel, in its language, because a person shares it.
    All {
        /// Name of the person.
        name: &'a str,
        /// Texts in the language of the channel.
        words: Words,
    },
}

impl Audience<'_> {
    /// Returns the texts in the language of the audience.
    pub(crate) fn words(self) -> Words {
        match self {
            Self::One(words) | Self::All { words, .. } => words,
        }
    }

    /// Returns whether the message is private.
    pub(crate) fn is_one(self) -> bool {
        matches!(self, Self::One(_))
    }

    /// Returns the theme of pictures: that of the person, or that of the server for everybody.
    pub(crate) async fn theme(self, bot: &Bot, context: &RequestContext) -> ThemeName {
        match self {
            Self::One(_) => theme_for(&bot.service, context).await,
            Self::All { .. } => {
                let settings = public_settings(&bot.service, context.place.guild);
                settings.await.theme
            }
        }
    }

    /// Returns a text with a line that names the person who shares it.
    pub(crate) fn with_sharer(self, text: String) -> String {
        match self {
            Self::One(_) => text,
            Self::All { name, words } if text.is_empty() => words.shared_by(name),
            Self::All { name, words } => format!("{text}\n{}", words.shared_by(name)),
        }
    }
}

/// Shows everybody in the channel a message that was private until now, in the language of the
/// place.
pub(crate) async fn share<'a, F: Future<Output = Result<Outgoing, BotError>>>(
    bot: &'a Bot,
    context: &'a RequestContext,
    message: impl FnOnce(Audience<'a>) -> F,
) {
    let (place, parent) = (context.place, context.parent);
    let allowed = bot
        .service
        .ask(move |service| service.check_channel(place, parent));
    let name = context.actor.name.as_str();
    let shared = pin!(async {
        allowed.await?;
        let words = bot.languages.words_at(place).await;
        message(Audience::All { name, words }).await
    });
    let mut reply = Reply::to_all(&bot.rest, context);
    match reply.wait(shared).await {
        Ok(message) => match reply.publish(&message).await {
            Ok(Some(_)) => {}
            Ok(None) => say_unseen(bot, context).await,
            Err(error) => say_failed(bot, context, error).await,
        },
        Err(error) => error_replies::refuse(bot, reply, None, error).await,
    }
}

/// Tells a person that the shared message is visible to them alone.
async fn say_unseen(bot: &Bot, context: &RequestContext) {
    let unseen = Outgoing::text(context.words.text("shared-unseen", &[])).private();
    if let Err(error) = bot.rest.follow_up(&context.key, &unseen).await {
        tracing::warn!(%error, "a response could not be sent");
    }
}

/// Tells a person that Discord has not accepted the shared message, as far as is known. The next
/// press shares it again.
async fn say_failed(bot: &Bot, context: &RequestContext, error: RestError) {
    bot.newest_presses.forget(context.actor.person);
    let why = error_replies::why(bot, context, None, error.into()).await;
    let why = why.private();
    if let Err(error) = bot.rest.answer_or_follow_up(&context.key, &why).await {
        tracing::warn!(%error, "a response could not be sent");
    }
}

/// Checks that a game may be shared in this channel.
///
/// # Errors
///
/// The game is played elsewhere, and is private, or is played outside servers with other people.
pub(crate) fn check_shareable(view: &GameView, context: &RequestContext) -> Result<(), BotError> {
    let players = view.players.iter().filter_map(|(_, player)| player.id());
    let former = view.former.iter().map(|(_, person)| person.id);
    let mut people = players.chain(former);
    let is_of_others = people.any(|person| person != context.actor.person);
    let is_closed = view.is_private || (view.place.guild.is_none() && is_of_others);
    if is_closed && view.place.channel != context.place.channel {
        return Err(BotError::Refused(Refusal::PrivateGame));
    }
    Ok(())
}
