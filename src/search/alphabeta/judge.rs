//! The evaluation as this search needs it: one number for two sides, and what a move adds to it.

use std::collections::HashMap;

use crate::rules::{Color, Goal, Mode, Position, Square, stack};
use crate::search::alphabeta::score::MOST;
use crate::search::alphabeta::sides::{Sides, Team};
use crate::search::evaluation::Evaluator;

/// Packed stacks there can be.
const CODES: usize = 1 << 11;
/// Numbers of pieces told apart; the last stands for all above.
const COUNTS: usize = 20;

/// Captures that win the race of two.
const DUEL_CAPTURES: usize = 6;

/// Tables of one evaluation for two sides.
pub(super) struct Judge {
    sides: Sides,
    goal: Goal,
    /// Short index of a packed stack. Shape: `[code]`.
    index_of: Box<[u16; CODES]>,
    /// Stacks as the first team sees them. Shape: `[square][index]`.
    values: Vec<i16>,
    stride: usize,
    hand: [i32; COUNTS],
    tops: [i32; COUNTS],
    captured: [i32; COUNTS],
    front: [i32; COUNTS],
    each: [i32; COUNTS],
    /// What it is worth to a color's team that it is the one to move. Shape: `[color]`.
    turn: [i32; 4],
}

impl Judge {
    /// The evaluation for the sides of a position.
    pub(super) fn new(evaluator: &Evaluator, sides: Sides, position: &Position) -> Judge {
        let (layout, counts) = evaluator.counts();
        let table = |from: usize| {
            let from = from - layout.hand;
            std::array::from_fn(|count| counts[from + count])
        };
        let wait = |turns: usize| counts[layout.wait - layout.hand + turns.min(3)];
        let (index_of, values, stride) = stack_tables(evaluator, &sides, position);
        Judge {
            sides,
            goal: position.rules().goal(),
            index_of,
            values,
            stride,
            hand: table(layout.hand),
            tops: table(layout.tops),
            captured: table(layout.captured),
            front: table(layout.front),
            each: table(layout.each),
            turn: Color::ALL.map(|side| worth_of_turn(&sides, position, side, wait)),
        }
    }

    /// Part of the stacks, from nothing, as the first team sees it.
    pub(super) fn stacks(&self, position: &Position) -> i32 {
        let board = position.board();
        let values = Square::ALL.into_iter();
        values
            .map(|square| self.value(square, board.code(square)))
            .sum()
    }

    /// How the side to move stands.
    #[inline]
    pub(super) fn score(&self, position: &Position, stacks: i32) -> i32 {
        let mut score = stacks;
        for &color in position.rules().mode().colors() {
            match self.sides.team(color) {
                Some(Team::First) => score += self.counts_of(position, color),
                Some(Team::Second) => score -= self.counts_of(position, color),
                None => {}
            }
        }
        let side = position.side();
        (self.signed(side, score) + self.turn[side.index()]).clamp(-MOST, MOST)
    }

    /// A number as a color's team sees it, given as the first sees it, or back.
    #[inline]
    pub(super) fn signed(&self, color: Color, score: i32) -> i32 {
        match self.sides.team(color) {
            Some(Team::Second) => -score,
            Some(Team::First) | None => score,
        }
    }

    /// A number that is good for one color, as the first team sees it; 0 for one that is out.
    pub(super) fn signed_of(&self, color: Color, score: i32) -> i32 {
        match self.sides.team(color) {
            Some(Team::First) => score,
            Some(Team::Second) => -score,
            None => 0,
        }
    }

    /// What a packed stack is worth on a square, as the first team sees it.
    #[inline]
    pub(super) fn value(&self, square: Square, code: u16) -> i32 {
        let index = usize::from(self.index_of[usize::from(code) & (CODES - 1)]);
        i32::from(self.values[square.index() * self.stride + index])
    }

    /// What one piece less in hand costs.
    #[inline]
    pub(super) fn cost_of_drop(&self, position: &Position) -> i32 {
        let hand = usize::from(position.hand(position.side()));
        let mut cost = at(&self.hand, hand) - at(&self.hand, hand - 1);
        if self.goal == Goal::Race {
            let front = hand + captures(position, position.side());
            cost += at(&self.front, front) - at(&self.front, front - 1);
        }
        cost
    }

