//! Actions applied to the state of a game one by one, live or when read back.

use std::mem;

use crate::service::api::view::event::{GameEvent, TakenBack};
use crate::service::game::state::match_state::{ImpossibleAction, MatchState, PendingTakeBack};
use crate::service::model::action::ActionKind;
use focus::notation::with_suffix;
use focus::{Color, ColorSet, Leaving, Move, Outcome, Termination};

impl MatchState {
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
            if matches!(what, ActionKind::Premove(_)) {
                self.mentions.pass_over(side);
            }
            let count = (self.events.len() + 1, self.game.plies().len());
            if color != side && next == side {
                self.mentions.keep(next);
            } else {
                self.turn_began = self.steps;
                self.mentions.note(moment, count, next, what);
            }
        }
        self.deserted = self.desertion(color, what);
        let newly_out = self.game.position().out().minus(out).iter();
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
            ActionKind::Pause(_) => {
                self.pauses += 1;
                None
            }
            ActionKind::StartVacation(_) | ActionKind::EndVacation => None,
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
                Some(self.act_take_back(color, plies)?)
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

    fn act_take_back(&mut self, color: Color, plies: usize) -> Result<GameEvent, ImpossibleAction> {
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

    /// Returns the outcome of a game in which only computers would be left to play on.
    ///
    /// Everybody still in has won, except the partner of the person who left last, and so have the
    /// partners of those who win. A partner plays on for a person who can no longer move.
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
        let partners = winners.iter().filter_map(|winner| mode.partner(winner));
        let termination = termination.unwrap_or(Termination::Normal);
        Some(Outcome {
            winners: winners.iter().chain(partners).collect(),
            termination,
        })
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
