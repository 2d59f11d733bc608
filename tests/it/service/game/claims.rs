//! Time that is over and can be claimed only by other people.

use std::time::Duration;

use focus::{Color, Mode, Rules};
use focusbot::service::{
    GameEvent, GameId, GameView, NewTable, Overtime, PersonId, Request, SeatRequest, Timestamp,
};
use focusbot::store::{Batch, Expected, Key, Keys, Store, Table};

use crate::service::harness::{
    DAY, EASY, HOUR, NOW, OLDER, World, beside, clean_up, expire_at, granted, number, refuse_draw,
    resign, seat, timed,
};

const WEEK: Duration = Overtime::CLAIM_PERIOD;

/// Returns a world with a game of `people` people, numbered from 1, and of computers, in which a
/// limit of an hour can be claimed.
fn begun(mode: Mode, people: usize) -> (World, GameId) {
    let world = World::new();
    let new = NewTable {
        computers: vec![EASY; mode.seats() - people],
        ..timed(Rules::new(mode), "1h", Overtime::Claim)
    };
    let id = world.created(new);
    for number in 2..=people as u64 {
        world.ok(number, Request::Join(id));
    }
    (world, id)
}

/// Plays on until the player to move satisfies a condition; returns the color.
fn go_on_to(world: &World, id: GameId, is_meant: impl Fn(Color) -> bool) -> Color {
    loop {
        let game = world.game(id);
        let side = game.to_move().expect("a game that goes on");
        if game.thinking().is_some() {
            world.computer_plays(id, NOW);
        } else if is_meant(side) {
            return side;
        } else {
            world.move_on(id, 1);
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

fn is_overdue(game: &GameView) -> bool {
    let clock = game.clock.as_ref();
    clock.is_some_and(|clock| clock.claimable_until.is_some())
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
    assert!(!is_overdue(&game));
}

#[test]
fn time_is_over_at_once_where_only_a_partner_could_claim_it() {
    let (world, id) = begun(Mode::Partners, 2);
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
        let (world, id) = begun(mode, people);
        let is_person = |color| world.game(id).person(color).is_some();
        // Of three people in pairs, the one whose partner is a person.
        let is_meant = |color| mode.partner(color).is_none_or(is_person);
        let late = go_on_to(&world, id, is_meant);
        expire(&world);
        let game = world.game(id);
        assert!(is_overdue(&game));
        let mut others = mode.colors().iter().copied().filter(|color| {
            is_person(*color) && *color != late && Some(*color) != mode.partner(late)
        });
        let last = number(&game, others.next().expect("an opponent"));
        assert_eq!(others.next(), None);
        granted(&world.service, over(), last, resign(id));
        check_out(&world, id, late);
    }
}

#[test]
fn time_is_over_once_a_computer_sits_where_the_last_claimant_sat() {
    let (world, id) = begun(Mode::ThreeWay, 2);
    let late = go_on_to(&world, id, |_| true);
    let late_person = number(&world.game(id), late);
    world.ok(3 - late_person, seat(id, SeatRequest::Offer));
    expire(&world);
    assert!(is_overdue(&world.game(id)));
    let request = seat(id, SeatRequest::Computer);
    granted(&world.service, over(), late_person, request);
    check_out(&world, id, late);
}

/// Checks that a duel, in which nobody claims a time that is over, ends at `until` and not before.
#[track_caller]
fn check_ends_at(world: &World, id: GameId, until: Timestamp) {
    let game = world.game(id);
    let late = game.to_move().expect("a game that goes on");
    let clock = game.clock.expect("clocks");
    assert_eq!(clock.claimable_until, Some(until));
    let before = until.before(Duration::from_millis(1));
    assert_eq!(expire_at(&world.service, before), []);
    assert_eq!(expire_at(&world.service, until), [id]);
    check_out(world, id, late);
    assert!(world.game(id).ending.is_some());
    let next = world.service.next_deadline(until);
    assert_eq!(next.expect("a store"), None);
}

#[test]
fn time_that_nobody_claims_is_over_after_a_week() {
    let (world, id) = begun(Mode::Duel, 2);
    expire(&world);
    let world = world.restarted();
    // Other actions in the game do not move the end.
    world.offer_draw(id, over().after(HOUR));
    check_ends_at(&world, id, over().after(WEEK));
}

#[test]
fn time_to_claim_stands_still_while_nobody_can() {
    let (world, id) = begun(Mode::Duel, 2);
    expire(&world);
    let (away, back) = (over().after(HOUR), over().after(HOUR * 50));
    world.service.note_online(away).expect("a store");
    world.service.note_back_online(back).expect("a store");
    while world.service.give_back().expect("a store") {}
    // An hour had passed before.
    check_ends_at(&world, id, over().after(WEEK + (HOUR * 49)));
}

/// Returns a duel in which time was over before the time to claim had an end. If `offered`, a draw
/// was offered after that.
fn begun_with_older(offered: Option<Timestamp>) -> (World, GameId) {
    let (world, id) = begun(Mode::Duel, 2);
    expire(&world);
    if let Some(offered) = offered {
        world.offer_draw(id, offered);
    }
    drop_end(&world, id);
    (world.restarted(), id)
}

/// Writes a game in which time is over as older programs do.
fn drop_end(world: &World, id: GameId) {
    let due = world.rewrite(id, |record| record.clock.as_mut()?.due.take());
    let due = Key::new().u64(due.expect("a deadline")).u32(id.0);
    let mut batch = Batch::new();
    batch.delete(Table::Deadlines, due, Expected::Any);
    world.store.commit(batch).expect("a store");
}

#[test]
fn time_that_was_over_before_claims_had_an_end_can_be_claimed_for_a_week_more() {
    // Days after which a draw was offered, and after which the program is updated.
    for (offered, updated) in [(None, 3), (None, 35), (Some(1), 3), (Some(30), 40)] {
        let (world, id) = begun_with_older(offered.map(|days| over().after(DAY * days)));
        let updated = over().after(DAY * updated);
        assert_eq!(expire_at(&world.service, updated), []);
        for now in [updated, updated.after(HOUR)] {
            clean_up(&world.service, now);
        }
        check_ends_at(&world, id, updated.after(WEEK));
    }
}

#[test]
fn whatever_is_done_in_a_game_without_an_end_of_claims_gives_it_one() {
    let (world, id) = begun_with_older(Some(over().after(HOUR)));
    let who = world.mover(id);
    let now = over().after(DAY * 35);
    let refusal = refuse_draw(id, world.color(id, 3 - who));
    granted(&world.service, now, who, refusal);
    assert_eq!(expire_at(&world.service, now), []);
    clean_up(&world.service, now.after(HOUR));
    check_ends_at(&world, id, now.after(WEEK));
}

#[test]
fn downtime_before_claims_had_an_end_takes_nothing_of_the_week() {
    let (world, id) = begun_with_older(None);
    let (away, back) = (over().after(DAY * 30), over().after(DAY * 35));
    world.service.note_online(away).expect("a store");
    world.service.note_back_online(back).expect("a store");
    // Owed time is given back before anything else is done.
    world.offer_draw(id, back);
    check_ends_at(&world, id, back.after(WEEK));
}

#[test]
fn end_of_claims_that_an_older_program_has_dropped_is_queued_again() {
    let (world, id) = begun(Mode::Duel, 2);
    expire(&world);
    let until = over().after(WEEK);
    let mut batch = Batch::new();
    let due = Key::new().u64(until.0).u32(id.0);
    batch.delete(Table::Deadlines, due, Expected::Any);
    world.store.commit(batch).expect("a store");
    let world = world.restarted();
    let updated = until.after(DAY);
    assert_eq!(expire_at(&world.service, updated), []);
    clean_up(&world.service, updated);
    assert_eq!(expire_at(&world.service, updated), [id]);
    assert!(world.game(id).ending.is_some());
}

#[test]
fn ends_of_claims_are_completed_once_no_older_program_runs() {
    let (world, id) = begun_with_older(None);
    let has_end = || {
        let due = world.store.scan(Table::Deadlines, &Keys::all());
        !due.expect("a store").is_empty()
    };
    let beside_older = beside(&world, OLDER);
    let (first, second) = (over().after(DAY * 30), over().after(DAY * 35));
    clean_up(&beside_older, first);
    assert!(!has_end());
    clean_up(&world.service, first);
    assert!(has_end());
    // The older one is back, and has written the game once more.
    drop_end(&world, id);
    world.write_as_older(Batch::new(), first);
    clean_up(&world.service, second);
    check_ends_at(&world, id, second.after(WEEK));
}

#[test]
fn those_who_can_claim_the_time_are_called_once() {
    let (world, id) = begun(Mode::Partners, 4);
    world.show(id, 1);
    expire(&world);
    let game = world.game(id);
    let late = game.to_move().expect("a game that goes on");
    let partner = Mode::Partners.partner(late);
    let others = Mode::Partners.colors().iter().copied();
    let others = others.filter(|color| *color != late && Some(*color) != partner);
    let others: Vec<_> = others.map(|color| PersonId(number(&game, color))).collect();
    assert_eq!(game.called(), others);
    world.show(id, 2);
    assert_eq!(world.game(id).called(), []);
}
