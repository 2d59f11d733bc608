//! Static move ordering: 10 (n + t) + s.
//!
//! Here n is the number of pieces moved, t the number of pieces on the target square, and s the
//! change in the number of stacks the mover controls.

use focus::{Board, Color, Move, Phase, Position, Square, packed, rays};
use focus_engine::Rng;

/// Returns the static ordering value of a move.
pub(super) fn promise(position: &Position, mv: Move) -> i32 {
    let (board, us) = (position.board(), position.side());
    match mv {
        Move::Slide { from, to } => {
            let count = usize::from(from.distance(to).unwrap_or(0));
            let s = loss(board, us, from, count) + gain(board, us, to);
            10 * to_i32(count + board.height(to)) + s
        }
        Move::Drop(to) => 10 * to_i32(1 + board.height(to)) + gain(board, us, to),
        Move::Pass | Move::Swap { .. } => 0,
    }
}

/// Returns the legal moves with their values, highest first; equal ones keep the order of
/// [`Position::legal_moves`].
pub(super) fn ordered(position: &Position) -> Vec<(Move, i32)> {
    let moves = position.legal_moves();
    let mut ordered: Vec<_> = moves
        .iter()
        .map(|&mv| (mv, promise(position, mv)))
        .collect();
    ordered.sort_by_key(|&(_, promise)| -promise);
    ordered
}

/// Returns a random legal move.
pub(super) fn any(position: &Position, dice: &mut Rng) -> Move {
    let count = usize::try_from(position.count_moves()).unwrap_or(1);
    let (mut at, mut found) = (dice.below(count), Move::Pass);
    position.for_each_move(|mv| {
        if at == 0 {
            found = mv;
        }
        at = at.wrapping_sub(1);
    });
    found
}

/// Returns a random one of the moves with the highest value; before normal play, any move.
///
/// It uses bit sets of squares because playouts spend most of their time here.
pub(super) fn most_promising(position: &Position, dice: &mut Rng) -> Move {
    if position.phase() != Phase::Play {
        return any(position, dice);
    }
    let (board, us) = (position.board(), position.side());
    let mut best = Best::new(board.tops(us), position.board());
    for from in board.topped_by(us) {
        best.offer_slides(board, us, from);
    }
    if position.hand(us) > 0 {
        best.offer(None, (1 << Square::COUNT) - 1, 1, 0);
    }
    best.pick(dice)
}

/// Best moves found so far, as sets of target squares.
struct Best {
    promise: i32,
    count: u32,
    len: usize,
    /// Origin and target squares of each set.
    sets: [(Option<Square>, u64); Best::SETS],
    ours: u64,
    /// Squares with exactly this many pieces. Shape: `[height]`.
    heights: [u64; 6],
}

impl Best {
    /// Maximum number of sets: two equally good ones for each stack and for the hand.
    const SETS: usize = 2 * (Square::COUNT + 1);

    fn new(ours: u64, board: &Board) -> Best {
        let at_least = [0, 1, 2, 3, 4, 5, 6].map(|height| board.at_least(height));
        Best {
            promise: i32::MIN,
            count: 0,
            len: 0,
            sets: [(None, 0); Best::SETS],
            ours,
            heights: [0, 1, 2, 3, 4, 5].map(|height| at_least[height] & !at_least[height + 1]),
        }
    }

    fn offer_slides(&mut self, board: &Board, us: Color, from: Square) {
        for count in (1..=board.height(from)).rev() {
            if 10 * to_i32(count + 5) + 1 < self.promise {
                return;
            }
            let s = loss(board, us, from, count);
            self.offer(Some(from), rays::ring(from, count), count, s);
        }
    }

    /// Adds moves of a number of pieces to target squares.
    fn offer(&mut self, from: Option<Square>, targets: u64, count: usize, s: i32) {
        for height in (0..6).rev() {
            let promise = 10 * to_i32(count + height) + s;
            if promise + 1 < self.promise {
                return;
            }
            let targets = targets & self.heights[height];
            self.add(from, targets & !self.ours, promise + 1);
            self.add(from, targets & self.ours, promise);
        }
    }

    #[inline]
    fn add(&mut self, from: Option<Square>, targets: u64, promise: i32) {
        if targets == 0 || promise < self.promise {
            return;
        }
        if promise > self.promise {
            self.promise = promise;
            self.count = 0;
            self.len = 0;
        }
        self.sets[self.len] = (from, targets);
        self.len += 1;
        self.count += targets.count_ones();
    }

    fn pick(&self, dice: &mut Rng) -> Move {
        if self.count == 0 {
            return Move::Pass;
        }
        let mut at = u32::try_from(dice.below(self.count as usize)).unwrap_or(0);
        for &(from, mut targets) in &self.sets[..self.len] {
            let count = targets.count_ones();
            if at >= count {
                at -= count;
                continue;
            }
            for _ in 0..at {
                targets &= targets - 1;
            }
            let to = Square::from_index(targets.trailing_zeros() as usize);
            return match (from, to) {
                (Some(from), Some(to)) => Move::Slide { from, to },
                (None, Some(to)) => Move::Drop(to),
                (_, None) => Move::Pass,
            };
        }
        Move::Pass
    }
}

/// Returns -1 if lifting this many pieces gives up a stack, otherwise 0.
#[inline]
fn loss(board: &Board, us: Color, from: Square, count: usize) -> i32 {
    let left = board.code(from) >> (2 * count);
    if left == packed::EMPTY || packed::top(left) != us {
        return -1;
    }
    0
}

/// Returns 1 if landing on a square wins a stack, otherwise 0.
#[inline]
fn gain(board: &Board, us: Color, to: Square) -> i32 {
    i32::from(board.tops(us) >> to.index() & 1 == 0)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "pieces are few"
)]
const fn to_i32(count: usize) -> i32 {
    count as i32
}

/// Number of values of [`slot`].
pub(super) const SLOTS: usize = 1 << 12;

/// Returns the index of a move in a history table, from its origin and target.
pub(super) const fn slot(mv: Move) -> usize {
    match mv {
        Move::Slide { from, to } => from.index() << 6 | to.index(),
        Move::Drop(to) => Square::COUNT << 6 | to.index(),
        Move::Pass => (Square::COUNT + 1) << 6,
        Move::Swap { own, enemy } => own.index() << 6 | enemy.index(),
    }
}
