//! Short races that the first player wins with everybody's help.

use focus::notation::MoveText;
use focus::{Color, Move};

/// Race of two, as Orange sees the board.
const DUEL: &str = "b3-b4 c2-b2 b4-b2 c6-b6 b2-b6 f4-g4 b5-b6 g4-g6 b6-g6 e5-d5 g5-g6";

/// Races of three, one for each color that may begin. Pieces are placed on the upper ranks, which are
/// in the first menu.
const THREE_WAY: [(Color, &str); 3] = [
    (
        Color::Orange,
        "+a5 +h5 +a6 d3-c3 c2-c3 b3-c3 c4-c3 f3-g3 g4-g3 c3-g3 \
         g6-g7 f7-g7 g3-g7 d4-e4 g3-g2 g7-g2 e4-e6 e5-e6 f2-g2",
    ),
    (
        Color::Green,
        "+a5 +h5 +a6 a5-b5 b6-b5 b4-b5 c5-b5 g4-g5 f5-g5 b5-g5 \
         e5-d5 d6-d5 g5-d5 h5-g5 f2-g2 d4-d5 g5-g2 d3-e3 g3-g2",
    ),
    (
        Color::Blue,
        "+a5 +h5 +a6 a5-b5 b4-b5 c5-b5 b6-b5 f5-g5 g6-g5 b5-g5 \
         g2-g3 f3-g3 g4-g5 e3-d3 g3-d3 d2-d3 d6-d7 e7-d7 d3-d7",
    ),
];

/// Returns the moves of a race of two.
pub(crate) fn duel(first: Color) -> Vec<Move> {
    // Blue's setup is Orange's upside down.
    let upside_down = |letter: char| {
        let rank = letter.to_digit(10).map(|rank| 9 - rank);
        rank.and_then(|rank| char::from_digit(rank, 10))
            .unwrap_or(letter)
    };
    match first {
        Color::Blue => moves(&DUEL.chars().map(upside_down).collect::<String>()),
        Color::Orange | Color::Green | Color::Pink => moves(DUEL),
    }
}

/// Returns the moves of a race of three.
pub(crate) fn three_way(first: Color) -> Vec<Move> {
    let mut games = THREE_WAY.iter();
    let game = games.find(|(color, _)| *color == first);
    moves(game.expect("a color that plays").1)
}

fn moves(text: &str) -> Vec<Move> {
    let moves = text.split(' ').map(str::parse::<MoveText>);
    moves.map(|mv| mv.expect("a move").mv()).collect()
}
