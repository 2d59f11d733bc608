//! A position with its past.

use std::fmt;

use crate::{
    Color, ColorSet, Effect, IllegalMove, LeaveError, Move, Outcome, Position, Repetition, Rules,
    Termination,
};

/// Positions of one game that end it when the rules count repetition.
const REPETITIONS: usize = 3;

/// A game: its first position and everything that happened since.
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
    /// Keys of all positions so far, the present one last.
    keys: Vec<u64>,
    outcome: Option<Outcome>,
}

/// A move that was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// Who played it.
    pub color: Color,
    /// The move.
    pub mv: Move,
    /// What it did.
    pub effect: Effect,
}

/// A player who left the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Departure {
    /// Who left.
    pub color: Color,
    /// Why.
    pub reason: Leaving,
    /// Number of plies played before.
    pub after: usize,
}

/// Why a player leaves a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Leaving {
    /// He resigned.
    Resignation,
    /// He ran out of time.
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
    /// A new game.
    ///
    /// # Panics
    ///
    /// If `first` does not play in the mode.
    #[must_use]
    pub fn new(rules: Rules, first: Color) -> Game {
        Game::from_position(Position::start(rules, first))
    }

    /// A game that begins with this position; what came before it is unknown.
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

    /// The first position.
    #[must_use]
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// The present position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// What the game is played by.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.start.rules()
    }

    /// Keys of all positions so far, the present one last.
    #[must_use]
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// The moves so far.
    #[must_use]
    pub fn plies(&self) -> &[Played] {
        &self.plies
    }

    /// The last move that was nobody's pass.
    #[must_use]
    pub fn last_move(&self) -> Option<&Played> {
        self.plies.iter().rfind(|ply| ply.mv != Move::Pass)
    }

    /// The players who left so far, in the order in which they did.
    #[must_use]
    pub fn departures(&self) -> &[Departure] {
        &self.departures
    }

    /// How the game ended, once it has.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Who shares the draw in which the game ended; whoever was out by then has lost. Nobody, if
    /// it was not drawn.
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
    /// The game is over or a rule forbids the move; the game stays as it is.
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

    /// Plays the passes that are forced now, and says whose they are.
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

    /// What a move would do, and how the game would then have ended, if it would.
    ///
    /// # Errors
    ///
    /// As for [`Game::play`].
    pub fn preview(&self, mv: Move) -> Result<(Effect, Option<Outcome>), PlayError> {
        if self.outcome.is_some() {
            return Err(PlayError::Over);
        }
        let mut after = self.position.clone();
        let effect = after.play(mv).map_err(PlayError::Illegal)?;
        Ok((effect, self.outcome_of(&after)))
    }

    /// The game as it was after so many of its plies, with those gone who had left by then.
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

    fn play_again(&mut self, ply: Played) {
        self.play(ply.mv).expect("a move of this game");
    }

    fn leave_again(&mut self, left: &Departure) {
        self.leave(left.color, left.reason)
            .expect("a departure of this game");
    }

    /// Takes a player out of the game, on his turn or not.
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

    /// How the game would end if everyone still in agreed to a draw.
    #[must_use]
    pub fn agreed_draw(&self) -> Outcome {
        let starter = self.position.starter();
        self.position.draw(Termination::Agreement, starter)
    }

    /// Ends the game as a draw that everyone still in agreed to.
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

    /// Outcome of a position that follows the ones so far by a move.
    fn outcome_of(&self, position: &Position) -> Option<Outcome> {
        if let Some(outcome) = position.outcome() {
            return Some(outcome);
        }
        if self.rules().repetition() == Repetition::Off {
            return None;
        }
        // A capture is for ever, so nothing before the last one can come again.
        let earlier = self.keys.iter().rev().take(usize::from(position.clock()));
        let times = 1 + earlier.filter(|&&key| key == position.key()).count();
        let is_draw = times >= REPETITIONS;
        is_draw.then(|| position.draw(Termination::Repetition, position.starter()))
    }
}

/// Why a move cannot be played in a game.
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
