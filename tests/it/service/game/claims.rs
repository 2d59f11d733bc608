//! Time that is over and can be claimed only by other people.

use std::time::Duration;

use focus::{Color, Mode, Rules};
use focusbot::service::{GameEvent, GameId, NewTable, Overtime, Request, SeatRequest, Timestamp};

use crate::service::harness::{EASY, NOW, World, expire_at, number, person, resign, seat, timed};

const HOUR: Duration = Duration::from_secs(3600);

/// Returns a game of `people` people, numbered from 1, and of computers, in which a limit of an
/// hour can be claimed.
fn begun(world: &World, mode: Mode, people: usize) -> GameId {
    let new = NewTable {
        computers: vec![EASY; mode.seats() - people],
        ..timed(Rules::new(mode), "1h", Overtime::Claim)
    };
    let id = world.ok(1, Request::Create(new)).view.id();
    for number in 2..=people as u64 {
        world.ok(number, Request::Join(id));
    }
    id
}

/// Plays on until the player to move satisfies a condition; returns the color.
fn go_on_to(world: &World, id: GameId, is_meant: impl Fn(Color) -> bool) -> Color {
    loop {
        let game = world.game(id);
        let side = game.to_move().expect("a game that goes on");
        let mv = game.game.position().legal_moves()[0];
        if game.thinking().is_some() {
            let played = world.service.computer_plays(NOW, id, game.steps, mv);
            played.expect("a legal move");
        } else if is_meant(side) {
            return side;
        } else {
            world.play(id, &mv.to_string());
        }
    }
}

/// Returns the time at which the clock of the player to move has run out.
fn over() -> Timestamp {
    NOW.after(HOUR)
}

fn expire(world: &World) {
    expire_at(&world.service, over());
}

#[track_caller]
fn check_out(world: &World, id: GameId, late: Color) {
    let game = world.game(id);
    assert!(game.game.position().out().contains(late));
    assert!(
        game.news.contains(&GameEvent::TimeOut(late)),
        "{:?}",
        game.news
    );
    assert!(game.clock.is_none_or(|clock| !clock.is_overdue));
}

#[test]
fn time_is_over_at_once_where_only_a_partner_could_claim_it() {
    let world = World::new();
    let id = begun(&world, Mode::Partners, 2);
    let late = go_on_to(&world, id, |_| true);
    expire(&world);
    check_out(&world, id, late);
    assert_eq!(world.game(id).ending, None, "the partner plays on");
}

#[test]
fn time_is_over_once_the_last_who_could_claim_it_leaves() {
    for (mode, people) in [
        (Mode::ThreeWay, 2),
        (Mode::FreeForAll, 2),
        (Mode::Partners, 3),
    ] {
        let world = World::new();
        let id = begun(&world, mode, people);
        let is_person = |color| world.game(id).person(color).is_some();
        // Of three people in pairs, the one whose partner is a person.
        let is_meant = |color| mode.partner(color).is_none_or(is_person);
        let late = go_on_to(&world, id, is_meant);
        expire(&world);
        let game = world.game(id);
        assert!(game.clock.as_ref().is_some_and(|clock| clock.is_overdue));
        let mut others = mode.colors().iter().copied().filter(|color| {
            is_person(*color) && *color != late && Some(*color) != mode.partner(late)
        });
        let last = number(&game, others.next().expect("an opponent"));
        assert_eq!(others.next(), None);
        let left = world.service.handle(over(), &person(last), resign(id), 7);
        left.expect("somebody who leaves");
        check_out(&world, id, late);
    }
}

#[test]
fn time_is_over_once_a_computer_sits_where_the_last_claimant_sat() {
    let world = World::new();
    let id = begun(&world, Mode::ThreeWay, 2);
    let late = go_on_to(&world, id, |_| true);
    let late_person = number(&world.game(id), late);
    world.ok(3 - late_person, seat(id, SeatRequest::Offer));
    expire(&world);
    assert!(world.game(id).clock.is_some_and(|clock| clock.is_overdue));
    let request = seat(id, SeatRequest::Computer);
    let agreed = world
        .service
        .handle(over(), &person(late_person), request, 7);
    agreed.expect("a seat that changes hands");
    check_out(&world, id, late);
}
