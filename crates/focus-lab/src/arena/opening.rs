//! Random openings.

use focus::{Game, Position, Rules, Stack};
use focus_engine::{Engine, Limits, Options, Player, Rng, Stop};

/// Minimum number of plies in an opening.
const PLIES: usize = 8;

/// Number of openings tried before the start position is used instead.
const TRIES: u64 = 1000;

/// Maximum difference in stacks between the strongest and the weakest color.
const STACKS_APART: usize = 2;

/// Number of openings among which the most even one is chosen.
const CANDIDATES: u64 = 32;

/// Number of positions that are visited to judge an opening.
const NODES: u64 = 20_000;

/// Openings of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Openings {
    /// [Random ones](opening), of which many are decided: the same seats win both games of a pair.
    #[default]
    Random,
    /// The most even of 32 random ones, as a search of 20,000 positions judges them.
    Even,
}

impl Openings {
    /// Returns the opening with a number; the same arguments give the same one.
    #[must_use]
    pub fn opening(self, rules: Rules, seed: u64, number: u64) -> Game {
        match self {
            Self::Random => opening(rules, seed, number),
            Self::Even => (0..CANDIDATES)
                .map(|candidate| opening(rules, seed ^ candidate << 48, number))
                .map(|game| (unevenness(&game), game))
                .min_by(|(a, _), (b, _)| a.total_cmp(b))
                .map_or_else(|| opening(rules, seed, number), |(_, game)| game),
        }
    }
}

/// Returns the largest difference between two colors' expected results.
fn unevenness(game: &Game) -> f32 {
    let limits = Limits::nodes(NODES);
    // Enough for them all. Of a larger table, nearly every page would be used for the first time.
    let mut engine = Engine::new(Options {
        hash_mib: 1,
        ..Options::default()
    });
    let choice = engine.choose(game, &limits, &Stop::new(), &mut |_| {});
    let colors = game.position().rules().mode().colors();
    let chances = || colors.iter().map(|color| choice.chances[color.index()]);
    chances().fold(f32::MIN, f32::max) - chances().fold(f32::MAX, f32::min)
}

/// Returns a game after some random plies, in which nothing can be captured yet.
///
/// Rules, seed and number determine the opening. The color that starts rotates.
#[must_use]
#[expect(clippy::cast_possible_truncation, reason = "a remainder below four")]
pub fn opening(rules: Rules, seed: u64, number: u64) -> Game {
    let colors = rules.mode().colors();
    let first = colors[(number % colors.len() as u64) as usize];
    let mut dice = Rng::of(seed, number);
    for _ in 0..TRIES {
        let mut game = Game::new(rules, first);
        let plies = PLIES + dice.below(colors.len());
        for _ in 0..plies {
            let moves = game.position().legal_moves();
            if game.outcome().is_some() {
                break;
            }
            let mv = moves[dice.below(moves.len())];
            // This cannot fail because the move is legal and the game is not over.
            let _ = game.play(mv);
        }
        if game.outcome().is_none() && is_quiet(game.position()) {
            return game;
        }
    }
    Game::new(rules, first)
}

/// Returns whether no player has or can win captured or reserve pieces, and none is far ahead.
fn is_quiet(position: &Position) -> bool {
    let colors = position.rules().mode().colors();
    let is_untouched = colors.iter().all(|&color| {
        position.hand(color) == 0
            && colors.iter().all(|&of| position.captured(color, of) == 0)
            && position.standing(color) == focus::Standing::Able
    });
    let stacks = |color| position.board().topped_by(color).count();
    let most = colors.iter().map(|&color| stacks(color)).max();
    let fewest = colors.iter().map(|&color| stacks(color)).min();
    is_untouched
        && !can_push_out(position)
        && most.unwrap_or(0) <= fewest.unwrap_or(0) + STACKS_APART
}

/// Returns whether any stack can land on another so that it exceeds five pieces.
fn can_push_out(position: &Position) -> bool {
    let board = position.board();
    board.iter().any(|(from, stack)| {
        board.iter().any(|(to, target)| {
            from.distance(to).is_some_and(|distance| {
                let distance = usize::from(distance);
                distance <= stack.height() && distance + target.height() > Stack::MAX_HEIGHT
            })
        })
    })
}
