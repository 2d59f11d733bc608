//! Clocks of a game, computed from its actions. What happens when one has run out is in
//! [`timeout`](crate::service::game::running_clock::timeout).

use std::time::Duration;

use crate::service::api::ids::Timestamp;
use crate::service::api::time_control::{Overtime, TimeControl, TimeRule};
use crate::service::model::action::ActionKind;
use focus::{Color, Move};

/// Clocks of all colors, of which one is running.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Clocks {
    pub(crate) rule: TimeRule,
    /// Time each color had left at `since`. Shape: `[color]`.
    left: [Duration; 4],
    /// Time each color had left before each ply, for take-backs. Shape: `[ply][color]`.
    before: Vec<[Duration; 4]>,
    /// Time the color to move had left when its turn began.
    at_turn: Duration,
    /// Start of the running clock's current span; a time in the future means that it is paused
    /// until then.
    pub(crate) since: Timestamp,
    /// End of the current or last vacation of the person to move, unless they returned earlier.
    pub(crate) away: Option<Timestamp>,
    /// Time until which the others may claim, once the time of the color to move was found to be
    /// over; then it is out without a claim.
    pub(crate) claimable_until: Option<Timestamp>,
}

impl Clocks {
    /// Creates clocks of which the first starts running.
    pub(crate) fn new(rule: TimeRule, started: Timestamp) -> Self {
        Self {
            rule,
            left: [rule.control.at_start(); 4],
            before: Vec::new(),
            at_turn: rule.control.at_start(),
            since: started,
            away: None,
            claimable_until: None,
        }
    }

    /// Returns the time left to a color that is not to move.
    pub(crate) fn left(&self, color: Color) -> Duration {
        self.left[color.index()]
    }

    /// Returns the time at which the clock of the color to move runs out.
    pub(crate) fn runs_out(&self, to_move: Color) -> Timestamp {
        self.since.after(self.left(to_move))
    }

    /// Returns the time at which the color to move has the fraction 1/`part` left of the time it
    /// had when its turn began.
    pub(crate) fn moment(&self, to_move: Color, part: u32) -> Timestamp {
        let moment = self.runs_out(to_move).before(self.at_turn / part);
        moment.max(self.since)
    }

    /// Records an action, given the color to move before and after it.
    pub(crate) fn note(&mut self, now: Timestamp, before: Color, after: Color, what: ActionKind) {
        match what {
            ActionKind::Pause(until) => self.pause_until(until, before, now),
            ActionKind::StartVacation(until) => {
                self.pause_until(until, before, now);
                self.away = Some(until);
            }
            ActionKind::EndVacation => {
                self.since = self.since.min(now);
                self.away = None;
            }
            ActionKind::Overdue => {
                // A pause that was recorded before may end later.
                let from = self.since.max(now);
                self.claimable_until = Some(from.after(Overtime::CLAIM_PERIOD));
            }
            ActionKind::Move(_) | ActionKind::Premove(_) => {
                self.before.push(self.left);
                return self.begin_turn(now, (before, after), what);
            }
            ActionKind::TakeBack(plies) => {
                self.go_back(plies, after);
                return self.begin_turn(now, (before, after), what);
            }
            ActionKind::Resign
            | ActionKind::Draw
            | ActionKind::RefuseDraw
            | ActionKind::Abort
            | ActionKind::AbortByModerator
            | ActionKind::AbortIdle
            | ActionKind::OfferSeat
            | ActionKind::WantComputer
            | ActionKind::WantSeat
            | ActionKind::AllowSeat
            | ActionKind::RefuseSeat
            | ActionKind::HandOver
            | ActionKind::AskTakeBack
            | ActionKind::AllowTakeBack
            | ActionKind::RefuseTakeBack
            | ActionKind::TimeOut
            | ActionKind::TakeOver => {}
        }
        if before != after {
            self.begin_turn(now, (before, after), what);
        }
    }

    /// Pauses the running clock, that of `color`, or the time to claim, until a time.
    fn pause_until(&mut self, until: Timestamp, color: Color, now: Timestamp) {
        self.charge(color, now);
        let paused = until.since(self.since);
        self.since = self.since.max(until);
        self.claimable_until = self.claimable_until.map(|end| end.after(paused));
    }

    /// Begins a turn after an action, given the color to move before and after it.
    fn begin_turn(&mut self, now: Timestamp, (before, after): (Color, Color), what: ActionKind) {
        let is_back = matches!(what, ActionKind::TakeBack(_));
        if !is_back {
            self.charge(before, now);
        }
        self.since = now;
        self.away = None;
        self.claimable_until = None;
        let is_move = matches!(what, ActionKind::Move(_) | ActionKind::Premove(_));
        let earns = is_move && what != ActionKind::Move(Move::Pass);
        self.refill((before, after), is_back, earns);
        self.at_turn = self.left[after.index()];
    }

    /// Adds the time that the time control grants, given the color to move before and after an
    /// action, whether it takes moves back, and whether it is a move that earns the increment.
    fn refill(&mut self, (before, after): (Color, Color), is_back: bool, earns: bool) {
        match self.rule.control {
            // A player who takes a move back has the time left when it was played, and no more.
            TimeControl::PerMove(_) if is_back => {}
            TimeControl::Bank { increment, .. } if is_back => {
                let left = &mut self.left[after.index()];
                *left = left.saturating_sub(increment);
            }
            TimeControl::PerMove(time) => self.left[after.index()] = time,
            TimeControl::Bank { increment, .. } => {
                if earns {
                    self.left[before.index()] += increment;
                }
            }
        }
    }

    /// Restores the time everybody had before the last `plies` plies, except for `by`, who takes
    /// them back and has the time left right after the first of them.
    fn go_back(&mut self, plies: u32, by: Color) {
        let kept = self.before.len().saturating_sub(plies as usize);
        if let Some(before) = self.before.get(kept) {
            let after = self.before.get(kept + 1).unwrap_or(&self.left);
            let own = after[by.index()];
            self.left = *before;
            self.left[by.index()] = own;
        }
        self.before.truncate(kept);
    }

    /// Sets the clock for the player who takes over the seat of the color to move: a full time per
    /// move, or the rest of the bank, or a full bank if nothing is left. The previous player's
    /// vacation no longer counts.
    pub(crate) fn change_hands(&mut self, color: Color, now: Timestamp) {
        self.since = self.since.min(now);
        self.away = None;
        // The new player is reminded by what is left now.
        self.at_turn = self.left(color).saturating_sub(now.since(self.since));
        let is_used_up = match self.rule.control {
            TimeControl::PerMove(_) => true,
            TimeControl::Bank { .. } => self.claimable_until.is_some(),
        };
        if is_used_up {
            self.left[color.index()] = self.rule.control.at_start();
            for before in &mut self.before {
                before[color.index()] = self.rule.control.at_start();
            }
            self.at_turn = self.rule.control.at_start();
            self.since = now;
            self.claimable_until = None;
        }
    }

    /// Subtracts the elapsed time from the time that a color has left.
    fn charge(&mut self, color: Color, now: Timestamp) {
        let left = &mut self.left[color.index()];
        *left = left.saturating_sub(now.since(self.since));
        self.since = self.since.max(now);
    }
}
