//! State of a game: its actions applied one by one, live or when read back.

use std::collections::BTreeSet;
use std::mem;

use crate::service::api::ids::Timestamp;
use crate::service::api::refusal::{MoveRefusal, Refusal};
use crate::service::api::time_control::Overtime;
use crate::service::api::view::event::{Ending, GameEvent, TakenBack};
use crate::service::game::state::clock::Clocks;
use crate::service::game::state::hand_over::HandOver;
use crate::service::game::state::mention_log::MentionLog;
use crate::service::model::action::ActionKind;
use focus::notation::{MoveText, nearest, with_suffix};
use focus::{Color, ColorSet, Game, Leaving, Move, Outcome, Termination};

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
    aborted: bool,
    /// Colors that people play.
    pub(crate) people: ColorSet,
    /// Colors of people whom a computer has replaced.
    pub(crate) taken_over: ColorSet,
    /// Outcome of the game if it ended because only computers were left.
    deserted: Option<Outcome>,
    /// Number of position changes; see [`GameView::steps`].
    ///
    /// [`GameView::steps`]: crate::service::GameView::steps
    pub(crate) steps: u32,
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

    /// Applies one action, read back or new.
    ///
    /// # Errors
    ///
    /// Returns a description of the problem if the action is not possible.
    pub(crate) fn act(&mut self, color: Color, what: ActionKind) -> Result<(), ImpossibleAction> {
        if self.ending().is_some() {
            return Err(format!("expected no action after the end, got {what:?}"));
        }
        // Colors that are out for a reason that needs no event of its own.
        let mut out = self.game.position().out();
        if matches!(what, ActionKind::Resign | ActionKind::TimeOut) {
            out = out.with(color);
        }
        let breaks_off = is_departure(what) && self.is_asked_by_others(color);
        let (side, steps) = (self.game.position().side(), self.steps);
        let event = self.apply(color, what)?;
        let (next, moment) = (self.game.position().side(), self.now);
        if let Some(clocks) = &mut self.clocks {
            clocks.note(moment, side, next, what);
        }
        if self.steps != steps {
            let count = (self.events.len() + 1, self.game.plies().len());
            self.mentions.note(moment, count, next, what);
        }
        self.deserted = self.desertion(color, what);
        let now_out = self.game.position().out().iter();
        let newly_out = now_out.filter(|now| !out.contains(*now));
        let lapsed = (breaks_off && self.ending().is_none()).then_some(GameEvent::Lapsed);
        let consequences = newly_out.map(GameEvent::Out).chain(lapsed);
        let premoved = matches!(what, ActionKind::Premove(_)).then_some(GameEvent::Premoved(color));
        let events = event.into_iter().chain(premoved).chain(consequences);
        self.events.push(events.collect());
        Ok(())
    }

    /// Changes the state by an action, and returns its event, if it has one of its own.
    fn apply(
        &mut self,
        color: Color,
        what: ActionKind,
    ) -> Result<Option<GameEvent>, ImpossibleAction> {
        Ok(match what {
            ActionKind::Move(mv) | ActionKind::Premove(mv) => Some(self.act_move(color, mv)?),
            ActionKind::Resign => {
                self.step();
                let left = self.game.leave(color, Leaving::Resignation);
                left.map_err(|error| format!("{color:?} resigns: {error}"))?;
                Some(GameEvent::Resigned(color))
            }
            ActionKind::TimeOut => {
                self.step();
                let left = self.game.leave(color, Leaving::Time);
                left.map_err(|error| format!("{color:?} is put out: {error}"))?;
                Some(GameEvent::TimeOut(color))
            }
            ActionKind::TakeOver => {
                self.step();
                self.people = self.people.without(color);
                self.taken_over = self.taken_over.with(color);
                Some(GameEvent::TakenOver(color))
            }
            ActionKind::Overdue => {
                self.note_asked();
                Some(GameEvent::Overdue(color))
            }
            ActionKind::Pause(_) | ActionKind::StartVacation(_) | ActionKind::EndVacation => None,
            ActionKind::Draw => {
                let event = if self.draw.is_empty() {
                    GameEvent::DrawOffered(color)
                } else {
                    GameEvent::DrawAccepted(color)
                };
                self.draw = self.draw.with(color);
                if self.everybody_agrees() {
                    self.game.agree_draw().map_err(|error| error.to_string())?;
                }
                Some(event)
            }
            ActionKind::RefuseDraw => Some(self.refuse_draw(color)),
            ActionKind::Abort => Some(self.abort(GameEvent::Aborted(color))),
            ActionKind::AskTakeBack => {
                self.take_back = Some(PendingTakeBack {
                    by: color,
                    allowed: ColorSet::EMPTY,
                });
                Some(GameEvent::TakeBackAsked(color))
            }
            ActionKind::AllowTakeBack => {
                let request = self
                    .take_back
                    .as_mut()
                    .ok_or("expected a request to allow")?;
                request.allowed = request.allowed.with(color);
                Some(GameEvent::TakeBackAllowed(color))
            }
            ActionKind::RefuseTakeBack => {
                if let Some(request) = self.take_back.take() {
                    self.take_back_refused = self.take_back_refused.with(request.by);
                }
                Some(GameEvent::TakeBackRefused(color))
            }
            ActionKind::TakeBack(plies) => {
                let plies = usize::try_from(plies).map_err(|error| error.to_string())?;
                Some(self.take_back(color, plies)?)
            }
            ActionKind::OfferSeat => Some(self.offer_seat(color)),
            ActionKind::WantComputer => Some(self.want_computer(color)?),
            ActionKind::WantSeat => Some(self.want_seat(color)),
            ActionKind::AllowSeat => Some(self.allow_seat(color)?),
            ActionKind::RefuseSeat => Some(self.refuse_seat(color)?),
            ActionKind::HandOver => Some(self.hand_over(color)?),
            ActionKind::AbortByModerator => Some(self.abort(GameEvent::AbortedByModerator)),
            ActionKind::AbortIdle => Some(self.abort(GameEvent::AbortedIdle)),
        })
    }

    fn abort(&mut self, event: GameEvent) -> GameEvent {
        self.aborted = true;
        event
    }

    fn refuse_draw(&mut self, color: Color) -> GameEvent {
        let agreed = mem::replace(&mut self.draw, ColorSet::EMPTY);
        self.draw_refused = agreed.iter().chain(self.draw_refused.iter()).collect();
        if agreed.contains(color) {
            return GameEvent::DrawWithdrawn(color);
        }
        GameEvent::DrawRefused(color)
    }

    fn act_move(&mut self, color: Color, mv: Move) -> Result<GameEvent, ImpossibleAction> {
        let side = self.game.position().side();
        if side != color {
            return Err(format!(
                "expected a move of {side:?}, got `{mv}` of {color:?}"
            ));
        }
        let effect = self.game.play(mv);
        let effect = effect.map_err(|error| format!("`{mv}`: {error}"))?;
        self.step();
        self.draw_refused = self.draw_refused.without(color);
        self.take_back_refused = self.take_back_refused.without(color);
        self.seat_offered = self.seat_offered.without(color);
        self.times.push(self.now);
        Ok(match mv {
            Move::Pass => {
                self.mentions.pass_over(color);
                GameEvent::Passed(color)
            }
            mv => GameEvent::Moved {
                color,
                mv,
                effect,
                text: with_suffix(mv, effect, self.game.outcome()),
            },
        })
    }

    fn take_back(&mut self, color: Color, plies: usize) -> Result<GameEvent, ImpossibleAction> {
        let played = self.game.plies();
        let kept = played.len().checked_sub(plies);
        let kept = kept.ok_or_else(|| format!("expected {plies} plies to take back"))?;
        let taken = TakenBack::of(&played[kept..]);
        self.game = self.game.after(kept);
        self.times.truncate(kept);
        self.taken_back.insert(kept);
        self.step();
        Ok(GameEvent::TookBack { color, taken })
    }

    /// Returns `true` if somebody else has offered or asked something that waits for an answer.
    fn is_asked_by_others(&self, color: Color) -> bool {
        !self.draw.without(color).is_empty()
            || self.take_back.is_some_and(|request| request.by != color)
            || self.handover.is_some_and(|offer| offer.seat != color)
    }

    /// Returns the number of actions that are not moves, or are moves that were taken back.
    pub(crate) fn actions_beside_moves(&self) -> usize {
        self.events.len().saturating_sub(self.game.plies().len())
    }

    /// Counts a position change: offers and requests made for the old position lapse.
    pub(crate) fn step(&mut self) {
        self.draw = ColorSet::EMPTY;
        self.take_back = None;
        self.handover = None;
        self.steps += 1;
    }

    /// Returns the outcome of a game in which only computers would be left to play on.
    ///
    /// Everybody still in has won, except the partner of the person who left last. A partner plays
    /// on for a person who can no longer move.
    ///
    /// By the rules such a game continues, and records have no notation for this ending, so a
    /// record shows it as unfinished: `[Result "*"]`.
    fn desertion(&self, color: Color, what: ActionKind) -> Option<Outcome> {
        let mode = self.game.rules().mode();
        let still_in = self.game.position().still_in();
        let resigned = (what == ActionKind::Resign).then_some(Termination::Resignation);
        let timed_out = (what == ActionKind::TimeOut).then_some(Termination::Time);
        let termination = resigned.or(timed_out);
        let has_left = termination.is_some();
        let is_played_for = |person: Color| {
            let partner = mode.partner(person);
            still_in.contains(person) || partner.is_some_and(|p| still_in.contains(p))
        };
        let is_watched = if has_left {
            self.people.iter().any(|person| still_in.contains(person))
        } else {
            self.people.iter().any(is_played_for)
        };
        if self.people.is_empty() || is_watched {
            return None;
        }
        let winners = match mode.partner(color).filter(|_| has_left) {
            Some(partner) => still_in.without(partner),
            None => still_in,
        };
        let termination = termination.unwrap_or(Termination::Normal);
        Some(Outcome {
            winners,
            termination,
        })
    }

    /// Returns the colors that people play and that can still take part.
    pub(crate) fn people_in(&self) -> ColorSet {
        let people = self.people.iter();
        people.filter(|color| self.is_in(*color)).collect()
    }

    /// Returns the time when the clock of the person to move runs out; `None` while a computer
    /// thinks, and once it was found to have run out.
    pub(crate) fn runs_out(&self) -> Option<Timestamp> {
        let clocks = self.clocks.as_ref().filter(|clocks| !clocks.is_overdue)?;
        let side = self.game.position().side();
        let runs = self.ending().is_none() && self.people.contains(side);
        runs.then(|| clocks.runs_out(side))
    }

    /// Returns the consequence for a player whose time is over, if there are clocks.
    pub(crate) fn overtime(&self) -> Option<Overtime> {
        self.clocks.as_ref().map(|clocks| clocks.rule.overtime)
    }

    /// Returns whether the clock of the person to move has run out by now.
    pub(crate) fn is_out_of_time(&self) -> bool {
        self.runs_out().is_some_and(|at| at <= self.now)
    }

    fn everybody_agrees(&self) -> bool {
        let mut colors = self.game.position().rules().mode().colors().iter();
        colors.all(|color| !self.is_in(*color) || self.draw.contains(*color))
    }
}

/// Returns `true` if somebody leaves a game that may continue, with or without a successor.
fn is_departure(what: ActionKind) -> bool {
    matches!(
        what,
        ActionKind::Resign | ActionKind::TimeOut | ActionKind::TakeOver | ActionKind::HandOver
    )
}

/// Number of legal moves suggested in place of an illegal one.
const NEAR_MOVES: usize = 3;

/// Returns the move that a text denotes in the game.
pub(crate) fn resolve(game: &Game, text: &str) -> Result<Move, Refusal> {
    let wanted: MoveText = text.parse().map_err(Refusal::MoveText)?;
    let position = game.position();
    wanted.resolve_in(game).map_err(|error| {
        // If the move itself is legal and only its suffix is wrong, the nearest move is the move
        // itself.
        let near = nearest(position, wanted.mv(), NEAR_MOVES).into_iter();
        Refusal::Move(MoveRefusal {
            error,
            at: None,
            near: near.map(|mv| (mv, position.effect(mv))).collect(),
        })
    })
}
