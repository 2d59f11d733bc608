//! Names of colors and modes, and lists of things.

use crate::rules::{Color, Mode};
use crate::search::Level;
use crate::session::{Person, PersonId, Player, Team};
use crate::wording::Words;

impl Words {
    /// The name of a color.
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

    /// One piece, by its color: languages that call the player of a color by an inflected name
    /// have another for a piece.
    pub(super) fn piece(self, color: Color) -> String {
        let id = match color {
            Color::Orange => "piece-orange",
            Color::Green => "piece-green",
            Color::Blue => "piece-blue",
            Color::Pink => "piece-pink",
        };
        self.text(id, &[])
    }

    /// The name of a mode.
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

    /// What a team is called at its table.
    #[must_use]
    pub fn team(self, team: Team) -> String {
        self.text("team-name", &[("number", team.number().into())])
    }

    /// A mode and how many play it, for a list to choose from.
    #[must_use]
    pub fn mode_choice(self, mode: Mode) -> String {
        let mode_name = self.mode(mode);
        self.text(
            "mode-choice",
            &[("mode", mode_name.into()), ("seats", mode.seats().into())],
        )
    }

    /// How strong a computer plays.
    #[must_use]
    pub fn level(self, level: Level) -> String {
        let id = match level {
            Level::Beginner => "level-beginner",
            Level::Novice => "level-novice",
            Level::Casual => "level-casual",
            Level::Skilled => "level-skilled",
            Level::Strong => "level-strong",
            Level::Expert => "level-expert",
            Level::Master => "level-master",
            Level::Elite => "level-elite",
            Level::Champion => "level-champion",
            Level::Legend => "level-legend",
            Level::Full => "level-full",
        };
        self.text(id, &[])
    }

    /// How somebody who plays is called; a person as that person wants it.
    #[must_use]
    pub fn player(self, player: &Player) -> String {
        match player {
            Player::Person(person) => self.person(person),
            Player::Computer(level) => {
                self.text("computer-name", &[("level", self.level(*level).into())])
            }
        }
    }

    /// The same where there is little room: a computer by its level.
    #[must_use]
    pub fn short_player(self, player: &Player) -> String {
        match player {
            Player::Person(person) => self.person(person),
            Player::Computer(level) => self.level(*level),
        }
    }

    /// The name by which a person sat down; of one whose data is deleted, that.
    pub(super) fn person(self, person: &Person) -> String {
        if person.id == PersonId::GONE {
            return self.text("person-gone", &[]);
        }
        person.name.clone()
    }

    /// A color and who plays it; the name as it is to be shown.
    #[must_use]
    pub fn seat(self, color: Color, name: &str) -> String {
        self.text(
            "color-and-name",
            &[("color", self.color(color).into()), ("name", name.into())],
        )
    }

    /// Names of colors with commas between them.
    pub(super) fn colors(self, colors: impl IntoIterator<Item = Color>) -> String {
        let names: Vec<_> = colors.into_iter().map(|color| self.color(color)).collect();
        names.join(", ")
    }

    /// Pieces by their colors with commas between them.
    pub(super) fn pieces(self, colors: impl IntoIterator<Item = Color>) -> String {
        let names: Vec<_> = colors.into_iter().map(|color| self.piece(color)).collect();
        names.join(", ")
    }

    /// `A; B; C`, for items that have commas in them.
    pub(super) fn chain(self, items: &[String]) -> String {
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

    /// `A`, `A and B`, `A, B and C`.
    pub(super) fn list(self, items: &[String]) -> String {
        match items {
            [] => String::new(),
            [item] => item.clone(),
            [rest @ .., last] => {
                let rest = rest.join(", ");
                self.text(
                    "list-and",
                    &[("rest", rest.into()), ("last", last.as_str().into())],
                )
            }
        }
    }
}

/// A person as Discord shows one; who is called by it is up to the message.
pub(super) fn mention(person: PersonId) -> String {
    format!("<@{}>", person.0)
}
