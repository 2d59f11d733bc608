//! Options of the rules, each an enum that knows its tokens and the modes that offer it.

use std::num::NonZeroU16;

use crate::Mode;
use crate::rules::tokens::tokens;

/// Declares the enum of one option: its values, their tokens, and the values each mode offers.
macro_rules! option {
    (
        $(#[$doc:meta])* $name:ident { $($values:tt)+ }
        allowed($mode:ident) { $allowed:expr }
    ) => {
        tokens! { $(#[$doc])* $name { $($values)+ } }

        impl $name {
            /// Returns the values a mode offers, the default first; empty if the mode has no such
            /// option.
            #[must_use]
            pub const fn allowed($mode: Mode) -> &'static [$name] {
                $allowed
            }
        }
    };
}

option! {
    /// Condition for winning.
    Goal {
        /// A player who cannot move is out; the last one left wins.
        Last = "last",
        /// The first player to reach a number of captures wins.
        Race = "race",
    }
    allowed(mode) {
        match mode {
            Mode::Duel => &[Goal::Last, Goal::Race],
            Mode::ThreeWay | Mode::FreeForAll => &[Goal::Race, Goal::Last],
            Mode::Partners => &[Goal::Last],
        }
    }
}

option! {
    /// Consequence for a player who cannot move on their turn.
    ///
    /// Duels always use [`Stuck::Out`] and partners always use [`Stuck::Skip`].
    Stuck {
        /// The player is out of the game at once.
        Out = "out",
        /// The player must pass but may come back.
        Skip = "skip",
    }
    allowed(mode) {
        match mode {
            Mode::ThreeWay | Mode::FreeForAll => &[Stuck::Out, Stuck::Skip],
            Mode::Duel | Mode::Partners => &[],
        }
    }
}

option! {
    /// Result of a drawn duel; the second player is the one who did not start.
    DrawRule {
        /// Nobody wins.
        Split = "split",
        /// The player who started wins.
        SecondLoses = "second_loses",
        /// The player who did not start wins.
        SecondWins = "second_wins",
    }
    allowed(mode) {
        match mode {
            Mode::Duel => &[DrawRule::Split, DrawRule::SecondLoses, DrawRule::SecondWins],
            Mode::ThreeWay | Mode::Partners | Mode::FreeForAll => &[],
        }
    }
}

option! {
    /// Opening phase of a duel.
    Opening {
        /// The game begins with the setup unchanged.
        Standard = "standard",
        /// Each player first swaps one of their pieces with an enemy one.
        Exchange = "exchange",
    }
    allowed(mode) {
        match mode {
            Mode::Duel => &[Opening::Standard, Opening::Exchange],
            Mode::ThreeWay | Mode::Partners | Mode::FreeForAll => &[],
        }
    }
}

option! {
    /// Number of pieces of each color with four players.
    SetupSize {
        /// All squares filled.
        Thirteen = "13",
        /// Older setup with b7, g7, g2 and b2 empty (Whitman 1965).
        Twelve = "12",
    }
    allowed(mode) {
        match mode {
            Mode::Partners | Mode::FreeForAll => &[SetupSize::Thirteen, SetupSize::Twelve],
            Mode::Duel | Mode::ThreeWay => &[],
        }
    }
}

option! {
    /// Effect of a repeated position.
    Repetition {
        /// The third occurrence of a position is a draw.
        Three = "3",
        /// Repetition never ends the game.
        Off = "off",
    }
    allowed(_mode) { &[Repetition::Three, Repetition::Off] }
}

option! {
    /// Permission for partners to discuss their moves.
    Talk {
        /// Partners may not discuss moves.
        Silent = "silent",
        /// Partners may discuss moves.
        Open = "open",
    }
    allowed(mode) {
        match mode {
            Mode::Partners => &[Talk::Silent, Talk::Open],
            Mode::Duel | Mode::ThreeWay | Mode::FreeForAll => &[],
        }
    }
}

/// Number of consecutive plies without a capture that make a draw; `None` for never.
pub type Quiet = Option<NonZeroU16>;

tokens! {
    /// Name of an option, in the order of the rules text.
    RuleOption {
        /// See [`Goal`].
        Goal = "goal",
        /// See [`Stuck`].
        Stuck = "stuck",
        /// See [`DrawRule`].
        Draw = "draw",
        /// See [`Opening`].
        Opening = "opening",
        /// See [`SetupSize`].
        Setup = "setup",
        /// See [`Repetition`].
        Repetition = "repetition",
        /// See [`Quiet`].
        Quiet = "quiet",
        /// See [`Talk`].
        Talk = "talk",
    }
}

impl RuleOption {
    /// Returns whether a mode has this option.
    #[must_use]
    pub const fn is_offered(self, mode: Mode) -> bool {
        match self {
            RuleOption::Goal => !Goal::allowed(mode).is_empty(),
            RuleOption::Stuck => !Stuck::allowed(mode).is_empty(),
            RuleOption::Draw => !DrawRule::allowed(mode).is_empty(),
            RuleOption::Opening => !Opening::allowed(mode).is_empty(),
            RuleOption::Setup => !SetupSize::allowed(mode).is_empty(),
            RuleOption::Repetition | RuleOption::Quiet => true,
            RuleOption::Talk => !Talk::allowed(mode).is_empty(),
        }
    }

    /// Returns the options a mode has, in the order of the rules text.
    pub fn offered(mode: Mode) -> impl Iterator<Item = RuleOption> {
        let all = RuleOption::ALL.into_iter();
        all.filter(move |option| option.is_offered(mode))
    }

    /// Returns the texts of the values a mode offers, the default first.
    ///
    /// For [`RuleOption::Quiet`], any other number up to 65535 is also a value.
    #[must_use]
    pub fn values(self, mode: Mode) -> Vec<&'static str> {
        fn tokens<T: Copy>(values: &[T], token: fn(T) -> &'static str) -> Vec<&'static str> {
            values.iter().map(|&value| token(value)).collect()
        }
        match self {
            RuleOption::Goal => tokens(Goal::allowed(mode), Goal::token),
            RuleOption::Stuck => tokens(Stuck::allowed(mode), Stuck::token),
            RuleOption::Draw => tokens(DrawRule::allowed(mode), DrawRule::token),
            RuleOption::Opening => tokens(Opening::allowed(mode), Opening::token),
            RuleOption::Setup => tokens(SetupSize::allowed(mode), SetupSize::token),
            RuleOption::Repetition => tokens(Repetition::allowed(mode), Repetition::token),
            RuleOption::Quiet => vec!["200", "off"],
            RuleOption::Talk => tokens(Talk::allowed(mode), Talk::token),
        }
    }
}
