//! Ways in which public messages of games reach Discord: through the channel, or with an
//! interaction's token while the channel would have to wait for one of Discord's limits. Where the
//! bot is not a member, an interaction's token is the only way: it creates the board, or edits the
//! older one if Discord accepts no more followups.
//!
//! The channel comes first because of replies: without a privileged intent, Discord does not show
//! the bot the text of replies to a message that an interaction has made. It also comes first while
//! two processes may be about to show the same update: Discord recognizes the second message to a
//! channel by its nonce.
//!
//! An edit goes by the token of the interaction that made the message, or of a press on it, as long
//! as that is valid; only then by the channel.
//!
//! Source: <https://github.com/discord/discord-api-docs/issues/5395>.

pub(crate) mod begun_notices;
pub mod direct_messages;
pub(crate) mod find_unrecorded;
pub(crate) mod not_shown;
mod notice_texts;
pub(crate) mod notices;
pub(crate) mod snowflake;
pub mod tokens;
pub mod unconfirmed;

use parking_lot::Mutex;
use tokio::time::Instant;

use crate::discord::bot::Bot;
use crate::discord::game_messages::delivery::not_shown::NotSent;
use crate::discord::game_messages::delivery::snowflake::{channel_id, message_id};
use crate::discord::interaction::response::Reply;
use crate::discord::rest::{Made, Outgoing, RestError};
use crate::service::{Access, GameId, MessageForm, MessageId, Place};

/// Response to a command that has not been given yet. It can be the message that everybody sees.
#[derive(Debug)]
pub(crate) struct Unanswered<'a>(Mutex<Option<Reply<'a>>>);

/// Way to send the public message of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sending<'u, 'r> {
    /// Response that can be the message.
    pub(super) unanswered: &'u Unanswered<'r>,
    /// Time before the content of the message was read.
    pub(super) read: std::time::Instant,
    /// True if no other process can be about to send it as well.
    pub(super) acts_alone: bool,
}

impl<'a> Unanswered<'a> {
    /// Offers a response as the public message.
    pub(crate) fn new(reply: Reply<'a>) -> Self {
        Self(Mutex::new(Some(reply)))
    }

    /// Offers nothing.
    pub(crate) fn none() -> Self {
        Self(Mutex::new(None))
    }

