//! Textbook search to a fixed depth.

use crate::anchors::material::lead;
use focus::{Color, Game, Mode, Position};
use focus_engine::Rng;
use focus_engine::{Choice, Info, Limits, Player, Stop};

/// Bound above every value.
const INFINITE: i32 = i32::MAX / 2;

/// Player that searches every move to a fixed depth: by alpha-beta between two sides, by max^n
/// among three or four.
///
/// It has no move ordering, no quiescence search and no memory. It chooses among equal moves at
/// random.
///
/// Source: D. Knuth and R. Moore, "An Analysis of Alpha-Beta Pruning" (1975); C. Luckhardt and
/// K. Irani, "An Algorithmic Solution of N-Person Games" (1986).
pub struct Lookahead {
    /// Depth in plies.
    depth: u8,
    dice: Rng,
}

impl Lookahead {
    /// Creates a player that searches to a depth in plies, at least one.
    #[must_use]
    pub fn new(depth: u8, seed: u64) -> Lookahead {
        Lookahead {
            depth: depth.max(1),
            dice: Rng::of(seed, 0),
        }
    }
}

impl Player for Lookahead {
    fn name(&self) -> String {
        match self.depth {
            1 => "greedy".to_owned(),
            depth => format!("depth{depth}"),
        }
    }

    fn choose(&mut self, game: &Game, _: &Limits, _: &Stop, _: &mut dyn FnMut(&Info)) -> Choice {
        let position = game.position();
        let us = position.side();
        let is_two_sided = matches!(position.rules().mode(), Mode::Duel | Mode::Partners);
        let (mut most, mut best, mut nodes) = (-INFINITE, Vec::new(), 0);
        for &mv in &position.legal_moves() {
            let after = position.after(mv);
            let left = self.depth - 1;
            let value = if is_two_sided {
                // One less than the best, so that equal moves can be told apart from worse ones.
                alpha_beta(&after, us, left, most - 1, INFINITE, &mut nodes)
            } else {
                max_n(&after, left, &mut nodes)[us.index()]
            };
            if value > most {
                most = value;
                best.clear();
            }
            if value == most {
                best.push(mv);
            }
        }
        Choice::unscored(best[self.dice.below(best.len())], self.depth, nodes)
    }
}

/// Returns the value of a position for the side of a color, or a bound on it if it is not between
/// `alpha` and `beta`.
fn alpha_beta(
    position: &Position,
    us: Color,
    depth: u8,
    mut alpha: i32,
    mut beta: i32,
    nodes: &mut u64,
) -> i32 {
    *nodes += 1;
    if depth == 0 || position.is_over() {
        return lead(position, us);
    }
    let side = position.side();
    let is_ours = side == us || position.rules().mode().partner(us) == Some(side);
    for &mv in &position.legal_moves() {
        let after = position.after(mv);
        let value = alpha_beta(&after, us, depth - 1, alpha, beta, nodes);
        if is_ours {
            alpha = alpha.max(value);
        } else {
            beta = beta.min(value);
        }
        if alpha >= beta {
            break;
        }
    }
    if is_ours { alpha } else { beta }
}

/// Returns the value of a position for each color if all play for themselves. Shape: `[color]`.
fn max_n(position: &Position, depth: u8, nodes: &mut u64) -> [i32; 4] {
    *nodes += 1;
    if depth == 0 || position.is_over() {
        let mode = position.rules().mode();
        return Color::ALL.map(|color| {
            if mode.has(color) {
                lead(position, color)
            } else {
                0
            }
        });
    }
    let side = position.side().index();
    let mut best: Option<[i32; 4]> = None;
    position.for_each_move(|mv| {
        let after = position.after(mv);
        let values = max_n(&after, depth - 1, nodes);
        if best.is_none_or(|best| values[side] > best[side]) {
            best = Some(values);
        }
    });
    best.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::opening;

    /// Checks that both searches find the same values in positions of a random game.
    #[track_caller]
    fn check(rules: &str) {
        let mut dice = Rng::of(4, 2);
        let mut position = opening(rules.parse().expect("rules"), 3, 1)
            .position()
            .clone();
        for _ in 0..40 {
            if position.is_over() {
                return;
            }
            let us = position.side();
            let exact = alpha_beta(&position, us, 2, -INFINITE, INFINITE, &mut 0);
            assert_eq!(exact, max_n(&position, 2, &mut 0)[us.index()], "{position}");
            let moves = position.legal_moves();
            position.play_unchecked(moves[dice.below(moves.len())]);
        }
    }

    #[test]
    fn alpha_beta_is_max_n_between_two_sides() {
        check("mode=2");
        check("mode=2 goal=race");
        check("mode=4t");
    }
}
