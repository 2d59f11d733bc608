//! Evaluation for two sides: one number per position, and the change that each move makes.

use std::sync::Arc;

use crate::alphabeta::score::MOST;
use crate::alphabeta::sides::{Sides, Team};
use crate::evaluation::{Accumulator, Evaluator, Network};
use focus::{Color, Goal, Mode, Position, Square, packed};

/// Values of one packed stack for the first team.
///
/// The size is a power of two, so that indexing is fast.
#[derive(Debug)]
#[repr(align(128))]
pub(crate) struct Row {
    /// Shape: `[square]`.
    pub(crate) worth: [i16; Square::COUNT],
    /// Maximum value on any square for the first team, and for the second.
    pub(crate) most: [i16; 2],
}

/// Number of distinct piece counts; the last one stands for all higher counts.
const COUNTS: usize = 20;

/// Number of captures that win the race in a duel.
const DUEL_CAPTURES: usize = 6;

/// Evaluation tables for two sides.
pub(crate) struct StaticEvaluation {
    sides: Sides,
    /// Evaluation with the network that is added to the tables.
    evaluator: Arc<Evaluator>,
    goal: Goal,
    /// Values of stacks. Shape: `[packed stack]`.
    stacks: Box<[Row; packed::CODES]>,
    hand: [i32; COUNTS],
    tops: [i32; COUNTS],
    captured: [i32; COUNTS],
    front: [i32; COUNTS],
    each: [i32; COUNTS],
    /// Value of being to move, for the color's team. Shape: `[color]`.
    turn: [i32; 4],
}

impl StaticEvaluation {
    /// Creates the evaluation for the sides of a position.
    pub(crate) fn new(
        evaluator: &Arc<Evaluator>,
        sides: Sides,
        position: &Position,
    ) -> StaticEvaluation {
        let (layout, counts) = evaluator.counts();
        let table = |from: usize| {
            let from = from - layout.hand;
            std::array::from_fn(|count| counts[from + count])
        };
        let wait = |turns: usize| counts[layout.wait - layout.hand + turns.min(3)];
        let stacks = stack_table(evaluator, &sides, position);
        StaticEvaluation {
            sides,
            evaluator: Arc::clone(evaluator),
            goal: position.rules().goal(),
            stacks,
            hand: table(layout.hand),
            tops: table(layout.tops),
            captured: table(layout.captured),
            front: table(layout.front),
            each: table(layout.each),
            turn: Color::ALL.map(|side| worth_of_turn(&sides, position, side, wait)),
        }
    }

    /// Computes the evaluation for the first team from scratch, without the value of the turn.
    pub(crate) fn standing(&self, position: &Position) -> i32 {
        let board = position.board();
        let values = Square::ALL.into_iter();
        let stacks = values.map(|square| self.value(square, board.code(square)));
        let colors = position.rules().mode().colors().iter();
        let counts = colors.map(|&color| self.signed_of(color, self.counts_of(position, color)));
        stacks.sum::<i32>() + counts.sum::<i32>()
    }

    /// Returns the network, which sees more than single stacks, if there is one.
    #[inline]
    pub(crate) fn network(&self) -> Option<&Network> {
        self.evaluator.network()
    }

    /// Computes the network's accumulator for a position.
    pub(crate) fn accumulator(&self, position: &Position) -> Accumulator {
        let network = self.network();
        network.map_or(Accumulator::NOTHING, |network| network.fresh(position))
    }

    /// Returns the evaluation for the side to move, from the parts that are updated incrementally.
    #[inline]
    pub(crate) fn score(
        &self,
        position: &Position,
        standing: i32,
        accumulator: &Accumulator,
    ) -> i32 {
        let side = position.side();
        let mut score = self.signed(side, standing) + self.turn[side.index()];
        if let Some(network) = self.network() {
            score += network.value(accumulator, position);
        }
        score.clamp(-MOST, MOST)
    }

    /// Returns how much a side loses by passing the turn to the next one.
    #[inline]
    pub(crate) fn worth_of_turns(&self, side: Color, next: Color) -> i32 {
        self.turn[side.index()] + self.turn[next.index()]
    }

    /// Converts a number between the first team's view and the view of a color's team.
    #[inline]
    pub(crate) fn signed(&self, color: Color, score: i32) -> i32 {
        match self.sides.team(color) {
            Some(Team::Second) => -score,
            Some(Team::First) | None => score,
        }
    }

    /// Converts a number from the view of a color to that of the first team; 0 for a color that is
    /// out or has left, whose reserves are never played.
    pub(crate) fn signed_of(&self, color: Color, score: i32) -> i32 {
        match self.sides.team_of_mover(color) {
            Some(Team::First) => score,
            Some(Team::Second) => -score,
            None => 0,
        }
    }

