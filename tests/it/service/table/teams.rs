//! Teams at a table of partners.

use std::collections::BTreeSet;

use focus::{Color, Mode, Rules};
use focus_engine::Level;
use focusbot::service::{
    Computer, GameId, GameView, Member, NewTable, PersonId, Refusal, Request, TableKind, Team,
    TeamRefusal, Teams,
};

use crate::service::harness::{NOW, World, invite, people, person, record, resign, table};

const RULES: Rules = Rules::new(Mode::Partners);

fn team(game: GameId, team: Team) -> Request {
    Request::ChooseTeam { game, team }
}

fn first(game: GameId) -> Request {
    team(game, Team::First)
}

fn second(game: GameId) -> Request {
    team(game, Team::Second)
}

fn place(game: GameId, member: Member, team: Team) -> Request {
    Request::PlaceInTeam {
        game,
        member,
        lineup: None,
        team,
    }
}

fn one(number: u64) -> Member {
    Member::Person(PersonId(number))
}

fn computer(level: Level, is_partner: bool) -> Computer {
    Computer { level, is_partner }
}

#[track_caller]
fn teams(world: &World, id: GameId) -> Teams {
    world.table(id).teams.expect("a table of partners")
}

/// Returns the partner of the player of a color: a person's number, or the computer's level.
#[track_caller]
fn partner(game: &GameView, color: Color) -> Result<u64, String> {
    let partner = game.game.rules().mode().partner(color);
    let player = game.player(partner.expect("partners")).expect("a player");
    match player.id() {
        Some(person) => Ok(person.0),
        None => Err(format!("{player:?}")),
    }
}

#[track_caller]
fn partner_of(world: &World, id: GameId, who: u64) -> Result<u64, String> {
    let game = world.game(id);
    let color = game.color_of(PersonId(who)).expect("a seat");
    partner(&game, color)
}

/// Writes a table as versions without teams have.
fn forget_teams(world: &World, id: GameId) {
    world.rewrite(id, |record| {
        for seat in &mut record.people {
            seat.team = None;
        }
        for seat in &mut record.computers {
            seat.team = None;
        }
    });
}

#[test]
fn people_who_choose_a_team_are_partners_whatever_the_lot() {
    for seed in 0..20 {
        let world = World::new();
        let id = world.created_with(seed, table(RULES, TableKind::Open));
        world.ok(1, first(id));
        world.ok(2, second(id));
        world.ok(3, second(id));
        world.ok(4, Request::Join(id));
        assert_eq!(partner_of(&world, id, 1), Ok(4));
        assert_eq!(partner_of(&world, id, 2), Ok(3));
        assert!(!world.game(id).are_partners_drawn);
    }
}

#[test]
fn people_without_a_choice_are_drawn_into_free_places() {
    let mut partners = BTreeSet::new();
    for seed in 0..40 {
        let world = World::new();
        let id = world.created_with(seed, table(RULES, TableKind::Open));
        world.ok(2, first(id));
        world.ok(3, second(id));
        world.ok(4, Request::Join(id));
        let partner = partner_of(&world, id, 1).expect("a person");
        assert_ne!(partner_of(&world, id, 2), Ok(3));
        assert!(world.game(id).are_partners_drawn);
        partners.insert(partner);
    }
    assert_eq!(partners, BTreeSet::from([2, 3]));
}

#[test]
fn choosing_a_team_sits_down_and_can_be_changed() {
    let (world, id) = World::with_table(Mode::Partners);
    world.ok(2, second(id));
    assert_eq!(world.table(id).people.len(), 2);
    assert_eq!(teams(&world, id).members, [vec![], vec![one(2)]]);
    world.ok(2, first(id));
    assert_eq!(teams(&world, id).members, [vec![one(2)], vec![]]);
    assert_eq!(
        world.refused(2, first(id)),
        Refusal::Team(TeamRefusal::Already)
    );
}

