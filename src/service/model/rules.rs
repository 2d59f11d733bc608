//! Rules of a game that changes its mode.

use focus::{Mode, Rules};

/// Returns the rules of another mode, with the chosen options that it has.
pub(crate) fn in_mode(rules: Rules, mode: Mode) -> Rules {
    let default = Rules::new(rules.mode());
    let mut other = Rules::new(mode).with_quiet(rules.quiet());
    macro_rules! keep {
        ($option:ident, $with:ident) => {
            if rules.$option() != default.$option() {
                other = other.$with(rules.$option()).unwrap_or(other);
            }
        };
    }
    keep!(goal, with_goal);
    keep!(stuck, with_stuck);
    keep!(draw, with_draw);
    keep!(opening, with_opening);
    keep!(setup, with_setup);
    keep!(repetition, with_repetition);
    keep!(talk, with_talk);
    other
}