    /// Returns the value of a packed stack on a square for the first team.
    #[inline]
    pub(crate) fn value(&self, square: Square, code: u16) -> i32 {
        i32::from(self.row(code).worth[square.index()])
    }

    /// Returns the values of a packed stack on all squares.
    #[inline]
    pub(crate) fn row(&self, code: u16) -> &Row {
        &self.stacks[usize::from(code) & (packed::CODES - 1)]
    }

    /// Returns the change in value when a piece leaves the hand.
    #[inline]
    pub(crate) fn cost_of_drop(&self, position: &Position) -> i32 {
        let hand = usize::from(position.hand(position.side()));
        let mut cost = at(&self.hand, hand) - at(&self.hand, hand - 1);
        if self.goal == Goal::Race {
            let front = hand + captures(position, position.side());
            cost += at(&self.front, front) - at(&self.front, front - 1);
        }
        cost
    }

    /// Returns the change in value for the side to move when it pushes pieces out after dropping
    /// `spent` pieces from the hand: reserves and captures.
    #[inline(never)]
    pub(crate) fn gain_of(&self, position: &Position, spent: usize, pushed_out: u16) -> i32 {
        let us = position.side();
        let partner = position.rules().mode().partner(us);
        let partner = partner.filter(|&partner| position.still_in().contains(partner));
        let mut hands = [0; 4];
        let mut taken = [0; 4];
        for piece in packed::pieces(pushed_out) {
            if piece == us || Some(piece) == partner {
                hands[piece.index()] += 1;
            } else {
                taken[piece.index()] += 1;
            }
        }
        let mut gain = 0;
        for color in [Some(us), partner].into_iter().flatten() {
            let hand = usize::from(position.hand(color)) - if color == us { spent } else { 0 };
            gain += at(&self.hand, hand + hands[color.index()]) - at(&self.hand, hand);
        }
        if self.goal == Goal::Race {
            let hand = usize::from(position.hand(us)) - spent;
            gain += self.gain_in_race(position, hand, hands[us.index()], taken);
        }
        gain
    }

    fn gain_in_race(
        &self,
        position: &Position,
        hand: usize,
        banked: usize,
        taken: [usize; 4],
    ) -> i32 {
        let us = position.side();
        let before = captures(position, us);
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

    /// Returns the first team's gain if a color controls one stack fewer, and one stack more.
    #[inline]
    pub(crate) fn gains_of_tops(&self, position: &Position, color: Color) -> [i32; 2] {
        let stacks = position.board().stacks_of(color);
        let gain = |after| self.signed_of(color, at(&self.tops, after) - at(&self.tops, stacks));
        [gain(stacks.saturating_sub(1)), gain(stacks + 1)]
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

/// Computes the value of every packed stack on every square.
///
/// Few of the rows occur in games, so the ones that do stay in the fastest cache.
fn stack_table(
    evaluator: &Evaluator,
    sides: &Sides,
    position: &Position,
) -> Box<[Row; packed::CODES]> {
    let colors = position.rules().mode().colors();
    let of_team = |team| {
        let mut colors = colors.iter().copied();
        colors.find(|&color| sides.team(color) == Some(team))
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
    let rows = (0..).take(packed::CODES).map(|code| {
        let worth = Square::ALL.map(|square| {
            i16::try_from(value(square, code)).expect("value of a stack within bounds")
        });
        let (least, most) = (worth.iter().min(), worth.iter().max());
        let most = [*most.expect("squares"), -*least.expect("squares")];
        Row { worth, most }
    });
    let rows: Box<[Row]> = rows.collect();
    rows.try_into().expect("a row for every code")
}

/// Returns the value of the turn for the team of the side to move.
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
        if sides.team_of_mover(color).is_some() {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the standing of a position with these pieces in hand and captured; Pink has left.
    fn standing(held: &str) -> i32 {
        let board = "x4/O,x3,BPBPB,x/x8/x5,O,x2/x,P,x,OG,x4/x4,OOBGO,x3/x2,O,x2,PPPB/x4";
        let text = format!("4t {board} O {held} P 1 125");
        let position: Position = text.parse().expect("a position");
        let sides = Sides::of(&position).expect("two sides");
        let evaluator = Evaluator::of(position.rules());
        StaticEvaluation::new(&evaluator, sides, &position).standing(&position)
    }

    #[test]
    fn reserves_of_a_partner_who_has_left_are_worth_as_little_as_captures() {
        let [reserves, captures] = [
            "O2P2 O:G5,G:O2B2,B:G6P5,P:O2B6",
            "O2 O:G5P2,G:O2B2,B:G6P5,P:O2B6",
        ]
        .map(standing);
        assert_eq!(reserves, captures);
    }
}
