//! Addresses of channels and messages, and games that texts refer to by them.

use crate::service::{GameId, MessageId, Place};

/// Beginning of the address of a channel or a message.
const ADDRESS: &str = "https://discord.com/channels/";

/// Returns the address of a message.
#[must_use]
pub fn link(place: Place, message: Option<MessageId>) -> Option<String> {
    Some(format!("{}/{}", link_to_channel(place), message?.0))
}

/// Returns the address of a channel.
#[must_use]
pub fn link_to_channel(place: Place) -> String {
    let guild = place
        .guild
        .map_or_else(|| "@me".to_owned(), |guild| guild.0.to_string());
    format!("{ADDRESS}{guild}/{}", place.channel.0)
}

/// Returns the address of a message or, if there is none, of its channel.
pub(crate) fn link_or_channel(place: Place, message: Option<MessageId>) -> String {
    link(place, message).unwrap_or_else(|| link_to_channel(place))
}

/// Returns the game of a superseded board, from the text left of it.
#[must_use]
pub fn left_by(text: &str) -> Option<GameId> {
    let (_, game) = text.rsplit_once("[#")?;
    let (game, link) = game.split_once("](")?;
    link.starts_with(ADDRESS).then(|| game.parse().ok())?
}