#[test]
fn a_team_has_two_places() {
    let (world, id) = World::with_table(Mode::Partners);
    world.ok(2, first(id));
    world.ok(3, first(id));
    for who in [1, 4] {
        assert_eq!(
            world.refused(who, first(id)),
            Refusal::Team(TeamRefusal::Full)
        );
    }
    assert_eq!(world.table(id).people.len(), 3, "nobody sat down");
    assert!(teams(&world, id).are_certain());
    world.ok(4, Request::Join(id));
    assert_eq!(partner_of(&world, id, 1), Ok(4));
}

#[test]
fn leaving_frees_the_place() {
    let (world, id) = World::with_table(Mode::Partners);
    world.ok(2, first(id));
    world.ok(3, first(id));
    world.ok(2, Request::Leave(id));
    assert_eq!(teams(&world, id).members, [vec![one(3)], vec![]]);
    world.ok(1, first(id));
    world.ok(2, Request::Join(id));
    assert_eq!(teams(&world, id).team_of(one(2)), None);
}

#[test]
fn choices_survive_a_restart() {
    let (world, id) = World::with_table(Mode::Partners);
    world.ok(1, second(id));
    world.ok(2, first(id));
    let before = teams(&world, id);
    let world = world.restarted();
    assert_eq!(teams(&world, id), before);
    world.ok(3, first(id));
    world.ok(4, Request::Join(id));
    assert_eq!(partner_of(&world, id, 1), Ok(4));
    assert_eq!(partner_of(&world.restarted(), id, 2), Ok(3));
}

#[test]
fn modes_without_partners_have_no_teams() {
    for mode in [Mode::Duel, Mode::ThreeWay, Mode::FreeForAll] {
        let (world, id) = World::with_table(mode);
        assert_eq!(world.table(id).teams, None);
        let none = Refusal::NoPartners { mode };
        assert_eq!(world.refused(1, first(id)), none);
        assert_eq!(world.refused(2, first(id)), none);
        let placing = place(id, one(1), Team::First);
        assert_eq!(world.refused(1, placing), none);
        assert_eq!(world.table(id).people.len(), 1);
        let new = NewTable {
            teammate: Some(PersonId(2)),
            ..table(Rules::new(mode), TableKind::Challenge(people(&[2])))
        };
        assert_eq!(world.refused(1, Request::Create(new)), none);
    }
}

#[test]
fn teams_are_chosen_before_the_game_and_by_those_who_may_sit_down() {
    let world = World::new();
    let begun = world.begun(RULES);
    assert_eq!(world.refused(1, first(begun)), Refusal::AlreadyBegun);
    let placing = place(begun, one(2), Team::First);
    assert_eq!(world.refused(1, placing), Refusal::AlreadyBegun);
    let kind = TableKind::Challenge(people(&[2, 3, 4]));
    let new = Request::Create(table(RULES, kind));
    let id = world.ok(1, new).view.id();
    assert_eq!(world.refused(5, first(id)), Refusal::NotInvited);
    world.ok(1, Request::Leave(id));
    assert_eq!(world.refused(2, first(id)), Refusal::TableClosed);
}

#[test]
fn the_host_places_computers_and_others() {
    let world = World::new();
    let new = NewTable {
        computers: vec![computer(Level::Expert, false)],
        ..table(RULES, TableKind::Open)
    };
    let id = world.created(new);
    assert_eq!(teams(&world, id).members, [vec![], vec![]]);
    world.ok(2, Request::Join(id));
    world.ok(1, place(id, Member::Computer(0), Team::Second));
    world.ok(1, place(id, one(2), Team::Second));
    assert_eq!(
        world.refused(1, place(id, one(1), Team::Second)),
        Refusal::Team(TeamRefusal::Full)
    );
    world.ok(3, Request::Join(id));
    assert_eq!(partner_of(&world, id, 1), Ok(3));
    assert!(partner_of(&world, id, 2).is_err_and(|it| it.contains("Expert")));
}

