//! The course of a game that is over: everybody's chances ply by ply, and what decided it.

use crate::Choice;
use focus::{Color, Game, Mode, Move, Outcome, Position, Termination};

/// Moments that are named at most.
const MOST_MOMENTS: usize = 3;

/// Share of the chances that a move has to give away to be named.
const WORTH_NAMING: f32 = 0.06;

/// What became of everybody's chances.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    /// Expected result of each color before every ply and after the last one; each sums to 1. The
    /// last row is the result itself unless the game has an [`unfinished`] position. Shape:
    /// `[ply][color]`.
    pub chances: Vec<[f32; 4]>,
    /// Result of each color; sums to 1.
    pub result: [f32; 4],
    /// The moves that gave most away, in the order of play.
    pub moments: Vec<Moment>,
}

/// A move that gave chances away.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// Plies played before it.
    pub plies: usize,
    /// Who moved.
    pub color: Color,
    /// What was played.
    pub played: Move,
    /// What would have been better.
    pub better: Move,
    /// Chances of the mover's side before it.
    pub before: f32,
    /// Chances of the mover's side after it.
    pub after: f32,
}

/// The game as it was before every ply, in order; these are what a [`Course`] needs choices for.
pub fn stages(game: &Game) -> impl Iterator<Item = Game> {
    let mut stage = Game::from_position(game.start().clone());
    (0..game.plies().len()).map(move |plies| {
        advance(&mut stage, game, plies);
        stage.clone()
    })
}

/// The game after its last ply if that ply did not end it: somebody left, a draw was agreed, or
/// the game was called off. Nobody has left this position yet.
#[must_use]
pub fn unfinished(game: &Game) -> Option<Game> {
    let mut stage = stages(game).last()?;
    stage.play(game.plies().last()?.mv).ok()?;
    stage.outcome().is_none().then_some(stage)
}

/// Goes on until so many plies are played, and those have left who then did.
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

impl Course {
    /// Returns the course of a game with this result, from the choices at each of its [`stages`]
    /// and, if there is one, at its [`unfinished`] position.
    ///
    /// # Panics
    ///
    /// If there are fewer choices than plies, or more than one beyond them.
    #[must_use]
    pub fn new(game: &Game, outcome: Option<Outcome>, choices: &[Choice]) -> Course {
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
        let mut moments: Vec<_> = (0..plies)
            .filter(is_doing)
            .filter_map(|plies| moment(game, &chances, choices, plies))
            .collect();
        let lost = |moment: &Moment| moment.before - moment.after;
        moments.sort_by(|a, b| lost(b).total_cmp(&lost(a)));
        moments.truncate(MOST_MOMENTS);
        moments.sort_by_key(|moment| moment.plies);
        Course {
            chances,
            result,
            moments,
        }
    }
}

/// The chances of a color and its partner.
#[must_use]
pub fn side_chance(mode: Mode, color: Color, chances: &[f32; 4]) -> f32 {
    let partner = mode.partner(color);
    chances[color.index()] + partner.map_or(0.0, |partner| chances[partner.index()])
}

/// The position of a game before a ply; at its end the last one.
#[must_use]
pub fn position_at(game: &Game, plies: usize) -> Position {
    let stage = stages(game).nth(plies);
    let position = stage.as_ref().unwrap_or(game).position();
    position.clone()
}

/// Whether what happened next came of the move alone.
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

fn moment(game: &Game, chances: &[[f32; 4]], choices: &[Choice], plies: usize) -> Option<Moment> {
    let (played, choice) = (game.plies()[plies], &choices[plies]);
    let mode = game.rules().mode();
    let before = side_chance(mode, played.color, &chances[plies]);
    let after = side_chance(mode, played.color, &chances[plies + 1]);
    let is_worth_naming = played.mv != choice.mv && before - after >= WORTH_NAMING;
    is_worth_naming.then_some(Moment {
        plies,
        color: played.color,
        played: played.mv,
        better: choice.mv,
        before,
        after,
    })
}

/// What everybody got: the winners share it, in a draw those who share that, and all without a
/// result.
fn result(game: &Game, outcome: Option<Outcome>) -> [f32; 4] {
    let colors = match outcome {
        None => game.rules().mode().colors().iter().copied().collect(),
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
