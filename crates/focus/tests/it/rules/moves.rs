//! Slides, drops, pieces pushed out of a stack, and refusals.

use super::arrange::{legal, play, position, refused, stack};
use focus::notation::MoveText;
use focus::{Color, Mode, Move, Position, Rules};

#[track_caller]
fn slides(from: &str, stacks: &str, expected: &[&str]) {
    let position = position("mode=2", 'O', stacks, "");
    let mut targets: Vec<_> = legal(&position)
        .into_iter()
        .filter_map(|mv| Some(mv.strip_prefix(from)?.strip_prefix('-')?.to_owned()))
        .collect();
    targets.sort();
    assert_eq!(targets, expected, "{stacks}");
}

#[test]
fn single_piece_goes_one_square_straight() {
    slides("d4", "d4=O h4=B", &["c4", "d3", "d5", "e4"]);
}

#[test]
fn part_of_a_stack_goes_as_far_as_it_has_pieces() {
    slides(
        "d4",
        "d4=BBO h4=B",
        &[
            "a4", "b4", "c4", "d1", "d2", "d3", "d5", "d6", "d7", "e4", "f4", "g4",
        ],
    );
}

#[test]
fn slide_ends_on_the_board() {
    slides("c1", "c1=BO h4=B", &["c2", "c3", "d1", "e1"]);
    slides("a3", "a3=BO h4=B", &["a4", "a5", "b3", "c3"]);
}

#[test]
fn stacks_between_are_passed_over() {
    slides(
        "d4",
        "d4=BO d5=BBBBB c4=O e4=B d3=B h4=B",
        &["b4", "c4", "d2", "d3", "d5", "d6", "e4", "f4"],
    );
}

#[test]
fn moved_pieces_keep_their_order_and_the_rest_stays() {
    let mut position = position("mode=2", 'O', "d4=BOBO f4=BB h4=B", "");
    play(&mut position, "d4-f4");
    assert_eq!(stack(&position, "d4"), "BO");
    assert_eq!(stack(&position, "f4"), "BBBO");
}

/// Checks a move that pushes pieces out: stack it lands on, suffix, hands and captures afterwards.
#[track_caller]
fn pushes_out(rules: &str, stacks: &str, hands: &str, token: &str, landed: &str) {
    let mut position = position(rules, 'O', stacks, hands);
    let before = position.clone();
    let to = token.trim_start_matches(|c| c != '-' && c != '+');
    play(&mut position, token);
    assert_eq!(stack(&position, &to[1..3]), landed, "{token}");
    let text: MoveText = token.parse().expect("well-written move");
    let effect = before.effect(text.mv());
    assert_eq!(
        position.hand(Color::Orange) + u8::from(matches!(text.mv(), Move::Drop(_))),
        before.hand(Color::Orange) + effect.reserves()
    );
    assert_eq!(
        position.hand(Color::Blue),
        before.hand(Color::Blue) + effect.partner_reserves()
    );
    let prey = |position: &Position| -> u8 {
        let of = Color::ALL.iter();
        of.map(|&of| position.captured(Color::Orange, of)).sum()
    };
    let captured = u8::try_from(effect.captured().len()).expect("few pieces");
    assert_eq!(prey(&position), prey(&before) + captured);
}

#[test]
fn sixth_piece_returns_to_its_owner() {
    pushes_out("mode=2", "d4=O d5=OBBBB a4=B", "", "d4-d5r1", "BBBBO");
}

#[test]
fn sixth_piece_of_an_enemy_is_captured() {
    pushes_out("mode=2", "d4=O d5=BOOOB a4=B", "", "d4-d5xB", "OOOBO");
}

#[test]
fn whole_stack_can_be_pushed_out_in_order() {
    pushes_out(
        "mode=2",
        "d4=BBBBO d8=BOBBO a4=B",
        "",
        "d4-d8xBBBr1",
        "OBBBO",
    );
}

