//! Goals of the race.

use super::arrange::{play, position, result};
use focus::{Color, Mode, Position, Rules};

/// Checks the result after a move.
#[track_caller]
fn check(rules: &str, stacks: &str, more: &str, mv: &str, expected: &str) {
    let mut position = position(rules, 'O', stacks, more);
    assert_eq!(result(&position), "*", "before {mv}");
    play(&mut position, mv);
    assert_eq!(result(&position), expected, "after {mv}");
}

/// Stacks that leave so few pieces that hands and captures can be listed one by one.
const DUEL: &str = "d4=O d5=BBOOO a3=BBBBB b3=OOOOO c3=OOOOO a5=B";
const THREE: &str = "d4=O d5=GBOOO h3=BBBBB h4=GGGGG b3=OOOOO c3=OO g3=OO";
const FOUR: &str = "d4=O d5=GBOOO h3=BBBBB h4=GGGGG b3=OOOOO c3=OOOO a3=PPPPP a4=PPPPP a5=PPP";

#[test]
fn duel_is_won_by_the_sixth_capture() {
    check("mode=2 goal=race", DUEL, "O1B6 O:B4 B:O3", "d4-d5xB", "*");
    check("mode=2 goal=race", DUEL, "O1B5 O:B5 B:O3", "d4-d5xB#", "O");
    check("mode=2", DUEL, "O1B5 O:B5 B:O3", "d4-d5xB", "*");
}

#[test]
fn own_reserves_do_not_win_the_duel() {
    check("mode=2 goal=race", DUEL, "O4B9 O:B1", "d4-d5xB", "*");
}

#[test]
fn three_way_is_won_by_three_of_each() {
    check("mode=3", THREE, "G5B4 O:G2B3", "d4-d5xG#", "O");
    check("mode=3", THREE, "G5B5 O:G2B2", "d4-d5xG", "*");
    check("mode=3 goal=last", THREE, "G5B4 O:G2B3", "d4-d5xG", "*");
}

#[test]
fn three_way_is_won_by_ten_in_front() {
    check("mode=3", THREE, "B6 O:G7B1", "d4-d5xG", "*");
    check("mode=3", THREE, "B5 O:G7B2", "d4-d5xG#", "O");
}

#[test]
fn own_reserves_count_among_the_ten() {
    let stacks = "d4=O d5=OGOOO h3=BBBBB h4=GGGGG b3=OOOOO c3=O g3=B a4=B";
    check("mode=3", stacks, "O1G2B4 O:G5B2 G:O1", "d4-d5r1", "*");
    check("mode=3", stacks, "O1G1B4 O:G6B2 G:O1", "d4-d5r1#", "O");
}

#[test]
fn free_for_all_is_won_by_two_of_each() {
    check("mode=4s", FOUR, "G6B6 O:G1B1", "d4-d5xG", "*");
    let with_pink = |pieces| FOUR.replace("a5=PPP", pieces);
    check(
        "mode=4s",
        &with_pink("a5=PP"),
        "G6B5 O:G1B2P1",
        "d4-d5xG",
        "*",
    );
    check(
        "mode=4s",
        &with_pink("a5=P"),
        "G6B5 O:G1B2P2",
        "d4-d5xG#",
        "O",
    );
}

#[test]
fn piece_to_place_does_not_count() {
    // Nine captures plus the thirteenth piece would be ten.
    let rules: Rules = "mode=3".parse().expect("rules");
    let mut setup = Position::start(rules, Color::Orange).to_setup();
    let squares: Vec<_> = setup.board.topped_by(Color::Green).take(9).collect();
    for square in squares {
        setup.board.set(square, None);
    }
    setup.captured[Color::Orange.index()][Color::Green.index()] = 9;
    let position = Position::from_setup(setup, rules).expect("legal position");
    assert_eq!(position.rules().mode(), Mode::ThreeWay);
    assert_eq!(result(&position), "*");
}

#[test]
fn last_one_left_wins_the_race_too() {
    let stacks = "d4=O d5=B a3=BBBBO b3=BBBBO c3=BBBBO e3=BBBBO h5=BO";
    check("mode=2 goal=race", stacks, "O12", "d4-d5#", "O");
}

#[test]
fn drop_can_win() {
    check(
        "mode=2 goal=race",
        "d5=BOOOO a5=B h5=BBBBB",
        "O14B6 O:B5",
        "+d5xB#",
        "O",
    );
}