#[test]
fn only_the_host_places_others_and_only_those_at_the_table() {
    let (world, id) = World::with_table(Mode::Partners);
    world.ok(2, Request::Join(id));
    let host = String::from("P1");
    let placing = place(id, one(1), Team::First);
    assert_eq!(world.refused(2, placing.clone()), Refusal::NotHost { host });
    assert_eq!(world.refused(3, placing.clone()), Refusal::NotSeated);
    world.ok(1, placing.clone());
    assert_eq!(world.refused(1, placing), Refusal::Stale);
    for member in [one(3), Member::Computer(0)] {
        let placing = place(id, member, Team::First);
        assert_eq!(world.refused(1, placing), Refusal::Stale);
    }
    assert_eq!(teams(&world, id).members, [vec![one(1)], vec![]]);
}

#[test]
fn the_teammate_named_has_a_place_until_declining() {
    let world = World::new();
    let kind = TableKind::Invited(people(&[2, 3, 4, 5]));
    let new = NewTable {
        teammate: Some(PersonId(4)),
        ..table(RULES, kind)
    };
    let id = world.created(new);
    let both = vec![one(1), one(4)];
    assert_eq!(teams(&world, id).members, [both.clone(), vec![]]);
    assert_eq!(
        world.refused(2, first(id)),
        Refusal::Team(TeamRefusal::Full)
    );
    world.ok(2, Request::Join(id));
    world.ok(4, Request::Join(id));
    assert_eq!(teams(&world, id).members, [both, vec![]]);
    world.ok(4, Request::Decline(id));
    assert_eq!(teams(&world, id).members, [vec![one(1)], vec![]]);
    world.ok(2, first(id));
    world.ok(3, Request::Join(id));
    world.ok(5, Request::Join(id));
    assert_eq!(partner_of(&world, id, 1), Ok(2));
}

#[test]
fn opening_a_table_frees_the_place_of_an_invited_teammate() {
    let world = World::new();
    let new = NewTable {
        teammate: Some(PersonId(2)),
        ..table(RULES, TableKind::Challenge(people(&[2, 3, 4])))
    };
    let id = world.created(new);
    world.ok(1, Request::OpenToAll(id));
    assert_eq!(teams(&world, id).members, [vec![one(1)], vec![]]);
    world.ok(5, first(id));
    for who in [3, 4] {
        world.ok(who, Request::Join(id));
    }
    assert_eq!(partner_of(&world, id, 1), Ok(5));
}

#[test]
fn a_challenge_with_a_teammate_is_played_with_that_teammate() {
    let world = World::new();
    let new = NewTable {
        teammate: Some(PersonId(3)),
        ..table(RULES, TableKind::Challenge(people(&[2, 3, 4])))
    };
    let id = world.created(new);
    for who in 2..=4 {
        world.ok(who, Request::Join(id));
    }
    assert_eq!(partner_of(&world, id, 1), Ok(3));
}

#[test]
fn a_computer_as_partner_leaves_no_place_for_a_teammate() {
    let world = World::new();
    let new = NewTable {
        teammate: Some(PersonId(2)),
        computers: vec![computer(Level::Expert, true)],
        ..table(RULES, TableKind::Challenge(people(&[2, 3])))
    };
    let refusal = world.refused(1, Request::Create(new));
    assert_eq!(refusal, Refusal::Team(TeamRefusal::Full));
}

#[test]
fn one_person_has_the_computer_asked_for_as_partner() {
    let world = World::new();
    let mut computers = vec![computer(Level::Casual, false); 3];
    computers[1] = computer(Level::Expert, true);
    let new = NewTable {
        computers,
        ..table(RULES, TableKind::Open)
    };
    let id = world.created(new);
    assert!(partner_of(&world, id, 1).is_err_and(|it| it.contains("Expert")));
}

#[test]
fn two_computers_play_against_people_unless_the_host_places_them() {
    let world = World::new();
    let new = NewTable {
        computers: vec![
            computer(Level::Expert, false),
            computer(Level::Casual, false),
        ],
        ..table(RULES, TableKind::Open)
    };
    let id = world.created(new.clone());
    let computers = [0, 1].map(Member::Computer);
    assert_eq!(
        teams(&world, id).members,
        [vec![one(1)], computers.to_vec()]
    );
    world.ok(2, Request::Join(id));
    assert_eq!(partner_of(&world, id, 1), Ok(2));

    let id = world.created(new);
    world.ok(1, place(id, Member::Computer(0), Team::First));
    world.ok(2, Request::Join(id));
    assert!(partner_of(&world, id, 1).is_err_and(|it| it.contains("Expert")));
}

