//! Rules of a game: the mode with every option.

use std::fmt;
use std::num::NonZeroU16;

use crate::Quiet;
use crate::{DrawRule, Goal, Mode, Opening, Repetition, RuleOption, SetupSize, Stuck, Talk};

/// Rules of a game: a mode and a value for each of its options.
///
/// An option that the mode does not have keeps the value that the mode implies.
///
/// ```
/// use focus::{Goal, Mode, Rules, Talk};
///
/// let rules = Rules::new(Mode::FreeForAll).with_goal(Goal::Last)?;
/// assert_eq!(rules.goal(), Goal::Last);
/// assert!(rules.with_talk(Talk::Open).is_err());
/// # Ok::<(), focus::RulesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    mode: Mode,
    goal: Goal,
    stuck: Stuck,
    draw: DrawRule,
    opening: Opening,
    setup: SetupSize,
    repetition: Repetition,
    talk: Talk,
    quiet: Quiet,
}

/// Declares the getter and the checked builder method of one option.
macro_rules! option {
    ($field:ident, $with:ident, $type:ident, $option:ident, $doc:literal) => {
        #[doc = concat!("Returns the ", $doc, ".")]
        #[must_use]
        pub const fn $field(self) -> $type {
            self.$field
        }

        #[doc = concat!("Returns these rules with another `", stringify!($field), "`.")]
        ///
        /// # Errors
        ///
        /// The mode does not offer the value.
        pub fn $with(self, $field: $type) -> Result<Rules, RulesError> {
            if !$type::allowed(self.mode).contains(&$field) {
                return Err(RulesError {
                    mode: self.mode,
                    option: RuleOption::$option,
                    value: $field.token(),
                });
            }
            Ok(Rules { $field, ..self })
        }
    };
}

impl Rules {
    /// Default number of plies without a capture that make a draw.
    pub const QUIET_PLIES: NonZeroU16 = NonZeroU16::new(200).expect("number above zero");

    /// Returns the default rules of a mode.
    #[must_use]
    pub const fn new(mode: Mode) -> Rules {
        Rules {
            mode,
            goal: Goal::allowed(mode)[0],
            stuck: match mode {
                Mode::Duel | Mode::ThreeWay | Mode::FreeForAll => Stuck::Out,
                Mode::Partners => Stuck::Skip,
            },
            draw: DrawRule::Split,
            opening: Opening::Standard,
            setup: SetupSize::Thirteen,
            repetition: Repetition::Three,
            talk: Talk::Silent,
            quiet: Some(Rules::QUIET_PLIES),
        }
    }

    /// Returns the mode: the number of players, and how they team up.
    #[must_use]
    pub const fn mode(self) -> Mode {
        self.mode
    }

    option!(goal, with_goal, Goal, Goal, "condition for winning");
    option!(
        stuck,
        with_stuck,
        Stuck,
        Stuck,
        "consequence for a player who cannot move on their turn"
    );
    option!(draw, with_draw, DrawRule, Draw, "value of a draw");
    option!(
        opening,
        with_opening,
        Opening,
        Opening,
        "opening phase: standard, or with exchanges"
    );
    option!(
        setup,
        with_setup,
        SetupSize,
        Setup,
        "number of pieces of each color with four players"
    );
    option!(
        repetition,
        with_repetition,
        Repetition,
        Repetition,
        "effect of a repeated position"
    );
    option!(
        talk,
        with_talk,
        Talk,
        Talk,
        "permission for partners to discuss moves"
    );

    /// Returns the number of consecutive plies without a capture that make a draw; `None` for
    /// never.
    #[must_use]
    pub const fn quiet(self) -> Option<NonZeroU16> {
        self.quiet
    }

    /// Returns these rules with another `quiet`.
    #[must_use]
    pub const fn with_quiet(self, quiet: Option<NonZeroU16>) -> Rules {
        Rules { quiet, ..self }
    }

    /// Returns the number of pieces of each color that plays: 18, 13 or 12.
    #[must_use]
    pub const fn pieces(self) -> u8 {
        match (self.mode, self.setup) {
            (Mode::Duel, _) => 18,
            (_, SetupSize::Thirteen) => 13,
            (_, SetupSize::Twelve) => 12,
        }
    }
}

/// Error for a value that the mode does not offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RulesError {
    /// The mode of the rules.
    pub mode: Mode,
    /// The option to set.
    pub option: RuleOption,
    /// Text of the rejected value.
    pub value: &'static str,
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RulesError {
            mode,
            option,
            value,
        } = self;
        let name = option.token();
        let values = option.values(*mode);
        if values.is_empty() {
            return write!(
                f,
                "mode {mode} has no option `{name}`, got `{name}={value}`"
            );
        }
        let values = values.join("` or `");
        write!(
            f,
            "expected `{values}` for `{name}` in mode {mode}, got `{value}`"
        )
    }
}

impl std::error::Error for RulesError {}
