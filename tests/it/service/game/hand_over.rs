//! Handover of seats, with the agreement of the others.

use focus::{Color, Mode, Rules};
use focusbot::service::{
    GameEvent, GameId, HandOverRefusal, HistoryFilter, HistoryScope, Overtime, PersonId, Player,
    Refusal, Request, SeatRequest, TableKind,
};

use crate::service::harness::{
    DAY, HERE, LIMITS, NOW, World, draw, expire_at, granted, mv, or_refusal, resign, seat, table,
    timed,
};

/// Returns the color of the person to move, and the numbers of that person and of the others.
fn turn(world: &World, id: GameId) -> (Color, u64, Vec<u64>) {
    let game = world.game(id);
    let color = game.to_move().expect("a game that goes on");
    let mover = world.mover(id);
    let people = game.players.iter().filter_map(|(_, player)| player.id());
    let others = people.map(|id| id.0).filter(|id| *id != mover).collect();
    (color, mover, others)
}

/// Returns a world with a three-way game of people 1 to 3 whose time can be claimed.
fn begun(time: &str) -> (World, GameId) {
    let world = World::new();
    let id = world.begun_from(timed(Rules::new(Mode::ThreeWay), time, Overtime::Claim));
    (world, id)
}

#[test]
fn a_seat_is_offered_once_until_its_player_has_moved() {
    let (world, id) = World::with_game(Mode::ThreeWay);
    let (_, mover, others) = turn(&world, id);
    world.ok(mover, seat(id, SeatRequest::Offer));
    world.ok(mover, seat(id, SeatRequest::Refuse));
    let again = seat(id, SeatRequest::Offer);
    let refusal = Refusal::Seat(HandOverRefusal::Offered);
    assert_eq!(world.refused(mover, again.clone()), refusal);
    world.ok(others[0], again.clone());
    world.ok(others[0], seat(id, SeatRequest::Refuse));
    world.move_on(id, 1);
    world.ok(mover, again);
}

#[test]
fn an_offered_seat_is_handed_over_when_all_others_agree() {
    for mode in [Mode::ThreeWay, Mode::Partners, Mode::FreeForAll] {
        let (world, id) = World::with_game(mode);
        let (color, leaver, others) = turn(&world, id);
        world.ok(leaver, seat(id, SeatRequest::Offer));
        world.ok(9, seat(id, SeatRequest::Mine));
        let offer = world.game(id).seat.expect("a seat");
        let successor = offer.successor.and_then(|successor| successor.id());
        assert_eq!((offer.seat, successor), (color, Some(PersonId(9))));
        assert_eq!(offer.waiting.iter().count(), others.len());
        for other in &others {
            assert_eq!(world.mover(id), leaver, "{mode:?}");
            world.ok(*other, seat(id, SeatRequest::Allow));
        }
        let game = world.game(id);
        assert_eq!((world.mover(id), game.seat.clone()), (9, None));
        assert!(game.news.contains(&GameEvent::HandedOver(color)));
        assert!(world.games_of(leaver).is_empty());
        assert_eq!(world.games_of(9).len(), 1);
        let text = world.a_move(id);
        assert_eq!(
            world.refused(leaver, mv(id, None, &text)),
            Refusal::NotAPlayer
        );
        world.ok(9, mv(id, None, &text));
    }
}

#[test]
fn a_computer_takes_the_seat_that_is_offered() {
    let (world, id) = World::with_game(Mode::ThreeWay);
    let (color, leaver, others) = turn(&world, id);
    world.ok(leaver, seat(id, SeatRequest::Offer));
    // A request for a seat counts as agreement.
    world.ok(others[0], seat(id, SeatRequest::Computer));
    assert_eq!(
        world.refused(others[0], seat(id, SeatRequest::Allow)),
        Refusal::Seat(HandOverRefusal::Allowed)
    );
    world.ok(others[1], seat(id, SeatRequest::Allow));
    let game = world.game(id);
    assert!(matches!(game.player(color), Some(Player::Computer(_))));
    assert_eq!(world.thinking(), [id]);
    assert_eq!(
        world.refused(leaver, seat(id, SeatRequest::Offer)),
        Refusal::OutOfTheGame
    );
}

