//! Options of each mode.

use focus::{Goal, Mode, RuleOption, Rules, Stuck};

/// Checks the options of a mode with their values, the default first.
#[track_caller]
fn check(mode: Mode, expected: &[(&str, &str)]) {
    let options: Vec<_> = RuleOption::offered(mode)
        .map(|option| (option.token(), option.values(mode).join(" ")))
        .collect();
    let options: Vec<_> = options
        .iter()
        .map(|(name, values)| (*name, values.as_str()))
        .collect();
    assert_eq!(options, expected);
}

#[test]
fn modes_offer_what_the_table_says() {
    check(
        Mode::Duel,
        &[
            ("goal", "last race"),
            ("draw", "split second_loses second_wins"),
            ("opening", "standard exchange"),
            ("repetition", "3 off"),
            ("quiet", "200 off"),
        ],
    );
    check(
        Mode::ThreeWay,
        &[
            ("goal", "race last"),
            ("stuck", "out skip"),
            ("repetition", "3 off"),
            ("quiet", "200 off"),
        ],
    );
    check(
        Mode::Partners,
        &[
            ("goal", "last"),
            ("setup", "13 12"),
            ("repetition", "3 off"),
            ("quiet", "200 off"),
            ("talk", "silent open"),
        ],
    );
    check(
        Mode::FreeForAll,
        &[
            ("goal", "race last"),
            ("stuck", "out skip"),
            ("setup", "13 12"),
            ("repetition", "3 off"),
            ("quiet", "200 off"),
        ],
    );
}

#[test]
fn value_that_a_mode_does_not_offer_is_refused() {
    let error = Rules::new(Mode::Partners)
        .with_goal(Goal::Race)
        .expect_err("refused");
    assert_eq!(
        error.to_string(),
        "expected `last` for `goal` in mode 4t, got `race`"
    );
    let error = Rules::new(Mode::Duel)
        .with_stuck(Stuck::Out)
        .expect_err("refused");
    assert_eq!(
        error.to_string(),
        "mode 2 has no option `stuck`, got `stuck=out`"
    );
}
