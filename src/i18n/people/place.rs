//! Places: what the bot can do there, and games that move to another one.

use crate::i18n::board::names::mention;
use crate::i18n::{Permission, Words};
use crate::service::{GameId, GameView, PersonId, Place, View};

/// Id of the note about a moved game that has to stay in its new channel.
const STAYS: &str = "place-moved-stays";

impl Words {
    /// Replaces a message whose table or game is shown elsewhere.
    #[must_use]
    pub fn goes_on_there(self, view: &View, link: &str) -> String {
        let id = match view {
            View::Table(_) => "place-table-elsewhere",
            View::Game(_) => "place-elsewhere",
        };
        let args = [
            ("game", view.id().to_string().into()),
            ("link", link.into()),
        ];
        self.text(id, &args)
    }

    /// Tells a player that the bot can no longer show a game in its channel, and what to do about
    /// it.
    #[must_use]
    pub fn blocked(self, game: GameId, place: Place, permissions: &[Permission]) -> String {
        let args = [
            ("game", game.to_string().into()),
            ("channel", format!("<#{}>", place.channel.0).into()),
            ("permissions", self.permissions(permissions).into()),
        ];
        self.text("place-blocked", &args)
    }

    /// Tells a person in private that it is their turn, where the bot can only answer.
    #[must_use]
    pub fn turn_unseen(self, view: &GameView, link: &str) -> String {
        let note = self.text("place-unseen", &[("link", link.into())]);
        self.fitting(|words| format!("{}\n{note}", words.caption(view)))
    }

    /// Tells a player in private that somebody has moved a game to a channel that the player may not
    /// see, and how to bring it back or, if it has to stay there, how to play on.
    #[must_use]
    pub fn moved_there(self, view: &GameView, link: &str) -> String {
        let note = self.of_game(if stays(view) { STAYS } else { "place-moved" }, view.id);
        self.fitting(|words| format!("{}\n{note}\n{link}", words.caption(view)))
    }

    /// Tells a player, in the channel that a game has left, where it continues, and how to bring it
    /// back or, if it has to stay there, how to play on.
    #[must_use]
    pub fn moved_from_here(self, view: &GameView, person: PersonId, link: &str) -> String {
        if stays(view) {
            let note = self.of_game(STAYS, view.id);
            return format!("{} {note} {link}", mention(person));
        }
        let args = [
            ("game", view.id.to_string().into()),
            ("person", mention(person).into()),
            ("link", link.into()),
        ];
        self.text("place-moved-from-here", &args)
    }

    /// Tells a player in private of the turn or the result that a message shows without mentioning
    /// anybody.
    #[must_use]
    pub fn seen_there(self, view: &GameView, link: &str) -> String {
        self.fitting(|words| format!("{}\n{link}", words.caption(view)))
    }

    /// Returns a message that names people.
    #[must_use]
    pub fn about(self, text: &str, people: &[PersonId]) -> String {
        let people: Vec<_> = people.iter().map(|person| mention(*person)).collect();
        let people = ("people", self.list(&people).into());
        self.text(text, &[people])
    }

    /// Tells a player that the channels of some games are gone, and what to do about it.
    #[must_use]
    pub fn channels_gone(self, games: &[GameId]) -> String {
        self.homeless(["place-gone", "place-gone-several"], games)
    }

    /// Tells a player that the bot was removed from the server of some games, and what to do about
    /// it.
    #[must_use]
    pub fn server_left(self, games: &[GameId]) -> String {
        self.homeless(["place-left", "place-left-several"], games)
    }

    /// Returns the text about one game that has lost its place, or the one about several.
    fn homeless(self, [one, several]: [&str; 2], games: &[GameId]) -> String {
        let names: Vec<_> = games.iter().map(ToString::to_string).collect();
        let game = ("game", names.first().cloned().unwrap_or_default().into());
        if games.len() == 1 {
            return self.text(one, &[game]);
        }
        let games = ("games", self.list(&names).into());
        self.text(several, &[game, games])
    }

    /// Says what a place allows where no channel's permissions count: where the bot can only
    /// answer, or in direct messages with it, where it may not hear what people write.
    #[must_use]
    pub fn diagnosis_of(self, place: Place, hears_no_replies: bool) -> String {
        if place.is_visited() {
            return self.text("diagnose-visited", &[]);
        }
        let direct = self.text("diagnose-direct", &[]);
        if hears_no_replies {
            return direct;
        }
        format!("{direct} {}", self.text("diagnose-direct-typed", &[]))
    }

    /// Lists the permissions that the bot needs in a channel, marks the missing ones, and says what
    /// to do about them.
    #[must_use]
    pub fn diagnosis(
        self,
        needed: &[Permission],
        missing: &[Permission],
        is_administrator: bool,
    ) -> String {
        let mut lines: Vec<_> = needed
            .iter()
            .map(|permission| {
                let mark = if missing.contains(permission) {
                    '❌'
                } else {
                    '✅'
                };
                format!("{mark} {}", self.permission(*permission))
            })
            .collect();
        lines.push(if missing.is_empty() {
            self.text("diagnose-fine", &[])
        } else {
            self.missing_permissions(missing)
        });
        if is_administrator {
            lines.push(self.text("diagnose-administrator", &[]));
        }
        lines.join("\n")
    }
}

/// Returns whether the player of a game that somebody else has moved may not bring it back.
fn stays(view: &GameView) -> bool {
    view.rated || view.is_private
}