fn add_computer(game: GameId) -> Request {
    Request::AddComputer {
        game,
        level: Level::Novice,
        lineup: None,
    }
}

fn invite_another(game: GameId) -> Request {
    invite(game, &[5])
}

/// Returns an ended game of people 1 and 3 against 2 and 4.
fn ended(world: &World) -> GameId {
    let id = world.open(Mode::Partners);
    world.ok(1, first(id));
    world.ok(2, second(id));
    world.ok(3, first(id));
    world.ok(4, Request::Join(id));
    world.ok(1, resign(id));
    world.ok(3, resign(id));
    id
}

#[test]
fn partners_stay_together_in_a_rematch() {
    let world = World::new();
    let id = ended(&world);
    let next = world.ok(2, Request::Rematch(id)).view.id();
    let shown = teams(&world, next);
    assert!(!shown.can_change);
    assert_eq!(shown.team_of(one(1)), shown.team_of(one(3)));
    assert_eq!(shown.team_of(one(2)), shown.team_of(one(4)));
    assert_ne!(shown.team_of(one(1)), shown.team_of(one(2)));
    for request in [first(next), place(next, one(1), Team::First)] {
        assert_eq!(
            world.refused(2, request),
            Refusal::Team(TeamRefusal::Rematch)
        );
    }
    for who in [1, 3, 4] {
        world.ok(who, Request::Join(next));
    }
    assert_eq!(partner_of(&world, next, 1), Ok(3));
    assert!(!world.game(next).are_partners_drawn);
}

#[test]
fn partners_stay_together_in_a_rematch_with_somebody_else() {
    type Way = fn(GameId) -> Request;
    let ways: [(Way, &[u64]); 3] = [
        (add_computer, &[1]),
        (invite_another, &[1, 5]),
        (Request::OpenToAll, &[1, 5]),
    ];
    for (way, others) in ways {
        for seed in 0..10 {
            let world = World::new();
            let again = Request::Rematch(ended(&world));
            let again = world.service.handle(NOW, &person(2), again, seed);
            let next = again.expect("a table").view.id();
            world.ok(4, Request::Join(next));
            world.ok(2, way(next));
            assert_eq!(world.table(next).rematch_of, None);
            assert!(teams(&world, next).can_change);
            for other in others {
                world.ok(*other, Request::Join(next));
            }
            assert_eq!(partner_of(&world, next, 2), Ok(4));
            assert!(!world.game(next).are_partners_drawn);
        }
    }
}

#[test]
fn a_game_that_begins_early_has_no_teams() {
    let (world, id) = World::with_table(Mode::Partners);
    world.ok(1, first(id));
    world.ok(2, first(id));
    world.ok(1, Request::Start(id));
    let game = world.game(id);
    assert_eq!(game.game.rules().mode(), Mode::Duel);
    assert!(!game.are_partners_drawn);
}

#[test]
fn a_teammate_who_is_forgotten_leaves_no_trace() {
    let world = World::new();
    let new = NewTable {
        teammate: Some(PersonId(2)),
        ..table(RULES, TableKind::Challenge(people(&[2, 3, 4])))
    };
    let id = world.created(new);
    world.erase(2);
    assert_eq!(record(&*world.store, id).reserved, []);
}

#[test]
fn tables_of_versions_without_teams_keep_the_partner_asked_for() {
    let world = World::new();
    let new = NewTable {
        computers: vec![computer(Level::Expert, true)],
        ..table(RULES, TableKind::Open)
    };
    let id = world.created(new);
    forget_teams(&world, id);
    let expected = [vec![one(1), Member::Computer(0)], vec![]];
    assert_eq!(teams(&world, id).members, expected);
    world.ok(2, second(id));
    world.ok(3, Request::Join(id));
    assert!(partner_of(&world, id, 1).is_err_and(|it| it.contains("Expert")));
}
