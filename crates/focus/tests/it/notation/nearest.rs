//! Suggestions in place of an illegal move.

use focus::notation::{MoveText, nearest};
use focus::{Color, Mode, Position, Rules};

fn near(position: &Position, wanted: &str) -> Vec<String> {
    let wanted: MoveText = wanted.parse().expect("well-written move");
    let near = nearest(position, wanted.mv(), 3);
    for mv in &near {
        assert_eq!(position.check(*mv), Ok(()), "{mv}");
    }
    near.iter().map(ToString::to_string).collect()
}

#[track_caller]
fn check(position: &Position, wanted: &str, expected: &[&str]) {
    assert_eq!(near(position, wanted), expected, "{wanted}");
}

fn start(rules: &str) -> Position {
    let rules: Rules = rules.parse().expect("rules");
    Position::start(rules, Color::Orange)
}

#[test]
fn a_slide_too_far_is_shortened_or_begun_elsewhere() {
    check(&start("mode=2"), "b3-b5", &["b3-b4", "c5-b5", "b3-c3"]);
}

#[test]
fn a_diagonal_slide_keeps_one_of_its_ends() {
    for mv in near(&start("mode=2"), "c3-d4") {
        assert!(mv.starts_with("c3-") || mv.ends_with("-d4"), "{mv}");
    }
}

#[test]
fn an_enemys_stack_is_replaced_by_an_own_one_with_the_same_target() {
    let near = near(&start("mode=2"), "b4-c4");
    assert!(!near.is_empty());
    assert!(near.iter().all(|mv| mv.ends_with("-c4")), "{near:?}");
}

#[test]
fn a_piece_that_is_not_in_hand_slides_there_instead() {
    let near = near(&start("mode=2"), "+c4");
    assert!(!near.is_empty());
    assert!(near.iter().all(|mv| mv.ends_with("-c4")), "{near:?}");
}

#[test]
fn in_the_first_round_of_three_an_empty_square_is_near() {
    let start = start("mode=3");
    assert_eq!(near(&start, "+c7")[0], "+c8");
    assert_eq!(near(&start, "d7-d8")[0], "+d8");
}

#[test]
fn a_swap_the_wrong_way_around_is_turned() {
    let start = start("mode=2 opening=exchange");
    assert_eq!(near(&start, "b4<>c3")[0], "c3<>b4");
    assert_eq!(near(&start, "c3-b4")[0], "c3<>b4");
}

#[test]
fn a_pass_and_a_finished_game_have_nothing_near() {
    check(&start("mode=2"), "--", &[]);
    let won = "2 x4/x6/x8/x3,BBO,x4/x8/x8/x6/x4 B O2 O:B16,B:O15 - 0 90";
    let won: Position = won.parse().expect("a position");
    assert_eq!(won.rules().mode(), Mode::Duel);
    check(&won, "d5-d6", &[]);
}
