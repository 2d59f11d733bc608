//! Setups, and which arrangements are positions.

use focus::notation::{ParsePositionError, parse_position};
use focus::{Color, IllegalPosition, Mode, Ply, Position, Rules, Square};

#[track_caller]
fn illegal(rules: &str, fps: &str, expected: &str) {
    let rules: Rules = rules.parse().expect("rules");
    match parse_position(fps, rules) {
        Err(ParsePositionError::Illegal(error)) => assert_eq!(error.to_string(), expected),
        other => panic!("{fps}: {other:?}"),
    }
}

const DUEL: &str =
    "x4/O,O,B,B,O,O/x,B,B,O,O,B,B,x/x,O,O,B,B,O,O,x/x,B,B,O,O,B,B,x/x,O,O,B,B,O,O,x/B,B,O,O,B,B/x4";
const THREE: &str =
    "x4/O,O,G,G,B,B/x,B,B,O,O,G,G,x/x,G,G,B,B,O,O,x/x,O,O,G,G,B,B,x/x,B,B,O,O,G,G,x/G,G,B,B,O,O/x4";

#[test]
fn pieces_are_conserved() {
    let missing = format!("2 {DUEL} O B1 - - 0 1");
    illegal(
        "mode=2",
        &missing,
        "expected 18 pieces of Blue on the board, in hand and captured, got 19",
    );
    let foreign = format!("2 {DUEL} O - O:G1 - 0 1");
    illegal(
        "mode=2",
        &foreign,
        "expected 0 pieces of Green on the board, in hand and captured, got 1",
    );
    let twelve: Rules = "mode=4s setup=12".parse().expect("rules");
    let fps = Position::start(twelve, Color::Orange).to_string();
    illegal(
        "mode=4s",
        &fps,
        "expected 13 pieces of Orange on the board, in hand and captured, got 12",
    );
}

#[test]
fn side_to_move_is_in_the_game() {
    illegal(
        "mode=2",
        &format!("2 {DUEL} G - - - 0 1"),
        "expected a side to move that is in the game, got Green",
    );
    illegal(
        "mode=2",
        &format!("2 {DUEL} O - - O 0 1"),
        "expected a side to move that is in the game, got Orange",
    );
    illegal(
        "mode=2",
        &format!("2 {DUEL} O - - P 0 1"),
        "expected colors that play among those out, got Pink",
    );
}

#[test]
fn side_to_move_can_move_unless_that_ends_the_game() {
    let stuck = "3 x4/x6/x8/x2,O,x5/x8/x4,B,x3/x6/x4 G - O:G13B12,B:O12 - 0 50";
    illegal(
        "mode=3 goal=last",
        stuck,
        "expected a side to move that can move, got Green, who has no stack and nothing in hand",
    );
    let lost: Position = "2 x4/x6/x8/x2,O,x5/x8/x8/x6/x4 B - O:B18,B:O17 - 0 50"
        .parse()
        .expect("position");
    assert_eq!(
        lost.outcome().map(|outcome| outcome.to_string()),
        Some("O".to_owned())
    );
}

#[test]
fn own_pieces_are_never_captured() {
    let one_less = DUEL.replacen('O', "x", 1);
    illegal(
        "mode=2",
        &format!("2 {one_less} O - O:O1 - 0 1"),
        "expected captures of enemy pieces only, got Orange captured by Orange",
    );
    let partner = Position::start(Rules::new(Mode::Partners), Color::Orange);
    let mut setup = partner.to_setup();
    let square: Square = "h6".parse().expect("square");
    setup.board.set(square, None);
    setup.captured[Color::Pink.index()][Color::Green.index()] = 1;
    let error = Position::from_setup(setup, Rules::new(Mode::Partners)).expect_err("illegal");
    let (by, of) = (Color::Pink, Color::Green);
    assert_eq!(error, IllegalPosition::CapturedOwn { by, of });
}

#[test]
fn exchange_needs_its_option_and_single_pieces() {
    let fps = format!("2 {DUEL} O - - - 0 s1");
    illegal(
        "mode=2",
        &fps,
        "expected a ply number, got an exchange, which needs opening=exchange",
    );
    let implied: Position = fps.parse().expect("position");
    assert_eq!(implied.rules().to_string(), "mode=2 opening=exchange");
    assert_eq!(implied.to_string(), fps);
    let doubled = DUEL.replacen("O,O", "x,OO", 1);
    illegal(
        "mode=2 opening=exchange",
        &format!("2 {doubled} O - - - 0 s2"),
        "expected only single pieces on the board before the exchanges are done",
    );
}

#[test]
fn first_round_needs_a_piece_to_place() {
    let placed = THREE.replacen("x4/", "O,x3/", 1);
    illegal(
        "mode=3",
        &format!("3 {placed} O G1B1 - - 1 1"),
        "expected a piece in the hand of Orange to place in the first round, got none",
    );
}

#[test]
fn mode_of_the_rules_and_of_the_position_agree() {
    illegal(
        "mode=3",
        &format!("2 {DUEL} O - - - 0 1"),
        "expected a position of mode 3, got mode 2",
    );
}

#[test]
fn older_setup_leaves_four_squares_empty() {
    for mode in ["4t", "4s"] {
        let rules: Rules = format!("mode={mode} setup=12").parse().expect("rules");
        let position = Position::start(rules, Color::Pink);
        for name in ["b7", "g7", "g2", "b2"] {
            let square = name.parse().expect("square");
            assert_eq!(position.board().get(square), None, "{name}");
        }
        assert!(
            Color::ALL
                .iter()
                .all(|&color| position.board().pieces(color) == 12)
        );
        let implied: Position = position.to_string().parse().expect("position");
        assert_eq!(implied, position);
    }
}

#[test]
fn position_is_a_few_cache_lines() {
    assert!(size_of::<Position>() <= 216);
}

#[test]
fn plies_are_in_order() {
    let mut ply = Ply::FIRST_EXCHANGE;
    for text in ["s1", "s2", "1", "2", "3"] {
        assert_eq!(ply.to_string(), text);
        assert_eq!(text.parse(), Ok(ply));
        ply = ply.next();
    }
    for wrong in ["", "0", "s0", "s3", "+1", "01", "-1", "1 ", "99999999999"] {
        assert!(wrong.parse::<Ply>().is_err(), "{wrong}");
    }
    assert_eq!(Ply::new(0), None);
    assert_eq!(Ply::SECOND_EXCHANGE.number(), None);
    assert_eq!(Ply::FIRST.number(), Some(1));
}
