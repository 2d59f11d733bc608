//! Invitations: tables and challenges for certain people, and who else may sit down.

use focus::{Mode, Rules};
use focusbot::service::{
    GameId, MemberPermissions, NewTable, PersonId, Refusal, Request, TableKind, TableState,
};

use crate::service::harness::{AFAR, ELSEWHERE, HERE, World, invite, or_refusal, people, table};

#[test]
fn table_that_can_never_be_filled_is_refused() {
    let world = World::new();
    let invited = |guests: &[u64]| {
        let kind = TableKind::Invited(people(guests));
        Request::Create(table(Rules::new(Mode::FreeForAll), kind))
    };
    let refusal = world.refused(1, invited(&[2]));
    let mode = Mode::FreeForAll;
    assert_eq!(refusal, Refusal::TooFewInvited { mode, players: 2 });
    let id = world.ok(1, invited(&[2, 3, 4])).view.id();
    assert_eq!(world.table(id).state, TableState::Open);
}

#[test]
fn table_closes_when_too_few_are_left_who_may_sit_down() {
    let world = World::new();
    let id = world.open_for(Mode::ThreeWay, TableKind::Invited(people(&[2, 3])));
    world.ok(2, Request::Decline(id));
    assert_eq!(
        world.table(id).state,
        TableState::Open,
        "two can play a duel"
    );
    world.ok(3, Request::Decline(id));
    assert_eq!(world.table(id).state, TableState::Declined(PersonId(3)));
}

#[test]
fn invited_table_takes_only_the_invited() {
    let world = World::new();
    let id = world.open_for(Mode::ThreeWay, TableKind::Invited(people(&[2, 3])));
    assert_eq!(world.refused(4, Request::Join(id)), Refusal::NotInvited);
    world.ok(2, Request::Join(id));
    world.ok(3, Request::Decline(id));
    assert_eq!(world.refused(3, Request::Join(id)), Refusal::NotInvited);
    assert_eq!(world.table(id).state, TableState::Open);
    assert_eq!(world.table(id).kind, TableKind::Invited(people(&[])));
}

#[test]
fn challenge_begins_when_all_accept_and_ends_when_one_declines() {
    let world = World::new();
    let challenge = || world.open_for(Mode::Duel, TableKind::Challenge(people(&[2])));
    let accepted = challenge();
    world.ok(2, Request::Join(accepted));
    assert_eq!(world.game(accepted).plies(), 0);

    let declined = challenge();
    assert_eq!(
        world.refused(3, Request::Decline(declined)),
        Refusal::NotInvited
    );
    let refused = world.refused(1, Request::Decline(declined));
    assert_eq!(refused, Refusal::NothingToDecline, "the host");
    world.ok(2, Request::Decline(declined));
    assert_eq!(
        world.table(declined).state,
        TableState::Declined(people(&[2])[0])
    );
    assert_eq!(
        world.refused(2, Request::Join(declined)),
        Refusal::TableClosed
    );
}

#[test]
fn challenge_is_withdrawn_when_its_host_leaves() {
    let world = World::new();
    let id = world.open_for(Mode::Duel, TableKind::Challenge(people(&[2])));
    world.ok(1, Request::Leave(id));
    assert_eq!(world.table(id).state, TableState::Closed);
}

#[test]
fn challenge_needs_as_many_people_as_the_mode_has_seats() {
    let world = World::new();
    let challenge = |mode, numbers: &[u64]| {
        Request::Create(table(
            Rules::new(mode),
            TableKind::Challenge(people(numbers)),
        ))
    };
    let wrong = Refusal::WrongNumberOfPlayers {
        mode: Mode::ThreeWay,
        players: 2,
    };
    assert_eq!(world.refused(1, challenge(Mode::ThreeWay, &[2])), wrong);
    assert_eq!(
        world.refused(1, challenge(Mode::Duel, &[1])),
        Refusal::SamePersonTwice
    );
    assert_eq!(
        world.refused(1, challenge(Mode::ThreeWay, &[2, 2])),
        Refusal::SamePersonTwice
    );
}

