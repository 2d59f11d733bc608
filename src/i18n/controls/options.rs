//! Options of the rules and the meaning of their values.

use crate::i18n::{MenuEntry, Words};
use focus::{
    DrawRule, Goal, Mode, Opening, Quiet, Repetition, RuleOption, Rules, SetupSize, Stuck, Talk,
};

impl Words {
    /// Lists the options that differ from the mode's defaults, the goal if the mode has several,
    /// and agreements of partners; empty if there is nothing to say.
    #[must_use]
    pub fn options(self, rules: &Rules) -> String {
        let lines: Vec<_> = RuleOption::offered(rules.mode())
            .filter(|option| match option {
                RuleOption::Goal => Goal::allowed(rules.mode()).len() > 1,
                RuleOption::Talk => true,
                other => !is_default(*rules, *other),
            })
            .map(|option| self.option_line(*rules, option))
            .collect();
        self.chain(&lines)
    }

    /// Names an option and the value that it has.
    #[must_use]
    pub fn option_line(self, rules: Rules, option: RuleOption) -> String {
        self.valued(option, &self.option_value(rules, option))
    }

    /// Names an option and the value that it has, in a menu.
    #[must_use]
    pub fn option_entry(self, rules: Rules, option: RuleOption) -> MenuEntry {
        let value = self.option_value(rules, option);
        MenuEntry::named(&value, |value| self.valued(option, value))
    }

    fn valued(self, option: RuleOption, value: &str) -> String {
        let name = self.rule_option(option);
        let args = [("option", name.into()), ("choice", value.into())];
        self.text("option-line", &args)
    }

    /// Names an option.
    #[must_use]
    pub fn rule_option(self, option: RuleOption) -> String {
        self.text(&format!("option-{}", option.token()), &[])
    }

    fn option_value(self, rules: Rules, option: RuleOption) -> String {
        match option {
            RuleOption::Goal => self.goal(rules.goal(), Some(rules.mode())),
            RuleOption::Stuck => self.stuck(rules.stuck()),
            RuleOption::Draw => self.draw_rule(rules.draw()),
            RuleOption::Opening => self.opening(rules.opening()),
            RuleOption::Setup => self.setup(rules.setup()),
            RuleOption::Repetition => self.repetition(rules.repetition()),
            RuleOption::Quiet => self.quiet(rules.quiet()),
            RuleOption::Talk => self.talk(rules.talk()),
        }
    }

    /// Describes a goal, in one mode or in general.
    #[must_use]
    pub fn goal(self, goal: Goal, mode: Option<Mode>) -> String {
        let id = match (goal, mode) {
            (Goal::Last, Some(Mode::Duel)) => "choice-goal-last-duel",
            (Goal::Last, Some(Mode::ThreeWay | Mode::Partners | Mode::FreeForAll) | None) => {
                "choice-goal-last"
            }
            (Goal::Race, Some(Mode::Duel)) => "choice-goal-race-duel",
            (Goal::Race, Some(Mode::ThreeWay)) => "choice-goal-race-three-way",
            (Goal::Race, Some(Mode::FreeForAll)) => "choice-goal-race-free-for-all",
            (Goal::Race, Some(Mode::Partners) | None) => "choice-goal-race",
        };
        self.text(id, &[])
    }

    /// Describes the fate of a player who cannot move.
    #[must_use]
    pub fn stuck(self, stuck: Stuck) -> String {
        self.text(&format!("choice-stuck-{}", stuck.token()), &[])
    }

    /// Describes the value of a draw.
    #[must_use]
    pub fn draw_rule(self, draw: DrawRule) -> String {
        let id = match draw {
            DrawRule::Split => "choice-draw-split",
            DrawRule::SecondLoses => "choice-draw-second-loses",
            DrawRule::SecondWins => "choice-draw-second-wins",
        };
        self.text(id, &[])
    }

    /// Describes an opening.
    #[must_use]
    pub fn opening(self, opening: Opening) -> String {
        self.text(&format!("choice-opening-{}", opening.token()), &[])
    }

    /// Describes the number of pieces per color with four players.
    #[must_use]
    pub fn setup(self, setup: SetupSize) -> String {
        self.text(&format!("choice-setup-{}", setup.token()), &[])
    }

    /// Describes the effect of a repeated position.
    #[must_use]
    pub fn repetition(self, repetition: Repetition) -> String {
        self.text(&format!("choice-repetition-{}", repetition.token()), &[])
    }

    /// Describes the effect of plies without a capture.
    #[must_use]
    pub fn quiet(self, quiet: Quiet) -> String {
        match quiet {
            Some(plies) => self.text("choice-quiet-number", &[("plies", plies.get().into())]),
            None => self.text("choice-quiet-off", &[]),
        }
    }

    /// Describes what partners may say to each other.
    #[must_use]
    pub fn talk(self, talk: Talk) -> String {
        self.text(&format!("choice-talk-{}", talk.token()), &[])
    }
}

/// Returns whether an option has the default value of the mode.
pub(in crate::i18n) fn is_default(rules: Rules, option: RuleOption) -> bool {
    let default = Rules::new(rules.mode());
    match option {
        RuleOption::Goal => rules.goal() == default.goal(),
        RuleOption::Stuck => rules.stuck() == default.stuck(),
        RuleOption::Draw => rules.draw() == default.draw(),
        RuleOption::Opening => rules.opening() == default.opening(),
        RuleOption::Setup => rules.setup() == default.setup(),
        RuleOption::Repetition => rules.repetition() == default.repetition(),
        RuleOption::Quiet => rules.quiet() == default.quiet(),
        RuleOption::Talk => rules.talk() == default.talk(),
    }
}
