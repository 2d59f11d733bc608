//! Entry point of the service: one request in, one update or refusal out.

use std::cell::OnceCell;
use std::time::Duration;

use crate::service::Service;
use crate::service::api::fault::ServiceError;
use crate::service::api::ids::{GameId, MachineTime, PersonId, Timestamp};
use crate::service::api::refusal::Refusal;
use crate::service::api::request::{Actor, Request};
use crate::service::api::view::update::{Update, View};
use crate::service::game::player_actions;
use crate::service::game::table::{fill_seats, lifecycle};
use focus::Move;

/// Minimum time by which the last move of a game is later than a request to move that was made for
/// an earlier position; the clocks of two machines differ by less.
const LATE: Duration = Duration::from_secs(3);

/// Time for which Discord accepts an answer to a request. A last move that is later by more was
/// made before the clock was set back.
const LIFETIME: Duration = Duration::from_secs(15 * 60);

impl Service {
    /// Returns the step of a game as known to a person who wrote a message at this time, which may have
    /// waited in a frozen process since; `None` for a table.
    ///
    /// # Errors
    ///
    /// Fails if something has been done in the game since, or it cannot be read.
    pub fn step_at(&self, game: GameId, sent: Timestamp) -> Result<Option<u32>, ServiceError> {
        let View::Game(view) = self.view(game)? else {
            return Ok(None);
        };
        if view.acted.since(sent) >= LATE {
            return Err(Refusal::Stale.into());
        }
        Ok(Some(view.steps))
    }

    /// Returns whether another process may have played the move that a person wrote at this time.
    ///
    /// # Errors
    ///
    /// The game cannot be read.
    pub fn may_be_done(
        &self,
        game: GameId,
        person: PersonId,
        sent: Timestamp,
    ) -> Result<bool, ServiceError> {
        let loaded = self.load(game)?;
        let Ok(started) = loaded.held.record.running() else {
            return Ok(false);
        };
        let color = started.color_of(person);
        let state = loaded.state(started)?;
        let mut plies = state.game.plies().iter().zip(&state.times).rev();
        let last = plies.find(|(ply, _)| Some(ply.color) == color);
        Ok(last.is_some_and(|(_, at)| sent.since(*at) < LATE))
    }

    /// Returns whether a person has made this move at about this time, or since: another process
    /// may have received the same message, and have been faster.
    ///
    /// # Errors
    ///
    /// The game cannot be read.
    pub fn has_made(
        &self,
        game: GameId,
        person: PersonId,
        (mv, at): (Move, Timestamp),
    ) -> Result<bool, ServiceError> {
        let loaded = self.load(game)?;
        let Some(started) = loaded.held.record.game() else {
            return Ok(false);
        };
        let color = started.color_of(person);
        let state = loaded.state(started)?;
        let plies = state.game.plies().iter().zip(&state.times).rev();
        let mut recent = plies.take_while(|(_, made)| at.since(**made) < LATE);
        Ok(recent.any(|(ply, _)| Some(ply.color) == color && ply.mv == mv))
    }

    /// Carries out a request. If this returns an update, the change is on disk.
    ///
    /// `seed` determines all random draws, and is recorded with the table.
    ///
    /// # Errors
    ///
    /// Returns a refusal, after which nothing has changed, or a fault; see [`ServiceError`].
    pub fn handle(
        &self,
        now: Timestamp,
        actor: &Actor,
        request: Request,
        seed: u64,
    ) -> Result<Update, ServiceError> {
        match request {
            Request::Create(new) => self.create(now, actor, &new, seed),
            Request::Join(game) => self.join(now, actor, game),
            Request::ChooseTeam { game, team } => self.change_table(game, now, |table| {
                self.check_newcomer(actor, table)?;
                Ok(lifecycle::choose_team(table, actor, team)?)
            }),
            Request::PlaceInTeam {
                game,
                member,
                lineup,
                team,
            } => self.change_table(game, now, |table| {
                let meant = (member, lineup);
                Ok(lifecycle::place_in_team(table, actor, meant, team)?)
            }),
            Request::AllowColors(game) => self.change_table(game, now, |table| {
                Ok(lifecycle::allow_colors(table, actor)?)
            }),
            Request::DrawColors(game) => {
                self.change_table(game, now, |table| Ok(lifecycle::draw_colors(table, actor)?))
            }
            Request::ChooseColor { game, color } => self.change_table(game, now, |table| {
                self.check_newcomer(actor, table)?;
                Ok(lifecycle::choose_color(table, actor, color)?)
            }),
            Request::GiveColor {
                game,
                member,
                lineup,
                color,
            } => self.change_table(game, now, |table| {
                let meant = (member, lineup);
                Ok(lifecycle::give_color(table, actor, meant, color)?)
            }),
            Request::AddComputer {
                game,
                level,
                lineup,
            } => self.change_table(game, now, |table| {
                Ok(fill_seats::add_computer(table, actor, (level, lineup))?)
            }),
            Request::Invite { game, people } => self.change_table(game, now, |table| {
                Ok(fill_seats::invite(table, actor, &people)?)
            }),
            Request::OpenToAll(game) => self.change_table(game, now, |table| {
                Ok(fill_seats::open_to_all(table, actor)?)
            }),
            Request::Remove {
                game,
                member,
                lineup,
            } => self.change_table(game, now, |table| {
                Ok(fill_seats::remove(table, actor, (member, lineup))?)
            }),
            Request::Leave(game) => self.leave_table(now, actor, game),
            Request::Decline(game) => self.decline(now, actor, game),
            Request::Start(game) => {
                self.change_table(game, now, |table| Ok(lifecycle::start(table, actor)?))
            }
            Request::Rematch(game) => self.rematch(now, actor, game, seed),
            Request::Move {
                game,
                seen,
                asked,
                text,
            } => {
                let first = OnceCell::new();
                self.change_game(game, now, |stored, state| {
                    player_actions::player_to_move(stored, state, actor, seen)?;
                    // It was meant for the position in which it was first tried: while a process was
                    // frozen, the person may have moved through another one.
                    let is_meant = *first.get_or_init(|| state.steps) == state.steps;
                    let may_be_late = seen.is_none() && was_held_up(asked);
                    if !is_meant || (may_be_late && precedes_last(&state.times, now)) {
                        return Err(Refusal::Stale);
                    }
                    player_actions::play_move(state, game, &text)
                })
            }
            Request::InGame {
                game,
                seen,
                request,
            } => self.carry_out(now, actor, (game, seen), request),
            Request::MoveToChannel {
                game,
                place,
                is_lost,
            } => self.move_to_channel(now, actor.person, game, place, is_lost),
            Request::Seat {
                game,
                seen,
                request,
            } => self.hand_over(now, actor, (game, seen), request),
        }
    }
}

/// Returns whether a process may have been frozen since a request was made. Otherwise it precedes the
/// last move only because the clock was set back.
fn was_held_up(asked: Option<MachineTime>) -> bool {
    asked.is_some_and(|asked| asked.elapsed() >= LATE)
}

/// Returns whether a request precedes the last of these moves: its process was frozen meanwhile.
fn precedes_last(moves: &[Timestamp], now: Timestamp) -> bool {
    let last = moves.last();
    last.is_some_and(|moved| (LATE..LIFETIME).contains(&moved.since(now)))
}
