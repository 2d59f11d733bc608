//! Rules of a game that changes its mode.

use focus::notation::{option_value, with_option};
use focus::{Mode, RuleOption, Rules};

/// Returns the rules of another mode, with the chosen options that it has.
pub(crate) fn in_mode(rules: Rules, mode: Mode) -> Rules {
    let default = Rules::new(rules.mode());
    let mut other = Rules::new(mode);
    for option in RuleOption::ALL {
        let value = option_value(rules, option);
        if value != option_value(default, option) {
            other = with_option(other, option, &value).unwrap_or(other);
        }
    }
    other
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::in_mode;
    use focus::notation::{option_value, with_option};
    use focus::{Mode, RuleOption, Rules};

    #[track_caller]
    fn check(old: Mode, new: Mode, option: RuleOption, value: &'static str) {
        let rules = with_option(Rules::new(old), option, value).expect("a value of the mode");
        let expected = if option.values(new).contains(&value) {
            Cow::Borrowed(value)
        } else {
            option_value(Rules::new(new), option)
        };
        let kept = option_value(in_mode(rules, new), option);
        assert_eq!(kept, expected, "{option:?} from {old} to {new}");
    }

    #[test]
    fn every_chosen_option_is_kept_where_the_new_mode_has_it() {
        for old in Mode::ALL {
            for option in RuleOption::offered(old) {
                for value in option.values(old).into_iter().skip(1) {
                    for new in Mode::ALL {
                        check(old, new, option, value);
                    }
                }
            }
        }
    }
}
