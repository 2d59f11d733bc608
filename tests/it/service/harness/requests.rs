//! Tables that people set up, and requests of people.

use focus::{Color, Mode, Rules};
use focusbot::service::{
    GameId, GameRequest, NewTable, Overtime, PersonId, Place, Request, SeatRequest, Service,
    TableKind, TimeRule, Timestamp, Update,
};

use crate::service::harness::{HERE, NOW, number, person};
use crate::support::game_of;

pub(in crate::service) fn table(rules: Rules, kind: TableKind) -> NewTable {
    NewTable {
        kind,
        ..NewTable::open(HERE, rules)
    }
}

/// Returns a rated table with a day per move.
pub(in crate::service) fn rated_table(rules: Rules) -> NewTable {
    NewTable {
        rated: true,
        ..timed(rules, "1d", Overtime::Out)
    }
}

/// Returns an open table with clocks.
pub(in crate::service) fn timed(rules: Rules, control: &str, overtime: Overtime) -> NewTable {
    NewTable {
        time: Some(TimeRule {
            control: control.parse().expect("a time control"),
            overtime,
        }),
        ..table(rules, TableKind::Open)
    }
}

/// Sends a request that is granted, with a fixed seed.
#[track_caller]
pub(in crate::service) fn granted(
    service: &Service,
    now: Timestamp,
    who: u64,
    request: Request,
) -> Update {
    let what = format!("{request:?}");
    let done = service.handle(now, &person(who), request, 7);
    done.unwrap_or_else(|error| panic!("{what}: {error}"))
}

/// Returns the number of the person to move, and any of their moves.
#[track_caller]
pub(in crate::service) fn next_move(service: &Service, id: GameId) -> (u64, Request) {
    let game = game_of(service, id);
    let mover = number(&game, game.to_move().expect("a game that goes on"));
    let text = game.game.position().legal_moves()[0].to_string();
    (mover, mv(id, None, &text))
}

/// Plays any move of the person to move.
#[track_caller]
pub(in crate::service) fn play_next(service: &Service, now: Timestamp, id: GameId) -> Update {
    let (who, request) = next_move(service, id);
    granted(service, now, who, request)
}

/// Returns a table that a person has opened and closed.
#[track_caller]
pub(in crate::service) fn closed_table(service: &Service, who: u64, place: Place) -> GameId {
    let new = NewTable::open(place, Rules::new(Mode::Duel));
    let id = granted(service, NOW, who, Request::Create(new)).view.id();
    granted(service, NOW, who, Request::Leave(id));
    id
}

pub(in crate::service) fn mv(game: GameId, seen: Option<u32>, text: &str) -> Request {
    Request::Move {
        game,
        seen,
        asked: None,
        text: text.to_owned(),
    }
}

pub(in crate::service) fn resign(game: GameId) -> Request {
    GameRequest::Resign.in_game(game, None)
}

pub(in crate::service) fn draw(game: GameId) -> Request {
    GameRequest::Draw.in_game(game, None)
}

pub(in crate::service) fn refuse_draw(game: GameId, by: Color) -> Request {
    GameRequest::RefuseDraw(by).in_game(game, None)
}

pub(in crate::service) fn seat(game: GameId, request: SeatRequest) -> Request {
    Request::Seat {
        game,
        seen: None,
        request,
    }
}

pub(in crate::service) fn abort(game: GameId) -> Request {
    GameRequest::Abort.in_game(game, None)
}

pub(in crate::service) fn invite(game: GameId, guests: &[u64]) -> Request {
    let people = people(guests);
    Request::Invite { game, people }
}

/// Moves a game to another channel.
pub(in crate::service) fn go_on(game: GameId, place: Place) -> Request {
    Request::MoveToChannel {
        game,
        place,
        is_lost: false,
    }
}

/// Moves a game away from a server that is lost.
pub(in crate::service) fn leave_lost_server(game: GameId, place: Place) -> Request {
    Request::MoveToChannel {
        game,
        place,
        is_lost: true,
    }
}

pub(in crate::service) fn people(numbers: &[u64]) -> Vec<PersonId> {
    numbers.iter().copied().map(PersonId).collect()
}
