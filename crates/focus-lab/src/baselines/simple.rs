//! Player without any search.

use crate::baselines::ordering;
use focus::Game;
use focus_engine::Rng;
use focus_engine::{Choice, Info, Limits, Player, Stop};

/// Player of the best moves in the static ordering.
pub struct Ordering(Rng);

impl Ordering {
    /// Creates a player that uses the seed to choose among equal moves.
    #[must_use]
    pub fn new(seed: u64) -> Ordering {
        Ordering(Rng::of(seed, 0))
    }
}

impl Player for Ordering {
    fn name(&self) -> String {
        "ordering".to_owned()
    }

    fn choose(&mut self, game: &Game, _: &Limits, _: &Stop, _: &mut dyn FnMut(&Info)) -> Choice {
        let mv = ordering::most_promising(game.position(), &mut self.0);
        Choice::unscored(mv, 0, 1)
    }
}
