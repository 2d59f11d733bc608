//! Self-play games.

use crate::train::SelfPlayGame;
use focus::{Game, Outcome, Position, Rules};
use focus_engine::Rng;
use focus_engine::{Limits, Player, Stop};

/// Maximum number of plies in the random opening.
const OPENING: usize = 12;

/// Maximum number of plies in a game, which is then left undecided.
const LONGEST: usize = 500;

/// Plays a game from a random opening; the same number gives the same opening.
///
/// Returns `None` if the game was stopped or ended in the opening.
pub fn play(
    player: &mut dyn Player,
    rules: Rules,
    number: u64,
    limits: &Limits,
    stop: &Stop,
) -> Option<SelfPlayGame> {
    let mut dice = Rng::of(0x7EA5, number);
    let colors = rules.mode().colors();
    let first = colors[dice.below(colors.len())];
    let mut game = Game::new(rules, first);
    let opening = 2 + dice.below(OPENING - 1);
    let mut chances = Vec::new();
    let mut last = None;
    player.forget();
    while game.outcome().is_none() && game.plies().len() < LONGEST {
        if stop.is_stopped() {
            return None;
        }
        let moves = game.position().legal_moves();
        let mv = if game.plies().len() < opening {
            chances.push(None);
            moves[dice.below(moves.len())]
        } else {
            let choice = player.choose(&game, limits, stop, &mut |_| {});
            chances.push(Some(choice.chances));
            last = Some(choice.chances);
            choice.mv
        };
        game.play(mv).ok()?;
    }
    let result = match game.outcome() {
        Some(outcome) => shares(game.position(), outcome),
        None => last?,
    };
    Some(SelfPlayGame {
        number,
        first,
        moves: game.plies().iter().map(|played| played.mv).collect(),
        chances,
        result,
    })
}

/// Returns the share of each color in the outcome of a game that ended in a position.
pub(super) fn shares(position: &Position, outcome: Outcome) -> [f32; 4] {
    let sharing = if outcome.is_draw() {
        position.sharing()
    } else {
        outcome.winners
    };
    let mut shares = [0.0; 4];
    for color in sharing.iter() {
        shares[color.index()] = 1.0 / sharing.len() as f32;
    }
    shares
}
