//! Actions of people in a running game: permission checks and consequences.

use crate::service::api::ids::{GameId, Timestamp};
use crate::service::api::refusal::{MoveRefusal, Refusal};
use crate::service::api::request::Actor;
use crate::service::api::time_control::Overtime;
use crate::service::api::view::event::Ending;
use crate::service::api::view::game::ABORT_BEFORE_PLY;
use crate::service::game::state::match_state::MatchState;
use crate::service::game::state::typed_move;
use crate::service::model::action::{Action, ActionKind};
use crate::service::model::game::{GameResult, Stage, StartedGame};
use focus::{Color, Game, Move};
use focus_engine::Level;

/// Maximum number of actions other than moves in one game. Beyond it people can only move,
/// answer or leave, so that no game grows without bounds.
const MOST_BESIDE_MOVES: usize = 1_000;

/// Number of these actions from which on people who do not play cannot ask for a seat: the rest is
/// kept for the players' offers, requests and vacations.
const MOST_WITH_OTHERS: usize = MOST_BESIDE_MOVES / 2;

/// Actions and the colors that did them, in order.
pub(crate) type Actions = Vec<(Color, ActionKind)>;

/// Returns actions with the time at which all of them were done.
pub(crate) fn done_at(at: Timestamp, actions: Actions) -> Vec<Action> {
    let actions = actions.into_iter();
    actions.map(|(by, kind)| Action { at, by, kind }).collect()
}

/// Level of the computer that plays on for somebody whose time is over.
pub(crate) const SUBSTITUTE: Level = Level::Skilled;
/// Minimum number of plies for a replay to be worth posting.
const WORTH_A_REPLAY: usize = 4;

/// Number of plies without a capture after which a computer may agree to a draw.
const QUIET_FOR_DRAW: u16 = 20;

/// Returns the color of a person who takes part and has seen the newest step.
pub(crate) fn player(
    game: &StartedGame,
    state: &MatchState,
    actor: &Actor,
    seen: Option<u32>,
) -> Result<Color, Refusal> {
    let color = game.color_of(actor.person).ok_or(Refusal::NotAPlayer)?;
    if !state.is_in(color) || state.taken_over.contains(color) {
        return Err(Refusal::OutOfTheGame);
    }
    let may_be_late = state.overtime() == Some(Overtime::Claim);
    if color == state.game.position().side() && state.is_out_of_time() && !may_be_late {
        return Err(Refusal::TimeOver);
    }
    if seen.is_some_and(|seen| seen != state.steps) {
        return Err(Refusal::Stale);
    }
    Ok(color)
}

/// Returns the color as [`player`] does, if it is this person's turn.
pub(crate) fn player_to_move(
    game: &StartedGame,
    state: &MatchState,
    actor: &Actor,
    seen: Option<u32>,
) -> Result<Color, Refusal> {
    let color = player(game, state, actor, seen)?;
    let side = state.game.position().side();
    if color == side {
        return Ok(color);
    }
    let to_move = game.players().into_iter().find(|(color, _)| *color == side);
    let (_, to_move) = to_move.ok_or(Refusal::NotAPlayer)?;
    Err(Refusal::NotYourTurn { to_move })
}

/// Refuses further requests and take-backs once there have been too many.
pub(crate) fn check_beside_moves(state: &MatchState) -> Result<(), Refusal> {
    check_fewer_beside_moves(state, MOST_BESIDE_MOVES)
}

/// Refuses further requests of people who do not play, before those of the players.
pub(crate) fn check_requests_of_others(state: &MatchState) -> Result<(), Refusal> {
    check_fewer_beside_moves(state, MOST_WITH_OTHERS)
}

fn check_fewer_beside_moves(state: &MatchState, limit: usize) -> Result<(), Refusal> {
    if state.actions_beside_moves() < limit {
        Ok(())
    } else {
        Err(Refusal::TooMuchBesideMoves)
    }
}

/// Returns whether a computer is to move.
pub(crate) fn computer_is_to_move(game: &StartedGame, state: &MatchState) -> bool {
    let side = state.game.position().side();
    let mut computers = game.computers.iter();
    let plays = state.taken_over.contains(side) || computers.any(|player| player.color == side);
    state.ending().is_none() && plays
}

/// Plays a move and the forced passes after it.
pub(crate) fn play_move(
    state: &mut MatchState,
    game: GameId,
    text: &str,
) -> Result<Actions, Refusal> {
    let at = Some((game, state.steps));
    let here = |refusal| match refusal {
        Refusal::MoveText { error, .. } => Refusal::MoveText { error, at },
        Refusal::Move(bad) => Refusal::Move(MoveRefusal { at, ..bad }),
        other => other,
    };
    let mv = typed_move::resolve(&state.game, text).map_err(here)?;
    let mut actions = vec![do_move(state, mv)];
    actions.extend(pass_while_forced(state));
    Ok(actions)
}

