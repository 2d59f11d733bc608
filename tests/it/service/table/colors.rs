//! Colors at a table whose host lets everybody choose.

use focus::{Color, Mode, Rules};
use focus_engine::Level;
use focusbot::service::{
    ColorRefusal, GameId, Member, Person, PersonId, Player, Refusal, Request, Service, TableKind,
    Team, TeamRefusal, View,
};

use crate::service::harness::{LIMITS, World, resign, table};

fn choose(game: GameId, color: Color) -> Request {
    Request::ChooseColor { game, color }
}

fn give(game: GameId, member: Member, color: Color) -> Request {
    Request::GiveColor {
        game,
        member,
        lineup: None,
        color,
    }
}

fn join_team(game: GameId, team: Team) -> Request {
    Request::ChooseTeam { game, team }
}

fn one(number: u64) -> Member {
    Member::Person(PersonId(number))
}

/// Returns an open table of a mode whose host, the first person, lets everybody choose a color.
fn free_choice(mode: Mode, seed: u64) -> (World, GameId) {
    let world = World::new();
    let id = world.created_with(seed, table(Rules::new(mode), TableKind::Open));
    assert_eq!(world.table(id).colors, None);
    world.ok(1, Request::AllowColors(id));
    assert_eq!(world.table(id).colors, Some(Vec::new()));
    (world, id)
}

#[test]
fn chosen_color_is_played_whatever_the_lot() {
    for seed in 0..20 {
        let (world, id) = free_choice(Mode::FreeForAll, seed);
        world.ok(1, choose(id, Color::Blue));
        world.ok(1, choose(id, Color::Green));
        world.ok(2, choose(id, Color::Pink));
        let expected = vec![(one(1), Color::Green), (one(2), Color::Pink)];
        assert_eq!(world.table(id).colors, Some(expected.clone()));
        // Another process reads the same.
        let other = Service::new(world.store.clone(), LIMITS);
        let Ok(View::Table(read)) = other.view(id) else {
            panic!("expected a table");
        };
        assert_eq!(read.colors, Some(expected));
        world.ok(3, Request::Join(id));
        world.ok(4, Request::Join(id));
        assert_eq!(world.color(id, 1), Color::Green);
        assert_eq!(world.color(id, 2), Color::Pink);
        assert!(world.game(id).are_colors_chosen);
    }
}

#[test]
fn a_color_has_one_player() {
    let (world, id) = free_choice(Mode::FreeForAll, 7);
    world.ok(1, choose(id, Color::Orange));
    let taken = |color, by| Refusal::Color(ColorRefusal::Taken { color, by });
    let host = Player::Person(Person {
        id: PersonId(1),
        name: "P1".to_owned(),
    });
    let refused = world.refused(2, choose(id, Color::Orange));
    assert_eq!(refused, taken(Color::Orange, host));
    assert_eq!(world.table(id).people.len(), 1, "not seated by that");
    let refused = world.refused(1, choose(id, Color::Orange));
    assert_eq!(refused, Refusal::Color(ColorRefusal::Already));

    let level = Level::Novice;
    let adding = Request::AddComputer {
        game: id,
        level,
        lineup: None,
    };
    world.ok(1, adding);
    world.ok(1, give(id, Member::Computer(0), Color::Blue));
    let refused = world.refused(2, choose(id, Color::Blue));
    assert_eq!(refused, taken(Color::Blue, Player::Computer(level)));
    world.ok(2, choose(id, Color::Green));
    world.ok(1, give(id, one(2), Color::Pink));
    let refused = world.refused(2, give(id, one(1), Color::Green));
    assert!(matches!(refused, Refusal::NotHost { .. }));
    for stranger in [one(9), Member::Computer(1)] {
        assert_eq!(
            world.refused(1, give(id, stranger, Color::Green)),
            Refusal::Stale
        );
    }
    // A player who leaves gives the color up.
    world.ok(2, Request::Leave(id));
    world.ok(3, choose(id, Color::Pink));
}

