//! A position with its history.

use std::fmt;

use crate::{
    Color, ColorSet, Effect, IllegalMove, LeaveError, Move, Outcome, Position, Repetition, Rules,
    Termination,
};

/// Number of occurrences of a position that end the game if the rules count repetitions.
const REPETITIONS: usize = 3;

/// A game: its first position and everything that has happened since.
///
/// ```
/// use focus::{Color, Game, Leaving, Mode, Rules, Termination};
///
/// let mut game = Game::new(Rules::new(Mode::Duel), Color::Blue);
/// let mv = game.position().legal_moves()[0];
/// game.play(mv).expect("legal move");
/// game.leave(Color::Orange, Leaving::Resignation).expect("player of a running game");
/// let outcome = game.outcome().expect("last player left");
/// assert_eq!(outcome.winners.to_string(), "B");
/// assert_eq!(outcome.termination, Termination::Resignation);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    start: Position,
    position: Position,
    plies: Vec<Played>,
    departures: Vec<Departure>,
    /// Keys of all positions so far, the current one last.
    keys: Vec<u64>,
    outcome: Option<Outcome>,
}

/// A move that was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// Color of the player.
    pub color: Color,
    /// The move.
    pub mv: Move,
    /// Effect of the move on the pieces.
    pub effect: Effect,
}

/// A player who left the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Departure {
    /// Color of the player.
    pub color: Color,
    /// Reason for leaving.
    pub reason: Leaving,
    /// Number of plies played before the departure.
    pub after: usize,
}

/// Reason for which a player leaves a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Leaving {
    /// The player resigned.
    Resignation,
    /// The player ran out of time.
    Time,
}

impl From<Leaving> for Termination {
    fn from(reason: Leaving) -> Termination {
        match reason {
            Leaving::Resignation => Termination::Resignation,
            Leaving::Time => Termination::Time,
        }
    }
}

impl Game {
    /// Creates a game at the start position of the rules.
    ///
    /// # Panics
    ///
    /// If `first` does not play in the mode.
    #[must_use]
    pub fn new(rules: Rules, first: Color) -> Game {
        Game::from_position(Position::start(rules, first))
    }

    /// Creates a game that begins with this position; its earlier history is unknown.
    #[must_use]
    pub fn from_position(start: Position) -> Game {
        Game {
            position: start.clone(),
            plies: Vec::new(),
            departures: Vec::new(),
            keys: vec![start.key()],
            outcome: start.outcome(),
            start,
        }
    }

