//! Events of a game, as its board announces them.

use focus::{Color, Effect, Move, Outcome, Played};

/// Way in which a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules, with an outcome.
    Decided(Outcome),
    /// Called off before the second move, without an outcome.
    Aborted,
}

/// Event in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameEvent {
    /// Seats and first move were dealt by lot.
    Started,
    /// A player moved.
    Moved {
        /// The player's color.
        color: Color,
        /// The move.
        mv: Move,
        /// Effect of the move.
        effect: Effect,
        /// The move with its suffix, as in records.
        text: String,
    },
    /// The seat could not move and was passed over.
    Passed(Color),
    /// The seat can never move again and is out of the game.
    Out(Color),
    /// The person gave up.
    Resigned(Color),
    /// The person offered a draw.
    DrawOffered(Color),
    /// The person agreed to a draw that was offered.
    DrawAccepted(Color),
    /// The person turned the draw down.
    DrawRefused(Color),
    /// The person withdrew their draw offer, or their agreement to one.
    DrawWithdrawn(Color),
    /// The person called the game off.
    Aborted(Color),
    /// The player's time is over, and the others may claim it.
    Overdue(Color),
    /// The player's time is over, and the player is out.
    TimeOut(Color),
    /// The player's time is over and a computer plays on.
    TakenOver(Color),
    /// The move just played was the person's premove.
    Premoved(Color),
    /// The person asked to take their last decision back.
    TakeBackAsked(Color),
    /// The person agreed to a take-back.
    TakeBackAllowed(Color),
    /// The person refused a take-back.
    TakeBackRefused(Color),
    /// The person took moves back, including later moves of others.
    TookBack {
        /// Color of the person whose decision it was.
        color: Color,
        /// The moves taken back.
        taken: TakenBack,
    },
    /// The person offered their seat to others.
    SeatOffered(Color),
    /// Somebody asked for the seat.
    SeatWanted(Color),
    /// The person agreed that a seat changes hands.
    SeatAllowed(Color),
    /// The person refused that a seat changes hands.
    SeatRefused(Color),
    /// The seat changed hands.
    HandedOver(Color),
    /// Pending requests and offers lapsed, because somebody left.
    Lapsed,
    /// A moderator called the game off.
    AbortedByModerator,
    /// The game was called off because nobody had moved for a long time.
    AbortedIdle,
}

/// Moves that are taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TakenBack {
    /// Number of plies, including forced passes.
    pub moves: u32,
    /// True if there are forced passes among them.
    pub has_passes: bool,
}

impl TakenBack {
    /// Summarizes these plies.
    pub(crate) fn of(plies: &[Played]) -> Self {
        Self {
            moves: u32::try_from(plies.len()).unwrap_or(u32::MAX),
            has_passes: plies.iter().any(|ply| ply.mv == Move::Pass),
        }
    }
}