#[test]
fn only_the_host_decides_how_colors_come_about() {
    let (world, id) = free_choice(Mode::Partners, 7);
    world.ok(2, choose(id, Color::Green));
    for request in [Request::AllowColors(id), Request::DrawColors(id)] {
        let refused = world.refused(2, request);
        assert!(matches!(refused, Refusal::NotHost { .. }));
    }
    assert_eq!(world.refused(1, Request::AllowColors(id)), Refusal::Stale);
    world.ok(1, Request::DrawColors(id));
    let drawn = world.table(id);
    assert_eq!(drawn.colors, None);
    let teams = drawn.teams.expect("a table of partners");
    assert_eq!(teams.team_of(one(2)), Some(Team::Second), "the team stays");
    assert_eq!(world.refused(1, Request::DrawColors(id)), Refusal::Stale);
    for request in [choose(id, Color::Pink), give(id, one(2), Color::Pink)] {
        let refused = world.refused(1, request);
        assert_eq!(refused, Refusal::Color(ColorRefusal::Drawn));
    }
    world.ok(1, Request::AllowColors(id));
    assert_eq!(world.table(id).colors, Some(Vec::new()), "given up");
}

#[test]
fn a_color_decides_the_team_and_a_team_its_colors() {
    for seed in 0..20 {
        let (world, id) = free_choice(Mode::Partners, seed);
        world.ok(1, choose(id, Color::Orange));
        world.ok(3, join_team(id, Team::First));
        // The last place of a team is kept for its member.
        let refused = world.refused(2, choose(id, Color::Blue));
        assert_eq!(refused, Refusal::Team(TeamRefusal::Full));
        world.ok(2, choose(id, Color::Pink));
        world.ok(4, Request::Join(id));
        let colors = [1, 2, 3, 4].map(|who| world.color(id, who));
        let expected = [Color::Orange, Color::Pink, Color::Blue, Color::Green];
        assert_eq!(colors, expected);
    }
    let (world, id) = free_choice(Mode::Partners, 7);
    world.ok(1, choose(id, Color::Orange));
    world.ok(1, join_team(id, Team::Second));
    assert_eq!(
        world.table(id).colors,
        Some(Vec::new()),
        "of the other team"
    );
    world.ok(1, choose(id, Color::Green));
    world.ok(1, choose(id, Color::Blue));
    let teams = world.table(id).teams.expect("a table of partners");
    assert_eq!(teams.team_of(one(1)), Some(Team::First));
}

#[test]
fn colors_that_a_smaller_game_lacks_are_drawn() {
    for (colors, expected) in [
        ([Color::Green, Color::Pink], None),
        ([Color::Blue, Color::Pink], Some(Color::Blue)),
    ] {
        let (world, id) = free_choice(Mode::FreeForAll, 7);
        world.ok(1, choose(id, colors[0]));
        world.ok(2, choose(id, colors[1]));
        world.ok(1, Request::Start(id));
        let game = world.game(id);
        assert_eq!(game.game.rules().mode(), Mode::Duel);
        assert_eq!(game.are_colors_chosen, expected.is_some());
        let own = world.color(id, 1);
        assert!(expected.is_none_or(|expected| own == expected));
        assert_eq!(world.color(id, 2), own.opposite());
    }
}

#[test]
fn in_a_rematch_everybody_takes_the_next_color() {
    let (world, id) = free_choice(Mode::Duel, 7);
    world.ok(1, choose(id, Color::Blue));
    world.ok(2, Request::Join(id));
    world.ok(1, resign(id));
    let again = world.ok(1, Request::Rematch(id)).view.id();
    let refused = world.refused(1, Request::AllowColors(again));
    assert_eq!(refused, Refusal::Color(ColorRefusal::Rematch));
    let refused = world.refused(1, choose(again, Color::Blue));
    assert_eq!(refused, Refusal::Color(ColorRefusal::Drawn));
    world.ok(2, Request::Join(again));
    assert_eq!(world.color(again, 1), Color::Orange);
    assert!(!world.game(again).are_colors_chosen);
}
