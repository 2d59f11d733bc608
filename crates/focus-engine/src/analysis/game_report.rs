//! Report on a game: every player's chances ply by ply, and the moves that decided it.

use crate::{Choice, Score};
use focus::{Color, Game, Mode, Move, Outcome, Played, Position, Termination};

/// Maximum number of moments to report.
const MOST_MOMENTS: usize = 3;

/// Minimum loss of expected result for a move to be reported.
const WORTH_NAMING: f32 = 0.06;

/// Report on a game: every player's chances ply by ply, and the moves that decided it.
#[derive(Clone, Debug, PartialEq)]
pub struct GameReport {
    /// Expected result of each color before every ply and after the last one; each row sums to 1.
    /// The last row is the actual result unless the game has an [`unfinished`] position. Shape:
    /// `[ply][color]`.
    pub chances: Vec<[f32; 4]>,
    /// Result of each color; sums to 1.
    pub result: [f32; 4],
    /// Moves that gave away the most, in order of play.
    pub moments: Vec<Moment>,
}

/// A move that was played, compared with the one that seems best.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// Number of plies played before the move.
    pub plies: usize,
    /// Color that moved.
    pub color: Color,
    /// Move that was played.
    pub played: Move,
    /// Moves expected after it.
    pub reply: Vec<Move>,
    /// Best move.
    pub better: Move,
    /// Expected moves, starting with the best one.
    pub line: Vec<Move>,
    /// Score of the best move for the mover.
    pub score: Score,
    /// Expected result of the mover's side before the move.
    pub before: f32,
    /// Expected result of the mover's side after the move.
    pub after: f32,
}

impl Moment {
    /// Compares the move that led from one stage of a game to the next with the choice before it.
    /// `after` is the choice at the next stage, if the game went on.
    ///
    /// # Panics
    ///
    /// If the next stage has no moves.
    #[must_use]
    pub fn new(next: &Game, before: &Choice, after: Option<&Choice>) -> Moment {
        let played = next.plies().last().expect("a move");
        let decided = || result(next, next.outcome());
        let chances = after.map_or_else(decided, |after| after.chances);
        let mode = next.rules().mode();
        Moment::compare(
            mode,
            next.plies().len() - 1,
            *played,
            before,
            (&chances, after),
        )
    }

    /// Compares a ply with the choice before it, given the chances after it and the next choice, if
    /// there is one.
    fn compare(
        mode: Mode,
        plies: usize,
        played: Played,
        before: &Choice,
        (chances, after): (&[f32; 4], Option<&Choice>),
    ) -> Moment {
        Moment {
            plies,
            color: played.color,
            played: played.mv,
            reply: after.map_or_else(Vec::new, |after| after.line.clone()),
            better: before.mv,
            line: before.line.clone(),
            score: before.score,
            before: side_chance(mode, played.color, &before.chances),
            after: side_chance(mode, played.color, chances),
        }
    }

    /// Returns whether the move that was played is the one that the search found best.
    #[must_use]
    pub fn is_best(&self) -> bool {
        self.played == self.better
    }

    /// Returns whether another move was clearly better.
    #[must_use]
    pub fn is_mistake(&self) -> bool {
        !self.is_best() && self.before - self.after >= WORTH_NAMING
    }
}

/// Returns the game before a ply and after it, the latter without departures that followed.
///
/// # Panics
///
/// If there is no such ply.
#[must_use]
pub fn around(game: &Game, plies: usize) -> [Game; 2] {
    let before = game.after(plies);
    let mut after = before.clone();
    after
        .play(game.plies()[plies].mv)
        .expect("a move that was played");
    [before, after]
}

/// Returns the game as it was before every ply, in order; a [`GameReport`] needs a choice for each.
pub fn stages(game: &Game) -> impl Iterator<Item = Game> {
    let mut stage = Game::from_position(game.start().clone());
    (0..game.plies().len()).map(move |plies| {
        advance(&mut stage, game, plies);
        stage.clone()
    })
}

