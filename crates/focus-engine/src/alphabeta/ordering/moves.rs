//! Move generation with the change in evaluation of each move.

use crate::alphabeta::ordering::packed::Packed;
use crate::alphabeta::static_evaluation::StaticEvaluation;
use focus::{Color, Move, Phase, Position, Square, Stack, packed, rays};

/// A move to search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) mv: Packed,
    /// True if the move pushes pieces out.
    pub(crate) is_capture: bool,
    /// Sort key: moves with higher values are tried first.
    pub(crate) order: i32,
    /// Change in evaluation for the mover, without the value of the turn.
    pub(crate) gain: i32,
}

impl Candidate {
    /// A pass, forced or not (a null move).
    pub(crate) const PASS: Candidate = Candidate {
        mv: Packed::PASS,
        is_capture: false,
        order: 0,
        gain: 0,
    };
}

/// Index in place of a color for an empty square, controlled by nobody.
const NOBODY: usize = 4;

/// Sentinel of a packed stack of one piece.
const SINGLE: u16 = 1 << 2;

/// A position with the data shared by all moves of its side.
pub(crate) struct Moves<'a> {
    evaluation: &'a StaticEvaluation,
    position: &'a Position,
    us: Color,
    /// Sign that converts the first team's gain to the mover's.
    sign: i32,
    /// Index of the mover's team, 0 for the first.
    team: usize,
    /// Gain if a color controls one more stack. Shape: `[color or nobody]`.
    more: [i32; NOBODY + 1],
    /// Gain if a color controls one stack fewer. Shape: `[color]`.
    fewer: [i32; 4],
}

/// Pieces taken from the board or the hand, not yet landed.
struct Lifted {
    pieces: u16,
    count: usize,
    /// Number of pieces that left the hand.
    spent: usize,
    /// Gain from lifting the pieces, without the change in stacks controlled.
    gain: i32,
    /// Color that then controls the stack left behind, or nobody; for a piece from the hand, the
    /// mover, who gives up no stack.
    heir: usize,
}

