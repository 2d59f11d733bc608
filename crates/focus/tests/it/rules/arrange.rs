//! Compact descriptions of positions.

use focus::notation::MoveText;
use focus::{Board, Color, ColorSet, Effect, Game, Ply, Position, Rules, Setup, Square, Stack};

/// Creates a position from stacks such as `c3=OB d4=O`, hands such as `O2B1`, and captures such as
/// `O:B3`; any of them may be empty. Missing pieces count as captured by the next opponent.
#[track_caller]
pub(super) fn position(rules: &str, side: char, stacks: &str, rest: &str) -> Position {
    let rules: Rules = rules.parse().expect("rules");
    let mode = rules.mode();
    let mut setup = Setup {
        mode,
        board: board(stacks),
        side: Color::from_letter(side).expect("color"),
        hands: [0; 4],
        captured: [[0; 4]; 4],
        out: ColorSet::EMPTY,
        clock: 0,
        ply: Ply::new(100).expect("number"),
    };
    for word in rest.split_whitespace() {
        match word.split_once(':') {
            Some(("out", colors)) => {
                setup.out = colors.chars().filter_map(Color::from_letter).collect();
            }
            Some(("clock", clock)) => setup.clock = clock.parse().expect("number"),
            Some(("ply", ply)) => setup.ply = ply.parse().expect("ply"),
            Some((captor, captures)) => {
                let captor: Color = captor.parse().expect("captor");
                setup.captured[captor.index()] = counts(captures);
            }
            None => setup.hands = counts(word),
        }
    }
    for &color in mode.colors() {
        let missing = usize::from(rules.pieces()) - setup.pieces(color);
        let captor = mode.next(color);
        setup.captured[captor.index()][color.index()] += u8::try_from(missing).expect("few pieces");
    }
    Position::from_setup(setup, rules).unwrap_or_else(|error| panic!("{stacks}: {error}"))
}

fn board(stacks: &str) -> Board {
    let mut board = Board::EMPTY;
    for word in stacks.split_whitespace() {
        let (square, pieces) = word.split_once('=').expect("square and stack");
        let stack = Stack::new(pieces.chars().filter_map(Color::from_letter));
        board.set(square.parse().expect("square"), stack);
    }
    board
}

fn counts(text: &str) -> [u8; 4] {
    let mut counts = [0; 4];
    let mut color = Color::Orange;
    for letter in text.chars() {
        match letter.to_digit(10) {
            Some(digit) => {
                let count = &mut counts[color.index()];
                *count = *count * 10 + u8::try_from(digit).expect("digit");
            }
            None => color = Color::from_letter(letter).expect("color"),
        }
    }
    counts
}

/// Plays moves that must be legal.
#[track_caller]
pub(super) fn play(position: &mut Position, moves: &str) -> Effect {
    let mut effect = Effect::NONE;
    for token in moves.split_whitespace() {
        let text: MoveText = token.parse().expect("well-written move");
        let mv = text.resolve(position);
        let mv = mv.unwrap_or_else(|error| panic!("{token}: {error}"));
        effect = position.play(mv).expect("legal move");
    }
    effect
}

/// Plays moves that must be legal.
#[track_caller]
pub(crate) fn play_game(game: &mut Game, moves: &str) {
    for token in moves.split_whitespace() {
        let text: MoveText = token.parse().expect("well-written move");
        let mv = text.resolve_in(game);
        let mv = mv.unwrap_or_else(|error| panic!("{token}: {error}"));
        game.play(mv).expect("legal move");
    }
}

/// Checks the message of a refusal.
#[track_caller]
pub(super) fn refused(position: &Position, token: &str, expected: &str) {
    let text: MoveText = token.parse().expect("well-written move");
    let error = text.resolve(position).expect_err("illegal move");
    assert_eq!(error.to_string(), expected, "{token}");
}

/// Returns the stack on a square, bottom to top; empty if there is none.
pub(super) fn stack(position: &Position, square: &str) -> String {
    let square: Square = square.parse().expect("square");
    let stack = position.board().get(square);
    stack.map_or_else(String::new, |stack| stack.to_string())
}

/// Returns the result so far: letters, `=` or `*`.
pub(super) fn result(position: &Position) -> String {
    let outcome = position.outcome();
    outcome.map_or_else(|| "*".to_owned(), |outcome| outcome.to_string())
}

/// Returns the legal moves as text.
pub(super) fn legal(position: &Position) -> Vec<String> {
    let moves = position.legal_moves();
    moves.iter().map(ToString::to_string).collect()
}
