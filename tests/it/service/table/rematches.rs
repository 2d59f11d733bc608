//! Rematches: one game however often it is requested, everybody with the next color.

use focus::{Color, Mode, Rules};
use focusbot::service::{
    GameId, Overtime, Place, Player, Refusal, Request, TableKind, TableState, View,
};

use crate::service::harness::{
    AFAR, DAY, NOW, World, abort, expire_at, go_on, granted, number, resign, timed,
};

/// Returns a game in which all people but one have resigned.
fn ended(world: &World, mode: Mode) -> GameId {
    let id = world.begun(Rules::new(mode));
    for who in 1..mode.seats() as u64 {
        if world.game(id).ending.is_none() {
            world.ok(who, resign(id));
        }
    }
    assert!(world.game(id).ending.is_some());
    id
}

fn next(mode: Mode, color: Color) -> Color {
    let colors = mode.colors();
    let at = colors.iter().position(|other| *other == color);
    colors[(at.expect("a color of the mode") + 1) % colors.len()]
}

#[test]
fn accepted_rematch_gives_everybody_the_next_color() {
    for mode in Mode::ALL {
        let world = World::new();
        let old = ended(&world, mode);
        let seats = mode.seats() as u64;
        let table = world.ok(seats, Request::Rematch(old)).view;
        let new = table.id();
        let View::Table(table) = table else {
            panic!("expected a table, got {table:?}");
        };
        assert!(matches!(table.kind, TableKind::Challenge(_)));
        assert_eq!(table.rematch_of, Some(old));
        // One person by the button below the old game, the others at the table.
        world.ok(1, Request::Rematch(old));
        for who in 2..seats {
            world.ok(who, Request::Join(new));
        }
        let (was, is) = (world.game(old), world.game(new));
        assert_eq!(is.rematch_of, Some(old));
        assert_eq!(is.game.rules(), was.game.rules());
        for who in 1..=seats {
            assert_eq!(world.color(new, who), next(mode, world.color(old, who)));
        }
        assert_eq!(is.game.start().side(), was.game.start().side());
        let first = is.game.start().side();
        assert_ne!(number(&is, first), number(&was, first), "{mode:?}");
    }
}

#[test]
fn rematch_pressed_twice_or_by_two_people_is_one_game() {
    let world = World::new();
    let old = ended(&world, Mode::Duel);
    let new = world.ok(1, Request::Rematch(old)).view.id();
    assert_eq!(
        world.refused(1, Request::Rematch(old)),
        Refusal::AlreadySeated
    );
    assert_eq!(world.ok(2, Request::Rematch(old)).view.id(), new);
    for who in [1, 2] {
        assert_eq!(
            world.refused(who, Request::Rematch(old)),
            Refusal::RematchBegun(new)
        );
    }
    assert_eq!(world.games_of(1).len(), 1);
}

#[test]
fn declined_rematch_can_be_asked_for_only_by_who_declined() {
    let world = World::new();
    let old = ended(&world, Mode::Duel);
    let first = world.ok(1, Request::Rematch(old)).view.id();
    world.ok(2, Request::Decline(first));
    assert!(matches!(world.table(first).state, TableState::Declined(_)));
    let refused = world.refused(1, Request::Rematch(old));
    assert_eq!(refused, Refusal::RematchDeclined);
    let second = world.ok(2, Request::Rematch(old)).view.id();
    assert_ne!(first, second);
    world.ok(1, Request::Join(second));
    assert_eq!(world.game(second).rematch_of, Some(old));
    // A rematch of the rematch gives everybody their first color back.
    world.ok(1, abort(second));
    let third = world.ok(1, Request::Rematch(second)).view.id();
    world.ok(2, Request::Rematch(second));
    assert_eq!(world.color(third, 1), world.color(old, 1));
}

#[test]
fn computers_sit_down_again_and_it_begins_at_once() {
    for mode in Mode::ALL {
        let world = World::new();
        let old = world.alone(mode);
        world.ok(1, resign(old));
        let again = world.ok(1, Request::Rematch(old)).view.id();
        assert_eq!(world.color(again, 1), next(mode, world.color(old, 1)));
        for (seat, player) in &world.game(old).players {
            if let Player::Computer(_) = player {
                let view = world.game(again);
                assert_eq!(view.player(next(mode, *seat)), Some(player));
            }
        }
        let first = world.game(again);
        let thinks = world.thinking().contains(&again);
        assert_eq!(first.thinking().is_some(), thinks);
    }
}

#[test]
fn only_players_can_ask_for_a_rematch_and_only_after_the_end() {
    let (world, running) = World::with_game(Mode::Duel);
    assert_eq!(
        world.refused(1, Request::Rematch(running)),
        Refusal::GameGoesOn
    );
    let open = world.open(Mode::Duel);
    assert_eq!(world.refused(1, Request::Rematch(open)), Refusal::NotBegun);
    let old = ended(&world, Mode::Duel);
    assert_eq!(world.refused(9, Request::Rematch(old)), Refusal::NotAPlayer);
}

#[test]
fn fewer_people_than_before_are_dealt_anew() {
    let world = World::new();
    let old = ended(&world, Mode::ThreeWay);
    let new = world.ok(1, Request::Rematch(old)).view.id();
    world.ok(2, Request::Join(new));
    world.ok(1, Request::Start(new));
    let view = world.game(new);
    assert_eq!(view.game.rules().mode(), Mode::Duel);
    let colors: Vec<_> = view.players.iter().map(|(color, _)| *color).collect();
    assert_eq!(colors, Mode::Duel.colors());
}

#[test]
fn rematch_is_refused_where_the_other_person_would_not_see_it() {
    let world = World::new();
    let new = timed(Rules::new(Mode::Duel), "1d", Overtime::Computer);
    let id = world.begun_from(new);
    let other = 3 - world.mover(id);
    let late = NOW.after(DAY);
    expire_at(&world.service, late);
    let direct = Place {
        guild: None,
        ..AFAR
    };
    for request in [go_on(id, direct), resign(id)] {
        granted(&world.service, late, other, request);
    }
    assert!(world.game(id).ending.is_some());
    let refused = world.refused(other, Request::Rematch(id));
    assert_eq!(refused, Refusal::Alone);
}
