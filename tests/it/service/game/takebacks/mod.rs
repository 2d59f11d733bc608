//! Take-backs: at once, with consent, and never past somebody's departure.

mod at_once;
mod consent;
mod times_and_calls;

use std::time::Duration;

use focus::Color;
use focusbot::service::{GameId, GameRequest, Request, ServiceError, Update};

use crate::service::harness::{LIMITS, NOW, World, mv, person};

fn take_back(game: GameId) -> Request {
    GameRequest::TakeBack.in_game(game, None)
}

fn allow(game: GameId, by: Color) -> Request {
    GameRequest::AllowTakeBack(by).in_game(game, None)
}

fn refuse(game: GameId, by: Color) -> Request {
    GameRequest::RefuseTakeBack(by).in_game(game, None)
}

/// Sends a request after the grace period is over.
fn later(world: &World, who: u64, request: Request) -> Result<Update, ServiceError> {
    let over = NOW.after(LIMITS.take_back_grace + Duration::from_millis(1));
    world.service.handle(over, &person(who), request, 7)
}

fn play_any(world: &World, id: GameId) -> u64 {
    let (mover, legal) = (world.mover(id), world.a_move(id));
    world.ok(mover, mv(id, None, &legal));
    mover
}
