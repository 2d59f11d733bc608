//! Parsing of moves: lenient about spelling, strict about meaning.

use focus::notation::{MoveText, tokens};
use focus::{Game, Position};

/// A position in which orange can slide, split, and capture by a drop.
const POSITION: &str = "2 OOB,x3/O,x2,BO,x,O/x,B,x,B,O,BOBOO,x2/x4,O,x3/x2,B,x2,BO,x2/\
                        x,BO,x,B,x2,OOB,x/B,BO,BBO,x3/x4 O O2B2 O:B1 - 6 35";

/// Checks the move that a text is read as.
#[track_caller]
fn read(text: &str, expected: &str) {
    let text: MoveText = text.parse().expect("well-written move");
    assert_eq!(text.mv().to_string(), expected);
}

#[test]
fn spelling_is_forgiven() {
    for text in [
        "b7-c7",
        "B7-C7",
        "b7c7",
        "b7>c7",
        "b7->c7",
        " b7 - c7 ",
        "b7 c7",
        "b7-c7:1",
        "b7\u{2011}c7",
        "b7\u{2013}c7",
        "b7\u{2192}c7",
        "b7\u{a0}c7",
        "b7xc7",
        "B7 x C7",
        "b7:c7",
        "b7:c7:1",
        "\u{ff42}\u{ff17}\u{ff43}\u{ff17}",
        "\u{ff22}\u{ff17}\u{ff0d}\u{ff23}\u{ff17}",
        "\u{feff}b7\u{200b}-\u{200d}c\u{2060}7\u{200c}",
    ] {
        read(text, "b7-c7");
    }
    for text in ["+c5", "r:c5", "R:C5", "@c5", "*c5", "+ c5", "\u{ff0b}c5"] {
        read(text, "+c5");
    }
    for text in ["--", "pass", "PASS", "- -", "\u{2011}\u{2011}", "\u{2014}"] {
        read(text, "--");
    }
    for text in ["c4<>d4", "C4 <> D4", "c4\u{2194}d4"] {
        read(text, "c4<>d4");
    }
}

/// Checks the error for a text that is not a move.
#[track_caller]
fn unreadable(text: &str, expected: &str) {
    let error = text.parse::<MoveText>().expect_err("no move");
    assert_eq!(error.to_string(), expected, "{text}");
}

#[test]
fn what_is_no_move_is_said_so() {
    unreadable(
        "",
        "expected a move such as `b7-c7`, `+c5` or `--`, got nothing",
    );
    unreadable(
        "  ",
        "expected a move such as `b7-c7`, `+c5` or `--`, got nothing",
    );
    for text in [
        "c5",
        "-",
        "+",
        "hello",
        "b7-",
        "b7---c7",
        "7b-c7",
        "b7=c7",
        "é7-c7",
        "b7-cé",
        "<>",
        "b7:1",
        "b7x",
        "b7xx c7",
        "b7::c7",
        "b7/c7",
        "x",
        "b7\u{200b}",
    ] {
        unreadable(
            text,
            &format!("expected a move such as `b7-c7`, `+c5` or `--`, got `{text}`"),
        );
    }
    unreadable("a1-b1", "expected a playable square such as `d4`, got `a1`");
    unreadable("+h8", "expected a playable square such as `d4`, got `h8`");
    unreadable("b7-b9", "expected a playable square such as `d4`, got `b9`");
    for text in ["f3-b3:", "f3-b3:x", "f3-b3:0", "f3-b3:12"] {
        unreadable(
            text,
            &format!("expected a number of pieces after `:` as in `f3-b3:4`, got `{text}`"),
        );
    }
    for suffix in [
        "x", "xr1", "xy", "r", "r0", "r12", "p", "#x", "r1xo", "p1r1", "##", ":1", "d4",
    ] {
        unreadable(
            &format!("+c5{suffix}"),
            &format!("expected a suffix such as `xOOr1#`, got `{suffix}`"),
        );
    }
}

/// Checks the result of resolving a well-formed move: the move or the error.
#[track_caller]
fn resolve(text: &str, expected: &str) {
    let position: Position = POSITION.parse().expect("legal position");
    let text: MoveText = text.parse().expect("well-written move");
    let resolved = match text.resolve(&position) {
        Ok(mv) => mv.to_string(),
        Err(error) => error.to_string(),
    };
    assert_eq!(resolved, expected, "{text:?}");
    let in_game = text.resolve_in(&Game::from_position(position.clone()));
    assert_eq!(in_game, text.resolve(&position));
}

#[test]
fn count_must_agree() {
    resolve("e7-e5:2", "e7-e5");
    resolve("b7-c7:1", "b7-c7");
    resolve("b7:c7:1", "b7-c7");
    resolve("b7\u{ff0d}c7\u{ff1a}1", "b7-c7");
    resolve(
        "b7:c7:2",
        "2 pieces go exactly 2 squares, and c7 is 1 away from b7",
    );
    resolve(
        "b7-c7:2",
        "2 pieces go exactly 2 squares, and c7 is 1 away from b7",
    );
    resolve(
        "e7-e5:1",
        "1 piece goes exactly 1 square, and e5 is 2 away from e7",
    );
}

#[test]
fn suffix_must_be_right_if_there_is_one() {
    resolve("+f6xB", "+f6");
    resolve("+F6 XB", "+f6");
    resolve("+f6", "+f6");
    resolve("+f6xO", "expected the suffix `xB` or none, got `xO`");
    resolve("+f6xB#", "expected the suffix `xB` or none, got `xB#`");
    resolve("+f6r1", "expected the suffix `xB` or none, got `r1`");
    resolve(
        "b7-c7r1",
        "expected no suffix, since the move does nothing, got `r1`",
    );
}

#[test]
fn pink_captured_is_not_a_partners_reserve() {
    let text: MoveText = "E1-E5XPPP1".parse().expect("well-written move");
    let same: MoveText = "e1-e5xPPp1".parse().expect("well-written move");
    assert_eq!(text, same);
    let pinks: MoveText = "e1-e5xppp".parse().expect("well-written move");
    assert_ne!(text, pinks);
}

#[test]
fn win_by_repetition_shows_only_in_a_game() {
    let fps = "2 x4/x6/x8/x8/x3,O,x3,B/x8/x6/x4 O - O:B17,B:O17 - 0 101";
    let rules = "mode=2 draw=second_loses".parse().expect("rules");
    let start = focus::notation::parse_position(fps, rules).expect("legal position");
    let mut game = Game::from_position(start);
    let cycle = ["d4-d5", "h4-h5", "d5-d4", "h5-h4"];
    for text in cycle.iter().chain(&cycle[..3]) {
        let text: MoveText = text.parse().expect("well-written move");
        let mv = text.resolve_in(&game).expect("legal move");
        game.play(mv).expect("legal move");
    }
    let last: MoveText = "h5-h4#".parse().expect("well-written move");
    assert!(last.resolve(game.position()).is_err());
    let mv = last.resolve_in(&game).expect("legal move");
    game.play(mv).expect("legal move");
    assert_eq!(tokens(&game).last().as_deref(), Some("h5-h4#"));
}
