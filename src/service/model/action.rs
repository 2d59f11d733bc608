//! Actions: everything that happens in a game, in order, which alone determines its state.

use crate::service::api::ids::Timestamp;
use focus::{Color, Move};

/// Action in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Action {
    pub(crate) at: Timestamp,
    /// Color that did it.
    pub(crate) by: Color,
    pub(crate) kind: ActionKind,
}

/// Kind of action, with its data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ActionKind {
    /// A move, or a forced pass.
    Move(Move),
    /// Played a premove.
    Premove(Move),
    /// Resigned.
    Resign,
    /// Offered a draw or agreed to one.
    Draw,
    /// Refused the draw.
    RefuseDraw,
    /// Called the game off.
    Abort,
    /// Had the game called off by a moderator.
    AbortByModerator,
    /// Had the game called off because nobody had moved for a long time.
    AbortIdle,
    /// Ran out of time, which the others may claim.
    Overdue,
    /// Ran out of time and was put out.
    TimeOut,
    /// Ran out of time, and a computer took over.
    TakeOver,
    /// The running clock was paused until a time.
    Pause(Timestamp),
    /// Went on vacation until a time; the running clock is paused.
    StartVacation(Timestamp),
    /// Ended the vacation early.
    EndVacation,
    /// Asked the others to allow taking the last decision back.
    AskTakeBack,
    /// Allowed the take-back.
    AllowTakeBack,
    /// Refused the take-back.
    RefuseTakeBack,
    /// Took back this many plies.
    TakeBack(u32),
    /// Offered their own seat to others.
    OfferSeat,
    /// Requested a computer for the free seat.
    WantComputer,
    /// Somebody else asked for the seat.
    WantSeat,
    /// Agreed that a seat changes hands.
    AllowSeat,
    /// Refused that a seat changes hands.
    RefuseSeat,
    /// The seat changed hands.
    HandOver,
}
