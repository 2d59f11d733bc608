//! Exchange opening of the duel.

use super::arrange::{legal, play, refused, stack};
use focus::{Color, Phase, Position, Rules, perft};

fn start() -> Position {
    let rules: Rules = "mode=2 opening=exchange".parse().expect("rules");
    Position::start(rules, Color::Orange)
}

#[test]
fn starter_swaps_any_own_piece_with_any_enemy_piece() {
    let mut position = start();
    assert_eq!(position.phase(), Phase::Exchange);
    assert_eq!(position.ply().to_string(), "s1");
    assert_eq!(legal(&position).len(), 18 * 18);
    play(&mut position, "b3<>b2");
    assert_eq!(
        (stack(&position, "b3"), stack(&position, "b2")),
        ("B".into(), "O".into())
    );
    assert_eq!(position.ply().to_string(), "s2");
    assert_eq!(position.side(), Color::Blue);
    assert_eq!(position.clock(), 0);
}

#[test]
fn game_begins_after_both_have_swapped() {
    let mut position = start();
    play(&mut position, "b3<>b2 d3<>d2");
    assert_eq!(position.phase(), Phase::Play);
    assert_eq!(position.ply().to_string(), "1");
    assert_eq!(position.side(), Color::Orange);
    refused(
        &position,
        "b3<>b2",
        "pieces are swapped only in the exchange opening",
    );
}

#[test]
fn swap_is_of_an_own_piece_with_an_enemy_one() {
    let position = start();
    refused(
        &position,
        "b3-b4",
        "the exchange opening begins with a swap such as `c4<>d4`",
    );
    refused(
        &position,
        "b2<>b3",
        "a swap begins with an own piece, and b2 holds none of Orange",
    );
    refused(
        &position,
        "c1<>b3",
        "a swap begins with an own piece, and c1 holds none of Orange",
    );
    refused(
        &position,
        "b3<>c3",
        "a swap ends with an enemy piece, and c3 holds none of Blue",
    );
}

#[test]
fn second_player_may_not_restore_the_symmetry() {
    let mut position = start();
    play(&mut position, "b3<>b2");
    // This takes the swap back.
    let undone = "b3<>b2 would bring back a position that is symmetric with colors reversed";
    refused(&position, "b3<>b2", undone);
    // This swap mirrored along the ranks, and rotated by half a turn.
    for other in ["b7<>b6", "g7<>g6"] {
        let (own, enemy) = other.split_once("<>").expect("swap");
        let turned = [format!("{own}<>{enemy}"), format!("{enemy}<>{own}")];
        assert!(
            turned.iter().all(|mv| !legal(&position).contains(mv)),
            "{other}"
        );
    }
}

#[test]
fn exchanges_are_counted() {
    // Numbers of second swaps, each with the number of first swaps that leave that many; computed
    // by a short program in another language.
    let expected = [(304, 36), (317, 288)];
    let start = start();
    let mut counts = std::collections::BTreeMap::new();
    for &mv in &start.legal_moves() {
        let mut position = start.clone();
        position.play(mv).expect("legal move");
        *counts.entry(position.legal_moves().len()).or_insert(0) += 1;
    }
    assert!(counts.into_iter().eq(expected));
    assert_eq!(perft(&start, 2), 102_240);
}