    /// What the side to move gains in hands and captures from pieces it pushes out.
    #[inline(never)]
    pub(super) fn gain_of(&self, position: &Position, pushed_out: u16) -> i32 {
        let us = position.side();
        let partner = position.rules().mode().partner(us);
        let mut hands = [0; 4];
        let mut taken = [0; 4];
        for piece in stack::pieces(pushed_out) {
            if piece == us || Some(piece) == partner {
                hands[piece.index()] += 1;
            } else {
                taken[piece.index()] += 1;
            }
        }
        let mut gain = 0;
        for color in [Some(us), partner].into_iter().flatten() {
            let hand = usize::from(position.hand(color));
            gain += at(&self.hand, hand + hands[color.index()]) - at(&self.hand, hand);
        }
        if self.goal == Goal::Race {
            gain += self.gain_in_race(position, hands[us.index()], taken);
        }
        gain
    }

    fn gain_in_race(&self, position: &Position, banked: usize, taken: [usize; 4]) -> i32 {
        let us = position.side();
        let (before, hand) = (captures(position, us), usize::from(position.hand(us)));
        let after = before + taken.iter().sum::<usize>();
        let mut gain = at(&self.captured, after) - at(&self.captured, before);
        gain += at(&self.front, after + hand + banked) - at(&self.front, before + hand);
        for of in Color::ALL {
            let before = usize::from(position.captured(us, of));
            let after = before + taken[of.index()];
            gain += at(&self.each, after) - at(&self.each, before);
        }
        let is_won = position.rules().mode() == Mode::Duel && after >= DUEL_CAPTURES;
        if is_won { MOST } else { gain }
    }

    #[inline]
    fn counts_of(&self, position: &Position, color: Color) -> i32 {
        let hand = usize::from(position.hand(color));
        let mut score = at(&self.hand, hand) + at(&self.tops, position.board().stacks_of(color));
        if self.goal == Goal::Race {
            let captured = captures(position, color);
            score += at(&self.captured, captured) + at(&self.front, captured + hand);
            for &of in position.rules().mode().colors() {
                if of != color {
                    score += at(&self.each, usize::from(position.captured(color, of)));
                }
            }
        }
        score
    }

    /// What it adds to a color's score to control so many stacks more, or fewer.
    #[inline]
    pub(super) fn gain_of_tops(&self, position: &Position, color: Color, more: i32) -> i32 {
        if more == 0 {
            return 0;
        }
        let stacks = position.board().stacks_of(color);
        let after = stacks.saturating_add_signed(more as isize);
        at(&self.tops, after) - at(&self.tops, stacks)
    }
}

#[inline]
fn at(table: &[i32; COUNTS], count: usize) -> i32 {
    table[count.min(COUNTS - 1)]
}

#[inline]
fn captures(position: &Position, by: Color) -> usize {
    let counts = Color::ALL.map(|of| usize::from(position.captured(by, of)));
    counts.iter().sum()
}

/// The tables by short index and square.
fn stack_tables(
    evaluator: &Evaluator,
    sides: &Sides,
    position: &Position,
) -> (Box<[u16; CODES]>, Vec<i16>, usize) {
    let colors = position.rules().mode().colors();
    let of_team = |team| {
        colors
            .iter()
            .copied()
            .find(|&color| sides.team(color) == Some(team))
    };
    let first = of_team(Team::First).expect("first team");
    let second = of_team(Team::Second).expect("second team");
    let value = |square, code| {
        let value = evaluator.stack(first, square, code);
        if evaluator.kind().is_two_sided() {
            return value;
        }
        value - evaluator.stack(second, square, code)
    };
    let mut index_of = Box::new([0; CODES]);
    let mut columns = Vec::new();
    let mut known = HashMap::new();
    for (code, index) in index_of.iter_mut().enumerate() {
        let code = u16::try_from(code).expect("packed stack");
        let column = Square::ALL.map(|square| {
            i16::try_from(value(square, code)).expect("value of a stack within bounds")
        });
        *index = *known.entry(column).or_insert_with(|| {
            columns.push(column);
            u16::try_from(columns.len() - 1).expect("fewer columns than packed stacks")
        });
    }
    let stride = columns.len();
    let rows = Square::ALL.into_iter();
    let values = rows.flat_map(|square| columns.iter().map(move |column| column[square.index()]));
    (index_of, values.collect(), stride)
}

/// What the turn is worth to the team of a side that has it.
fn worth_of_turn(
    sides: &Sides,
    position: &Position,
    side: Color,
    wait: impl Fn(usize) -> i32,
) -> i32 {
    let colors = position.rules().mode().colors();
    let before = colors.iter().take_while(|&&color| color != side).count();
    let mut worth = 0;
    let mut turns = 0;
    for &color in colors.iter().cycle().skip(before).take(colors.len()) {
        if sides.team(color).is_some() {
            let sign = if sides.are_together(color, side) {
                1
            } else {
                -1
            };
            worth += sign * wait(turns);
        }
        turns += usize::from(!position.out().contains(color));
    }
    worth
}
