//! Fast evaluation after each move without playing it, in simple cases.

use std::sync::Arc;

use crate::Score;
use crate::evaluation::{Evaluator, Sums};
use focus::{Color, ColorSet, Goal, Mode, Move, Phase, Position, Square, packed};

/// Number of distinct piece counts; the last one stands for all higher counts.
const COUNTS: usize = 20;

/// Number of odds in the table: those of a color up to ten logits behind.
const ODDS: i32 = 10 * Score::LOGIT;

/// Evaluation in tables for all colors at once.
pub(super) struct FastEvaluation {
    pub(super) evaluator: Arc<Evaluator>,
    /// Offset of the values of a square. Shape: `[square]`.
    rows: [usize; Square::COUNT],
    /// Contribution of a stack to the score of each color. Shape: `[row + code]`.
    values: Vec<[i16; 4]>,
    hand: [i32; COUNTS],
    tops: [i32; COUNTS],
    captured: [i32; COUNTS],
    front: [i32; COUNTS],
    each: [i32; COUNTS],
    /// Odds of a color against the best one, by how far its score is behind.
    odds: Vec<f32>,
}

/// Pieces that a color holds outside the board.
#[derive(Clone, Copy)]
struct Held {
    hand: usize,
    /// Number of captures of each color. Shape: `[color]`.
    captured: [usize; 4],
}

