//! Games that move to another channel, and the reasons.

use crate::i18n::{Permission, Words};
use crate::service::{GameId, Place};

impl Words {
    /// Replaces a board whose game continues elsewhere.
    #[must_use]
    pub fn goes_on_there(self, game: GameId, link: &str) -> String {
        let args = [("game", game.to_string().into()), ("link", link.into())];
        self.text("place-elsewhere", &args)
    }

    /// Tells a player that the bot can no longer show a game in its channel, and what to do about
    /// it.
    #[must_use]
    pub fn blocked(self, game: GameId, place: Place, permissions: &[Permission]) -> String {
        let names: Vec<_> = permissions
            .iter()
            .map(|&permission| self.permission(permission))
            .collect();
        let args = [
            ("game", game.to_string().into()),
            ("channel", format!("<#{}>", place.channel.0).into()),
            ("permissions", self.list(&names).into()),
        ];
        self.text("place-blocked", &args)
    }

    /// Tells a player that the channels of some games are gone, and what to do about it.
    #[must_use]
    pub fn channels_gone(self, games: &[GameId]) -> String {
        let names: Vec<_> = games.iter().map(ToString::to_string).collect();
        let game = ("game", names.first().cloned().unwrap_or_default().into());
        if games.len() == 1 {
            return self.text("place-gone", &[game]);
        }
        let games = ("games", self.list(&names).into());
        self.text("place-gone-several", &[game, games])
    }
}
