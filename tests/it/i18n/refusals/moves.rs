//! Refused moves: illegal ones, and text that is no move.

use focus::notation::{MoveError, MoveText, ParseMoveError};
use focus::{Color, IllegalMove, Square};
use focusbot::i18n::{Language, Words};
use focusbot::service::{MoveRefusal, Refusal};

use crate::i18n::refusals::{check, check_kinds};

fn square(name: &str) -> Square {
    name.parse().expect("square")
}

/// Returns one of each kind, some with several numbers for the plural forms.
fn illegal_moves() -> Vec<IllegalMove> {
    let (c4, d4, color, top) = (square("c4"), square("d4"), Color::Orange, Color::Blue);
    let far = |distance, height| IllegalMove::TooFar {
        from: c4,
        to: d4,
        distance,
        height,
    };
    vec![
        IllegalMove::GameOver,
        IllegalMove::EmptySquare { square: c4 },
        IllegalMove::NotYourStack {
            square: c4,
            top,
            color,
        },
        IllegalMove::NoStep { square: c4 },
        IllegalMove::NotStraight {
            from: c4,
            to: square("e5"),
        },
        far(2, 1),
        far(5, 2),
        far(7, 5),
        IllegalMove::NothingInHand { color },
        IllegalMove::PassNotForced { color },
        IllegalMove::MustPlace,
        IllegalMove::PlacementOccupied { square: c4 },
        IllegalMove::MustSwap,
        IllegalMove::SwapOutsideOpening,
        IllegalMove::SwapNotOwn { square: c4, color },
        IllegalMove::SwapNotEnemy {
            square: d4,
            color: top,
        },
        IllegalMove::SwapSymmetric { own: c4, enemy: d4 },
    ]
}

/// Returns a number per kind; the match makes sure that a new kind is added above.
fn illegal_kind(illegal: &IllegalMove) -> usize {
    match illegal {
        IllegalMove::GameOver => 0,
        IllegalMove::EmptySquare { .. } => 1,
        IllegalMove::NotYourStack { .. } => 2,
        IllegalMove::NoStep { .. } => 3,
        IllegalMove::NotStraight { .. } => 4,
        IllegalMove::TooFar { .. } => 5,
        IllegalMove::NothingInHand { .. } => 6,
        IllegalMove::PassNotForced { .. } => 7,
        IllegalMove::MustPlace => 8,
        IllegalMove::PlacementOccupied { .. } => 9,
        IllegalMove::MustSwap => 10,
        IllegalMove::SwapOutsideOpening => 11,
        IllegalMove::SwapNotOwn { .. } => 12,
        IllegalMove::SwapNotEnemy { .. } => 13,
        IllegalMove::SwapSymmetric { .. } => 14,
    }
}

fn unreadable(text: &str) -> ParseMoveError {
    text.parse::<MoveText>().expect_err("text that is no move")
}

/// Returns the refusal of a text that is no move.
fn unreadable_move(text: &str) -> Refusal {
    Refusal::MoveText {
        error: unreadable(text),
        at: None,
    }
}

/// One text of each kind.
const UNREADABLE: [&str; 5] = ["", "hello", "a1-a3", "c4-c5:x", "c4-c5?"];

/// Returns one of each kind.
pub(super) fn unreadable_moves() -> [Refusal; 5] {
    UNREADABLE.map(unreadable_move)
}

fn unreadable_kind(error: &ParseMoveError) -> usize {
    match error {
        ParseMoveError::Empty => 0,
        ParseMoveError::NotAMove(_) => 1,
        ParseMoveError::Square(_) => 2,
        ParseMoveError::Count(_) => 3,
        ParseMoveError::Suffix(_) => 4,
    }
}

pub(super) fn move_errors() -> Vec<MoveError> {
    let count = |to, count| MoveError::Count {
        from: square("c4"),
        to: square(to),
        count,
    };
    let suffix = |right: &str| MoveError::Suffix {
        given: "xO".to_owned(),
        right: right.to_owned(),
    };
    let claims = [
        count("d4", 2),
        count("e4", 3),
        count("h4", 1),
        suffix(""),
        suffix("xOr1"),
    ];
    claims
        .into_iter()
        .chain(illegal_moves().into_iter().map(MoveError::Illegal))
        .collect()
}

pub(super) fn bad_move(error: MoveError) -> Refusal {
    Refusal::Move(MoveRefusal {
        error,
        at: None,
        near: Vec::new(),
    })
}

#[test]
fn the_lists_have_every_kind() {
    check_kinds(illegal_moves().iter().map(illegal_kind), 0..15);
    let unreadable = UNREADABLE.map(|text| unreadable_kind(&unreadable(text)));
    check_kinds(unreadable, 0..5);
}

#[test]
fn squares_and_colors_are_named() {
    let illegal = IllegalMove::NotYourStack {
        square: square("c4"),
        top: Color::Blue,
        color: Color::Orange,
    };
    check(
        Language::German,
        &bad_move(MoveError::Illegal(illegal)),
        "Der oberste Stein auf c4 ist blau, also kann Orange diesen Stapel nicht ziehen. \
         Du ziehst nur Stapel, auf denen deine Farbe oben liegt.",
    );
}

/// The square of an example may be taken, and its pieces may belong to the other side.
#[test]
fn moves_that_must_come_first_are_told_without_an_example() {
    for (language, example) in [
        (Language::English, "for example"),
        (Language::German, "zum Beispiel"),
        (Language::Dutch, "bijvoorbeeld"),
        (Language::Polish, "na przykład"),
        (Language::French, "par exemple"),
    ] {
        for illegal in [IllegalMove::MustPlace, IllegalMove::MustSwap] {
            let text = Words::new(language).illegal_move(&illegal);
            assert!(!text.contains(example), "{text}");
        }
    }
}

#[test]
fn polish_counts_in_four_forms() {
    let far = |distance, height| {
        let (from, to) = (square("c4"), square("d4"));
        bad_move(MoveError::Illegal(IllegalMove::TooFar {
            from,
            to,
            distance,
            height,
        }))
    };
    check(
        Language::Polish,
        &far(2, 1),
        "Z c4 na d4 są 2 pola, więc muszą ruszyć dokładnie 2 pionki, \
         a na c4 leży tylko 1 pionek.",
    );
    check(
        Language::Polish,
        &far(5, 3),
        "Z c4 na d4 jest 5 pól, więc musi ruszyć dokładnie 5 pionków, \
         a na c4 leżą tylko 3 pionki.",
    );
}

#[test]
fn unreadable_move_is_quoted_escaped_and_shortened() {
    check(
        Language::English,
        &unreadable_move("@everyone"),
        "“@\u{200b}everyone” is not a move. Moves look like `b7-c7` for a slide, `+c5` for a \
         drop and `c4<>d4` for a swap in the exchange opening.",
    );
    check(
        Language::French,
        &unreadable_move("a1-a3"),
        "«\u{202f}a1\u{202f}» n’est pas une case du plateau. Les colonnes vont de a à h, les \
         rangées de 1 à 8, et il manque trois cases dans chaque coin.",
    );
    let long = "x".repeat(3_000);
    let text = Words::new(Language::Dutch).refusal(&unreadable_move(&long));
    assert!(text.contains(&format!("‘{}…’", &long[..40])), "{text}");
}