#[test]
fn a_table_of_another_server_is_for_those_invited_to_it() {
    let (world, open) = World::with_table(Mode::Duel);
    let challenge = world.open_for(Mode::Duel, TableKind::Challenge(people(&[2])));
    let may = |who, place, game| {
        let standing = MemberPermissions::default();
        world
            .service
            .check_seat(PersonId(who), place, &standing, game)
            .is_ok()
    };
    assert!(may(2, HERE, open) && !may(2, AFAR, open));
    assert!(may(2, AFAR, challenge) && !may(3, AFAR, challenge));
}

#[test]
fn a_challenge_to_somebody_who_is_forgotten_is_declined() {
    let world = World::new();
    let id = world.open_for(Mode::Duel, TableKind::Challenge(people(&[2])));
    assert_eq!(world.erase(2), [id]);
    assert_eq!(world.table(id).state, TableState::Declined(PersonId::GONE));
}

#[test]
fn a_private_table_is_for_its_channel_and_those_invited_to_it() {
    let world = World::new();
    let private = |kind| {
        let new = NewTable {
            is_private: true,
            ..table(Rules::new(Mode::Duel), kind)
        };
        world.created(new)
    };
    let [open, challenge] = [TableKind::Open, TableKind::Challenge(people(&[2]))].map(private);
    let may = |place, game| {
        let standing = MemberPermissions::default();
        let service = &world.service;
        service.check_seat(PersonId(2), place, &standing, game)
    };
    may(HERE, open).expect("a table of this channel");
    may(ELSEWHERE, challenge).expect("an invitation");
    let refused = or_refusal(may(ELSEWHERE, open));
    assert_eq!(refused, Err(Refusal::PrivateGame));
}

#[test]
fn nobody_is_called_twice_to_a_table() {
    let (world, game) = World::with_table(Mode::ThreeWay);
    world.ok(1, invite(game, &[2]));
    let called = Refusal::AlreadyCalled(people(&[2]));
    assert_eq!(world.refused(1, invite(game, &[2, 3])), called);
    let noted = world.service.called(&world.table(game), None);
    noted.expect("a table");
    assert_eq!(world.refused(1, invite(game, &[2])), called);
    world.ok(2, Request::Join(game));
    for seated in [1, 2] {
        let refused = world.refused(1, invite(game, &[3, seated]));
        assert_eq!(refused, Refusal::AlreadyAtTable(people(&[seated])));
    }
    world.ok(2, Request::Leave(game));
    let world = world.restarted();
    assert_eq!(world.refused(1, invite(game, &[2])), called);
    world.ok(1, invite(game, &[3]));
    assert_eq!(world.table(game).uncalled, people(&[3]));
}

#[test]
fn people_who_are_challenged_are_called_already() {
    let world = World::new();
    let game = world.open_for(Mode::Duel, TableKind::Challenge(people(&[2])));
    let called = Refusal::AlreadyCalled(people(&[2]));
    assert_eq!(world.refused(1, invite(game, &[2])), called);
    world.ok(1, Request::OpenToAll(game));
    assert_eq!(world.refused(1, invite(game, &[2])), called);
}

/// Lets the host invite person 2, who declines; returns the world after a restart.
fn declined(world: World, game: GameId) -> World {
    world.ok(1, invite(game, &[2]));
    let shown = world.table(game);
    assert!(shown.asked.contains(&PersonId(2)));
    assert_eq!(shown.uncalled, people(&[2]));
    world.ok(2, Request::Decline(game));
    let shown = world.table(game);
    assert!(shown.uncalled.is_empty() && !shown.asked.contains(&PersonId(2)));
    assert_eq!(shown.state, TableState::Open);
    world.restarted()
}

#[test]
fn who_declines_is_not_called_again_to_a_table_open_to_all() {
    let (world, game) = World::with_table(Mode::ThreeWay);
    let world = declined(world, game);
    assert_eq!(
        world.refused(1, invite(game, &[2])),
        Refusal::HasDeclined(people(&[2]))
    );
}

