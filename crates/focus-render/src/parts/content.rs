//! Parts and bands of a picture, and their contents, used as cache keys.

use std::ops::Range;

use focus::{Color, Move, Square, Stack};

use crate::layout::Corner;
use crate::parts::board::{Highlight, Shade};
use crate::parts::captures::Race;
use crate::parts::corner::Line;
use crate::parts::numbers::Number;
use crate::parts::panels::{Panel, Standing};
use crate::scene::{Arrow, Scene, TurnSign};

/// A part of a picture that is drawn on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Part {
    Square(Square),
    Panel(Color),
    /// Free corner that shows the current ply and the last move.
    Corner(Corner),
}

impl Part {
    /// Returns the parts of a scene.
    pub(crate) fn all(scene: &Scene) -> Vec<Part> {
        let mode = scene.position.rules().mode();
        // If two corners are free, the upper one is used.
        let free = Color::ALL.into_iter().filter(|color| !mode.has(*color));
        let free = free.map(|color| Corner::of(color, scene.down));
        let corner = free.max_by_key(|corner| corner.is_top());
        let squares = Square::ALL.into_iter().map(Part::Square);
        squares
            .chain(mode.colors().iter().copied().map(Part::Panel))
            .chain(corner.map(Part::Corner))
            .collect()
    }
}

/// Content of a part, independent of its location; equal contents have equal pixels.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Content {
    Square(Shade, Highlight, Option<Stack>, Vec<Number>),
    Panel(Panel),
    Corner(Corner, Line, Option<Line>),
}

/// Content of a band; equal bands have equal pixels.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Band {
    /// Rows of pixels that the band covers.
    pub(crate) rows: Range<i32>,
    /// Parts in the band; their squares imply which side is down.
    pub(crate) parts: Vec<(Part, Content)>,
    /// All arrows of the picture.
    pub(crate) arrows: Vec<Arrow>,
}

/// Returns the highlight of a square. Squares to choose take precedence over recent
/// moves, and later moves over earlier ones.
pub(crate) fn highlight(scene: &Scene, square: Square) -> Highlight {
    if scene.marked.contains(&square) {
        return Highlight::Marked;
    }
    if scene.chosen == Some(square) {
        return Highlight::Landing;
    }
    let of_move = |mv: Move| match mv {
        Move::Slide { to, .. } | Move::Drop(to) if to == square => Highlight::Landing,
        Move::Swap { own, enemy } if own == square || enemy == square => Highlight::Landing,
        Move::Slide { from, .. } if from == square => Highlight::Origin,
        Move::Slide { .. } | Move::Drop(_) | Move::Swap { .. } | Move::Pass => Highlight::None,
    };
    let latest = scene.recent.iter().rev().map(|recent| of_move(recent.mv));
    let mut latest = latest.filter(|highlight| *highlight != Highlight::None);
    latest.next().unwrap_or(Highlight::None)
}

/// Returns the standing of a player.
pub(crate) fn standing(scene: &Scene, color: Color) -> Standing {
    let is_out = scene.position.out().contains(color);
    let shares = || scene.position.sharing().contains(color);
    match scene.outcome {
        Some(outcome) if outcome.winners.contains(color) => Standing::Won,
        Some(outcome) if outcome.is_draw() && shares() => Standing::Drew,
        _ if is_out => Standing::Out,
        None if scene.turn == TurnSign::Panel && scene.position.side() == color => Standing::ToMove,
        Some(_) | None => Standing::Waiting,
    }
}

/// Returns a player's progress in the race, if the game is one.
pub(crate) fn race(scene: &Scene, color: Color) -> Option<Race> {
    let position = &scene.position;
    let mode = position.rules().mode();
    let goal_each = position.rules().captures_each()?;
    let opponents = mode.colors().iter().filter(|&&other| other != color);
    Some(Race {
        opponents: opponents
            .map(|&of| (of, position.captured(color, of)))
            .collect(),
        goal_each,
    })
}

#[cfg(test)]
mod tests {
    use focus::{Game, Leaving, Mode, Rules};

    use super::*;

    /// Returns the standings after green has left and the others have agreed to a draw.
    fn drawn_without_green(mode: Mode) -> Vec<Standing> {
        let mut game = Game::new(Rules::new(mode), Color::Orange);
        game.leave(Color::Green, Leaving::Resignation)
            .expect("a player");
        game.agree_draw().expect("a running game");
        let mut scene = Scene::new(game.position().clone());
        scene.outcome = game.outcome();
        let colors = mode.colors().iter();
        colors.map(|color| standing(&scene, *color)).collect()
    }

    #[test]
    fn a_partner_who_has_left_shares_the_draw_of_the_team() {
        use Standing::{Drew, Out};
        assert_eq!(drawn_without_green(Mode::Partners), [Drew; 4]);
        let alone = drawn_without_green(Mode::FreeForAll);
        assert_eq!(alone, [Drew, Out, Drew, Drew]);
    }
}
