//! Handover of a seat to a computer or to another person.
//!
//! It is possible in games for three or four if all others agree, for a player whose time is over
//! or who asks for it. Like a draw offer, a handover lapses when the position changes. Rated games
//! keep their players.

use std::mem;

use crate::service::api::refusal::{HandOverRefusal, Refusal};
use crate::service::api::request::{Actor, SeatRequest};
use crate::service::api::view::game::SeatOffer;
use crate::service::api::view::player::{Person, Player};
use crate::service::game::player_actions::{self, Actions, act};
use crate::service::game::state::hand_over::{HandOver, Successor};
use crate::service::game::state::hand_over_actions::{is_late, seat};
use crate::service::game::state::match_state::MatchState;
use crate::service::model::action::ActionKind;
use crate::service::model::game::StartedGame;
use focus::{Color, ColorSet};

/// Carries out a person's action on a seat.
pub(crate) fn requested(
    game: &StartedGame,
    state: &mut MatchState,
    actor: &Actor,
    seen: Option<u32>,
    request: SeatRequest,
) -> Result<Actions, Refusal> {
    let player = |seen| player_actions::player(game, state, actor, seen);
    match request {
        SeatRequest::Offer => {
            let color = player(seen)?;
            offer(game, state, color)
        }
        SeatRequest::Mine => want(game, state, actor, seen),
        SeatRequest::Computer => {
            let color = player(None)?;
            check_asked(state, seen)?;
            computer(game, state, color)
        }
        SeatRequest::Allow => {
            let color = player(None)?;
            check_asked(state, seen)?;
            allow(game, state, color)
        }
        SeatRequest::Refuse => {
            let color = player(None)?;
            check_asked(state, seen)?;
            refuse(game, state, color)
        }
    }
}

/// Checks that an answer is to the current question, not to an earlier one.
fn check_asked(state: &MatchState, seen: Option<u32>) -> Result<(), Refusal> {
    seat(state).ok_or(Refusal::Seat(HandOverRefusal::NoSeat))?;
    match seen {
        Some(seen) if seen != state.asked => Err(Refusal::Stale),
        _ => Ok(()),
    }
}

/// Offers the color's own seat.
fn offer(game: &StartedGame, state: &mut MatchState, color: Color) -> Result<Actions, Refusal> {
    check(game, state, color)?;
    if seat(state).is_some() {
        return Err(Refusal::Seat(HandOverRefusal::Asked));
    }
    if state.seat_offered.contains(color) {
        return Err(Refusal::Seat(HandOverRefusal::Offered));
    }
    player_actions::check_beside_moves(state)?;
    Ok(vec![act(state, color, ActionKind::OfferSeat)])
}

/// Requests a computer for somebody's seat, and agrees to that.
fn computer(game: &StartedGame, state: &mut MatchState, color: Color) -> Result<Actions, Refusal> {
    let open = open_seat(game, state)?;
    if !voters(state, open).contains(color) {
        return Err(Refusal::Seat(HandOverRefusal::NoSeat));
    }
    player_actions::check_beside_moves(state)?;
    let mut actions = vec![act(state, color, ActionKind::WantComputer)];
    actions.extend(done(state));
    Ok(actions)
}

/// Requests a seat for a person who does not play.
fn want(
    game: &StartedGame,
    state: &mut MatchState,
    actor: &Actor,
    seen: Option<u32>,
) -> Result<Actions, Refusal> {
    let open = open_seat(game, state)?;
    if game.color_of(actor.person).is_some() {
        return Err(Refusal::AlreadySeated);
    }
    check_asked(state, seen)?;
    player_actions::check_requests_of_others(state)?;
    Ok(vec![act(state, open, ActionKind::WantSeat)])
}

/// Agrees to a handover; the last agreement carries it out.
fn allow(game: &StartedGame, state: &mut MatchState, color: Color) -> Result<Actions, Refusal> {
    let offer = current(game, state).filter(|offer| offer.successor.is_some());
    let offer = offer.ok_or(Refusal::Seat(HandOverRefusal::NoSeat))?;
    if offer.allowed.contains(color) {
        return Err(Refusal::Seat(HandOverRefusal::Allowed));
    }
    if !waiting(state, offer).contains(color) {
        return Err(Refusal::Seat(HandOverRefusal::NoSeat));
    }
    let mut actions = vec![act(state, color, ActionKind::AllowSeat)];
    actions.extend(done(state));
    Ok(actions)
}

