//! Tables that people set up, and requests of people.

use focus::{Color, Rules};
use focusbot::service::{
    GameId, GameRequest, NewTable, Overtime, PersonId, Place, Request, SeatRequest, TableKind,
    TimeRule,
};

use crate::service::harness::HERE;

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
