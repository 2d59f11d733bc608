//! Actions of people in a running game: permission checks and consequences.

use crate::service::api::ids::{GameId, Timestamp};
use crate::service::api::refusal::{MoveRefusal, Refusal};
use crate::service::api::request::Actor;
use crate::service::api::time_control::Overtime;
use crate::service::api::view::{ABORT_BEFORE_PLY, Ending};
use crate::service::game::match_state::{self, MatchState};
use crate::service::repository::mapping;
use crate::store::records::{ActionKind, ActionRecord, ComputerRecord, GameRecord, StageRecord};
use focus::{Color, ColorSet, Game, Move};
use focus_engine::Level;

/// Maximum number of actions other than permissions moves in one game. Beyond it people can only move,
/// answer or leave, so that no game grows without bounds.
const MOST_ASIDE: usize = 1_000;

/// Actions and the colors that did them, in order.
pub(crate) type Acts = Vec<(Color, ActionKind)>;

/// Converts actions done at one time to records.
pub(crate) fn written(at: Timestamp, acts: Acts) -> Vec<ActionRecord> {
    let written = acts.into_iter().map(|(color, what)| ActionRecord {
        at: at.0,
        color: color.letter(),
        what,
    });
    written.collect()
}

/// Level of the computer that plays on for somebody whose time is over.
pub(crate) const SUBSTITUTE: Level = Level::Skilled;
/// Minimum number of plies for a replay to be worth posting.
const WORTH_A_REPLAY: usize = 4;

/// Number of plies without a capture after which a computer may agree to a draw.
const QUIET_FOR_DRAW: u16 = 20;

/// Returns the color of a person who takes part and has seen the newest step.
pub(crate) fn player(
    record: &GameRecord,
    play: &MatchState,
    actor: &Actor,
    seen: Option<u32>,
) -> Result<Color, Refusal> {
    let seat = record
        .people
        .iter()
        .find(|seat| seat.person == actor.person.0);
    let color = seat.and_then(|seat| mapping::color(seat.color?).ok());
    let color = color.ok_or(Refusal::NotAPlayer)?;
    if !play.is_in(color) || play.taken_over.contains(color) {
        return Err(Refusal::OutOfTheGame);
    }
    let may_be_late = play.overtime() == Some(Overtime::Claim);
    if color == play.game.position().side() && play.is_out_of_time() && !may_be_late {
        return Err(Refusal::TimeOver);
    }
    if seen.is_some_and(|seen| seen != play.steps) {
        return Err(Refusal::Stale);
    }
    Ok(color)
}

/// Returns the color as [`player`] does, if it is this person's turn.
pub(crate) fn player_to_move(
    record: &GameRecord,
    play: &MatchState,
    actor: &Actor,
    seen: Option<u32>,
) -> Result<Color, Refusal> {
    let color = player(record, play, actor, seen)?;
    let side = play.game.position().side();
    if color == side {
        return Ok(color);
    }
    let players = mapping::players(record).unwrap_or_default();
    let to_move = players.into_iter().find(|(color, _)| *color == side);
    let (_, to_move) = to_move.ok_or(Refusal::NotAPlayer)?;
    Err(Refusal::NotYourTurn { to_move })
}

/// Checks that a game goes on, and otherwise returns the reason why nothing can be done in it.
pub(crate) fn check_running(stage: StageRecord) -> Result<(), Refusal> {
    match stage {
        StageRecord::Playing => Ok(()),
        StageRecord::Open => Err(Refusal::NotBegun),
        StageRecord::Closed | StageRecord::Declined(_) | StageRecord::Expired => {
            Err(Refusal::TableClosed)
        }
        StageRecord::Ended | StageRecord::Aborted => Err(Refusal::GameOver),
    }
}

/// Refuses further requests and take-backs once there have been too many.
pub(crate) fn check_aside(play: &MatchState) -> Result<(), Refusal> {
    if play.aside() < MOST_ASIDE {
        Ok(())
    } else {
        Err(Refusal::TooMuchAside)
    }
}

/// Returns whether a computer is to move.
pub(crate) fn computer_is_to_move(record: &GameRecord, play: &MatchState) -> bool {
    let side = play.game.position().side();
    let is_computer = |seat: &ComputerRecord| seat.color == Some(side.letter());
    let plays = play.taken_over.contains(side) || record.computers.iter().any(is_computer);
    play.ending().is_none() && plays
}