/// Resigns for a color, and plays the forced passes after it.
pub(crate) fn resign(state: &mut MatchState, color: Color) -> Actions {
    let mut actions = vec![act(state, color, ActionKind::Resign)];
    actions.extend(pass_while_forced(state));
    actions
}

/// Offers a draw or agrees to it. The computers answer once all people have agreed.
pub(crate) fn draw(state: &mut MatchState, color: Color) -> Result<Actions, Refusal> {
    if state.draw.contains(color) {
        return Err(Refusal::DrawAlreadyOffered);
    }
    if state.draw.is_empty() && state.draw_refused.contains(color) {
        return Err(Refusal::DrawTurnedDown);
    }
    if state.draw.is_empty() {
        check_beside_moves(state)?;
    }
    let mut actions = vec![act(state, color, ActionKind::Draw)];
    let people = state.people_in();
    if !people.iter().all(|person| state.draw.contains(person)) {
        return Ok(actions);
    }
    // A draw that several people agree on is never blocked by a computer.
    let refuses = |other: &Color| people.len() == 1 && !wants_draw(&state.game, *other, color);
    let computers = state.game.position().still_in().minus(people);
    if let Some(color) = computers.iter().find(refuses) {
        actions.push(act(state, color, ActionKind::RefuseDraw));
        return Ok(actions);
    }
    let agreed = computers.iter();
    actions.extend(agreed.map(|color| act(state, color, ActionKind::Draw)));
    Ok(actions)
}

/// Agrees to the draw that `by` offers; offers none if that was withdrawn or refused meanwhile.
pub(crate) fn accept_draw(
    state: &mut MatchState,
    color: Color,
    by: Color,
) -> Result<Actions, Refusal> {
    check_draw_offer(state, by)?;
    draw(state, color)
}

/// Checks that a draw is on offer, and that an answer to the offer of `by` is one to it.
///
/// Between two moves several colors may offer a draw in turn.
fn check_draw_offer(state: &MatchState, by: Color) -> Result<(), Refusal> {
    let offered_by = state.draw_by().ok_or(Refusal::NoDrawOffered)?;
    if by != offered_by {
        return Err(Refusal::Stale);
    }
    Ok(())
}

/// Returns whether a computer agrees to a draw with the only person. If a draw counts as a win for
/// somebody, it agrees if its side wins; otherwise, if nothing has been captured for a while and
/// its side holds no more than the person's. Computers do not compare themselves with each other:
/// among several, one nearly always holds more than another and would decline.
fn wants_draw(game: &Game, computer: Color, person: Color) -> bool {
    let draw = game.agreed_draw();
    if !draw.is_draw() {
        return draw.winners.contains(computer);
    }
    let position = game.position();
    let mode = position.rules().mode();
    let holds = |color: Color| {
        let stacks = position.board().topped_by(color).count();
        stacks + usize::from(position.hand(color))
    };
    let side = |color: Color| holds(color) + mode.partner(color).map_or(0, holds);
    let is_quiet = position.clock() >= QUIET_FOR_DRAW;
    is_quiet && side(computer) <= side(person)
}

/// Refuses the draw that `by` offers; the color that offers it withdraws it in the same way.
pub(crate) fn refuse_draw(
    state: &mut MatchState,
    color: Color,
    by: Color,
) -> Result<Actions, Refusal> {
    check_draw_offer(state, by)?;
    Ok(vec![act(state, color, ActionKind::RefuseDraw)])
}

/// Pauses the running clock until a time.
pub(crate) fn pause(state: &mut MatchState, until: Timestamp) -> (Color, ActionKind) {
    let side = state.game.position().side();
    act(state, side, ActionKind::Pause(until))
}

/// Calls off a game that only computers play, on behalf of the person who watches it.
pub(crate) fn stop_watching(
    game: &StartedGame,
    state: &mut MatchState,
    actor: &Actor,
) -> Option<Actions> {
    let is_watcher = game.common.watcher == Some(actor.person);
    let color = state.game.position().side();
    is_watcher.then(|| vec![act(state, color, ActionKind::Abort)])
}

/// Calls the game off before the second move.
pub(crate) fn abort(state: &mut MatchState, color: Color) -> Result<Actions, Refusal> {
    if state.game.plies().len() >= ABORT_BEFORE_PLY {
        return Err(Refusal::TooLateToAbort);
    }
    Ok(vec![act(state, color, ActionKind::Abort)])
}

/// Calls the game off on behalf of a moderator.
pub(crate) fn abort_by_moderator(state: &mut MatchState) -> Actions {
    let color = state.game.position().side();
    vec![act(state, color, ActionKind::AbortByModerator)]
}

