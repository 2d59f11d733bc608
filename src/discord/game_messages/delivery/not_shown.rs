//! Reasons why something is not shown, for the person and for the log.

use std::fmt;

use crate::discord::bot::Bot;
use crate::discord::interaction::bot_permissions::{Needs, ShownIn};
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::error::BotError;
use crate::discord::rest::{Outgoing, RestError};
use crate::discord::runtime::retry_backoff::Setback;
use crate::i18n::Permission;
use crate::service::{GuildId, PersonId, Place, View};

/// Reason why something is not shown yet.
#[derive(Clone, Debug)]
pub(crate) enum Obstacle {
    /// The bot lacks permissions there; Discord does not say which of these.
    Permissions(Vec<Permission>),
    /// The channel no longer exists.
    Gone(Place),
    /// The thread is locked, perhaps only for a while.
    Locked(Place),
    /// The bot is no longer on the server.
    Lost,
    /// The bot can only answer there, and nobody has just asked.
    NoToken,
    /// The bot can only answer there, and these people, who should be notified, accept no direct
    /// messages.
    Untold(Vec<PersonId>),
    /// The request failed; it is tried again later.
    Later,
}

/// People whom neither the message shown nor a direct message has notified, or the obstacle.
pub(crate) type ShowResult = Result<Vec<PersonId>, Obstacle>;

/// Tells the person of an interaction, after the response, why something cannot be shown, or who was
/// not called. Returns whether it is shown.
pub(crate) async fn tell_result(
    bot: &Bot,
    context: &RequestContext,
    view: &View,
    shown: ShowResult,
) -> bool {
    let is_shown = shown.is_ok();
    let is_running = matches!(view, View::Game(game) if game.ending.is_none());
    let is_table = matches!(view, View::Table(_));
    let gets_thread = matches!(view, View::Game(game) if game.wants_thread);
    let is_here = view.place().channel == context.place.channel && !gets_thread;
    let text = match shown {
        Ok(uncalled) if uncalled.is_empty() => return true,
        Ok(uncalled) => context.words.about("place-uncalled", &uncalled),
        Err(Obstacle::Permissions(_)) if is_here => {
            let missing = context.missing(false);
            let permissions = if missing.is_empty() {
                context.needs(false).all()
            } else {
                missing
            };
            context.about_missing(&permissions)
        }
        Err(Obstacle::Permissions(permissions)) if is_running => {
            let words = context.words;
            words.blocked(view.id(), view.place(), &permissions)
        }
        Err(Obstacle::Permissions(permissions)) => {
            let words = context.words;
            words.missing_permissions_in(view.place(), &permissions)
        }
        Err(Obstacle::Gone(_) | Obstacle::Locked(_)) if is_running => {
            context.words.channels_gone(&[view.id()])
        }
        // Nobody will see it anymore.
        Err(Obstacle::Gone(_)) => return false,
        Err(Obstacle::Lost) if is_running => context.words.server_left(&[view.id()]),
        Err(Obstacle::Locked(_) | Obstacle::Lost | Obstacle::Later) => {
            context.words.text("shown-later", &[])
        }
        // The request supplied a token, so only an ephemeral-only server explains this.
        Err(Obstacle::NoToken) if is_table && is_here => context.words.text("shared-unseen", &[]),
        Err(Obstacle::NoToken) => context.words.text("place-shown-when-asked", &[]),
        Err(Obstacle::Untold(people)) => context.words.about("place-untold", &people),
    };
    if let Err(error) = bot
        .rest
        .follow_up(&context.key, &Outgoing::text(text).private())
        .await
    {
        tracing::warn!(%error, "a response could not be sent");
    }
    is_shown
}

/// Reason why a message was not sent.
pub(crate) enum NotSent {
    Rest(RestError),
    /// A token was tried, and the message may have been sent.
    Token(RestError),
    Gone(Place),
    /// The thread is locked.
    Locked(Place),
    /// The bot is no longer on that server.
    Lost(GuildId),
    /// The bot can only answer there, and has no token of an interaction to do so.
    NoToken,
    /// The server's language is not known yet; the update is shown once Discord reports the server.
    Early(GuildId),
    Other(BotError),
}

impl NotSent {
    /// Returns whether the message may have been sent nevertheless.
    pub(in crate::discord::game_messages) fn is_in_doubt(&self) -> bool {
        match self {
            Self::Rest(error) => !matches!(error, RestError::Refused { .. }),
            Self::Token(_) | Self::Other(_) => true,
            Self::Gone(_) | Self::Locked(_) | Self::Lost(_) | Self::NoToken | Self::Early(_) => {
                false
            }
        }
    }