impl<'a> Moves<'a> {
    /// Creates the move generator of a position.
    pub(crate) fn new(evaluation: &'a StaticEvaluation, position: &'a Position) -> Moves<'a> {
        let us = position.side();
        let mut moves = Moves {
            evaluation,
            position,
            us,
            sign: evaluation.signed(us, 1),
            team: usize::from(evaluation.signed(us, 1) < 0),
            more: [0; NOBODY + 1],
            fewer: [0; 4],
        };
        for &color in position.rules().mode().colors() {
            let [fewer, more] = evaluation.gains_of_tops(position, color);
            moves.fewer[color.index()] = moves.sign * fewer;
            moves.more[color.index()] = moves.sign * more;
        }
        moves
    }

    /// Calls a function with every legal move whose gain exceeds a floor.
    pub(crate) fn for_each(&self, floor: i32, mut call: impl FnMut(Candidate)) {
        if self.position.phase() != Phase::Play {
            let position = self.position;
            position.for_each_move(|mv| call(self.candidate(mv.into())));
            return;
        }
        let mut give = |mv, gain| {
            if gain > floor {
                call(Candidate {
                    mv,
                    gain,
                    ..Candidate::PASS
                });
            }
        };
        self.singles(floor, &mut give);
        self.stacks(floor, &mut give);
        self.for_each_capture(floor, &mut call);
        if self.position.must_pass() {
            call(Candidate::PASS);
        }
    }

    /// Calls a function with every legal move that pushes pieces out and whose gain exceeds a
    /// floor.
    pub(crate) fn for_each_capture(&self, floor: i32, mut call: impl FnMut(Candidate)) {
        if self.position.phase() != Phase::Play {
            return;
        }
        let board = self.position.board();
        let mut give = |lifted: &Lifted, mv, to| {
            let candidate = self.landed(lifted, mv, to);
            if candidate.gain > floor {
                call(candidate);
            }
        };
        for count in 1..=Stack::MAX_HEIGHT {
            let tall = board.at_least(Stack::MAX_HEIGHT + 1 - count);
            if tall == 0 {
                continue;
            }
            for from in Square::of_bits(board.tops(self.us) & board.at_least(count)) {
                let targets = rays::ring(from, count) & tall;
                if targets != 0 {
                    let lifted = self.lift(from, count);
                    Square::of_bits(targets)
                        .for_each(|to| give(&lifted, Packed::slide(from, to), to));
                }
            }
        }
        let full = board.at_least(Stack::MAX_HEIGHT);
        if full != 0 && self.position.hand(self.us) > 0 {
            let dropped = self.dropped();
            Square::of_bits(full).for_each(|to| give(&dropped, Packed::drop(to), to));
        }
    }

    /// Returns the candidate for a legal move.
    pub(crate) fn candidate(&self, mv: Packed) -> Candidate {
        let nothing = Candidate {
            mv,
            ..Candidate::PASS
        };
        match mv.unpack() {
            Some(Move::Slide { from, to }) => {
                let count = from.distance(to).map_or(0, usize::from);
                self.landed(&self.lift(from, count), mv, to)
            }
            Some(Move::Drop(to)) => self.landed(&self.dropped(), mv, to),
            Some(Move::Swap { own, enemy }) => {
                let board = self.position.board();
                let (ours, theirs) = (board.code(own), board.code(enemy));
                let stacks = self.evaluation.value(own, theirs) - self.evaluation.value(own, ours)
                    + self.evaluation.value(enemy, ours)
                    - self.evaluation.value(enemy, theirs);
                Candidate {
                    gain: self.sign * stacks,
                    ..nothing
                }
            }
            Some(Move::Pass) | None => nothing,
        }
    }

    /// Generates non-capturing slides of single pieces and drops.
    #[inline]
    fn singles(&self, floor: i32, give: &mut impl FnMut(Packed, i32)) {
        let board = self.position.board();
        let own = board.tops(self.us);
        let (taller, room) = (board.at_least(2), !board.at_least(Stack::MAX_HEIGHT));
        let landing = self.landing_of_single();
        let single = self.evaluation.row(SINGLE | self.us as u16);
        for from in Square::of_bits(own & !taller) {
            let lifted = self.sign * i32::from(single.worth[from.index()]);
            for to in Square::of_bits(rays::ring(from, 1) & room) {
                give(Packed::slide(from, to), landing[to.index()] - lifted);
            }
        }
        if self.position.hand(self.us) == 0 {
            return;
        }
        let cost = self.evaluation.cost_of_drop(self.position);
        // On a square not controlled before, the mover controls one more stack. On one's own stack,
        // `landing` counted a lost stack that is not lost.
        let (won, kept) = (self.more[self.us.index()], -self.fewer[self.us.index()]);
        let most = landing.iter().copied().max().unwrap_or(0);
        if most + won.max(kept) - cost <= floor {
            return;
        }
        for to in Square::of_bits(room & !own) {
            give(Packed::drop(to), landing[to.index()] + won - cost);
        }
        for to in Square::of_bits(room & own) {
            give(Packed::drop(to), landing[to.index()] + kept - cost);
        }
    }

    /// Generates non-capturing slides from taller stacks.
    #[inline]
    fn stacks(&self, floor: i32, give: &mut impl FnMut(Packed, i32)) {
        let (evaluation, board) = (self.evaluation, self.position.board());
        let occupied = board.at_least(1);
        for from in Square::of_bits(board.tops(self.us) & board.at_least(2)) {
            for count in 1..=board.height(from) {
                let room = !board.at_least(Stack::MAX_HEIGHT + 1 - count);
                let targets = rays::ring(from, count) & room;
                let lifted = self.lift(from, count);
                let alone = evaluation.row(lifted.pieces | 1 << (2 * count));
                if lifted.gain + self.more[lifted.heir] + i32::from(alone.most[self.team]) > floor {
                    let gain = lifted.gain + self.more[lifted.heir];
                    for to in Square::of_bits(targets & !occupied) {
                        let worth = i32::from(alone.worth[to.index()]);
                        give(Packed::slide(from, to), gain + self.sign * worth);
                    }
                }
                for to in Square::of_bits(targets & occupied) {
                    let under = board.code(to);
                    let piled = under << (2 * count) | lifted.pieces;
                    let worth = evaluation.value(to, piled) - evaluation.value(to, under);
                    let gain = lifted.gain + self.gain_over(&lifted, under);
                    give(Packed::slide(from, to), gain + self.sign * worth);
                }
            }
        }
    }

    /// Returns the gain of a single piece landing on each square, without its origin; invalid for
    /// full stacks. Shape: `[square]`.
    #[inline]
    fn landing_of_single(&self) -> [i32; Square::COUNT] {
        let board = self.position.board();
        let piece = self.us as u16;
        let single = self.evaluation.row(SINGLE | piece);
        let mut gains = single.worth.map(|worth| self.sign * i32::from(worth));
        for to in Square::of_bits(board.at_least(1) & !board.at_least(Stack::MAX_HEIGHT)) {
            let under = board.code(to);
            let worth =
                self.evaluation.value(to, under << 2 | piece) - self.evaluation.value(to, under);
            gains[to.index()] = self.sign * worth + self.fewer[packed::top(under).index()];
        }
        gains
    }

    /// Takes pieces off a stack.
    #[inline]
    fn lift(&self, from: Square, count: usize) -> Lifted {
        let code = self.position.board().code(from);
        let left = code >> (2 * count);
        let worth = self.evaluation.value(from, left) - self.evaluation.value(from, code);
        Lifted {
            pieces: code & ((1 << (2 * count)) - 1),
            count,
            spent: 0,
            gain: self.sign * worth,
            heir: if left == packed::EMPTY {
                NOBODY
            } else {
                packed::top(left).index()
            },
        }
    }

    /// Takes a piece from the hand.
    fn dropped(&self) -> Lifted {
        Lifted {
            pieces: self.us as u16,
            count: 1,
            spent: 1,
            gain: -self.evaluation.cost_of_drop(self.position),
            heir: self.us.index(),
        }
    }

    /// Returns the candidate for pieces that land on a square.
    fn landed(&self, lifted: &Lifted, mv: Packed, to: Square) -> Candidate {
        let under = self.position.board().code(to);
        let (piled, pushed_out) = packed::pile(under, lifted.pieces, lifted.count);
        let worth = self.evaluation.value(to, piled) - self.evaluation.value(to, under);
        let mut gain = lifted.gain + self.sign * worth;
        gain += if under == packed::EMPTY {
            self.more[lifted.heir]
        } else {
            self.gain_over(lifted, under)
        };
        let is_capture = pushed_out != packed::EMPTY;
        if is_capture {
            gain += self
                .evaluation
                .gain_of(self.position, lifted.spent, pushed_out);
        }
        Candidate {
            mv,
            is_capture,
            gain,
            ..Candidate::PASS
        }
    }

    /// Returns the gain from controlled stacks when pieces land on a stack.
    #[inline]
    fn gain_over(&self, lifted: &Lifted, under: u16) -> i32 {
        let loser = packed::top(under).index();
        if loser == lifted.heir {
            return 0;
        }
        self.more[lifted.heir] + self.fewer[loser]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alphabeta::sides::Sides;
    use crate::evaluation::Evaluator;
    use focus::Rules;

    #[test]
    fn moves_are_the_legal_ones_and_gain_what_the_evaluation_says() {
        for rules in [
            "mode=2",
            "mode=2 goal=race",
            "mode=2 opening=exchange",
            "mode=4t",
        ] {
            let rules: Rules = rules.parse().expect("rules");
            let mut seed = 7_u64;
            for _ in 0..10 {
                let mut position = Position::start(rules, Color::Orange);
                let sides = Sides::of(&position).expect("two sides");
                let evaluation = StaticEvaluation::new(&Evaluator::of(rules), sides, &position);
                for _ in 0..150 {
                    let moves = position.legal_moves();
                    if moves.is_empty() {
                        break;
                    }
                    check(&evaluation, &position);
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    let index = usize::try_from(seed >> 33).expect("31 bits") % moves.len();
                    position.play_unchecked(moves[index]);
                }
            }
        }
    }

    fn check(evaluation: &StaticEvaluation, position: &Position) {
        let moves = Moves::new(evaluation, position);
        let before = evaluation.standing(position);
        let (mut all, mut captures) = (Vec::new(), Vec::new());
        moves.for_each(i32::MIN, |candidate| {
            let mv = candidate.mv.unpack().expect("a move");
            let mut after = position.clone();
            after.play_unchecked(mv);
            let gain = evaluation.signed(position.side(), evaluation.standing(&after) - before);
            if !after.is_over() {
                assert_eq!(candidate.gain, gain, "{mv:?} in {position}");
            }
            if candidate.is_capture {
                captures.push(mv);
            }
            all.push(mv);
        });
        let mut found = Vec::new();
        moves.for_each_capture(i32::MIN, |candidate| found.extend(candidate.mv.unpack()));
        let legal = position.legal_moves();
        assert!(legal.iter().all(|mv| all.contains(mv)), "{position}");
        assert_eq!(legal.len(), all.len(), "{position}");
        assert!(captures.iter().all(|mv| found.contains(mv)), "{position}");
        assert_eq!(captures.len(), found.len(), "{position}");
    }
}
