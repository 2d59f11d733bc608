//! Fast evaluation after each move without playing it, in simple cases.

use std::sync::Arc;

use crate::Score;
use crate::evaluation::{Evaluator, Sums};
use focus::{Color, Goal, Mode, Move, Phase, Position, Square, packed};

/// Number of distinct piece counts; the last one stands for all higher counts.
const COUNTS: usize = 20;

/// Evaluation in tables for all colors at once.
pub(super) struct FastEvaluation {
    pub(super) evaluator: Arc<Evaluator>,
    /// Offset of the values of a square. Shape: `[square]`.
    rows: [usize; Square::COUNT],
    /// Contribution of a stack to the score of each color. Shape: `[row + code]`.
    values: Vec<[i16; 4]>,
    hand: [i32; COUNTS],
    tops: [i32; COUNTS],
    front: [i32; COUNTS],
}

/// Data shared by all moves of a position.
pub(super) struct Common<'a> {
    position: &'a Position,
    us: Color,
    /// Scores with the turn passed on, before the move. Shape: `[color]`.
    scores: [i32; 4],
    /// Change in the mover's score when a piece leaves the hand.
    drop: i32,
    /// Number of stacks of each color. Shape: `[color]`.
    stacks: [usize; 4],
}

impl FastEvaluation {
    #[expect(clippy::cast_possible_truncation, reason = "weights are small")]
    pub(super) fn new(evaluator: Arc<Evaluator>) -> FastEvaluation {
        let colors = evaluator.kind().mode().colors();
        let row = |square: Square| -> Vec<[i16; 4]> {
            let value = |code: usize| {
                let mut values = [0; 4];
                for &color in colors {
                    values[color.index()] = evaluator.stack(color, square, code as u16) as i16;
                }
                values
            };
            (0..packed::CODES).map(value).collect()
        };
        let mut values: Vec<[i16; 4]> = Vec::new();
        let rows = Square::ALL.map(|square| {
            let row = row(square);
            let known = values.chunks(packed::CODES).position(|known| known == row);
            known.map_or_else(
                || {
                    values.extend(row);
                    values.len() - packed::CODES
                },
                |at| at * packed::CODES,
            )
        });
        let (layout, counts) = evaluator.counts();
        let table = |from: usize| {
            let from = from - layout.hand;
            std::array::from_fn(|count| counts[from + count])
        };
        FastEvaluation {
            rows,
            values,
            hand: table(layout.hand),
            tops: table(layout.tops),
            front: table(layout.front),
            evaluator,
        }
    }