    /// Returns whether the bot may not write at the place: it lacks a permission, or a thread is
    /// locked.
    pub(in crate::discord::game_messages) fn is_closed_place(&self) -> bool {
        match self {
            Self::Rest(error) => error.is_missing_permission(),
            Self::Locked(_) => true,
            Self::Token(_)
            | Self::Gone(_)
            | Self::Lost(_)
            | Self::NoToken
            | Self::Early(_)
            | Self::Other(_) => false,
        }
    }

    /// Returns the kind of failure, which decides how long the next attempt has to wait.
    pub(in crate::discord::game_messages) fn setback(&self) -> Setback {
        match self {
            Self::Rest(error) | Self::Token(error) => match error {
                RestError::GaveUp(_) | RestError::Outdated => Setback::Outage,
                RestError::Intercepted(_) => Setback::Unclear,
                RestError::Refused { .. } | RestError::Unreadable(_) => Setback::Lasting,
            },
            Self::Other(error) if error.is_store_failure() => Setback::Outage,
            Self::Other(_)
            | Self::Gone(_)
            | Self::Locked(_)
            | Self::Lost(_)
            | Self::NoToken
            | Self::Early(_) => Setback::Lasting,
        }
    }

    /// Returns whether the older message cannot be edited and a new one is needed instead. After too
    /// many edits it is needed only if `is_new`: otherwise the text is edited later.
    pub(in crate::discord::game_messages) fn asks_for_new(&self, is_new: bool) -> bool {
        match self {
            Self::Rest(error) => {
                error.is_unknown_message() || (is_new && error.is_too_many_edits())
            }
            Self::NoToken => true,
            Self::Token(_)
            | Self::Gone(_)
            | Self::Locked(_)
            | Self::Lost(_)
            | Self::Early(_)
            | Self::Other(_) => false,
        }
    }
}

impl fmt::Display for NotSent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rest(error) | Self::Token(error) => error.fmt(f),
            Self::Gone(place) => write!(f, "channel {} is gone", place.channel.0),
            Self::Locked(place) => write!(f, "thread {} is locked", place.channel.0),
            Self::Lost(guild) => write!(f, "the bot is not on server {}", guild.0),
            Self::NoToken => f.write_str("nobody has just asked"),
            Self::Early(guild) => write!(f, "server {} is yet to come", guild.0),
            Self::Other(error) => write!(f, "{error:?}"),
        }
    }
}

impl From<RestError> for NotSent {
    fn from(error: RestError) -> Self {
        Self::Rest(error)
    }
}

impl From<BotError> for NotSent {
    fn from(error: BotError) -> Self {
        Self::Other(error)
    }
}

/// Returns the obstacle behind a failure to show something in a channel of this kind.
pub(in crate::discord::game_messages) fn obstacle(
    failure: &NotSent,
    shown_in: ShownIn,
) -> Obstacle {
    match failure {
        NotSent::Rest(error) if error.is_missing_permission() => {
            let needs = Needs {
                shown_in,
                ..Needs::default()
            };
            Obstacle::Permissions(needs.all())
        }
        NotSent::Gone(place) => Obstacle::Gone(*place),
        NotSent::Locked(place) => Obstacle::Locked(*place),
        NotSent::Lost(_) => Obstacle::Lost,
        NotSent::NoToken => Obstacle::NoToken,
        NotSent::Rest(_) | NotSent::Token(_) | NotSent::Early(_) | NotSent::Other(_) => {
            Obstacle::Later
        }
    }
}

#[cfg(test)]
mod tests {
    use super::NotSent;
    use crate::discord::interaction::error::BotError;
    use crate::discord::rest::RestError;
    use crate::discord::runtime::retry_backoff::Setback;
    use crate::metrics::FaultKind;

    #[track_caller]
    fn check(failure: impl Into<NotSent>, setback: Setback) {
        let failure = failure.into();
        assert_eq!(failure.setback(), setback, "{failure}");
    }

    #[test]
    fn outage_is_told_apart_from_what_would_fail_again() {
        let refused = RestError::Refused {
            status: 403,
            code: 50_013,
            message: String::new(),
        };
        check(refused, Setback::Lasting);
        check(NotSent::NoToken, Setback::Lasting);
        let broken = |kind| BotError::Broken(kind, String::new());
        check(broken(FaultKind::Record), Setback::Lasting);
        check(broken(FaultKind::Picture), Setback::Lasting);
        check(broken(FaultKind::Store), Setback::Outage);
        let failed = RestError::GaveUp("status 503".to_owned());
        check(failed.clone(), Setback::Outage);
        check(NotSent::Token(failed), Setback::Outage);
        let blocked = RestError::Intercepted("status 403".to_owned());
        check(blocked, Setback::Unclear);
    }
}