#[test]
fn drop_on_a_full_stack_pushes_one_out() {
    pushes_out("mode=2", "d5=BOOOB a4=B", "O1", "+d5xB", "OOOBO");
    pushes_out("mode=2", "d5=OBBBB a4=B", "O1", "+d5r1", "BBBBO");
}

#[test]
fn captures_are_written_bottom_first() {
    pushes_out(
        "mode=4s goal=last",
        "d4=GGO d7=PBGO a4=B",
        "",
        "d4-d7xPB",
        "GOGGO",
    );
}

#[test]
fn pieces_of_a_partner_go_to_his_hand() {
    pushes_out(
        "mode=4t",
        "e1=GPBBO e5=BPPBG a4=G",
        "",
        "e1-e5xPPp2",
        "GPBBO",
    );
}

#[test]
fn partners_on_both_hands() {
    pushes_out("mode=4t", "d4=BO d6=OBGGG a4=P", "", "d4-d6r1p1", "GGGBO");
}

#[test]
fn nobody_drops_twice_or_without_reserves() {
    let mut position = position("mode=2", 'O', "d4=O h4=B", "O1");
    assert_eq!(legal(&position).len(), 4 + 52);
    play(&mut position, "+c3 h4-h5");
    assert_eq!(legal(&position).len(), 4 + 4);
}

#[test]
fn who_has_only_reserves_must_drop_one() {
    let position = position("mode=2", 'O', "h4=B", "O2");
    assert_eq!(legal(&position).len(), 52);
}

#[test]
fn refusal_names_the_rule_broken() {
    let position = position("mode=2", 'O', "c3=O d4=OB e5=BBO h4=B", "");
    let rows = [
        ("a3-a4", "a3 is empty"),
        (
            "d4-d5",
            "the stack on d4 is topped by Blue, so Orange cannot move it",
        ),
        ("c3-c5", "c3 holds only 1 piece, and a move to c5 needs 2"),
        ("e5-a5", "e5 holds only 3 pieces, and a move to a5 needs 4"),
        (
            "c3-d4",
            "c3 and d4 are not on one rank or file, and stacks move straight",
        ),
        ("c3-c3", "a slide must leave its square, which is c3"),
        ("+c5", "Orange has no reserves in hand"),
        ("--", "Orange can move, and nobody passes by choice"),
        ("c3<>h4", "pieces are swapped only in the exchange opening"),
        (
            "e5-e7:3",
            "3 pieces go exactly 3 squares, and e7 is 2 away from e5",
        ),
        ("e5-e7x", "expected a suffix such as `xOOr1#`, got `x`"),
    ];
    for (token, expected) in rows {
        match token.parse::<MoveText>() {
            Ok(_) => refused(&position, token, expected),
            Err(error) => assert_eq!(error.to_string(), expected),
        }
    }
    refused(
        &position,
        "c3-c4r1",
        "expected no suffix, since the move does nothing, got `r1`",
    );
}

#[test]
fn finished_game_refuses_every_move() {
    let mut position = position("mode=2", 'O', "d4=O d5=B", "");
    play(&mut position, "d4-d5#");
    assert!(legal(&position).is_empty());
    refused(&position, "d5-d6", "the game is over");
}

#[test]
fn first_round_of_three_way_places_on_empty_squares() {
    let mut position = Position::start(Rules::new(Mode::ThreeWay), Color::Green);
    assert_eq!(legal(&position).len(), 52 - 36);
    let occupied = "b7 is not empty, and in the first round a piece goes on an empty square";
    refused(&position, "+b7", occupied);
    let must_place = "in the first round everyone places a piece on an empty square";
    refused(&position, "c6-c5", must_place);
    refused(&position, "--", must_place);
    play(&mut position, "+c8 +d8 +e8");
    assert_eq!(position.side(), Color::Green);
    assert!(Color::ALL.iter().all(|&color| position.hand(color) == 0));
    assert!(legal(&position).iter().all(|mv| mv.contains('-')));
}