#[test]
fn a_late_seat_changes_hands_and_time_begins_anew() {
    for time in ["1d", "1d+1h"] {
        let (world, id) = begun(time);
        let (color, _, others) = turn(&world, id);
        let late = NOW.after(DAY);
        let at = |who: u64, request: SeatRequest| {
            granted(&world.service, late, who, seat(id, request));
        };
        expire_at(&world.service, late);
        assert_eq!(world.game(id).seat.map(|offer| offer.seat), Some(color));
        at(9, SeatRequest::Mine);
        // A player whose time is over can move, and nothing else.
        let mover = world.mover(id);
        assert_eq!(
            world.refused(mover, seat(id, SeatRequest::Refuse)),
            Refusal::Seat(HandOverRefusal::NoSeat)
        );
        at(others[0], SeatRequest::Allow);
        at(others[1], SeatRequest::Allow);
        let clock = world.game(id).clock.expect("clocks");
        assert_eq!(
            (clock.runs_out, clock.claimable_until),
            (Some(late.after(DAY)), None)
        );
        assert_eq!(world.mover(id), 9);
    }
}

#[test]
fn remaining_bank_goes_to_the_new_player() {
    for (time, left) in [("1d", DAY), ("1d+1h", DAY / 2)] {
        let (world, id) = begun(time);
        let (_, leaver, others) = turn(&world, id);
        let noon = NOW.after(DAY / 2);
        let requests = [
            (leaver, SeatRequest::Offer),
            (9, SeatRequest::Mine),
            (others[0], SeatRequest::Allow),
            (others[1], SeatRequest::Allow),
        ];
        for (who, request) in requests {
            granted(&world.service, noon, who, seat(id, request));
        }
        let clock = world.game(id).clock.expect("clocks");
        assert_eq!(clock.runs_out, Some(noon.after(left)), "{time}");
        // The new player is reminded with a quarter of that left.
        let due = world.service.next_deadline(noon).expect("a store");
        assert_eq!(due, Some(noon.after(left / 4 * 3)), "{time}");
    }
}

#[test]
fn an_offer_stays_while_another_player_is_late() {
    let (world, id) = begun("1d");
    let (_, late, others) = turn(&world, id);
    world.ok(others[0], seat(id, SeatRequest::Offer));
    expire_at(&world.service, NOW.after(DAY));
    world.ok(9, seat(id, SeatRequest::Mine));
    world.ok(others[1], seat(id, SeatRequest::Refuse));
    let offered = world.game(id).seat.expect("the seat on offer");
    assert_eq!(
        world.game(id).person(offered.seat).expect("a person").id.0,
        others[0]
    );
    world.ok(others[0], seat(id, SeatRequest::Refuse));
    let open = world.game(id).seat.expect("the late seat");
    assert_eq!(
        world.game(id).person(open.seat).expect("a person").id.0,
        late
    );
}

#[test]
fn former_player_stays_in_the_records() {
    let (world, id) = World::with_game(Mode::ThreeWay);
    let text = world.a_move(id);
    let (color, leaver, others) = turn(&world, id);
    world.play(id, &text);
    world.ok(leaver, seat(id, SeatRequest::Offer));
    world.ok(9, seat(id, SeatRequest::Mine));
    for other in &others {
        world.ok(*other, seat(id, SeatRequest::Allow));
    }
    let former = world.game(id).former;
    assert_eq!(
        (former[0].0, &*former[0].1.name),
        (color, &*format!("P{leaver}"))
    );
    for other in others {
        world.ok(other, resign(id));
    }
    let done = |who: u64| {
        let personal_data = world.service.personal_data(PersonId(who)).expect("a store");
        personal_data.contains(&text)
    };
    assert!(done(leaver) && !done(9));
    let listed = |who: u64| {
        let filter = HistoryFilter::all(HistoryScope::Person(PersonId(who)));
        let page = world.service.history(PersonId(who), HERE, filter, 0, 5);
        page.expect("a list").games.len()
    };
    assert_eq!((listed(leaver), listed(9)), (1, 1));
    world.erase(leaver);
    assert_eq!(
        (listed(leaver), world.game(id).former[0].1.id),
        (0, PersonId::GONE)
    );
}

