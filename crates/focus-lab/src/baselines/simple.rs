//! Players without any search.

use crate::baselines::ordering;
use focus::{Game, Move};
use focus_engine::Rng;
use focus_engine::{Choice, Info, Limits, Player, Score, Stop};

/// Player of random legal moves.
pub struct Random(Rng);

/// Player of the best moves in the static ordering.
pub struct Greedy(Rng);

impl Random {
    /// Creates a player whose moves depend on the seed.
    #[must_use]
    pub fn new(seed: u64) -> Random {
        Random(Rng::of(seed, 0))
    }
}

impl Greedy {
    /// Creates a player that uses the seed to choose among equal moves.
    #[must_use]
    pub fn new(seed: u64) -> Greedy {
        Greedy(Rng::of(seed, 0))
    }
}

impl Player for Random {
    fn name(&self) -> String {
        "random".to_owned()
    }

    fn choose(&mut self, game: &Game, _: &Limits, _: &Stop, _: &mut dyn FnMut(&Info)) -> Choice {
        at_once(ordering::any(game.position(), &mut self.0))
    }
}

impl Player for Greedy {
    fn name(&self) -> String {
        "greedy".to_owned()
    }

    fn choose(&mut self, game: &Game, _: &Limits, _: &Stop, _: &mut dyn FnMut(&Info)) -> Choice {
        at_once(ordering::most_promising(game.position(), &mut self.0))
    }
}

/// Returns a choice without search data.
fn at_once(mv: Move) -> Choice {
    Choice {
        mv,
        score: Score::Value(0),
        chances: [0.25; 4],
        depth: 0,
        nodes: 1,
        line: vec![mv],
        candidates: vec![(mv, Score::Value(0))],
    }
}
