//! Moves with what they gain, the promising ones first.

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
    /// Added to the part of the stacks, as the first team sees it.
    pub(super) stacks: i32,
}

impl Candidate {
    /// Doing nothing, whether or not it is forced.
    pub(super) const PASS: Candidate = Candidate {
        mv: Packed::PASS,
        is_capture: false,
        order: 0,
        gain: 0,
        stacks: 0,
    };
}

/// What some pieces that land do.
struct Landing {
    is_capture: bool,
    /// Gain apart from the stacks.
    gain: i32,
    stacks: i32,
}

impl Judge {
    /// Calls a function with every legal move.
    pub(super) fn for_each(&self, position: &Position, mut call: impl FnMut(Candidate)) {
        if position.phase() != Phase::Play {
            position.for_each_move(|mv| call(self.candidate(position, mv.into())));
            return;
        }
        let us = position.side();
        let board = position.board();
        for from in squares(board.tops(us)) {
            self.slides_from(position, from, |count| rays::ring(from, count), &mut call);
        }
        if position.hand(us) > 0 {
            let cost = self.cost_of_drop(position);
            for to in Square::ALL {
                call(self.drop(position, to, cost));
            }
        }
        if position.must_pass() {
            call(Candidate::PASS);
        }
    }

    /// Calls a function with every legal move that pushes pieces out.
    pub(super) fn for_each_capture(&self, position: &Position, mut call: impl FnMut(Candidate)) {
        if position.phase() != Phase::Play {
            return;
        }
        let us = position.side();
        let board = position.board();
        for from in squares(board.tops(us)) {
            let tall_enough = |count: usize| rays::ring(from, count) & board.at_least(6 - count);
            self.slides_from(position, from, tall_enough, &mut call);
        }
        let full = board.at_least(5);
        if full != 0 && position.hand(us) > 0 {
            let cost = self.cost_of_drop(position);
            for to in squares(full) {
                call(self.drop(position, to, cost));
            }
        }
    }

    #[inline]
    fn slides_from(
        &self,
        position: &Position,
        from: Square,
        targets: impl Fn(usize) -> u64,
        call: &mut impl FnMut(Candidate),
    ) {
        let code = position.board().code(from);
        for count in 1..=stack::height(code) {
            let targets = targets(count);
            if targets == 0 {
                continue;
            }
            let start = self.lift(position, from, code, count);
            let pieces = code & ((1 << (2 * count)) - 1);
            for to in squares(targets) {
                let landing = self.land(position, to, pieces, count, start.lost);
                let stacks = start.stacks + landing.stacks;
                call(Candidate {
                    mv: Packed::slide(from, to),
                    is_capture: landing.is_capture,
                    order: 0,
                    gain: self.signed(position.side(), stacks) + start.gain + landing.gain,
                    stacks,
                });
            }
        }
    }

    /// What lifting pieces does: stacks, gain of a stack set free, and stacks of one's own lost.
    fn lift(&self, position: &Position, from: Square, code: u16, count: usize) -> Lift {
        let left = code >> (2 * count);
        let us = position.side();
        let mut found = Lift {
            stacks: self.value(from, left) - self.value(from, code),
            gain: 0,
            lost: 1,
        };
        if left != stack::EMPTY {
            let top = stack::top(left);
            if top == us {
                found.lost = 0;
            } else {
                found.gain = self.gain_of_other_top(position, top, 1);
            }
        }
        found
    }

    #[inline]
    fn land(
        &self,
        position: &Position,
        to: Square,
        pieces: u16,
        count: usize,
        lost: i32,
    ) -> Landing {
        let us = position.side();
        let under = position.board().code(to);
        let (code, pushed_out) = stack::pile(under, pieces, count);
        let stacks = self.value(to, code) - self.value(to, under);
        let mut won = 1;
        let mut gain = 0;
        if under != stack::EMPTY {
            let top = stack::top(under);
            if top == us {
                won = 0;
            } else {
                gain += self.gain_of_other_top(position, top, -1);
            }
        }
        gain += self.gain_of_tops(position, us, won - lost);
        let is_capture = pushed_out != stack::EMPTY;
        if is_capture {
            gain += self.gain_of(position, pushed_out);
        }
        Landing {
            is_capture,
            gain,
            stacks,
        }
    }

    fn drop(&self, position: &Position, to: Square, cost: i32) -> Candidate {
        let us = position.side();
        let landing = self.land(position, to, us as u16, 1, 0);
        Candidate {
            mv: Packed::drop(to),
            is_capture: landing.is_capture,
            order: 0,
            gain: self.signed(us, landing.stacks) + landing.gain - cost,
            stacks: landing.stacks,
        }
    }

    /// What a legal move does.
    pub(super) fn candidate(&self, position: &Position, mv: Packed) -> Candidate {
        let nothing = Candidate {
            mv,
            ..Candidate::PASS
        };
        match mv.unpack() {
            Some(Move::Slide { from, to }) => {
                let mut found = nothing;
                let count = from.distance(to).map_or(0, usize::from);
                let target = 1 << to.index();
                let targets = |steps| if steps == count { target } else { 0 };
                self.slides_from(position, from, targets, &mut |candidate| found = candidate);
                found
            }
            Some(Move::Drop(to)) => self.drop(position, to, self.cost_of_drop(position)),
            Some(Move::Swap { own, enemy }) => {
                let board = position.board();
                let (ours, theirs) = (board.code(own), board.code(enemy));
                let stacks = self.value(own, theirs) - self.value(own, ours)
                    + self.value(enemy, ours)
                    - self.value(enemy, theirs);
                Candidate {
                    gain: self.signed(position.side(), stacks),
                    stacks,
                    ..nothing
                }
            }
            Some(Move::Pass) | None => nothing,
        }
    }

    /// What the mover gains when another color controls so many stacks more.
    fn gain_of_other_top(&self, position: &Position, color: Color, more: i32) -> i32 {
        let gain = self.gain_of_tops(position, color, more);
        self.signed(position.side(), self.signed_of(color, gain))
    }
}

/// What lifting pieces does.
struct Lift {
    stacks: i32,
    /// From a stack set free.
    gain: i32,
    /// Stacks of one's own that are gone.
    lost: i32,
}

/// The squares whose bits are set.
pub(super) fn squares(mut bits: u64) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let square = Square::from_index(bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(square)
    })
}
