//! Position to be read aloud: rank by rank, and around a square.

use crate::i18n::Words;
use crate::i18n::board::position::Pieces;
use crate::i18n::catalogue::MESSAGE;
use crate::service::GameView;
use focus::{Board, Direction, Square, Stack};

impl Words {
    /// Describes a position of a game rank by rank, then the pieces beside the board, in at most
    /// 2,000 characters. `plies` is the number of moves in the whole game. Letters stand for pieces
    /// if words would be too long.
    #[must_use]
    pub fn ranks(self, view: &GameView, plies: u32) -> String {
        let words = self.ranks_with(view, plies, Pieces::Heights);
        if words.chars().count() <= MESSAGE {
            return words;
        }
        self.ranks_with(view, plies, Pieces::Letters)
    }

    fn ranks_with(self, view: &GameView, plies: u32, pieces: Pieces) -> String {
        let mut lines = vec![self.watched(view, plies)];
        if pieces == Pieces::Letters {
            lines.push(self.letters(view.game.rules().mode().colors()));
        }
        let position = view.game.position();
        let board = position.board();
        lines.extend((0..8).rev().map(|rank| self.rank(board, rank, pieces)));
        lines.extend(self.beside_board(position));
        lines.join("\n")
    }

    /// Lists the stacks of a rank from file a, and its empty squares.
    fn rank(self, board: &Board, rank: u8, pieces: Pieces) -> String {
        let squares = || on_rank(rank);
        let stacks = squares().filter_map(|square| Some((square, board.get(square)?)));
        let mut parts: Vec<_> = stacks
            .map(|(square, stack)| self.stack_on(square, stack, pieces))
            .collect();
        let empty: Vec<_> = squares()
            .filter(|square| board.get(*square).is_none())
            .map(|square| square.to_string())
            .collect();
        if !empty.is_empty() {
            parts.push(self.text("rank-empty", &[("squares", empty.join(", ").into())]));
        }
        let args = [
            ("rank", (rank + 1).into()),
            ("squares", self.chain(&parts).into()),
        ];
        self.text("rank-line", &args)
    }

    /// Describes a square, the lines through it, the squares its stack could reach and the stacks
    /// that could reach it, regardless of whose turn it is. In a running game, the stacks of
    /// players who are out cannot move.
    #[must_use]
    pub fn around(self, view: &GameView, square: Square) -> String {
        let position = view.game.position();
        let board = position.board();
        let mut lines = vec![self.text(
            "around-title",
            &[("square", self.content(board, square).into())],
        )];
        lines.extend(Direction::ALL.into_iter().filter_map(|direction| {
            let squares = line(square, direction).map(|on_line| self.content(board, on_line));
            let squares: Vec<_> = squares.collect();
            let way = self.text(way(direction), &[]);
            let args = [
                ("way", way.into()),
                ("squares", self.chain(&squares).into()),
            ];
            (!squares.is_empty()).then(|| self.text("around-way", &args))
        }));
        let can_move =
            |stack: &Stack| view.ending.is_some() || !position.out().contains(stack.top());
        let height = board.get(square).filter(can_move).map_or(0, Stack::height);
        let in_reach = |from: Square, to: Square, height: usize| {
            from.distance(to)
                .is_some_and(|distance| usize::from(distance) <= height)
        };
        let targets = Square::ALL.into_iter();
        let targets: Vec<_> = targets
            .filter(|to| in_reach(square, *to, height))
            .map(|to| to.to_string())
            .collect();
        if !targets.is_empty() {
            lines.push(self.text("around-reaches", &[("squares", targets.join(", ").into())]));
        }
        let sources = board
            .iter()
            .filter(|(from, stack)| can_move(stack) && in_reach(*from, square, stack.height()));
        let sources: Vec<_> = sources
            .map(|(from, stack)| {
                let args = [
                    ("square", from.to_string().into()),
                    ("color", self.color(stack.top()).into()),
                ];
                self.text("around-from", &args)
            })
            .collect();
        if !sources.is_empty() {
            lines.push(self.text("around-reached", &[("squares", sources.join(", ").into())]));
        }
        lines.join("\n")
    }

    /// Describes a square and its stack.
    fn content(self, board: &Board, square: Square) -> String {
        match board.get(square) {
            Some(stack) => self.stack_on(square, stack, Pieces::Heights),
            None => self.text("square-empty", &[("square", square.to_string().into())]),
        }
    }
}

/// Returns the squares of a rank (0 to 7), from file a.
fn on_rank(rank: u8) -> impl Iterator<Item = Square> {
    Square::ALL
        .into_iter()
        .filter(move |square| square.rank() == rank)
}

/// Returns the squares beyond `from` in a direction, nearest first.
fn line(from: Square, direction: Direction) -> impl Iterator<Item = Square> {
    (1..8).map_while(move |distance| from.step(direction, distance))
}

/// Returns the message id of a direction in terms of the coordinates, regardless of the picture's
/// orientation.
fn way(direction: Direction) -> &'static str {
    match direction {
        Direction::North => "way-north",
        Direction::East => "way-east",
        Direction::South => "way-south",
        Direction::West => "way-west",
    }
}