#[test]
fn one_refusal_rejects_a_successor_and_the_next_move_ends_the_offer() {
    let (world, id) = World::with_game(Mode::ThreeWay);
    let (_, leaver, others) = turn(&world, id);
    world.ok(leaver, seat(id, SeatRequest::Offer));
    world.ok(9, seat(id, SeatRequest::Mine));
    assert_eq!(
        world.refused(8, seat(id, SeatRequest::Mine)),
        Refusal::Seat(HandOverRefusal::Asked)
    );
    world.ok(others[0], seat(id, SeatRequest::Refuse));
    let offer = world.game(id).seat.expect("a seat that is still free");
    assert_eq!(offer.successor, None);
    world.ok(8, seat(id, SeatRequest::Mine));
    world.move_on(id, 1);
    assert_eq!(world.game(id).seat, None);
    assert_eq!(
        world.refused(others[0], seat(id, SeatRequest::Allow)),
        Refusal::Seat(HandOverRefusal::NoSeat)
    );
}

#[test]
fn seat_offer_can_be_withdrawn() {
    let (world, id) = World::with_game(Mode::ThreeWay);
    let (_, leaver, _) = turn(&world, id);
    world.ok(leaver, seat(id, SeatRequest::Offer));
    world.ok(leaver, seat(id, SeatRequest::Refuse));
    assert_eq!(world.game(id).seat, None);
    assert_eq!(world.mover(id), leaver);
}

#[test]
fn whoever_has_asked_for_a_seat_can_withdraw() {
    let (world, id) = World::with_game(Mode::ThreeWay);
    let (_, leaver, others) = turn(&world, id);
    world.ok(leaver, seat(id, SeatRequest::Offer));
    world.ok(9, seat(id, SeatRequest::Mine));
    world.ok(others[0], seat(id, SeatRequest::Allow));
    let no = seat(id, SeatRequest::Refuse);
    assert_eq!(world.refused(8, no.clone()), Refusal::NotAPlayer);
    world.ok(9, no.clone());
    let offer = world.game(id).seat.expect("a seat that is still free");
    assert_eq!((offer.successor, offer.waiting.len()), (None, 2));
    assert_eq!(world.refused(9, no.clone()), Refusal::NotAPlayer);
    let yes = seat(id, SeatRequest::Allow);
    for answer in [&yes, &no] {
        let refusal = Refusal::Seat(HandOverRefusal::NoSeat);
        assert_eq!(world.refused(others[1], answer.clone()), refusal);
    }
    world.ok(8, seat(id, SeatRequest::Mine));
    world.ok(others[1], yes.clone());
    assert_eq!(world.mover(id), leaver);
    world.ok(others[0], yes);
    assert_eq!(world.mover(id), 8);
}

#[test]
fn whoever_asks_for_a_seat_again_and_again_leaves_room_to_the_players() {
    let (world, id) = World::with_game(Mode::ThreeWay);
    let (_, leaver, others) = turn(&world, id);
    world.ok(leaver, seat(id, SeatRequest::Offer));
    let refusal = (0..1_000).find_map(|_| {
        let asked = or_refusal(world.ask(9, seat(id, SeatRequest::Mine)));
        asked.err().or_else(|| {
            world.ok(9, seat(id, SeatRequest::Refuse));
            None
        })
    });
    assert_eq!(refusal, Some(Refusal::TooMuchBesideMoves));
    world.ok(others[0], draw(id));
    world.ok(others[1], seat(id, SeatRequest::Computer));
}