/// Refuses a handover. A player who offered their own seat keeps it by refusing; a player whose
/// time is over has no say.
fn refuse(game: &StartedGame, state: &mut MatchState, color: Color) -> Result<Actions, Refusal> {
    let offer = current(game, state).ok_or(Refusal::Seat(HandOverRefusal::NoSeat))?;
    let may_refuse = if offer.seat == color {
        !is_late(state, color)
    } else {
        offer.successor.is_some()
    };
    if !may_refuse {
        return Err(Refusal::Seat(HandOverRefusal::NoSeat));
    }
    Ok(vec![act(state, color, ActionKind::RefuseSeat)])
}

/// Hands the seat over, once everybody has agreed.
fn done(state: &mut MatchState) -> Option<(Color, ActionKind)> {
    let offer = state.handover?;
    let is_agreed = waiting(state, offer).is_empty();
    is_agreed.then(|| act(state, offer.seat, ActionKind::HandOver))
}

/// Checks that the seat of a color can be handed over at all.
fn check(game: &StartedGame, state: &MatchState, seat: Color) -> Result<(), Refusal> {
    if game.common.rated {
        return Err(Refusal::Seat(HandOverRefusal::Rated));
    }
    let has_others = state.game.rules().mode().seats() > 2 && !voters(state, seat).is_empty();
    has_others
        .then_some(())
        .ok_or(Refusal::Seat(HandOverRefusal::NoSeat))
}

/// Returns the handover as [`seat`] does; open again if the person who asked for the seat has
/// withdrawn, of which the log of the game knows nothing.
fn current(game: &StartedGame, state: &MatchState) -> Option<HandOver> {
    let offer = seat(state)?;
    let is_withdrawn = offer.successor == Some(Successor::Person) && game.candidate.is_none();
    Some(if is_withdrawn {
        HandOver::open(offer.seat)
    } else {
        offer
    })
}

/// Returns the seat that can be asked for.
fn open_seat(game: &StartedGame, state: &MatchState) -> Result<Color, Refusal> {
    let open = current(game, state).ok_or(Refusal::Seat(HandOverRefusal::NoSeat))?;
    if open.successor.is_some() {
        return Err(Refusal::Seat(HandOverRefusal::Asked));
    }
    check(game, state, open.seat)?;
    Ok(open.seat)
}

/// Returns the people who have a say about a seat.
fn voters(state: &MatchState, seat: Color) -> ColorSet {
    state.people_in().without(seat)
}

fn waiting(state: &MatchState, offer: HandOver) -> ColorSet {
    voters(state, offer.seat).minus(offer.allowed)
}

/// Seats the successor, keeps the former player, and drops a candidate who no longer is one.
pub(crate) fn conclude(game: &mut StartedGame, state: &MatchState, actions: &Actions) {
    for (color, what) in actions {
        let is_person = *what == ActionKind::HandOver && !state.taken_over.contains(*color);
        let Some(successor) = game.candidate.take_if(|_| is_person) else {
            continue;
        };
        let mut players = game.people.iter_mut();
        if let Some(player) = players.find(|player| player.color == *color) {
            let seat = &mut player.seat;
            seat.language = successor.language;
            let former = Person {
                id: mem::replace(&mut seat.person, successor.person.id),
                name: mem::replace(&mut seat.name, successor.person.name),
            };
            game.former.push((*color, former));
        }
    }
    let is_wanted = state
        .handover
        .is_some_and(|offer| offer.successor == Some(Successor::Person));
    if !is_wanted {
        game.candidate = None;
    }
}

/// Returns the handover of a seat as people see it.
pub(crate) fn view(game: &StartedGame, state: &MatchState) -> Option<SeatOffer> {
    let offer = current(game, state).filter(|offer| check(game, state, offer.seat).is_ok())?;
    let candidate = game.candidate.as_ref();
    let candidate = candidate.map(|candidate| candidate.person.clone());
    Some(SeatOffer {
        seat: offer.seat,
        number: state.asked,
        is_late: is_late(state, offer.seat),
        successor: match offer.successor {
            None => None,
            Some(Successor::Computer) => Some(Player::Computer(player_actions::SUBSTITUTE)),
            Some(Successor::Person) => candidate.map(Player::Person),
        },
        waiting: waiting(state, offer),
    })
}
