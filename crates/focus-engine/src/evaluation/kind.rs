//! Kinds of games, each with an evaluation of its own.

use std::str::FromStr;

use strum::{Display, IntoStaticStr, VariantArray};

use focus::{Color, Goal, Mode, ParseError, Rules};

/// A mode with a goal; each has its own weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray, Display, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Kind {
    /// Two players; the last one able to move wins.
    DuelLast,
    /// Two players; six captures win.
    DuelRace,
    /// Three players; the last one able to move wins.
    ThreeWayLast,
    /// Three players; captures win.
    ThreeWayRace,
    /// Two teams of two.
    Partners,
    /// Four players; the last one able to move wins.
    FreeForAllLast,
    /// Four players; captures win.
    FreeForAllRace,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; Self::VARIANTS.len()] =
        *Self::VARIANTS.first_chunk().expect("all variants");

    /// Returns the kind of games with these rules.
    #[must_use]
    pub const fn of(rules: Rules) -> Kind {
        match (rules.mode(), rules.goal()) {
            (Mode::Duel, Goal::Last) => Kind::DuelLast,
            (Mode::Duel, Goal::Race) => Kind::DuelRace,
            (Mode::ThreeWay, Goal::Last) => Kind::ThreeWayLast,
            (Mode::ThreeWay, Goal::Race) => Kind::ThreeWayRace,
            (Mode::Partners, _) => Kind::Partners,
            (Mode::FreeForAll, Goal::Last) => Kind::FreeForAllLast,
            (Mode::FreeForAll, Goal::Race) => Kind::FreeForAllRace,
        }
    }

    /// Returns the rules of this kind, with all other options at their defaults.
    ///
    /// # Panics
    ///
    /// Never: every kind combines a mode with one of its goals.
    #[must_use]
    pub fn rules(self) -> Rules {
        let goal = match self {
            Kind::DuelRace | Kind::ThreeWayRace | Kind::FreeForAllRace => Goal::Race,
            Kind::DuelLast | Kind::ThreeWayLast | Kind::Partners | Kind::FreeForAllLast => {
                Goal::Last
            }
        };
        let rules = Rules::new(self.mode()).with_goal(goal);
        rules.expect("goal of the mode")
    }

    /// Returns the mode.
    #[must_use]
    pub const fn mode(self) -> Mode {
        match self {
            Kind::DuelLast | Kind::DuelRace => Mode::Duel,
            Kind::ThreeWayLast | Kind::ThreeWayRace => Mode::ThreeWay,
            Kind::Partners => Mode::Partners,
            Kind::FreeForAllLast | Kind::FreeForAllRace => Mode::FreeForAll,
        }
    }

    /// Returns the name used in commands and file names.
    #[must_use]
    pub fn token(self) -> &'static str {
        self.into()
    }

    /// Returns the sides, each with the one or two colors that play together.
    #[must_use]
    pub const fn sides(self) -> &'static [&'static [Color]] {
        use Color::{Blue, Green, Orange, Pink};
        match self.mode() {
            Mode::Duel => &[&[Orange], &[Blue]],
            Mode::ThreeWay => &[&[Orange], &[Green], &[Blue]],
            Mode::Partners => &[&[Orange, Blue], &[Green, Pink]],
            Mode::FreeForAll => &[&[Orange], &[Green], &[Blue], &[Pink]],
        }
    }

    /// Returns whether there are two sides.
    #[must_use]
    pub const fn is_two_sided(self) -> bool {
        self.sides().len() == 2
    }
}

impl FromStr for Kind {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Kind, ParseError> {
        let kind = Kind::ALL.into_iter().find(|kind| kind.token() == text);
        kind.ok_or_else(|| {
            let names = Kind::ALL.map(Kind::token).join("`, `");
            ParseError::new(format!("a kind of game (`{names}`)"), text)
        })
    }
}
