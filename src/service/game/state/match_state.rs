//! State of a game: its moves, and the offers, clocks and mentions around them.

use std::collections::BTreeSet;

use crate::service::api::ids::Timestamp;
use crate::service::api::time_control::Overtime;
use crate::service::api::view::event::{Ending, GameEvent};
use crate::service::game::state::clock::Clocks;
use crate::service::game::state::hand_over::HandOver;
use crate::service::game::state::mention_log::MentionLog;
use focus::{Color, ColorSet, Game, Outcome};

/// Game with the state around its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MatchState {
    pub(crate) game: Game,
    /// Colors that agreed to a draw since the last move.
    pub(crate) draw: ColorSet,
    /// Colors whose draw offer was refused or withdrawn since they last moved.
    pub(crate) draw_refused: ColorSet,
    /// Pending take-back request since the last move.
    pub(crate) take_back: Option<PendingTakeBack>,
    /// Colors whose take-back request failed since they last moved.
    pub(crate) take_back_refused: ColorSet,
    /// Plies that were taken back at some time, as the number of plies before them.
    pub(crate) taken_back: BTreeSet<usize>,
    /// Most recent mentions of players to move.
    pub(crate) mentions: MentionLog,
    /// Pending handover of a seat since the last move.
    pub(crate) handover: Option<HandOver>,
    /// Colors that have offered their seats since they last moved.
    pub(crate) seat_offered: ColorSet,
    /// Number of the action that last asked people a new question about a seat.
    pub(crate) asked: u32,
    /// Time of the current action.
    pub(crate) now: Timestamp,
    /// Time when each ply was played; as long as the list of plies.
    pub(crate) times: Vec<Timestamp>,
    /// The clocks, if there are any.
    pub(crate) clocks: Option<Clocks>,
    pub(super) aborted: bool,
    /// Colors that people play.
    pub(crate) people: ColorSet,
    /// Colors of people whom a computer has replaced.
    pub(crate) taken_over: ColorSet,
    /// Outcome of the game if it ended because only computers were left.
    pub(super) deserted: Option<Outcome>,
    /// Number of position changes; see [`GameView::steps`].
    ///
    /// [`GameView::steps`]: crate::service::GameView::steps
    pub(crate) steps: u32,
    /// Step at which the current turn began; somebody else may have left since.
    pub(crate) turn_began: u32,
    /// Number of pauses of the clock, without vacations.
    pub(super) pauses: usize,
    /// Events caused by each action; as long as the list of actions.
    pub(crate) events: Vec<Vec<GameEvent>>,
}

/// Pending request to take the last decision back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PendingTakeBack {
    pub(crate) by: Color,
    /// Colors that allow it.
    pub(crate) allowed: ColorSet,
}

/// Description of an action that cannot have happened; the record is damaged or the rules have
/// changed.
pub(crate) type ImpossibleAction = String;

impl MatchState {
    pub(crate) fn new(game: Game, people: ColorSet) -> Self {
        Self {
            game,
            draw: ColorSet::EMPTY,
            draw_refused: ColorSet::EMPTY,
            take_back: None,
            take_back_refused: ColorSet::EMPTY,
            taken_back: BTreeSet::new(),
            mentions: MentionLog::default(),
            handover: None,
            seat_offered: ColorSet::EMPTY,
            asked: 0,
            now: Timestamp(0),
            times: Vec::new(),
            clocks: None,
            aborted: false,
            people,
            taken_over: ColorSet::EMPTY,
            deserted: None,
            steps: 0,
            turn_began: 0,
            pauses: 0,
            events: Vec::new(),
        }
    }

    /// Returns whether both states are equal, ignoring the current time.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        let now = other.now;
        Self {
            now,
            ..self.clone()
        } == *other
    }

    /// Returns the way in which the game ended, if it has.
    pub(crate) fn ending(&self) -> Option<Ending> {
        if self.aborted {
            return Some(Ending::Aborted);
        }
        self.game.outcome().or(self.deserted).map(Ending::Decided)
    }

    /// Returns whether this color can still take part.
    pub(crate) fn is_in(&self, color: Color) -> bool {
        !self.game.position().out().contains(color)
    }

    /// Returns the color that made the pending draw offer.
    pub(crate) fn draw_by(&self) -> Option<Color> {
        if self.draw.is_empty() {
            return None;
        }
        let mut events = self.events.iter().flatten().rev();
        events.find_map(|event| match event {
            GameEvent::DrawOffered(color) => Some(*color),
            _ => None,
        })
    }

    /// Returns the number of actions that are not moves, or are moves that were taken back.
    /// Pauses do not count, because nobody asks for them.
    pub(crate) fn actions_beside_moves(&self) -> usize {
        let others = self.game.plies().len() + self.pauses;
        self.events.len().saturating_sub(others)
    }

    /// Counts a position change: offers and requests made for the old position lapse.
    pub(crate) fn step(&mut self) {
        self.draw = ColorSet::EMPTY;
        self.take_back = None;
        self.handover = None;
        self.steps += 1;
    }

    /// Returns the colors that people play and that can still take part.
    pub(crate) fn people_in(&self) -> ColorSet {
        self.people.minus(self.game.position().out())
    }

    /// Returns the time when the clock of the person to move runs out; `None` while a computer
    /// thinks, and once it was found to have run out.
    pub(crate) fn runs_out(&self) -> Option<Timestamp> {
        let clocks = self.clocks.as_ref();
        let clocks = clocks.filter(|clocks| clocks.claimable_until.is_none())?;
        let side = self.game.position().side();
        let runs = self.ending().is_none() && self.people.contains(side);
        runs.then(|| clocks.runs_out(side))
    }

    /// Returns the time until which the others may claim, once the time of the person to move was
    /// found to be over; then that person is out without a claim.
    pub(crate) fn claimable_until(&self) -> Option<Timestamp> {
        let clocks = self.clocks.as_ref().filter(|_| self.ending().is_none())?;
        clocks.claimable_until
    }

    /// Returns the consequence for a player whose time is over, if there are clocks.
    pub(crate) fn overtime(&self) -> Option<Overtime> {
        self.clocks.as_ref().map(|clocks| clocks.rule.overtime)
    }

    /// Returns whether the clock of the person to move has run out by now.
    pub(crate) fn is_out_of_time(&self) -> bool {
        self.runs_out().is_some_and(|at| at <= self.now)
    }
}
