//! Scripted players with a simple strategy, good enough to finish a game, and an expert.

use focus::{Color, Game, Move, Position};
use focus_engine::{Engine, Level, Limits, Options, Player, Stop};

/// Random number generator with the same output on every machine.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    /// Returns a number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % bound
    }
}

/// Returns the move of a player who searches two plies; a random move once in `slips` moves.
pub(crate) fn choose(position: &Position, dice: &mut Dice, slips: usize) -> Move {
    let moves = position.legal_moves();
    if dice.below(slips) == 0 {
        return moves[dice.below(moves.len())];
    }
    let us = position.side();
    let start = dice.below(moves.len());
    let candidates = (0..moves.len()).map(|at| moves[(at + start) % moves.len()]);
    let best = candidates.max_by_key(|mv| worst_reply(position, *mv, us));
    best.expect("a legal move")
}

/// Returns an expert that searches the same number of nodes for each move.
pub(crate) fn expert() -> impl FnMut(&Game) -> Move {
    let mut engine = Engine::new(Options {
        level: Level::Expert,
        ..Options::default()
    });
    let limits = Limits::nodes(20_000);
    move |game: &Game| engine.choose(game, &limits, &Stop::new(), &mut |_| {}).mv
}

fn worst_reply(position: &Position, mv: Move, us: Color) -> i32 {
    let mut after = position.clone();
    after.play_unchecked(mv);
    if after.outcome().is_some() || is_friend(position, us, after.side()) {
        return worth(&after, us);
    }
    let replies = after.legal_moves();
    let values = replies.iter().map(|reply| {
        let mut then = after.clone();
        then.play_unchecked(*reply);
        worth(&then, us)
    });
    values.min().unwrap_or_else(|| worth(&after, us))
}

fn worth(position: &Position, us: Color) -> i32 {
    if let Some(outcome) = position.outcome() {
        return if outcome.winners.contains(us) {
            100_000
        } else {
            -100_000
        };
    }
    let colors = position.rules().mode().colors().iter();
    colors
        .map(|color| {
            let stacks =
                i32::try_from(position.board().topped_by(*color).count()).expect("at most 52");
            let own = 10 * stacks + 25 * i32::from(position.hand(*color));
            if is_friend(position, us, *color) {
                own
            } else {
                -2 * own
            }
        })
        .sum()
}

fn is_friend(position: &Position, us: Color, other: Color) -> bool {
    us == other || position.rules().mode().partner(us) == Some(other)
}