/// Plays a move and the forced passes after it.
pub(crate) fn play_move(play: &mut MatchState, game: GameId, text: &str) -> Result<Acts, Refusal> {
    let here = |refusal| match refusal {
        Refusal::Move(bad) => Refusal::Move(MoveRefusal {
            at: Some((game, play.steps)),
            ..bad
        }),
        other => other,
    };
    let mv = match_state::resolve(&play.game, text).map_err(here)?;
    let mut acts = vec![do_move(play, mv)];
    acts.extend(pass_while_forced(play));
    Ok(acts)
}

/// Resigns for a color, and plays the forced passes after it.
pub(crate) fn resign(play: &mut MatchState, color: Color) -> Acts {
    let mut acts = vec![act(play, color, ActionKind::Resign)];
    acts.extend(pass_while_forced(play));
    acts
}

/// Offers a draw or agrees to it. The computers answer once all people have agreed.
pub(crate) fn draw(play: &mut MatchState, color: Color) -> Result<Acts, Refusal> {
    if play.draw.contains(color) {
        return Err(Refusal::DrawAlreadyOffered);
    }
    if play.draw.is_empty() && play.draw_refused.contains(color) {
        return Err(Refusal::DrawTurnedDown);
    }
    if play.draw.is_empty() {
        check_aside(play)?;
    }
    let mut acts = vec![act(play, color, ActionKind::Draw)];
    let people = play.people_in();
    if !people.iter().all(|person| play.draw.contains(person)) {
        return Ok(acts);
    }
    // A draw that several people agree on is never blocked by a computer.
    let refuses = |color: &Color| people.len() == 1 && !wants_draw(&play.game, *color);
    let still_in = play.game.position().still_in();
    let computers: Vec<_> = still_in
        .iter()
        .filter(|color| !people.contains(*color))
        .collect();
    if let Some(color) = computers.iter().copied().find(refuses) {
        acts.push(act(play, color, ActionKind::RefuseDraw));
        return Ok(acts);
    }
    acts.extend(
        computers
            .into_iter()
            .map(|color| act(play, color, ActionKind::Draw)),
    );
    Ok(acts)
}

/// Returns whether a computer agrees to a draw. If a draw counts as a win for somebody, it agrees
/// if its side wins; otherwise, if nothing has been captured for a while and its side holds no more
/// than any other.
fn wants_draw(game: &Game, color: Color) -> bool {
    let draw = game.agreed_draw();
    if !draw.is_draw() {
        return draw.winners.contains(color);
    }
    let position = game.position();
    let mode = position.rules().mode();
    let holds = |color: Color| {
        let stacks = position.board().topped_by(color).count();
        stacks + usize::from(position.hand(color))
    };
    let side = |color: Color| holds(color) + mode.partner(color).map_or(0, holds);
    let own = side(color);
    let is_quiet = position.clock() >= QUIET_FOR_DRAW;
    is_quiet && mode.colors().iter().all(|other| own <= side(*other))
}

/// Refuses a draw offer.
pub(crate) fn refuse_draw(play: &mut MatchState, color: Color) -> Result<Acts, Refusal> {
    if play.draw.is_empty() {
        return Err(Refusal::NoDrawOffered);
    }
    Ok(vec![act(play, color, ActionKind::RefuseDraw)])
}

/// Applies the consequence when the time of the person to move is over.
pub(crate) fn run_out(play: &mut MatchState) -> Result<Acts, Refusal> {
    let overtime = play.overtime().filter(|_| play.is_out_of_time());
    let side = play.game.position().side();
    let has_company = !play.people_in().without(side).is_empty();
    match overtime.ok_or(Refusal::Stale)? {
        Overtime::Claim if !opponents(play, side).is_empty() => {
            Ok(vec![act(play, side, ActionKind::Overdue)])
        }
        Overtime::Computer if has_company => Ok(vec![act(play, side, ActionKind::TakeOver)]),
        // Computers neither claim nor play on among themselves, and partners do not claim.
        Overtime::Out | Overtime::Claim | Overtime::Computer => Ok(time_out(play, side)),
    }
}

