//! Seats of computers.

use focus::{Mode, Rules};
use focus_engine::Level;
use focusbot::service::{NewTable, PersonId, Player, Refusal, Request, TableKind};

use crate::service::game::computers::{PARTNER, of_two_people, with};
use crate::service::harness::{EASY, World, people};

#[test]
fn table_that_computers_fill_begins_at_once() {
    for mode in Mode::ALL {
        let world = World::new();
        let view = world.game(world.alone(mode));
        assert_eq!(view.players.len(), mode.seats());
        let people = view.players.iter().filter_map(|(_, player)| player.id());
        assert!(people.eq([PersonId(1)]));
    }
}

#[test]
fn last_person_fills_a_table_with_computers() {
    let world = World::new();
    let new = with(Mode::FreeForAll, TableKind::Open, &[EASY, EASY]);
    let id = world.created(new);
    assert_eq!(world.table(id).computers.len(), 2);
    world.ok(2, Request::Join(id));
    assert_eq!(world.game(id).players.len(), 4);
}

#[test]
fn host_starts_early_with_computers() {
    let world = World::new();
    let new = with(Mode::FreeForAll, TableKind::Open, &[EASY]);
    let id = world.created(new);
    world.ok(1, Request::Start(id));
    assert_eq!(world.game(id).game.rules().mode(), Mode::Duel);
}

#[test]
fn two_people_play_together_against_two_computers() {
    for seed in 0..20 {
        let world = World::new();
        let id = of_two_people(&world, seed, Mode::Partners, [EASY, EASY]);
        let view = world.game(id);
        let color = |number| view.color_of(PersonId(number)).expect("a color");
        assert_eq!(color(1).opposite(), color(2), "seed {seed}");
    }
}

#[test]
fn computer_wanted_as_partner_sits_opposite() {
    for seed in 0..20 {
        let world = World::new();
        let id = of_two_people(&world, seed, Mode::Partners, [EASY, PARTNER]);
        let view = world.game(id);
        let color = view.color_of(PersonId(1)).expect("a color");
        let partner = view.player(color.opposite());
        assert_eq!(
            partner,
            Some(&Player::Computer(Level::Expert)),
            "seed {seed}"
        );
    }
}

#[test]
fn seats_are_counted() {
    let world = World::new();
    let rows = [
        (Mode::Duel, TableKind::Open, 2, 3),
        (Mode::Duel, TableKind::Invited(people(&[2])), 1, 3),
        (Mode::FreeForAll, TableKind::Challenge(people(&[2])), 1, 3),
        (Mode::FreeForAll, TableKind::Challenge(people(&[2])), 3, 5),
    ];
    for (mode, kind, computers, players) in rows {
        let new = with(mode, kind, &vec![EASY; computers]);
        let refusal = world.refused(1, Request::Create(new));
        assert_eq!(refusal, Refusal::WrongNumberOfPlayers { mode, players });
    }
    let mode = Mode::ThreeWay;
    let partner = with(mode, TableKind::Open, &[PARTNER]);
    assert_eq!(
        world.refused(1, Request::Create(partner)),
        Refusal::NoPartners { mode }
    );
}

#[test]
fn game_of_computers_alone_has_an_end() {
    let world = World::new();
    let most = Rules::QUIET_PLIES;
    for quiet in [None, Some(most.saturating_add(1)), Some(most)] {
        let mut new = with(Mode::Duel, TableKind::Open, &[EASY, EASY]);
        new.rules = new.rules.with_quiet(quiet);
        new.is_watched = true;
        if quiet == Some(most) {
            world.ok(1, Request::Create(new));
            return;
        }
        let refusal = world.refused(1, Request::Create(new));
        assert_eq!(refusal, Refusal::NoEnd { quiet: most.get() });
    }
}

#[test]
fn without_people_computers_are_asked_for() {
    let world = World::new();
    let nobody = NewTable {
        is_watched: true,
        ..with(Mode::Duel, TableKind::Open, &[])
    };
    assert_eq!(
        world.refused(1, Request::Create(nobody)),
        Refusal::NobodyPlays
    );
}