    /// Takes the response, if it has not been given.
    pub(crate) fn take(&self) -> Option<Reply<'a>> {
        self.take_if(|_| true)
    }

    fn take_if(&self, is_meant: impl FnOnce(&Reply<'a>) -> bool) -> Option<Reply<'a>> {
        let mut reply = self.0.lock();
        reply.take_if(|reply| is_meant(reply))
    }
}

/// Content of a public message.
#[derive(Clone, Copy, Debug)]
pub(super) struct MessageContent {
    pub(super) game: GameId,
    pub(super) place: Place,
    /// Older message that shows the game, and its form.
    pub(super) old: Option<(MessageId, MessageForm)>,
}

/// Public message of a game that was sent.
#[derive(Clone, Copy, Debug)]
pub(super) enum Sent {
    /// New message.
    New(MessageId),
    /// Older message that was edited instead, which mentions nobody.
    Edited(MessageId),
}

impl Sent {
    pub(super) fn id(self) -> MessageId {
        match self {
            Self::New(id) | Self::Edited(id) => id,
        }
    }

    /// Returns the form of the message, from those of a new one and of the older one.
    pub(super) fn form(self, new: MessageForm, old: MessageForm) -> MessageForm {
        match self {
            Self::New(_) => new,
            Self::Edited(_) => old,
        }
    }
}

/// Sends a public message of a game.
pub(super) async fn send_public(
    bot: &Bot,
    shown: MessageContent,
    message: &Outgoing,
    sending: Sending<'_, '_>,
) -> Result<Sent, NotSent> {
    let MessageContent { game, place, old } = shown;
    let channel = place.channel;
    // Over HTTP, any process may be asked about a game; the others leave it the board for a while.
    let acts_alone = sending.acts_alone || bot.metrics.health().has_endpoint();
    if place.is_visited() || (acts_alone && bot.rest.is_at_limit(channel_id(channel))) {
        let sent = send_by_token(bot, shown, message, sending.unanswered).await;
        let sent = sent.map_err(|error| match place.access {
            Access::Member => NotSent::Token(error),
            // No other route could tell whether the message exists.
            Access::Visitor => NotSent::Rest(error),
        });
        if let Some(id) = sent? {
            return Ok(Sent::New(id));
        }
    }
    if place.is_visited() {
        let Some((old, form)) = old else {
            return Err(NotSent::NoToken);
        };
        let change = message.clone().in_form(form);
        if edit_by_token(bot, game, old, &change).await {
            return Ok(Sent::Edited(old));
        }
        return Err(NotSent::NoToken);
    }
    let posted = bot.rest.post(channel_id(channel), message).await?;
    Ok(Sent::New(MessageId(posted.get())))
}

/// Sends a public message of a game by the response to an interaction, or else as a followup;
/// returns `None` if neither is possible.
///
/// Discord shows a followup as a reply to the interaction's original response, and nothing can
/// prevent that. The original response to the press that confirms a move is a private message,
/// which is deleted. Preferably the followup belongs to the press on the older message, and replies
/// to it.
///
/// Source: <https://github.com/discord/discord-api-docs/issues/2733>.
async fn send_by_token(
    bot: &Bot,
    MessageContent { game, place, old }: MessageContent,
    message: &Outgoing,
    unanswered: &Unanswered<'_>,
) -> Result<Option<MessageId>, RestError> {
    let channel = place.channel;
    if let Some(reply) = unanswered.take_if(|reply| reply.context().place.channel == channel) {
        let key = &reply.context().key;
        let sent = reply.publish(message).await;
        if let Err(error) = &sent {
            tracing::warn!(%error, "a response could not be sent");
        }
        let id = definite(sent)?;
        if let Some(id) = id {
            bot.tokens.note_made(game, id, key, Made::Original);
        }
        return Ok(id);
    }
    let now = Instant::now();
    let Some(newest) = bot.tokens.newest(game, channel, now) else {
        return Ok(None);
    };
    let below = old.and_then(|(old, _)| bot.tokens.original(game, old, now));
    let below = below.filter(|below| below.id != newest.id);
    for key in below.into_iter().chain([newest]) {
        if !key.settled(bot.rest.response_times).await {
            continue;
        }
        let sent = bot.rest.follow_up_publicly(&key, message).await;
        let sent = sent.map(|id| id.map(|id| MessageId(id.get())));
        if let Some(id) = definite(sent)? {
            let made = Made::FollowUp(message_id(id));
            bot.tokens.note_made(game, id, &key, made);
            return Ok(Some(id));
        }
        key.mute();
    }
    Ok(None)
}

/// Edits a public message of a game. Unarchives its thread if needed.
pub(super) async fn edit_public(
    bot: &Bot,
    game: GameId,
    place: Place,
    message: MessageId,
    change: &Outgoing,
) -> Result<(), NotSent> {
    if edit_by_token(bot, game, message, change).await {
        return Ok(());
    }
    if place.is_visited() {
        return Err(NotSent::NoToken);
    }
    let (channel, message) = (channel_id(place.channel), message_id(message));
    Ok(bot.rest.edit(channel, message, change).await?)
}

/// Edits a public message by the interaction that made it or was a press on it. If that is not
/// possible, returns false, and the channel's route says why.
pub(super) async fn edit_by_token(
    bot: &Bot,
    game: GameId,
    message: MessageId,
    change: &Outgoing,
) -> bool {
    let Some((key, made)) = bot.tokens.maker(game, message, Instant::now()) else {
        return false;
    };
    if !key.settled(bot.rest.response_times).await {
        return false;
    }
    let edited = bot.rest.edit_made(&key, made, change).await;
    edited
        .inspect_err(|error| tracing::debug!(%game, %error, "a message could not be edited with its interaction token"))
        .is_ok()
}

/// Returns the id of a message that was sent by a token; `None` if it certainly was not sent, or
/// not to everybody.
fn definite(sent: Result<Option<MessageId>, RestError>) -> Result<Option<MessageId>, RestError> {
    match sent {
        Ok(id) => Ok(id),
        Err(error @ RestError::Refused { .. }) => {
            tracing::debug!(%error, "a message could not be sent with an interaction token");
            Ok(None)
        }
        Err(error) => Err(error),
    }
}
