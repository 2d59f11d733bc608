//! Players who cannot move.

use super::arrange::{legal, play, position, result};
use focus::{Color, Standing};

#[test]
fn duel_is_lost_by_who_cannot_move() {
    let mut position = position("mode=2", 'O', "d4=O d5=B", "");
    play(&mut position, "d4-d5#");
    assert_eq!(result(&position), "O");
    assert_eq!(position.out().to_string(), "B");
    assert_eq!(position.side(), Color::Orange);
}

#[test]
fn reserves_keep_a_player_in() {
    let mut position = position("mode=2", 'O', "d4=O d5=B", "B1");
    play(&mut position, "d4-d5");
    assert_eq!(result(&position), "*");
    assert_eq!(legal(&position).len(), 52);
}

#[test]
fn stuck_player_is_out_when_his_turn_comes() {
    let mut position = position("mode=4s goal=last", 'O', "d4=O d5=G e8=B a4=B h4=O", "");
    // Green and pink have no stack; pink's turn has not come.
    play(&mut position, "d4-d5");
    assert_eq!(position.out().to_string(), "G");
    assert_eq!(position.side(), Color::Blue);
    assert_eq!(position.standing(Color::Pink), Standing::Stuck);
    play(&mut position, "e8-e7");
    assert_eq!(position.out().to_string(), "GP");
    assert_eq!(position.side(), Color::Orange);
    assert_eq!(result(&position), "*");
}

#[test]
fn player_who_is_out_stays_out_though_a_stack_is_freed() {
    let mut position = position("mode=3 goal=last", 'O', "d4=O d5=G a4=B", "");
    play(&mut position, "d4-d5");
    assert_eq!(position.out().to_string(), "G");
    play(&mut position, "a4-a5 d5-e5 a5-a4");
    // Green again controls d5.
    assert_eq!(position.side(), Color::Orange);
    assert!(!position.can_act(Color::Green));
}

#[test]
fn pieces_of_who_is_out_can_be_covered_and_captured() {
    let stacks = "d4=O d5=GGBBG a4=B c1=P";
    let mut position = position("mode=4s goal=last", 'O', stacks, "out:G");
    assert_eq!(result(&position), "*");
    play(&mut position, "d4-d5xG");
    assert_eq!(position.captured(Color::Orange, Color::Green), 1);
}

#[test]
fn last_one_left_wins() {
    let mut position = position("mode=3 goal=last", 'O', "d4=O d5=B", "");
    play(&mut position, "d4-d5#");
    assert_eq!(result(&position), "O");
    assert_eq!(position.out().to_string(), "GB");
}

#[test]
fn skipped_player_passes_and_may_come_back() {
    let rules = "mode=4s goal=last stuck=skip";
    let mut position = position(rules, 'O', "d4=O d5=G e8=B a4=P h4=O", "");
    play(&mut position, "d4-d5");
    assert_eq!(position.side(), Color::Green);
    assert!(position.must_pass());
    assert_eq!(legal(&position), ["--"]);
    play(&mut position, "-- e8-e7 a4-a5 d5-e5");
    assert_eq!(position.side(), Color::Green);
    assert_eq!(position.standing(Color::Green), Standing::Able);
    assert_eq!(position.out().len(), 0);
}

#[test]
fn with_skips_who_alone_can_move_wins() {
    let rules = "mode=3 goal=last stuck=skip";
    let mut position = position(rules, 'O', "d4=O d5=B", "");
    play(&mut position, "d4-d5#");
    assert_eq!(result(&position), "O");
}

#[test]
fn stuck_partner_passes_and_returns_by_a_reserve() {
    let stacks = "d4=O d5=BGGGP a4=P";
    let mut position = position("mode=4t", 'O', stacks, "G1");
    assert_eq!(position.standing(Color::Blue), Standing::Stuck);
    play(&mut position, "d4-d5p1");
    assert_eq!(position.hand(Color::Blue), 1);
    play(&mut position, "+h4");
    assert_eq!(position.side(), Color::Blue);
    assert_eq!(legal(&position).len(), 52);
}

#[test]
fn stuck_partner_passes_and_returns_by_a_split() {
    let mut position = position("mode=4t", 'O', "d4=BO a4=P h4=G", "");
    play(&mut position, "d4-d5 h4-h5");
    assert_eq!(position.side(), Color::Blue);
    assert_eq!(position.standing(Color::Blue), Standing::Able);
}

#[test]
fn team_has_lost_as_soon_as_neither_can_move() {
    // Pink moves after green, and neither has a stack or a reserve.
    let mut position = position("mode=4t", 'O', "d4=O d5=P", "");
    play(&mut position, "d4-d5#");
    assert_eq!(result(&position), "OB");
    assert_eq!(position.out().len(), 0);
    assert_eq!(position.side(), Color::Green);
}

#[test]
fn forced_passes_follow_each_other() {
    let mut position = position("mode=4t", 'O', "d4=O d6=G e8=O", "");
    play(&mut position, "e8-e7 d6-d7 --");
    assert_eq!(position.side(), Color::Pink);
    assert!(position.must_pass());
    play(&mut position, "--");
    assert_eq!(position.side(), Color::Orange);
}

#[test]
fn nobody_wins_where_nobody_can_move() {
    for (rules, expected) in [("mode=3 goal=last stuck=skip", "="), ("mode=4t", "=")] {
        assert_eq!(result(&position(rules, 'O', "", "")), expected, "{rules}");
    }
}