/// Returns the game right after its last ply, before anyone left.
///
/// It is `None` if that ply itself ended the game, rather than a departure, an agreed draw or a
/// call to end it without a result.
#[must_use]
pub fn unfinished(game: &Game) -> Option<Game> {
    let last = game.plies().len().checked_sub(1)?;
    let [_, after] = around(game, last);
    after.outcome().is_none().then_some(after)
}

/// Advances the game to a number of plies and applies the departures of that moment.
fn advance(stage: &mut Game, game: &Game, plies: usize) {
    if let Some(before) = plies.checked_sub(1) {
        let played = stage.play(game.plies()[before].mv);
        played.expect("a move that was played");
    }
    let left = game.departures().iter();
    for departure in left.filter(|departure| departure.after == plies) {
        let left = stage.leave(departure.color, departure.reason);
        left.expect("a player who left");
    }
}

impl GameReport {
    /// Creates the report on a game with this result, from the choices at each of its [`stages`]
    /// and at its [`unfinished`] position, if there is one.
    ///
    /// # Panics
    ///
    /// If there are fewer choices than plies, or more than one beyond them.
    #[must_use]
    pub fn new(game: &Game, outcome: Option<Outcome>, choices: &[Choice]) -> GameReport {
        let plies = game.plies().len();
        let is_unfinished = choices.len() == plies + 1;
        assert!(
            is_unfinished || choices.len() == plies,
            "a choice for each stage"
        );
        let mut chances: Vec<_> = choices.iter().map(|choice| choice.chances).collect();
        let result = result(game, outcome);
        if !is_unfinished {
            chances.push(result);
        }
        let is_doing = |before: &usize| {
            (is_unfinished && before + 1 == plies) || is_the_movers_doing(game, *before)
        };
        let mode = game.rules().mode();
        let moment = |plies: usize| {
            let after = (&chances[plies + 1], choices.get(plies + 1));
            Moment::compare(mode, plies, game.plies()[plies], &choices[plies], after)
        };
        let moments = (0..plies).filter(is_doing).map(moment);
        let mut moments: Vec<_> = moments.filter(Moment::is_mistake).collect();
        let lost = |moment: &Moment| moment.before - moment.after;
        moments.sort_by(|a, b| lost(b).total_cmp(&lost(a)));
        moments.truncate(MOST_MOMENTS);
        moments.sort_by_key(|moment| moment.plies);
        GameReport {
            chances,
            result,
            moments,
        }
    }
}

/// Returns the sum of the chances of a color and its partner.
fn side_chance(mode: Mode, color: Color, chances: &[f32; 4]) -> f32 {
    let partner = mode.partner(color);
    chances[color.index()] + partner.map_or(0.0, |partner| chances[partner.index()])
}

/// Returns the position of a game before a ply, or the last position at the end.
#[must_use]
pub fn position_at(game: &Game, plies: usize) -> Position {
    game.after(plies).position().clone()
}

/// Returns whether the next position resulted from the move alone.
fn is_the_movers_doing(game: &Game, plies: usize) -> bool {
    let mut left = game.departures().iter();
    if left.any(|departure| departure.after == plies + 1) {
        return false;
    }
    let is_last = plies + 1 == game.plies().len();
    let by_move = game
        .outcome()
        .is_some_and(|outcome| match outcome.termination {
            Termination::Normal | Termination::Repetition | Termination::Quiet => true,
            Termination::Resignation | Termination::Time | Termination::Agreement => false,
        });
    !is_last || by_move
}

/// Returns the result of each color: the winners share it equally; in a draw, the colors that share
/// the draw; without a result, all colors.
fn result(game: &Game, outcome: Option<Outcome>) -> [f32; 4] {
    let colors = match outcome {
        None => game.rules().mode().color_set(),
        Some(outcome) if outcome.is_draw() => game.position().sharing(),
        Some(outcome) => outcome.winners,
    };
    let mut chances = [0.0; 4];
    for color in colors.iter() {
        #[expect(clippy::cast_precision_loss, reason = "four players at most")]
        let share = 1.0 / colors.len() as f32;
        chances[color.index()] = share;
    }
    chances
}
