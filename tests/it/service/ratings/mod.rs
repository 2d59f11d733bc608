//! Ratings: effect of the end of a game, once, in the same commit, and consistent with the games;
//! leaderboards and profiles.

mod draws;
mod leaderboards;
mod profiles;
mod rated_games;
pub(super) mod recount;
mod repeated_games;

use focus::{Color, Mode, Rules};
use focusbot::service::{GameId, GameView, PersonId};

use crate::service::harness::{NOW, World, number, resign};

const DUEL: Rules = Rules::new(Mode::Duel);

/// Returns the rating of each of these people in a mode, if there is one.
fn points<const N: usize>(world: &World, mode: Mode, people: [u64; N]) -> [Option<i32>; N] {
    people.map(|number| {
        let profile = world.service.profile(PersonId(number), None, NOW);
        let modes = profile.expect("a readable profile").modes;
        let part = modes.into_iter().find(|part| part.mode == mode)?;
        part.rating.map(|(points, _)| points.points)
    })
}

/// Resigns for these colors, and returns the game.
fn resign_all(world: &World, id: GameId, colors: &[Color]) -> GameView {
    for color in colors {
        world.ok(number(&world.game(id), *color), resign(id));
    }
    world.game(id)
}

/// Returns the colors that have to resign so that Orange, or its team, wins.
fn losers(mode: Mode) -> Vec<Color> {
    let colors = mode.colors().iter().copied();
    let others = colors.filter(|color| *color != Color::Orange);
    others
        .filter(|color| mode.partner(Color::Orange) != Some(*color))
        .collect()
}
