//! Taking the last decision back: at once if it harms nobody, otherwise with the others' consent.
//!
//! It harms nobody within a short time in which nobody has answered, once for each move, or if the
//! person plays only against computers. A take-back removes the person's own last move and
//! everything after it: forced passes and, if the others agree, their moves.

use std::time::Duration;

use crate::service::api::refusal::Refusal;
use crate::service::api::view::event::TakenBack;
use crate::service::api::view::game::TakeBack;
use crate::service::game::player_actions::{Actions, act, check_beside_moves};
use crate::service::game::state::match_state::{MatchState, PendingTakeBack};
use crate::service::model::action::ActionKind;
use focus::{Color, ColorSet, Move};

/// Takes the color's last decision back, or asks those who have to agree.
pub(crate) fn take_back(
    state: &mut MatchState,
    color: Color,
    grace: Duration,
) -> Result<Actions, Refusal> {
    let plies = plies_since(state, color).ok_or(Refusal::NothingToTakeBack)?;
    check_beside_moves(state)?;
    if asked(state, color, plies).is_empty() || is_in_grace(state, plies, grace) {
        return Ok(vec![done(state, color, plies)]);
    }
    match state.take_back {
        None if state.take_back_refused.contains(color) => Err(Refusal::TakeBackTurnedDown),
        None => Ok(vec![act(state, color, ActionKind::AskTakeBack)]),
        Some(request) if request.by == color => Err(Refusal::TakeBackAlreadyAsked),
        Some(_) => Err(Refusal::TakeBackToAnswer),
    }
}

/// Agrees to the take-back that `by` asks for; the last agreement carries it out.
pub(crate) fn allow(state: &mut MatchState, color: Color, by: Color) -> Result<Actions, Refusal> {
    let request = pending(state, by)?;
    if request.by == color {
        return Err(Refusal::TakeBackAlreadyAsked);
    }
    if !waiting(state, request).contains(color) {
        return Err(Refusal::TakeBackWaitsForOthers);
    }
    let mut actions = vec![act(state, color, ActionKind::AllowTakeBack)];
    let allowed = request.allowed.with(color);
    if waiting(state, PendingTakeBack { allowed, ..request }).is_empty() {
        let plies = plies_since(state, request.by).ok_or(Refusal::NothingToTakeBack)?;
        actions.push(done(state, request.by, plies));
    }
    Ok(actions)
}

/// Refuses the take-back that `by` asks for; that color withdraws its request in the same way.
pub(crate) fn refuse(state: &mut MatchState, color: Color, by: Color) -> Result<Actions, Refusal> {
    pending(state, by)?;
    Ok(vec![act(state, color, ActionKind::RefuseTakeBack)])
}

/// Returns the pending request, if an answer to that of `by` is one to it.
///
/// Between two steps several colors may ask in turn, but each of them only once.
fn pending(state: &MatchState, by: Color) -> Result<PendingTakeBack, Refusal> {
    let request = state.take_back.ok_or(Refusal::NoTakeBackAsked)?;
    if by != request.by {
        return Err(Refusal::Stale);
    }
    Ok(request)
}

/// Returns the colors of people who have something to take back.
pub(crate) fn able(state: &MatchState) -> ColorSet {
    if state.ending().is_some() {
        return ColorSet::EMPTY;
    }
    let people = state.people_in().iter();
    people
        .filter(|color| plies_since(state, *color).is_some())
        .collect()
}

/// Returns the pending take-back request as people see it.
pub(crate) fn view(state: &MatchState) -> Option<TakeBack> {
    let request = state.take_back.filter(|_| state.ending().is_none())?;
    let plies = plies_since(state, request.by)?;
    let played = state.game.plies();
    Some(TakeBack {
        by: request.by,
        taken: TakenBack::of(&played[played.len() - plies..]),
        waiting: waiting(state, request),
    })
}

fn done(state: &mut MatchState, color: Color, plies: usize) -> (Color, ActionKind) {
    let plies = u32::try_from(plies).expect("a small count");
    act(state, color, ActionKind::TakeBack(plies))
}

/// Returns the number of plies from the color's last decision on; `None` if somebody has left
/// since, because leaving cannot be undone.
fn plies_since(state: &MatchState, color: Color) -> Option<usize> {
    let plies = state.game.plies();
    let is_own = |ply: &focus::Played| ply.color == color && ply.mv != Move::Pass;
    let kept = plies.iter().rposition(is_own)?;
    let last_left = state.game.departures().last();
    let is_reached = last_left.is_none_or(|left| left.after <= kept);
    is_reached.then(|| plies.len() - kept)
}

/// Returns whether nobody has moved since then, the decision was made just now, and it is the first
/// take-back of the move.
fn is_in_grace(state: &MatchState, plies: usize, grace: Duration) -> bool {
    let kept = state.times.len() - plies;
    if state.taken_back.contains(&kept) {
        return false;
    }
    let after = &state.game.plies()[kept + 1..];
    let since = state.now.since(state.times[kept]);
    after.iter().all(|ply| ply.mv == Move::Pass) && since <= grace
}

/// Returns the people who have to agree: opponents, and a partner whose own move would go as well.
fn asked(state: &MatchState, color: Color, plies: usize) -> ColorSet {
    let partner = state.game.rules().mode().partner(color);
    let taken = state.game.plies().iter().rev().take(plies);
    let losers: ColorSet = taken
        .filter(|ply| ply.mv != Move::Pass)
        .map(|ply| ply.color)
        .collect();
    let is_asked =
        |other: &Color| *other != color && (Some(*other) != partner || losers.contains(*other));
    state.people_in().iter().filter(is_asked).collect()
}

fn waiting(state: &MatchState, request: PendingTakeBack) -> ColorSet {
    let plies = plies_since(state, request.by).unwrap_or(0);
    asked(state, request.by, plies).minus(request.allowed)
}