#[test]
fn agreement_to_one_successor_does_not_count_for_the_next() {
    let (world, id) = World::with_game(Mode::ThreeWay);
    let (_, leaver, others) = turn(&world, id);
    world.ok(leaver, seat(id, SeatRequest::Offer));
    let asked = |request| {
        let number = world.game(id).seat.expect("a seat").number;
        let seen = Some(number);
        Request::Seat {
            game: id,
            seen,
            request,
        }
    };
    let wanted = asked(SeatRequest::Mine);
    world.ok(9, wanted.clone());
    let yes = asked(SeatRequest::Allow);
    world.ok(others[0], asked(SeatRequest::Refuse));
    world.ok(8, asked(SeatRequest::Mine));
    assert_eq!(world.refused(others[1], yes), Refusal::Stale);
    world.ok(others[1], asked(SeatRequest::Allow));
    assert_eq!(
        world.refused(others[1], asked(SeatRequest::Allow)),
        Refusal::Seat(HandOverRefusal::Allowed)
    );
    world.ok(others[0], asked(SeatRequest::Allow));
    assert_eq!(world.mover(id), 8);
    world.ok(8, seat(id, SeatRequest::Offer));
    assert_eq!(world.refused(9, wanted), Refusal::Stale);
}

#[test]
fn duels_and_rated_games_keep_their_players() {
    let (world, duel) = World::with_game(Mode::Duel);
    let refusal = world.refused(1, seat(duel, SeatRequest::Offer));
    assert_eq!(refusal, Refusal::Seat(HandOverRefusal::NoSeat));
    let rated = world.rated(Rules::new(Mode::ThreeWay), &[1, 2, 3]);
    let refusal = world.refused(1, seat(rated, SeatRequest::Offer));
    assert_eq!(refusal, Refusal::Seat(HandOverRefusal::Rated));
    assert!(!world.game(rated).can_offer_seat() && !world.game(duel).can_offer_seat());
}

#[test]
fn erased_person_does_not_get_the_seat() {
    let (world, id) = World::with_game(Mode::ThreeWay);
    let (_, leaver, others) = turn(&world, id);
    world.ok(leaver, seat(id, SeatRequest::Offer));
    world.ok(9, seat(id, SeatRequest::Mine));
    let personal_data = world
        .service
        .personal_data(PersonId(leaver))
        .expect("a store");
    assert!(
        !personal_data.contains("want_seat"),
        "somebody else wants it"
    );
    assert_eq!(world.erase(9), [id], "the board named the person");
    assert_eq!(world.game(id).seat.expect("a seat").successor, None);
    assert_eq!(
        world.refused(others[0], seat(id, SeatRequest::Allow)),
        Refusal::Seat(HandOverRefusal::NoSeat)
    );
    world.ok(others[0], seat(id, SeatRequest::Computer));
}

#[test]
fn person_at_the_limit_of_games_gets_no_seat() {
    let (world, id) = World::with_game(Mode::ThreeWay);
    let (_, leaver, others) = turn(&world, id);
    world.ok(leaver, seat(id, SeatRequest::Offer));
    world.ok(9, seat(id, SeatRequest::Mine));
    world.ok(others[0], seat(id, SeatRequest::Allow));
    let tables: Vec<_> = (0..LIMITS.games_per_person)
        .map(|_| {
            let new = table(Rules::new(Mode::Duel), TableKind::Open);
            world.ok(9, Request::Create(new)).view.id()
        })
        .collect();
    assert_eq!(
        world.refused(others[1], seat(id, SeatRequest::Allow)),
        Refusal::Seat(HandOverRefusal::NoRoom)
    );
    assert_eq!(world.mover(id), leaver, "nothing has changed");
    world.ok(9, Request::Leave(tables[0]));
    world.ok(others[1], seat(id, SeatRequest::Allow));
    assert_eq!(world.mover(id), 9);
}
