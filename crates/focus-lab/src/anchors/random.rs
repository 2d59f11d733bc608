//! Player of random legal moves.

use focus::Game;
use focus_engine::Rng;
use focus_engine::{Choice, Info, Limits, Player, Stop};

/// Player of random legal moves.
pub struct Random(Rng);

impl Random {
    /// Creates a player whose moves depend on the seed.
    #[must_use]
    pub fn new(seed: u64) -> Random {
        Random(Rng::of(seed, 0))
    }
}

impl Player for Random {
    fn name(&self) -> String {
        "random".to_owned()
    }

    fn choose(&mut self, game: &Game, _: &Limits, _: &Stop, _: &mut dyn FnMut(&Info)) -> Choice {
        let moves = game.position().legal_moves();
        Choice::unscored(moves[self.0.below(moves.len())], 0, 1)
    }
}
