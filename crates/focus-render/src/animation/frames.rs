//! Games as sequences of scenes.

use std::ops::RangeInclusive;

use focus::{Direction, Game, Move, Outcome, Position};

use crate::scene::{LastMove, Name, Scene, TurnSign};

/// A game, or part of it, to be shown ply by ply.
///
/// ```
/// use focus_render::Animation;
/// use focus::{Color, Game, Mode, Rules};
///
/// let mut game = Game::new(Rules::new(Mode::Duel), Color::Orange);
/// game.play(game.position().legal_moves()[0]).expect("legal move");
/// assert_eq!(Animation::new(game).scenes().count(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Animation {
    game: Game,
    outcome: Option<Outcome>,
    names: [Name; 4],
    down: Direction,
    /// Number of plies played in the first scene, and in the last.
    range: (usize, usize),
}

impl Animation {
    /// Creates an animation of a whole game, without names and with the south down.
    #[must_use]
    pub fn new(game: Game) -> Animation {
        Animation {
            outcome: game.outcome(),
            names: [const { Name::EMPTY }; 4],
            down: Direction::South,
            range: (0, game.plies().len()),
            game,
        }
    }

    /// Sets the names of the players. Shape: `[color]`.
    #[must_use]
    pub fn with_names(self, names: [Name; 4]) -> Animation {
        Animation { names, ..self }
    }

    /// Sets an outcome that the rules alone do not give, for example if only computers are left.
    #[must_use]
    pub fn with_outcome(self, outcome: Option<Outcome>) -> Animation {
        Animation { outcome, ..self }
    }

    /// Sets the side of the board at the bottom.
    #[must_use]
    pub fn with_down(self, down: Direction) -> Animation {
        Animation { down, ..self }
    }

    /// Restricts the animation to these plies, counted from 1, and the position before the first of
    /// them; plies that the game does not have are ignored.
    #[must_use]
    pub fn with_plies(self, plies: RangeInclusive<usize>) -> Animation {
        let last = (*plies.end()).min(self.game.plies().len());
        let first = plies.start().saturating_sub(1).min(last);
        Animation {
            range: (first, last),
            ..self
        }
    }

    /// Restricts the animation to its last `plies` plies.
    #[must_use]
    pub fn with_last(self, plies: usize) -> Animation {
        let (first, last) = self.range;
        let range = (last.saturating_sub(plies).max(first), last);
        Animation { range, ..self }
    }

    /// Returns the plies that are shown, counted from 1; empty if only a position is shown.
    #[must_use]
    pub const fn plies(&self) -> RangeInclusive<usize> {
        let (first, last) = self.range;
        first + 1..=last
    }

    /// Returns the maximum number of scenes; forced passes, which change nothing, have none.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.range.1 - self.range.0 + 1
    }

    /// Returns false, because there is always at least one position.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        false
    }

    /// Returns the scenes in order.
    pub fn scenes(&self) -> impl Iterator<Item = Scene> {
        let (first, last) = self.range;
        let mut position = self.game.start().clone();
        (0..=last).filter_map(move |plies| {
            if let Some(before) = plies.checked_sub(1) {
                self.let_leave(&mut position, before);
                position.play_unchecked(self.game.plies()[before].mv);
            }
            let is_last = plies == last;
            let has_passed =
                plies > 0 && self.game.plies()[plies - 1].mv == Move::Pass && plies > first;
            (plies >= first && (is_last || !has_passed)).then(|| self.scene(&position, plies))
        })
    }

    fn scene(&self, position: &Position, plies: usize) -> Scene {
        let is_end = plies == self.game.plies().len();
        let mut position = position.clone();
        if is_end {
            self.let_leave(&mut position, plies);
        }
        let last = plies.checked_sub(1).map(|index| self.game.plies()[index]);
        Scene {
            names: self.names.clone(),
            outcome: self.outcome.filter(|_| is_end),
            recent: Vec::from_iter(last.map(LastMove::from)),
            down: self.down,
            turn: TurnSign::Mark,
            ..Scene::new(position)
        }
    }

    /// Applies the departures after this many plies.
    fn let_leave(&self, position: &mut Position, plies: usize) {
        let departures = self.game.departures().iter();
        for departure in departures.filter(|departure| departure.after == plies) {
            position
                .leave(departure.color)
                .expect("a player who was in the game and left it");
        }
    }
}
