//! Consequences of a clock that has run out: a claim, a computer as substitute, or the player is out.

use crate::service::api::refusal::Refusal;
use crate::service::api::time_control::Overtime;
use crate::service::game::player_actions::{Actions, act, pass_while_forced};
use crate::service::game::state::match_state::MatchState;
use crate::service::model::action::ActionKind;
use crate::service::model::game::StartedGame;
use focus::{Color, ColorSet};

/// Applies the consequence when the time of the person to move is over, or the time in which the
/// others may claim that.
pub(crate) fn run_out(state: &mut MatchState) -> Result<Actions, Refusal> {
    let side = state.game.position().side();
    let claimable_until = state.claimable_until();
    if claimable_until.is_some_and(|until| until <= state.now) {
        return Ok(put_out(state, side));
    }
    let overtime = state.overtime().filter(|_| state.is_out_of_time());
    let has_company = !state.people_in().without(side).is_empty();
    match overtime.ok_or(Refusal::Stale)? {
        Overtime::Claim if !opponents(state, side).is_empty() => {
            Ok(vec![act(state, side, ActionKind::Overdue)])
        }
        Overtime::Computer if has_company => Ok(vec![act(state, side, ActionKind::TakeOver)]),
        // Computers neither claim nor play on among themselves, and partners do not claim.
        Overtime::Out | Overtime::Claim | Overtime::Computer => Ok(put_out(state, side)),
    }
}

/// Puts out the player to move, whose time is over, at the claim of another side.
pub(crate) fn claim(state: &mut MatchState, color: Color) -> Result<Actions, Refusal> {
    let side = state.game.position().side();
    if state.claimable_until().is_none() || !opponents(state, side).contains(color) {
        return Err(Refusal::NothingToClaim);
    }
    Ok(put_out(state, side))
}

/// Puts out the player to move whose time is over, once nobody is left who could claim it.
pub(crate) fn put_out_unclaimed(state: &mut MatchState) -> Actions {
    let side = state.game.position().side();
    if state.claimable_until().is_none() || !opponents(state, side).is_empty() {
        return Actions::new();
    }
    put_out(state, side)
}

/// Lets the time to claim begin now, if an older program has recorded no end of it.
pub(crate) fn begin_claims_anew(game: &StartedGame, state: &mut MatchState) -> Actions {
    if !lacks_claim_end(game, state) {
        return Actions::new();
    }
    let side = state.game.position().side();
    vec![act(state, side, ActionKind::Overdue)]
}

/// Returns whether time can be claimed in a game as it was read, and no end of that is recorded.
pub(crate) fn lacks_claim_end(game: &StartedGame, state: &MatchState) -> bool {
    let due = game.clock.and_then(|clock| clock.due);
    state.claimable_until().is_some() && due.is_none()
}

/// Returns the people still in the game who are not on the side of a color.
fn opponents(state: &MatchState, color: Color) -> ColorSet {
    let partner = state.game.rules().mode().partner(color);
    let is_other = |other: &Color| *other != color && Some(*other) != partner;
    state.people_in().iter().filter(is_other).collect()
}

fn put_out(state: &mut MatchState, color: Color) -> Actions {
    let mut actions = vec![act(state, color, ActionKind::TimeOut)];
    actions.extend(pass_while_forced(state));
    actions
}
