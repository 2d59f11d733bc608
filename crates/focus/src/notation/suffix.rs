//! Moves as text, with a suffix for their effect.

use std::fmt;

use crate::{Color, Effect, Game, Move, Outcome, Termination};

/// Writes the move without a suffix.
///
/// ```
/// use focus::Move;
///
/// assert_eq!(Move::Drop("c5".parse()?).to_string(), "+c5");
/// # Ok::<(), focus::ParseError>(())
/// ```
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Slide { from, to } => write!(f, "{from}-{to}"),
            Move::Drop(square) => write!(f, "+{square}"),
            Move::Pass => f.write_str("--"),
            Move::Swap { own, enemy } => write!(f, "{own}<>{enemy}"),
        }
    }
}

/// Returns the move with its effect: captures, reserves, and whether it won the game.
///
/// ```
/// use focus::notation::with_suffix;
/// use focus::{Game, Position};
///
/// let position: Position = "2 OOB,x3/O,x2,BO,x,O/x,B,x,B,O,OOBOB,x2/x4,O,x3/x2,B,x2,BO,x2/\
///                           x,BO,x,B,x2,OOB,x/B,BO,BBO,x3/x4 B B2 O:B1,B:O2 - 6 36".parse()?;
/// let mv = focus::Move::Drop("f6".parse().expect("square"));
/// let (effect, outcome) = Game::from_position(position).preview(mv).expect("legal move");
/// assert_eq!(with_suffix(mv, effect, outcome), "+f6xO");
/// # Ok::<(), focus::notation::ParsePositionError>(())
/// ```
#[must_use]
pub fn with_suffix(mv: Move, effect: Effect, outcome: Option<Outcome>) -> String {
    format!("{mv}{}", Suffix::new(effect, outcome))
}

/// Returns the moves of a game so far, each with its suffix.
pub fn tokens(game: &Game) -> impl Iterator<Item = String> {
    let last = game.plies().len().saturating_sub(1);
    game.plies().iter().enumerate().map(move |(index, played)| {
        let outcome = game.outcome().filter(|outcome| {
            let by_move = match outcome.termination {
                Termination::Normal | Termination::Repetition | Termination::Quiet => true,
                Termination::Resignation | Termination::Time | Termination::Agreement => false,
            };
            by_move && index == last
        });
        with_suffix(played.mv, played.effect, outcome)
    })
}

/// Text after a move: `xOOr1p1#`, any part of it, or nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Suffix {
    /// Captured colors, bottom first.
    pub(super) captured: Vec<Color>,
    /// Number of the mover's own pieces that went to their hand.
    pub(super) reserves: u8,
    /// Number of pieces that went to the partner's hand.
    pub(super) partner_reserves: u8,
    /// True if the game ended with a winner.
    pub(super) wins: bool,
}

impl Suffix {
    pub(super) fn new(effect: Effect, outcome: Option<Outcome>) -> Suffix {
        Suffix {
            captured: effect.captured().collect(),
            reserves: effect.reserves(),
            partner_reserves: effect.partner_reserves(),
            wins: outcome.is_some_and(|outcome| !outcome.is_draw()),
        }
    }
}

impl fmt::Display for Suffix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.captured.is_empty() {
            f.write_str("x")?;
        }
        for color in &self.captured {
            write!(f, "{}", color.letter())?;
        }
        if self.reserves > 0 {
            write!(f, "r{}", self.reserves)?;
        }
        if self.partner_reserves > 0 {
            write!(f, "p{}", self.partner_reserves)?;
        }
        if self.wins {
            f.write_str("#")?;
        }
        Ok(())
    }
}
