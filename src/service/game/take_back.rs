//! Taking the last decision back: at once if it harms nobody, otherwise with the others' consent.
//!
//! It harms nobody within a short time in which nobody has answered, once for each move, or if the
//! person plays only against computers. A take-back removes the person's own last move and
//! everything after it: forced passes and, if the others agree, their moves.

use std::time::Duration;

use crate::service::api::refusal::Refusal;
use crate::service::api::view::{TakeBack, TakenBack};
use crate::service::game::commands::{Acts, act, check_aside};
use crate::service::game::match_state::{MatchState, TakeBackRequest};
use crate::store::records::ActionKind;
use focus::{Color, ColorSet, Move};

/// Takes the color's last decision back, or asks those who have to agree.
pub(crate) fn take_back(
    play: &mut MatchState,
    color: Color,
    grace: Duration,
) -> Result<Acts, Refusal> {
    let plies = plies_since(play, color).ok_or(Refusal::NothingToTakeBack)?;
    check_aside(play)?;
    if asked(play, color, plies).is_empty() || is_in_grace(play, plies, grace) {
        return Ok(vec![done(play, color, plies)]);
    }
    match play.wish {
        None if play.wish_refused.contains(color) => Err(Refusal::TakeBackTurnedDown),
        None => Ok(vec![act(play, color, ActionKind::AskTakeBack)]),
        Some(wish) if wish.by == color => Err(Refusal::TakeBackAlreadyAsked),
        Some(_) => Err(Refusal::TakeBackToAnswer),
    }
}

/// Agrees to somebody else's take-back; the last agreement carries it out.
pub(crate) fn allow(play: &mut MatchState, color: Color) -> Result<Acts, Refusal> {
    let wish = play.wish.ok_or(Refusal::NoTakeBackAsked)?;
    if !waiting(play, wish).contains(color) {
        return Err(Refusal::TakeBackAlreadyAsked);
    }
    let mut acts = vec![act(play, color, ActionKind::AllowTakeBack)];
    let allowed = wish.allowed.with(color);
    if waiting(play, TakeBackRequest { allowed, ..wish }).is_empty() {
        let plies = plies_since(play, wish.by).ok_or(Refusal::NothingToTakeBack)?;
        acts.push(done(play, wish.by, plies));
    }
    Ok(acts)
}

/// Refuses a take-back; the color that asked withdraws its request in the same way.
pub(crate) fn refuse(play: &mut MatchState, color: Color) -> Result<Acts, Refusal> {
    play.wish.ok_or(Refusal::NoTakeBackAsked)?;
    Ok(vec![act(play, color, ActionKind::RefuseTakeBack)])
}

/// Returns the colors of people who have something to take back.
pub(crate) fn able(play: &MatchState) -> ColorSet {
    if play.ending().is_some() {
        return ColorSet::EMPTY;
    }
    let people = play.people_in().iter();
    people
        .filter(|color| plies_since(play, *color).is_some())
        .collect()
}

/// Returns the pending take-back request as people see it.
pub(crate) fn wish(play: &MatchState) -> Option<TakeBack> {
    let wish = play.wish.filter(|_| play.ending().is_none())?;
    let plies = plies_since(play, wish.by)?;
    let played = play.game.plies();
    Some(TakeBack {
        by: wish.by,
        taken: TakenBack::of(&played[played.len() - plies..]),
        waiting: waiting(play, wish),
    })
}

fn done(play: &mut MatchState, color: Color, plies: usize) -> (Color, ActionKind) {
    let plies = u32::try_from(plies).expect("a small count");
    act(play, color, ActionKind::TakeBack(plies))
}

/// Returns the number of plies from the color's last decision on; `None` if somebody has left
/// since, because leaving cannot be undone.
fn plies_since(play: &MatchState, color: Color) -> Option<usize> {
    let plies = play.game.plies();
    let is_own = |ply: &focus::Played| ply.color == color && ply.mv != Move::Pass;
    let kept = plies.iter().rposition(is_own)?;
    let last_left = play.game.departures().last();
    let is_reached = last_left.is_none_or(|left| left.after <= kept);
    is_reached.then(|| plies.len() - kept)
}

/// Returns whether nobody has moved since then, and it was only just, and for the first time.
fn is_in_grace(play: &MatchState, plies: usize, grace: Duration) -> bool {
    let kept = play.times.len() - plies;
    if play.taken_back.contains(&kept) {
        return false;
    }
    let after = &play.game.plies()[kept + 1..];
    let since = Duration::from_millis(play.now.saturating_sub(play.times[kept]));
    after.iter().all(|ply| ply.mv == Move::Pass) && since <= grace
}

/// Returns the people who have to agree: opponents, and a partner whose own move would go as well.
fn asked(play: &MatchState, color: Color, plies: usize) -> ColorSet {
    let partner = play.game.rules().mode().partner(color);
    let taken = play.game.plies().iter().rev().take(plies);
    let losers: ColorSet = taken
        .filter(|ply| ply.mv != Move::Pass)
        .map(|ply| ply.color)
        .collect();
    let is_asked =
        |other: &Color| *other != color && (Some(*other) != partner || losers.contains(*other));
    play.people_in().iter().filter(is_asked).collect()
}

fn waiting(play: &MatchState, wish: TakeBackRequest) -> ColorSet {
    let plies = plies_since(play, wish.by).unwrap_or(0);
    let asked = asked(play, wish.by, plies);
    asked
        .iter()
        .filter(|color| !wish.allowed.contains(*color))
        .collect()
}
