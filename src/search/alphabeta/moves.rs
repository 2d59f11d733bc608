//! Moves with what they gain.

use crate::rules::{Color, Move, Phase, Position, Square, rays, stack};
use crate::search::alphabeta::judge::Judge;
use crate::search::alphabeta::packed::Packed;

/// A move that may be tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) mv: Packed,
    /// Whether pieces are pushed out.
    pub(super) is_capture: bool,
    /// The higher, the sooner it is tried.
    pub(super) order: i32,
    /// Added to the evaluation but for the turn, as the mover sees it.
    pub(super) gain: i32,
}

impl Candidate {
    /// Doing nothing, whether or not it is forced.
    pub(super) const PASS: Candidate = Candidate {
        mv: Packed::PASS,
        is_capture: false,
        order: 0,
        gain: 0,
    };
}

/// In the place of a color: nobody, on an empty square.
const NOBODY: usize = 4;

/// A position with what is the same for all moves of its side.
pub(super) struct Moves<'a> {
    judge: &'a Judge,
    position: &'a Position,
    us: Color,
    /// What the first team gains as the mover sees it: as much, or as much lost.
    sign: i32,
    /// The mover's team, 0 for the first.
    team: usize,
    /// Gain when a color controls a stack more. Shape: `[color or nobody]`.
    more: [i32; NOBODY + 1],
    /// Gain when a color controls a stack fewer. Shape: `[color or nobody]`.
    fewer: [i32; NOBODY + 1],
}

/// Some pieces on their way.
struct Lifted {
    pieces: u16,
    count: usize,
    /// What lifting them adds to the worth of the stacks, as the first team sees it.
    stacks: i32,
    /// Pieces that left the hand, and what that costs.
    spent: usize,
    cost: i32,
    /// Who gets the stack that the mover gives up by it; with a piece from the hand that is he
    /// himself, who gives up none.
    heir: usize,
}