/// Puts out the player to move, whose time is over, at the claim of another side.
pub(crate) fn claim(play: &mut MatchState, color: Color) -> Result<Acts, Refusal> {
    let side = play.game.position().side();
    if !is_overdue(play) || !opponents(play, side).contains(color) {
        return Err(Refusal::NothingToClaim);
    }
    Ok(time_out(play, side))
}

/// Puts out the player to move whose time is over, once nobody is left who could claim it.
pub(crate) fn time_out_unclaimed(play: &mut MatchState) -> Acts {
    let side = play.game.position().side();
    if play.ending().is_some() || !is_overdue(play) || !opponents(play, side).is_empty() {
        return Acts::new();
    }
    time_out(play, side)
}

/// Returns whether the time of the player to move was found to be over and can be claimed.
fn is_overdue(play: &MatchState) -> bool {
    play.clocks.as_ref().is_some_and(|clocks| clocks.is_overdue)
}

/// Returns the people still in the game who are not on the side of a color.
fn opponents(play: &MatchState, color: Color) -> ColorSet {
    let partner = play.game.rules().mode().partner(color);
    let is_other = |other: &Color| *other != color && Some(*other) != partner;
    play.people_in().iter().filter(is_other).collect()
}

fn time_out(play: &mut MatchState, color: Color) -> Acts {
    let mut acts = vec![act(play, color, ActionKind::TimeOut)];
    acts.extend(pass_while_forced(play));
    acts
}

/// Pauses the running clock until a time.
pub(crate) fn stand(play: &mut MatchState, until: Timestamp) -> (Color, ActionKind) {
    let side = play.game.position().side();
    act(play, side, ActionKind::Stand(until.0))
}

/// CallLog off a game that only computers play, on behalf of the person who watches it.
pub(crate) fn stop_watching(
    record: &GameRecord,
    play: &mut MatchState,
    actor: &Actor,
) -> Option<Acts> {
    let is_watcher = record.watcher == Some(actor.person.0);
    let color = play.game.position().side();
    is_watcher.then(|| vec![act(play, color, ActionKind::Abort)])
}

/// CallLog the game off before the second move.
pub(crate) fn abort(play: &mut MatchState, color: Color) -> Result<Acts, Refusal> {
    if play.game.plies().len() >= ABORT_BEFORE_PLY {
        return Err(Refusal::TooLateToAbort);
    }
    Ok(vec![act(play, color, ActionKind::Abort)])
}

/// CallLog the game off on behalf of a moderator.
pub(crate) fn stop(play: &mut MatchState) -> Acts {
    let color = play.game.position().side();
    vec![act(play, color, ActionKind::Stop)]
}

/// Updates the players in the record, and the result if the game has ended.
pub(crate) fn conclude(record: &mut GameRecord, play: &MatchState) {
    let taken_over = play.taken_over.iter().map(|color| Some(color.letter()));
    for color in taken_over {
        let mut seats = record.people.iter_mut();
        if let Some(seat) = seats.find(|seat| seat.color == color) {
            let level = seat.computer.take();
            seat.computer = Some(level.unwrap_or_else(|| SUBSTITUTE.to_string()));
        }
    }
    record.thinks = computer_is_to_move(record, play);
    match play.ending() {
        None => {}
        Some(Ending::Aborted) => record.stage = StageRecord::Aborted,
        Some(Ending::Decided(outcome)) => {
            record.stage = StageRecord::Ended;
            record.result = Some(outcome.to_string());
            let sharing = play.game.sharing();
            let do_some = play.game.rules().mode().is_part(sharing);
            record.sharing = do_some.then(|| sharing.to_string());
            record.owes_replay = play.game.plies().len() >= WORTH_A_REPLAY;
        }
    }
}

pub(crate) fn pass_while_forced(play: &mut MatchState) -> Acts {
    let mut acts = Vec::new();
    while play.ending().is_none() && play.game.position().legal_moves()[..] == [Move::Pass] {
        acts.push(do_move(play, Move::Pass));
    }
    acts
}

pub(crate) fn do_move(play: &mut MatchState, mv: Move) -> (Color, ActionKind) {
    let color = play.game.position().side();
    act(play, color, ActionKind::Move(mv.to_string()))
}

/// Does an action that was found possible.
pub(crate) fn act(play: &mut MatchState, color: Color, what: ActionKind) -> (Color, ActionKind) {
    play.act(color, &what)
        .expect("an action that was found possible");
    (color, what)
}