/// Data shared by all moves of a position.
pub(super) struct Common<'a> {
    position: &'a Position,
    us: Color,
    /// Scores with the turn passed on, before the move, without the part for the stacks that each
    /// color controls. Shape: `[color]`.
    scores: [i32; 4],
    /// Pieces that the mover holds before the move.
    held: Held,
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
            captured: table(layout.captured),
            front: table(layout.front),
            each: table(layout.each),
            odds: (0..ODDS).map(odds_behind).collect(),
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
        let held = Held {
            hand: usize::from(position.hand(us)),
            captured: Color::ALL.map(|of| usize::from(position.captured(us, of))),
        };
        let mut scores = self.evaluator.seats(&passed, sums);
        let stacks = Color::ALL.map(|color| position.board().stacks_of(color));
        for (score, stacks) in scores.iter_mut().zip(stacks) {
            *score -= at(&self.tops, stacks);
        }
        let hand = held.hand.saturating_sub(1);
        let dropped = Held { hand, ..held };
        Some(Common {
            position,
            us,
            scores,
            held,
            drop: self.change_of_held(rules.goal(), &held, &dropped),
            stacks,
        })
    }

    /// Returns the chances of each color after a move; `None` if it wins a race or takes the last
    /// stack of a color. Shape: `[color]`.
    #[inline]
    pub(super) fn after(&self, common: &Common<'_>, mv: Move) -> Option<[f32; 4]> {
        let board = common.position.board();
        let us = common.us;
        let mut scores = common.scores;
        let mut held = common.held;
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
                held.hand -= 1;
                (to, us as u16, 1)
            }
            Move::Pass | Move::Swap { .. } => return None,
        };
        let code = board.code(to);
        let (landed, pushed_out) = packed::pile(code, pieces, count);
        if pushed_out != packed::EMPTY {
            scores[us.index()] += self.push_out(common, &held, pushed_out)?;
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
        for (score, stacks) in scores.iter_mut().zip(stacks) {
            *score += at(&self.tops, stacks);
        }
        Some(self.chances(common.position.still_in(), &scores))
    }

    /// Returns the change in the mover's score when it takes pieces that were pushed out; `None` if
    /// they win a race.
    #[inline(never)]
    fn push_out(&self, common: &Common<'_>, before: &Held, pushed_out: u16) -> Option<i32> {
        let us = common.us;
        let rules = common.position.rules();
        let mut held = *before;
        for piece in packed::pieces(pushed_out) {
            if piece == us {
                held.hand += 1;
            } else {
                held.captured[piece.index()] += 1;
            }
        }
        let mut opponents = rules.mode().colors().iter().filter(|&&of| of != us);
        let has_each = rules.captures_each().is_some_and(|count| {
            opponents.all(|of| held.captured[of.index()] >= usize::from(count))
        });
        let front = held.hand + held.captured.iter().sum::<usize>();
        let has_front = rules
            .pieces_in_front()
            .is_some_and(|count| front >= usize::from(count));
        let is_won = has_each || has_front;
        (!is_won).then(|| self.change_of_held(rules.goal(), before, &held))
    }

    /// Returns the change in a color's score when the pieces that it holds change.
    fn change_of_held(&self, goal: Goal, before: &Held, after: &Held) -> i32 {
        let value = |held: &Held| {
            let mut value = at(&self.hand, held.hand);
            if goal == Goal::Race {
                let captured = held.captured.iter().sum::<usize>();
                let each = held.captured.iter().map(|&count| at(&self.each, count));
                value += at(&self.captured, captured) + at(&self.front, captured + held.hand);
                value += each.sum::<i32>();
            }
            value
        };
        value(after) - value(before)
    }

    /// Returns the softmax of the scores of the colors still in.
    #[inline]
    fn chances(&self, still_in: ColorSet, scores: &[i32; 4]) -> [f32; 4] {
        // Plain loops, because the compiler leaves closures over four colors as calls.
        let mut most = i32::MIN;
        for color in Color::ALL {
            if still_in.contains(color) {
                most = most.max(scores[color.index()]);
            }
        }
        let mut odds = [0.0; 4];
        for color in Color::ALL {
            if still_in.contains(color) {
                let behind = most - scores[color.index()];
                let known = self.odds.get(behind.unsigned_abs() as usize);
                odds[color.index()] = known.copied().unwrap_or_else(|| odds_behind(behind));
            }
        }
        let total: f32 = odds.iter().sum();
        odds.map(|odds| odds / total)
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

/// Returns the odds of a color against the best one if its score is this far behind.
#[expect(clippy::cast_precision_loss, reason = "scores are small")]
fn odds_behind(behind: i32) -> f32 {
    (-behind as f32 / Score::LOGIT as f32).exp()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;
    use crate::evaluation::Kind;
    use focus::Effect;

    /// Returns whether a color that controls a stack before a move has none left after it.
    fn takes_last_stack(before: &Position, after: &Position) -> bool {
        let is_taken = |color: Color| {
            before.board().stacks_of(color) > 0 && after.board().stacks_of(color) == 0
        };
        Color::ALL.into_iter().any(is_taken)
    }

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
            let (mut compared, mut pushed_out) = (0, 0);
            for _ in 0..20 {
                let mut position = Position::start(kind.rules(), Color::Orange);
                while !position.is_over() && position.ply().number() < Some(200) {
                    let sums = evaluator.fresh(&position);
                    let moves = position.legal_moves();
                    let common = fast.common(&position, &sums);
                    for &mv in &moves {
                        let Some(common) = &common else { continue };
                        let mut after = position.clone();
                        let effect = after.play_unchecked(mv);
                        let Some(found) = fast.after(common, mv) else {
                            let is_last = takes_last_stack(&position, &after);
                            assert!(after.is_over() || is_last, "{kind} {mv}");
                            continue;
                        };
                        assert!(!after.is_over());
                        let expected = evaluator.chances(&after, &evaluator.fresh(&after));
                        let bits = found.map(f32::to_bits);
                        assert_eq!(bits, expected.map(f32::to_bits), "{kind} {mv}");
                        compared += 1;
                        pushed_out += usize::from(effect != Effect::NONE);
                    }
                    position.play_unchecked(moves[dice.below(moves.len())]);
                }
            }
            assert!(compared > 20_000, "{kind}: {compared}");
            assert!(pushed_out > 1_000, "{kind}: {pushed_out}");
        }
    }
}