    /// Returns the first position.
    #[must_use]
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the current position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the rules of the game.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.start.rules()
    }

    /// Returns the keys of all positions so far, the current one last.
    #[must_use]
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// Returns the moves played so far.
    #[must_use]
    pub fn plies(&self) -> &[Played] {
        &self.plies
    }

    /// Returns the last move that is not a pass.
    #[must_use]
    pub fn last_move(&self) -> Option<&Played> {
        self.plies.iter().rfind(|ply| ply.mv != Move::Pass)
    }

    /// Returns the players who have left so far, in the order in which they left.
    #[must_use]
    pub fn departures(&self) -> &[Departure] {
        &self.departures
    }

    /// Returns how the game ended, or `None` if it has not.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Returns the colors that share the draw in which the game ended; a player who was out by then
    /// has lost. Empty if the game was not drawn.
    #[must_use]
    pub fn sharing(&self) -> ColorSet {
        let is_drawn = self.outcome.is_some_and(Outcome::is_draw);
        if is_drawn {
            self.position.sharing()
        } else {
            ColorSet::EMPTY
        }
    }

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// The game is over or a rule forbids the move; the game is left unchanged.
    pub fn play(&mut self, mv: Move) -> Result<Effect, PlayError> {
        if self.outcome.is_some() {
            return Err(PlayError::Over);
        }
        let color = self.position.side();
        let effect = self.position.play(mv).map_err(PlayError::Illegal)?;
        self.plies.push(Played { color, mv, effect });
        self.outcome = self.outcome_of(&self.position);
        self.keys.push(self.position.key());
        Ok(effect)
    }

    /// Plays all passes that are forced now and returns the colors that passed.
    pub fn pass_while_forced(&mut self) -> Vec<Color> {
        let mut passed = Vec::new();
        while self.position.must_pass() {
            let color = self.position.side();
            if self.play(Move::Pass).is_err() {
                // The game is over.
                break;
            }
            passed.push(color);
        }
        passed
    }

    /// Returns the effect of a move and the outcome of the game after it, without playing it.
    ///
    /// # Errors
    ///
    /// The errors of [`Game::play`].
    pub fn preview(&self, mv: Move) -> Result<(Effect, Option<Outcome>), PlayError> {
        if self.outcome.is_some() {
            return Err(PlayError::Over);
        }
        let mut after = self.position.clone();
        let effect = after.play(mv).map_err(PlayError::Illegal)?;
        Ok((effect, self.outcome_of(&after)))
    }

    /// Returns the game after this many of its plies, including the departures up to then.
    #[must_use]
    pub fn after(&self, plies: usize) -> Game {
        let mut game = Game::from_position(self.start.clone());
        let mut departures = self.departures.iter().peekable();
        for (index, ply) in self.plies.iter().take(plies).enumerate() {
            while let Some(left) = departures.next_if(|left| left.after == index) {
                game.leave_again(left);
            }
            game.play_again(*ply);
        }
        while let Some(left) = departures.next_if(|left| left.after <= plies) {
            game.leave_again(left);
        }
        game
    }

    /// Returns the position after this many of its plies, before anyone left there.
    #[must_use]
    pub fn reached(&self, plies: usize) -> Position {
        let plies = plies.min(self.plies.len());
        let mut game = self.clone();
        game.departures.retain(|left| left.after < plies);
        game.after(plies).position
    }

    fn play_again(&mut self, ply: Played) {
        self.play(ply.mv).expect("a move of this game");
    }

    fn leave_again(&mut self, left: &Departure) {
        self.leave(left.color, left.reason)
            .expect("a departure of this game");
    }

    /// Takes a player out of the game, whether or not it is their turn.
    ///
    /// # Errors
    ///
    /// The game is over, or the color is not in it.
    pub fn leave(&mut self, color: Color, reason: Leaving) -> Result<(), LeaveError> {
        if self.outcome.is_some() {
            return Err(LeaveError::Over);
        }
        self.position.leave(color)?;
        self.departures.push(Departure {
            color,
            reason,
            after: self.plies.len(),
        });
        self.keys.push(self.position.key());
        self.outcome = self.position.outcome().map(|outcome| Outcome {
            termination: reason.into(),
            ..outcome
        });
        Ok(())
    }

    /// Returns the outcome if every player still in the game agreed to a draw.
    #[must_use]
    pub fn agreed_draw(&self) -> Outcome {
        let starter = self.position.starter();
        self.position.draw(Termination::Agreement, starter)
    }

    /// Ends the game as a draw agreed by every player still in it.
    ///
    /// # Errors
    ///
    /// The game is over.
    pub fn agree_draw(&mut self) -> Result<Outcome, PlayError> {
        if self.outcome.is_some() {
            return Err(PlayError::Over);
        }
        let outcome = self.agreed_draw();
        self.outcome = Some(outcome);
        Ok(outcome)
    }

    /// Returns the outcome of the game at a position one move after the current one.
    fn outcome_of(&self, position: &Position) -> Option<Outcome> {
        if let Some(outcome) = position.outcome() {
            return Some(outcome);
        }
        if self.rules().repetition() == Repetition::Off {
            return None;
        }
        // A capture cannot be undone, so no position before the last capture can recur.
        let earlier = self.keys.iter().rev().take(usize::from(position.clock()));
        let times = 1 + earlier.filter(|&&key| key == position.key()).count();
        let is_draw = times >= REPETITIONS;
        is_draw.then(|| position.draw(Termination::Repetition, position.starter()))
    }
}

/// Error returned when a move cannot be played in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayError {
    /// The game is over.
    Over,
    /// A rule forbids it.
    Illegal(IllegalMove),
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayError::Over => f.write_str("the game is over"),
            PlayError::Illegal(rule) => rule.fmt(f),
        }
    }
}

impl std::error::Error for PlayError {}