impl<'a> Moves<'a> {
    /// The moves of a position.
    pub(super) fn new(judge: &'a Judge, position: &'a Position) -> Moves<'a> {
        let us = position.side();
        let mut moves = Moves {
            judge,
            position,
            us,
            sign: judge.signed(us, 1),
            team: usize::from(judge.signed(us, 1) < 0),
            more: [0; NOBODY + 1],
            fewer: [0; NOBODY + 1],
        };
        for &color in position.rules().mode().colors() {
            let gain = |more| judge.signed_of(color, judge.gain_of_tops(position, color, more));
            moves.more[color.index()] = moves.sign * gain(1);
            moves.fewer[color.index()] = moves.sign * gain(-1);
        }
        moves
    }

    /// Calls a function with every legal move that gains more than a floor.
    pub(super) fn for_each(&self, floor: i32, mut call: impl FnMut(Candidate)) {
        let position = self.position;
        if position.phase() != Phase::Play {
            position.for_each_move(|mv| call(self.candidate(mv.into())));
            return;
        }
        let board = position.board();
        for from in squares(board.tops(self.us)) {
            for count in 1..=stack::height(board.code(from)) {
                self.slides(from, count, rays::ring(from, count), floor, &mut call);
            }
        }
        if position.hand(self.us) > 0 {
            self.land(
                &self.dropped(),
                Packed::drop,
                board.at_least(0),
                floor,
                &mut call,
            );
        }
        if position.must_pass() {
            call(Candidate::PASS);
        }
    }

    /// Calls a function with every legal move that pushes pieces out and gains more than a floor.
    pub(super) fn for_each_capture(&self, floor: i32, mut call: impl FnMut(Candidate)) {
        let position = self.position;
        if position.phase() != Phase::Play {
            return;
        }
        let board = position.board();
        for count in 1..=5 {
            let tall = board.at_least(6 - count);
            if tall == 0 {
                continue;
            }
            for from in squares(board.tops(self.us) & board.at_least(count)) {
                let targets = rays::ring(from, count) & tall;
                if targets != 0 {
                    self.slides(from, count, targets, floor, &mut call);
                }
            }
        }
        let full = board.at_least(5);
        if full != 0 && position.hand(self.us) > 0 {
            self.land(&self.dropped(), Packed::drop, full, floor, &mut call);
        }
    }

    /// What a legal move does.
    pub(super) fn candidate(&self, mv: Packed) -> Candidate {
        let mut found = Candidate {
            mv,
            ..Candidate::PASS
        };
        let mut find = |candidate| found = candidate;
        match mv.unpack() {
            Some(Move::Slide { from, to }) => {
                let count = from.distance(to).map_or(0, usize::from);
                self.slides(from, count, 1 << to.index(), i32::MIN, &mut find);
            }
            Some(Move::Drop(to)) => {
                self.land(
                    &self.dropped(),
                    Packed::drop,
                    1 << to.index(),
                    i32::MIN,
                    &mut find,
                );
            }
            Some(Move::Swap { own, enemy }) => {
                let board = self.position.board();
                let (ours, theirs) = (board.code(own), board.code(enemy));
                let stacks = self.judge.value(own, theirs) - self.judge.value(own, ours)
                    + self.judge.value(enemy, ours)
                    - self.judge.value(enemy, theirs);
                found.gain = self.sign * stacks;
            }
            Some(Move::Pass) | None => {}
        }
        found
    }

    #[inline]
    fn slides(
        &self,
        from: Square,
        count: usize,
        targets: u64,
        floor: i32,
        call: &mut impl FnMut(Candidate),
    ) {
        let lifted = self.lift(from, count);
        self.land(&lifted, |to| Packed::slide(from, to), targets, floor, call);
    }

    /// Takes pieces off a stack.
    #[inline]
    fn lift(&self, from: Square, count: usize) -> Lifted {
        let code = self.position.board().code(from);
        let left = code >> (2 * count);
        Lifted {
            pieces: code & ((1 << (2 * count)) - 1),
            count,
            stacks: self.judge.value(from, left) - self.judge.value(from, code),
            spent: 0,
            cost: 0,
            heir: if left == stack::EMPTY {
                NOBODY
            } else {
                stack::top(left).index()
            },
        }
    }

    /// Takes a piece from the hand.
    fn dropped(&self) -> Lifted {
        Lifted {
            pieces: self.us as u16,
            count: 1,
            stacks: 0,
            spent: 1,
            cost: self.judge.cost_of_drop(self.position),
            heir: self.us.index(),
        }
    }

    /// Lands pieces on each of some squares: empty ones, stacks that stay whole, and captures.
    #[inline]
    fn land(
        &self,
        lifted: &Lifted,
        mv: impl Fn(Square) -> Packed,
        targets: u64,
        floor: i32,
        call: &mut impl FnMut(Candidate),
    ) {
        let board = self.position.board();
        let (judge, count) = (self.judge, lifted.count);
        let gain_over = |loser: usize| {
            if loser == lifted.heir {
                return -lifted.cost;
            }
            self.more[lifted.heir] + self.fewer[loser] - lifted.cost
        };
        let mut give = |to, is_capture, stacks, gain| {
            let gain = self.sign * stacks + gain;
            if gain > floor {
                call(Candidate {
                    mv: mv(to),
                    is_capture,
                    order: 0,
                    gain,
                });
            }
        };
        let (occupied, tall) = (board.at_least(1), board.at_least(6 - count));
        let stack = judge.row(lifted.pieces | 1 << (2 * count));
        let gain = gain_over(NOBODY);
        if self.sign * lifted.stacks + i32::from(stack.most[self.team]) + gain > floor {
            for to in squares(targets & !occupied) {
                let stacks = lifted.stacks + i32::from(stack.worth[to.index()]);
                give(to, false, stacks, gain);
            }
        }
        for to in squares(targets & occupied & !tall) {
            let under = board.code(to);
            let piled = under << (2 * count) | lifted.pieces;
            let stacks = lifted.stacks + judge.value(to, piled) - judge.value(to, under);
            give(to, false, stacks, gain_over(stack::top(under).index()));
        }
        for to in squares(targets & tall) {
            let under = board.code(to);
            let (piled, pushed_out) = stack::pile(under, lifted.pieces, count);
            let stacks = lifted.stacks + judge.value(to, piled) - judge.value(to, under);
            let banked = judge.gain_of(self.position, lifted.spent, pushed_out);
            give(
                to,
                true,
                stacks,
                gain_over(stack::top(under).index()) + banked,
            );
        }
    }
}

/// The squares whose bits are set.
pub(super) fn squares(mut bits: u64) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let square = Square::from_index(bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(square)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;
    use crate::search::alphabeta::sides::Sides;
    use crate::search::evaluation::Evaluator;

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
                let judge = Judge::new(&Evaluator::of(rules), sides, &position);
                for _ in 0..150 {
                    let moves = position.legal_moves();
                    if moves.is_empty() {
                        break;
                    }
                    check(&judge, &position);
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    let index = usize::try_from(seed >> 33).expect("31 bits") % moves.len();
                    position.play_unchecked(moves[index]);
                }
            }
        }
    }

    fn check(judge: &Judge, position: &Position) {
        let moves = Moves::new(judge, position);
        let before = judge.standing(position);
        let (mut all, mut captures) = (Vec::new(), Vec::new());
        moves.for_each(i32::MIN, |candidate| {
            let mv = candidate.mv.unpack().expect("a move");
            let mut after = position.clone();
            after.play_unchecked(mv);
            let gain = judge.signed(position.side(), judge.standing(&after) - before);
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
