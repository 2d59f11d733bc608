//! Parsing of the rules text.

use focus::Rules;

#[track_caller]
fn check(text: &str, expected: &str) {
    let read = match text.parse::<Rules>() {
        Ok(rules) => rules.to_string(),
        Err(error) => error.to_string(),
    };
    assert_eq!(read, expected, "{text}");
}

#[test]
fn defaults_are_left_out() {
    check(
        "mode=2 goal=last draw=split repetition=3 quiet=200",
        "mode=2",
    );
    check("mode=3 goal=last stuck=out", "mode=3 goal=last");
    check(
        "mode=4s goal=last stuck=skip",
        "mode=4s goal=last stuck=skip",
    );
    check(
        "mode=4t goal=last talk=open quiet=off",
        "mode=4t quiet=off talk=open",
    );
}

#[test]
fn order_of_options_is_free() {
    check(
        "mode=2 quiet=50 opening=exchange goal=race",
        "mode=2 goal=race opening=exchange quiet=50",
    );
}

#[test]
fn what_is_wrong_is_said() {
    check("", "expected rules that begin with `mode=`, got ``");
    check(
        "goal=last mode=2",
        "expected rules that begin with `mode=`, got `goal=last`",
    );
    check(
        "mode=5",
        "expected a mode (`2`, `3`, `4t` or `4s`), got `5`",
    );
    check(
        "mode=2 goal",
        "expected an option such as `goal=last`, got `goal`",
    );
    check(
        "mode=2 stuck=out",
        "expected an option of mode 2 (`goal`, `draw`, `opening`, `repetition`, `quiet`), got `stuck`",
    );
    check(
        "mode=2 goal=last goal=race",
        "expected `goal` once, got it twice",
    );
    check(
        "mode=4t goal=race",
        "expected a value of `goal` in mode 4t (`last`), got `race`",
    );
    for number in ["0", "-1", "+5", "007", "70000", ""] {
        check(
            &format!("mode=2 quiet={number}"),
            &format!(
                "expected a value of `quiet` in mode 2 (`200`, `off` or another number), got `{number}`"
            ),
        );
    }
}
