//! Consequences when the time is over.

use focus::{Mode, Rules, Termination};
use focusbot::service::{
    Ending, GameEvent, GameRequest, NewTable, Overtime, Player, Refusal, Request, Timestamp,
};

use crate::service::game::clocks::{
    at, check_lost_on_time, deadlines, expire, next, refused_at, timed_world,
};
use crate::service::harness::{DAY, EASY, HOUR, NOW, World, mv, number, resign, timed};

#[test]
fn duel_is_lost_on_time_at_the_deadline_and_not_before() {
    let (world, id) = timed_world(Mode::Duel, "1d", Overtime::Out);
    let loser = world.mover(id);
    let over = NOW.after(DAY);
    assert!(expire(&world, Timestamp(over.0 - 1)).is_empty());
    // A late move is refused, whether or not the timeout was handled first.
    let text = world.a_move(id);
    assert_eq!(
        refused_at(&world, over, loser, mv(id, None, &text)),
        Refusal::TimeOver
    );
    assert_eq!(
        refused_at(&world, over, loser, resign(id)),
        Refusal::TimeOver
    );
    assert_eq!(expire(&world, over).len(), 1);
    check_lost_on_time(&world.game(id), loser);
    assert_eq!(next(&world), None);
    assert!(expire(&world, over).is_empty());
}

#[test]
fn games_of_three_and_four_go_on_without_a_player_out_of_time() {
    for mode in [Mode::ThreeWay, Mode::Partners, Mode::FreeForAll] {
        let (world, id) = timed_world(mode, "1h", Overtime::Out);
        let loser = world.mover(id);
        let over = NOW.after(HOUR);
        assert_eq!(expire(&world, over).len(), 1, "{mode:?}");
        let game = world.game(id);
        assert_eq!(game.ending, None);
        let color = game
            .players
            .iter()
            .find(|(_, player)| player.id().is_some_and(|id| id.0 == loser));
        let (color, _) = color.expect("a player");
        assert!(game.news.contains(&GameEvent::TimeOut(*color)));
        assert!(game.game.position().out().contains(*color));
        assert_ne!(world.mover(id), loser);
        assert_eq!(
            world.runs_out(id),
            Some(over.after(HOUR)),
            "the next one has a whole hour"
        );
    }
}

#[test]
fn a_claim_waits_for_somebody_else_and_a_move_is_still_possible() {
    let (world, id) = timed_world(Mode::Duel, "1h", Overtime::Claim);
    let (late, over) = (world.mover(id), NOW.after(HOUR));
    let other = 3 - late;
    let claim = || GameRequest::Claim.in_game(id, None);
    assert_eq!(
        refused_at(&world, over, other, claim()),
        Refusal::NothingToClaim
    );
    assert_eq!(expire(&world, over).len(), 1);
    let clock = world.game(id).clock.expect("clocks");
    let until = over.after(Overtime::CLAIM_PERIOD);
    assert_eq!((clock.runs_out, clock.claimable_until), (None, Some(until)));
    assert_eq!(next(&world), Some(until));
    assert_eq!(
        refused_at(&world, over, late, claim()),
        Refusal::NothingToClaim
    );
    assert_eq!(refused_at(&world, over, 9, claim()), Refusal::NotAPlayer);
    world.play_at(id, over.after(HOUR));
    let clock = world.game(id).clock.expect("clocks");
    assert_eq!((clock.claimable_until, deadlines(&world)), (None, 1));

    let late = world.mover(id);
    let over = over.after(HOUR * 2);
    expire(&world, over);
    at(&world, over, 3 - late, claim()).expect("a claim");
    check_lost_on_time(&world.game(id), late);
}

#[test]
fn partners_do_not_claim_each_others_time() {
    let (world, id) = timed_world(Mode::Partners, "1h", Overtime::Claim);
    let (game, over) = (world.game(id), NOW.after(HOUR));
    expire(&world, over);
    let side = game.to_move().expect("a game that goes on");
    let partner = Mode::Partners.partner(side).expect("a partner");
    let claim = GameRequest::Claim.in_game(id, None);
    assert_eq!(
        refused_at(&world, over, number(&game, partner), claim),
        Refusal::NothingToClaim
    );
}

#[test]
fn a_computer_takes_the_seat_of_a_player_out_of_time() {
    for mode in Mode::ALL {
        let (world, id) = timed_world(mode, "1h", Overtime::Computer);
        let (late, over) = (world.mover(id), NOW.after(HOUR));
        let side = world.game(id).to_move().expect("a color");
        assert_eq!(expire(&world, over).len(), 1);
        let game = world.game(id);
        assert!(matches!(game.player(side), Some(Player::Computer(_))));
        assert_eq!(game.news.last(), Some(&GameEvent::TakenOver(side)));
        assert!(game.thinking().is_some());
        assert_eq!(
            (world.runs_out(id), deadlines(&world)),
            (None, 0),
            "it thinks without a clock"
        );
        assert_eq!(world.thinking(), [id]);
        assert_eq!(
            refused_at(&world, over, late, resign(id)),
            Refusal::OutOfTheGame
        );
        assert!(world.games_of(late).is_empty());
        world.computer_plays(id, over.after(DAY));
        assert_eq!(world.runs_out(id), Some(over.after(DAY).after(HOUR)));
    }
}

#[test]
fn the_last_person_is_not_replaced_but_loses() {
    let world = World::new();
    let new = NewTable {
        computers: vec![EASY],
        ..timed(Rules::new(Mode::Duel), "1h", Overtime::Computer)
    };
    let id = world.created(new);
    let mut over = NOW.after(HOUR);
    if world.game(id).thinking().is_some() {
        assert_eq!(deadlines(&world), 0, "a computer has no clock");
        assert!(expire(&world, over.after(DAY)).is_empty());
        over = over.after(DAY);
        world.computer_plays(id, over);
        over = over.after(HOUR);
    }
    expire(&world, over);
    let Some(Ending::Decided(outcome)) = world.game(id).ending else {
        panic!("expected a result");
    };
    assert_eq!(outcome.termination, Termination::Time);
}

#[test]
fn no_computer_takes_over_in_a_rated_game() {
    let world = World::new();
    let new = NewTable {
        rated: true,
        ..timed(Rules::new(Mode::Duel), "1h", Overtime::Computer)
    };
    let refusal = refused_at(&world, NOW, 1, Request::Create(new));
    assert_eq!(refusal, Refusal::RatedWithSubstitute);
}