#[test]
fn who_declines_is_called_once_more_to_a_table_for_invited_people() {
    let world = World::new();
    let kind = TableKind::Invited(people(&[3, 4]));
    let game = world.open_for(Mode::ThreeWay, kind);
    let world = declined(world, game);
    assert_eq!(world.refused(2, Request::Join(game)), Refusal::NotInvited);
    let world = declined(world, game);
    assert_eq!(
        world.refused(1, invite(game, &[2, 5])),
        Refusal::HasDeclined(people(&[2]))
    );
}

#[test]
fn who_is_invited_once_more_is_called_once_and_may_sit_down() {
    let world = World::new();
    let kind = TableKind::Invited(people(&[2, 3]));
    let game = world.open_for(Mode::ThreeWay, kind);
    world.ok(2, Request::Decline(game));
    world.ok(1, invite(game, &[2, 2]));
    assert_eq!(world.table(game).uncalled, people(&[2]));
    let called = Refusal::AlreadyCalled(people(&[2]));
    assert_eq!(world.refused(1, invite(game, &[2])), called);
    let noted = world.service.called(&world.table(game), None);
    noted.expect("a table");
    assert_eq!(world.refused(1, invite(game, &[2])), called);
    world.ok(1, Request::OpenToAll(game));
    assert_eq!(world.table(game).asked, people(&[2, 3]));
    world.ok(2, Request::Join(game));
}

#[test]
fn only_who_was_invited_to_an_open_table_can_decline() {
    let (world, game) = World::with_table(Mode::ThreeWay);
    world.ok(1, invite(game, &[2]));
    for other in [1, 3] {
        let refused = world.refused(other, Request::Decline(game));
        assert_eq!(refused, Refusal::NothingToDecline);
    }
    world.ok(2, Request::Decline(game));
    let again = world.refused(2, Request::Decline(game));
    assert_eq!(again, Refusal::NothingToDecline);
    world.ok(2, Request::Join(game));
}

#[test]
fn only_an_invited_guest_gives_up_a_seat_at_an_open_table_by_declining() {
    let (world, game) = World::with_table(Mode::FreeForAll);
    world.ok(1, invite(game, &[2]));
    for guest in [2, 3] {
        world.ok(guest, Request::Join(game));
    }
    let refused = world.refused(3, Request::Decline(game));
    assert_eq!(refused, Refusal::NothingToDecline);
    world.ok(2, Request::Decline(game));
    let seated = world.table(game).people.into_iter();
    assert!(seated.map(|person| person.id).eq(people(&[1, 3])));
}

#[test]
fn who_has_declined_may_sit_down_once_the_table_is_open_to_all() {
    let world = World::new();
    let game = world.open_for(Mode::ThreeWay, TableKind::Invited(people(&[2, 3])));
    world.ok(2, Request::Decline(game));
    assert_eq!(world.refused(2, Request::Join(game)), Refusal::NotInvited);
    world.ok(1, Request::OpenToAll(game));
    world.ok(2, Request::Join(game));
}

#[test]
fn a_table_calls_only_so_many_people() {
    let (world, game) = World::with_table(Mode::ThreeWay);
    let guests = |first: u64, number: u64| (first..first + number).collect::<Vec<_>>();
    let at_once = world.refused(1, invite(game, &guests(2, 11)));
    assert_eq!(at_once, Refusal::TooManyInvited { limit: 10 });
    for first in [2, 12, 22] {
        world.ok(1, invite(game, &guests(first, 10)));
        let noted = world.service.called(&world.table(game), None);
        noted.expect("a table");
    }
    let in_all = world.refused(1, invite(game, &[32]));
    assert_eq!(in_all, Refusal::TooManyCalled { limit: 30 });
}

#[test]
fn people_are_invited_once_and_in_the_order_chosen() {
    let (world, game) = World::with_table(Mode::ThreeWay);
    let mut guests: Vec<u64> = (2..12).rev().collect();
    guests.push(7);
    world.ok(1, invite(game, &guests));
    assert_eq!(world.table(game).uncalled, people(&guests[..10]));
}