/// Calls the game off because nobody has moved for a long time.
pub(crate) fn abort_idle(state: &mut MatchState) -> Actions {
    let color = state.game.position().side();
    vec![act(state, color, ActionKind::AbortIdle)]
}

/// Notes who plays now, and the result if the game has ended.
pub(crate) fn conclude(game: &mut StartedGame, state: &MatchState) {
    for player in &mut game.people {
        if state.taken_over.contains(player.color) {
            player.substitute.get_or_insert(SUBSTITUTE);
        }
    }
    game.thinks = computer_is_to_move(game, state);
    match state.ending() {
        None => {}
        Some(Ending::Aborted) => game.stage = Stage::Aborted,
        Some(Ending::Decided(outcome)) => {
            game.stage = Stage::Ended;
            let sharing = state.game.sharing();
            let do_some = state.game.rules().mode().is_part(sharing);
            game.result = Some(GameResult {
                winners: outcome.winners,
                sharing: do_some.then_some(sharing),
            });
            game.owes_replay = state.game.plies().len() >= WORTH_A_REPLAY;
        }
    }
}

pub(crate) fn pass_while_forced(state: &mut MatchState) -> Actions {
    let mut actions = Vec::new();
    while state.ending().is_none() && state.game.position().legal_moves()[..] == [Move::Pass] {
        actions.push(do_move(state, Move::Pass));
    }
    actions
}

pub(crate) fn do_move(state: &mut MatchState, mv: Move) -> (Color, ActionKind) {
    let color = state.game.position().side();
    act(state, color, ActionKind::Move(mv))
}

/// Carries out an action that was found possible.
pub(crate) fn act(state: &mut MatchState, color: Color, what: ActionKind) -> (Color, ActionKind) {
    state
        .act(color, what)
        .expect("an action that was found possible");
    (color, what)
}

#[cfg(test)]
mod tests {
    use super::*;
    use focus::notation::parse_position;
    use focus::{ColorSet, Mode, Rules};

    #[test]
    fn partner_who_left_first_wins_with_the_computer_that_is_left() {
        let game = Game::new(Rules::new(Mode::Partners), Color::Orange);
        let colors = |one, other| ColorSet::EMPTY.with(one).with(other);
        let mut state = MatchState::new(game, colors(Color::Green, Color::Blue));
        resign(&mut state, Color::Green);
        assert_eq!(state.ending(), None);
        resign(&mut state, Color::Blue);
        let Some(Ending::Decided(outcome)) = state.ending() else {
            panic!("expected a result");
        };
        assert_eq!(outcome.winners, colors(Color::Green, Color::Pink));
    }

    #[test]
    fn several_computers_agree_to_a_draw_unless_one_of_them_is_ahead_of_the_person() {
        // Orange is out and holds one stack, Green and Pink hold three, Blue five.
        let alone = "4s x4/x6/x7,B/x4,P,x3/P,B,x,BP,x3,POB/x2,BOG,G,x3,B/x4,G,B/x2,O,x G - \
                     O:G3B2P2,G:O3P4,B:O4G4P3,P:O3G3B4 O 29 337";
        // Orange and Blue hold 18, Green and Pink nine.
        let partners = "4t x3,G/G,GB,x,GB,O,x/x2,O,x,PBPB,GGB,x,B/x3,OBB,x,GGP,PO,G/\
                        O,x,OP,x2,O,x,GOPG/x,O,PO,B,x4/x2,OBPO,G,P,x/GB,P,x,OB G B1 B:P3 - 190 234";
        let (blue, green) = (Color::Blue, Color::Green);
        for (rules, fps, person, agree) in [
            ("mode=4s goal=last", alone, blue, true),
            ("mode=4s goal=last", alone, green, false),
            ("mode=4t", partners, blue, true),
            ("mode=4t", partners, green, false),
        ] {
            let rules = rules.parse().expect("rules");
            let position = parse_position(fps, rules).expect("a position");
            let mut state =
                MatchState::new(Game::from_position(position), ColorSet::EMPTY.with(person));
            draw(&mut state, person).expect("an offer");
            assert_eq!(state.ending().is_some(), agree, "{rules}: {person:?}");
        }
    }

    #[test]
    fn pauses_leave_room_for_what_people_do() {
        let game = Game::new(Rules::new(Mode::Duel), Color::Orange);
        let mut state = MatchState::new(game, ColorSet::EMPTY);
        for _ in 0..MOST_BESIDE_MOVES {
            pause(&mut state, Timestamp(1));
        }
        assert_eq!(check_beside_moves(&state), Ok(()));
        for _ in 0..MOST_BESIDE_MOVES {
            act(&mut state, Color::Orange, ActionKind::EndVacation);
        }
        let refused = Err(Refusal::TooMuchBesideMoves);
        assert_eq!(check_beside_moves(&state), refused);
    }
}
