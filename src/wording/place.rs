//! Games that move to another channel, and why they have to.

use crate::session::{GameId, Place};
use crate::wording::{Permission, Words};

impl Words {
    /// What is left of a board whose game goes on elsewhere.
    #[must_use]
    pub fn goes_on_there(self, game: GameId, link: &str) -> String {
        let args = [("game", game.to_string().into()), ("link", link.into())];
        self.text("place-elsewhere", &args)
    }

    /// To a player: that the bot may no longer show a game in its channel, and what helps.
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

    /// To a player: that the channel of a game is gone, and what helps.
    #[must_use]
    pub fn channel_gone(self, game: GameId) -> String {
        self.text("place-gone", &[("game", game.to_string().into())])
    }
}