    /// Returns the data shared by all moves of a position; `None` in cases that are not simple: in
    /// an opening, with partners, before a draw by quiet plies, or if the next player may be out.
    pub(super) fn common<'a>(&self, position: &'a Position, sums: &Sums) -> Option<Common<'a>> {
        let us = position.side();
        let rules = position.rules();
        let is_alone = matches!(rules.mode(), Mode::ThreeWay | Mode::FreeForAll);
        let next = position.next_in(us);
        let is_quiet_soon = rules
            .quiet()
            .is_some_and(|plies| position.clock() + 1 >= plies.get());
        if !is_alone
            || position.phase() != Phase::Play
            || position.ply().number().is_none_or(|ply| ply < 4)
            || is_quiet_soon
            || !position.can_act(next)
        {
            return None;
        }
        let mut passed = position.clone();
        passed.give_turn(next);
        let hand = usize::from(position.hand(us));
        let mut drop = 0;
        if hand > 0 {
            drop = at(&self.hand, hand - 1) - at(&self.hand, hand);
            if rules.goal() == Goal::Race {
                let colors = rules.mode().colors().iter();
                let captured = colors.filter(|&&of| of != us);
                let captured: u8 = captured.map(|&of| position.captured(us, of)).sum();
                let front = usize::from(captured) + hand;
                drop += at(&self.front, front - 1) - at(&self.front, front);
            }
        }
        Some(Common {
            position,
            us,
            scores: self.evaluator.seats(&passed, sums),
            drop,
            stacks: Color::ALL.map(|color| position.board().tops(color).count_ones() as usize),
        })
    }

    /// Returns the chances of each color after a move; `None` if it pushes pieces out or takes the
    /// last stack of a color. Shape: `[color]`.
    #[inline]
    pub(super) fn after(&self, common: &Common<'_>, mv: Move) -> Option<[f32; 4]> {
        let board = common.position.board();
        let us = common.us;
        let mut scores = common.scores;
        let mut stacks = common.stacks;
        let (to, pieces, count) = match mv {
            Move::Slide { from, to } => {
                let count = usize::from(from.distance(to)?);
                let code = board.code(from);
                let (left, pieces) = packed::lift(code, count);
                self.change(&mut scores, from, code, left);
                stacks[us.index()] -= 1;
                if left != packed::EMPTY {
                    stacks[packed::top(left).index()] += 1;
                }
                (to, pieces, count)
            }
            Move::Drop(to) => {
                scores[us.index()] += common.drop;
                (to, us as u16, 1)
            }
            Move::Pass | Move::Swap { .. } => return None,
        };
        let code = board.code(to);
        let (landed, pushed_out) = packed::pile(code, pieces, count);
        if pushed_out != packed::EMPTY {
            return None;
        }
        self.change(&mut scores, to, code, landed);
        stacks[us.index()] += 1;
        if code != packed::EMPTY {
            let covered = packed::top(code);
            stacks[covered.index()] -= 1;
            if stacks[covered.index()] == 0 && common.position.hand(covered) == 0 {
                return None;
            }
        }
        for &color in common.position.rules().mode().colors() {
            let (before, after) = (common.stacks[color.index()], stacks[color.index()]);
            scores[color.index()] += at(&self.tops, after) - at(&self.tops, before);
        }
        Some(chances(common.position, &scores))
    }

    #[inline]
    fn change(&self, scores: &mut [i32; 4], square: Square, before: u16, after: u16) {
        let row = self.rows[square.index()];
        let before = &self.values[row + usize::from(before)];
        let after = &self.values[row + usize::from(after)];
        for color in 0..4 {
            scores[color] += i32::from(after[color]) - i32::from(before[color]);
        }
    }
}

#[inline]
fn at(table: &[i32; COUNTS], count: usize) -> i32 {
    table[count.min(COUNTS - 1)]
}

/// Returns the softmax of the scores of the colors still in.
#[inline]
#[expect(clippy::cast_precision_loss, reason = "scores are small")]
fn chances(position: &Position, scores: &[i32; 4]) -> [f32; 4] {
    let mode = position.rules().mode();
    let is_in = |color: Color| mode.has(color) && !position.out().contains(color);
    let most = Color::ALL.into_iter().filter(|&color| is_in(color));
    let most = most.map(|color| scores[color.index()]).max().unwrap_or(0);
    let odds = Color::ALL.map(|color| {
        if !is_in(color) {
            return 0.0;
        }
        ((scores[color.index()] - most) as f32 / Score::LOGIT as f32).exp()
    });
    let total: f32 = odds.iter().sum();
    odds.map(|odds| odds / total)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;
    use crate::evaluation::Kind;

    #[test]
    fn fast_chances_are_those_of_the_evaluation() {
        for kind in [
            Kind::ThreeWayLast,
            Kind::ThreeWayRace,
            Kind::FreeForAllLast,
            Kind::FreeForAllRace,
        ] {
            let evaluator = Evaluator::of(kind.rules());
            let fast = FastEvaluation::new(Arc::clone(&evaluator));
            let mut dice = Rng::of(5, 0);
            let mut compared = 0;
            for _ in 0..10 {
                let mut position = Position::start(kind.rules(), Color::Orange);
                while !position.is_over() && position.ply().number() < Some(200) {
                    let sums = evaluator.fresh(&position);
                    let moves = position.legal_moves();
                    let common = fast.common(&position, &sums);
                    for &mv in &moves {
                        let Some(common) = &common else { continue };
                        let Some(found) = fast.after(common, mv) else {
                            continue;
                        };
                        let mut after = position.clone();
                        after.play_unchecked(mv);
                        assert!(!after.is_over());
                        let sums = evaluator.fresh(&after);
                        for (found, expected) in found.iter().zip(evaluator.chances(&after, &sums))
                        {
                            assert!((found - expected).abs() < 1e-5, "{kind} {mv}");
                        }
                        compared += 1;
                    }
                    position.play_unchecked(moves[dice.below(moves.len())]);
                }
            }
            assert!(compared > 10_000, "{kind}: {compared}");
        }
    }
}
