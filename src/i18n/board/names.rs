//! Names of colors, modes, levels and players, and lists of names.

use crate::i18n::Words;
use crate::service::{Person, PersonId, Player, Team};
use focus::{Color, Mode};
use focus_engine::Level;

impl Words {
    /// Names a color.
    #[must_use]
    pub fn color(self, color: Color) -> String {
        let id = match color {
            Color::Orange => "color-orange",
            Color::Green => "color-green",
            Color::Blue => "color-blue",
            Color::Pink => "color-pink",
        };
        self.text(id, &[])
    }

    /// Names a piece by its color. Some languages inflect the name for the player of a color, and
    /// need another one for a piece.
    pub(in crate::i18n) fn piece(self, color: Color) -> String {
        let id = match color {
            Color::Orange => "piece-orange",
            Color::Green => "piece-green",
            Color::Blue => "piece-blue",
            Color::Pink => "piece-pink",
        };
        self.text(id, &[])
    }

    /// Names a mode.
    #[must_use]
    pub fn mode(self, mode: Mode) -> String {
        let id = match mode {
            Mode::Duel => "mode-duel",
            Mode::ThreeWay => "mode-three-way",
            Mode::Partners => "mode-partners",
            Mode::FreeForAll => "mode-free-for-all",
        };
        self.text(id, &[])
    }

    /// Returns the name of a team at its table.
    #[must_use]
    pub fn team(self, team: Team) -> String {
        self.text("team-name", &[("number", team.number().into())])
    }

    /// Returns a mode and its number of players, for a list of choices.
    #[must_use]
    pub fn mode_choice(self, mode: Mode) -> String {
        let mode_name = self.mode(mode);
        self.text(
            "mode-choice",
            &[("mode", mode_name.into()), ("seats", mode.seats().into())],
        )
    }

    /// Names a level of play.
    #[must_use]
    pub fn level(self, level: Level) -> String {
        self.text(&format!("level-{level}"), &[])
    }

    /// Names a player; a person by their chosen name.
    #[must_use]
    pub fn player(self, player: &Player) -> String {
        match player {
            Player::Person(person) => self.person(person),
            Player::Computer(level) => {
                self.text("computer-name", &[("level", self.level(*level).into())])
            }
        }
    }

    /// Names a player where space is short: a computer only by its level.
    #[must_use]
    pub fn short_player(self, player: &Player) -> String {
        match player {
            Player::Person(person) => self.person(person),
            Player::Computer(level) => self.level(*level),
        }
    }

    /// Returns the name under which a person took a seat, or a placeholder if their data is
    /// deleted.
    pub(in crate::i18n) fn person(self, person: &Person) -> String {
        if person.id == PersonId::GONE {
            return self.text("person-gone", &[]);
        }
        person.name.clone()
    }

    /// Returns a color and its player's name; the name must already be escaped.
    #[must_use]
    pub fn seat(self, color: Color, name: &str) -> String {
        self.text(
            "color-and-name",
            &[("color", self.color(color).into()), ("name", name.into())],
        )
    }

    /// Names a color, with the emoji of its piece.
    pub(in crate::i18n) fn color_with_emoji(self, color: Color) -> String {
        self.after_emoji(color, self.color(color))
    }

    /// Returns a color with the emoji of its piece and its player's name, which must already be
    /// escaped.
    pub(in crate::i18n) fn seat_with_emoji(self, color: Color, name: &str) -> String {
        self.after_emoji(color, self.seat(color, name))
    }

    /// Puts the emoji of a piece, if texts have it, before a name of its color. Discord finds it by
    /// its id; the name in the text is only read aloud, and need not be that of the upload.
    fn after_emoji(self, color: Color, name: String) -> String {
        match self.emoji(color) {
            Some(emoji) => format!("<:{color}:{emoji}> {name}"),
            None => name,
        }
    }

    /// Lists names of colors, separated by commas.
    pub(in crate::i18n) fn colors(self, colors: impl IntoIterator<Item = Color>) -> String {
        let names: Vec<_> = colors.into_iter().map(|color| self.color(color)).collect();
        names.join(", ")
    }

    /// Lists pieces by their colors, separated by commas.
    pub(in crate::i18n) fn pieces(self, colors: impl IntoIterator<Item = Color>) -> String {
        let names: Vec<_> = colors.into_iter().map(|color| self.piece(color)).collect();
        names.join(", ")
    }

    /// Joins items that contain commas: `A; B; C`.
    pub(in crate::i18n) fn chain(self, items: &[String]) -> String {
        let Some((first, others)) = items.split_first() else {
            return String::new();
        };
        others.iter().fold(first.clone(), |rest, last| {
            self.text(
                "list-chain",
                &[("rest", rest.into()), ("last", last.as_str().into())],
            )
        })
    }

    /// Joins items: `A`, `A and B`, `A, B and C`.
    pub(in crate::i18n) fn list(self, items: &[String]) -> String {
        match items {
            [] => String::new(),
            [item] => item.clone(),
            [rest @ .., last] => {
                let rest = rest.join(", ");
                let args = [("rest", rest.into()), ("last", last.as_str().into())];
                self.text("list-and", &args)
            }
        }
    }
}

/// Mentions a person; whether that notifies them is up to the message.
pub(in crate::i18n) fn mention(person: PersonId) -> String {
    format!("<@{}>", person.0)
}
