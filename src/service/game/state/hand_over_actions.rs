//! Effects of the actions that offer, request and hand over seats.

use crate::service::api::view::event::GameEvent;
use crate::service::game::state::hand_over::{HandOver, Successor};
use crate::service::game::state::match_state::{ImpossibleAction, MatchState};
use focus::{Color, ColorSet};

impl MatchState {
    pub(crate) fn offer_seat(&mut self, color: Color) -> GameEvent {
        self.note_asked();
        self.handover = Some(HandOver::open(color));
        self.seat_offered = self.seat_offered.with(color);
        GameEvent::SeatOffered(color)
    }

    pub(crate) fn want_computer(&mut self, color: Color) -> Result<GameEvent, ImpossibleAction> {
        let open = seat(self).ok_or("expected a seat to hand over")?;
        self.note_asked();
        self.handover = Some(HandOver {
            successor: Some(Successor::Computer),
            allowed: ColorSet::EMPTY.with(color),
            ..open
        });
        Ok(GameEvent::SeatAllowed(color))
    }

    pub(crate) fn want_seat(&mut self, seat: Color) -> GameEvent {
        self.note_asked();
        self.handover = Some(HandOver {
            successor: Some(Successor::Person),
            ..HandOver::open(seat)
        });
        GameEvent::SeatWanted(seat)
    }

    pub(crate) fn allow_seat(&mut self, color: Color) -> Result<GameEvent, ImpossibleAction> {
        let offer = self.handover.as_mut().ok_or("expected a seat to allow")?;
        offer.allowed = offer.allowed.with(color);
        Ok(GameEvent::SeatAllowed(color))
    }

    pub(crate) fn refuse_seat(&mut self, color: Color) -> Result<GameEvent, ImpossibleAction> {
        let offer = self.handover.ok_or("expected a seat to refuse")?;
        let is_on_offer = offer.seat != color && !is_late(self, offer.seat);
        self.note_asked();
        self.handover = is_on_offer.then(|| HandOver::open(offer.seat));
        Ok(GameEvent::SeatRefused(color))
    }

    pub(crate) fn hand_over(&mut self, color: Color) -> Result<GameEvent, ImpossibleAction> {
        let offer = self.handover.ok_or("expected a seat to hand over")?;
        self.step();
        self.seat_offered = self.seat_offered.without(color);
        if offer.successor == Some(Successor::Computer) {
            self.people = self.people.without(color);
            self.taken_over = self.taken_over.with(color);
        }
        let side = self.game.position().side();
        let now = self.now;
        if let Some(clocks) = self.clocks.as_mut().filter(|_| side == color) {
            clocks.change_hands(color, now);
        }
        Ok(GameEvent::HandedOver(color))
    }

    /// Records that a new question about a seat is being asked.
    pub(crate) fn note_asked(&mut self) {
        self.asked = u32::try_from(self.events.len() + 1).unwrap_or(u32::MAX);
    }
}

/// Returns the handover of the seat on offer, or of the player whose time was found to be over.
pub(crate) fn seat(state: &MatchState) -> Option<HandOver> {
    let side = state.game.position().side();
    let late = is_late(state, side).then(|| HandOver::open(side));
    state.handover.or(late).filter(|_| state.ending().is_none())
}

/// Returns whether the time of a color was found to be over.
pub(crate) fn is_late(state: &MatchState, seat: Color) -> bool {
    let clocks = state.clocks.as_ref();
    let is_overdue = clocks.is_some_and(|clocks| clocks.claimable_until.is_some());
    is_overdue && state.game.position().side() == seat
}
