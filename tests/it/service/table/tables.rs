//! Tables: setting up, joining, leaving, starting.

use std::collections::BTreeSet;

use focus::{Color, Goal, Mode, Rules};
use focus_engine::Level;
use focusbot::service::{
    Announcement, ChannelId, GameId, Limits, Member, NewTable, PersonId, Refusal, Request,
    TableKind, TableState, Team, View,
};

use crate::service::harness::{
    EASY, ELSEWHERE, HOUR, LIMITS, MINUTE, NOW, World, expire_at, people, resign, table,
};

#[test]
fn table_begins_by_itself_when_it_is_full() {
    for mode in Mode::ALL {
        let (world, id) = World::with_table(mode);
        for number in 2..mode.seats() as u64 {
            let update = world.ok(number, Request::Join(id));
            assert!(matches!(update.view, View::Table(_)));
            assert_eq!(update.announce, Announcement::Edit);
        }
        let update = world.ok(mode.seats() as u64, Request::Join(id));
        assert_eq!(update.announce, Announcement::Post);
        let game = world.game(id);
        let colors: Vec<_> = game.players.iter().map(|(color, _)| *color).collect();
        assert_eq!(colors, mode.colors());
    }
}

#[test]
fn lot_follows_the_recorded_seed() {
    let mut deals = BTreeSet::new();
    for seed in 0..64 {
        let world = World::new();
        let id = world.created_with(seed, table(Rules::new(Mode::Duel), TableKind::Open));
        world.ok(2, Request::Join(id));
        let game = world.game(id);
        deals.insert((
            game.players[0].1.id().map(|id| id.0),
            game.game.position().side().letter(),
        ));
    }
    assert_eq!(deals.len(), 4, "both seats and both starters occur");
}

#[test]
fn joining_twice_is_refused_and_changes_nothing() {
    let (world, id) = World::with_table(Mode::ThreeWay);
    world.ok(2, Request::Join(id));
    let before = world.table(id).version;
    assert_eq!(world.refused(2, Request::Join(id)), Refusal::AlreadySeated);
    assert_eq!(world.table(id).version, before);
}

#[test]
fn full_table_takes_nobody_else() {
    let (world, id) = World::with_game(Mode::Duel);
    assert_eq!(world.refused(3, Request::Join(id)), Refusal::AlreadyBegun);
}

#[test]
fn host_starts_with_fewer_people_in_the_mode_for_that_many() {
    let rows = [
        (Mode::FreeForAll, 3, Mode::ThreeWay),
        (Mode::Partners, 2, Mode::Duel),
        (Mode::ThreeWay, 2, Mode::Duel),
    ];
    for (planned, seated, played) in rows {
        let (world, id) = World::with_table(planned);
        for number in 2..=seated {
            world.ok(number, Request::Join(id));
        }
        world.ok(1, Request::Start(id));
        assert_eq!(world.game(id).game.rules().mode(), played);
    }
}

#[test]
fn options_survive_an_early_start_where_the_mode_has_them() {
    let world = World::new();
    let rules = Rules::new(Mode::FreeForAll)
        .with_goal(Goal::Last)
        .expect("free-for-all to the last");
    let id = world.created(table(rules, TableKind::Open));
    world.ok(2, Request::Join(id));
    world.ok(3, Request::Join(id));
    world.ok(1, Request::Start(id));
    let rules = world.game(id).game.rules();
    assert_eq!((rules.mode(), rules.goal()), (Mode::ThreeWay, Goal::Last));
}

#[test]
fn only_the_host_starts_and_not_alone() {
    let (world, id) = World::with_table(Mode::ThreeWay);
    assert_eq!(world.refused(1, Request::Start(id)), Refusal::TooFewPeople);
    world.ok(2, Request::Join(id));
    let host = String::from("P1");
    assert_eq!(
        world.refused(2, Request::Start(id)),
        Refusal::NotHost { host }
    );
    // The host's name is not revealed to others, because numbers of tables can be guessed.
    assert_eq!(world.refused(9, Request::Start(id)), Refusal::NotSeated);
}

#[test]
fn next_person_is_host_when_the_host_leaves_and_the_last_closes_the_table() {
    let (world, id) = World::with_table(Mode::ThreeWay);
    world.ok(2, Request::Join(id));
    world.ok(1, Request::Leave(id));
    assert_eq!(world.table(id).host().map(|host| host.id.0), Some(2));
    world.ok(2, Request::Leave(id));
    assert_eq!(world.table(id).state, TableState::Closed);
    assert_eq!(world.refused(3, Request::Join(id)), Refusal::TableClosed);
    assert_eq!(world.refused(1, Request::Leave(id)), Refusal::TableClosed);
}

fn remove(game: GameId, member: Member) -> Request {
    Request::Remove {
        game,
        member,
        lineup: None,
    }
}

/// Returns the request to add a computer to those that are at the table.
fn add(world: &World, game: GameId, level: Level) -> Request {
    Request::AddComputer {
        game,
        level,
        lineup: Some(world.table(game).lineup()),
    }
}

#[test]
fn the_host_alone_removes_others_who_can_sit_down_again() {
    let (world, id) = World::with_table(Mode::ThreeWay);
    let second = Member::Person(PersonId(2));
    world.ok(2, Request::Join(id));
    let host = String::from("P1");
    let host = Refusal::NotHost { host };
    assert_eq!(world.refused(2, remove(id, second)), host);
    assert_eq!(world.refused(3, remove(id, second)), Refusal::NotSeated);
    world.ok(1, remove(id, second));
    assert_eq!(world.table(id).people.len(), 1);
    world.ok(1, add(&world, id, Level::Novice));
    world.ok(1, remove(id, Member::Computer(0)));
    assert!(world.table(id).computers.is_empty());
    for member in [second, Member::Person(PersonId(1)), Member::Computer(0)] {
        assert_eq!(world.refused(1, remove(id, member)), Refusal::Stale);
    }
    world.ok(2, Request::Join(id));
    world.ok(3, Request::Join(id));
    let late = world.refused(1, remove(id, second));
    assert_eq!(late, Refusal::AlreadyBegun);
}

#[test]
fn request_made_for_other_computers_is_refused() {
    let (world, id) = World::with_table(Mode::Partners);
    world.ok(1, add(&world, id, Level::Novice));
    let second = add(&world, id, Level::Expert);
    world.ok(1, second.clone());
    assert_eq!(world.refused(1, second), Refusal::OtherComputers);
    let (game, lineup) = (id, Some(world.table(id).lineup()));
    let about = |member| {
        let (team, color) = (Team::First, Color::Blue);
        [
            Request::Remove {
                game,
                member,
                lineup,
            },
            Request::PlaceInTeam {
                game,
                member,
                lineup,
                team,
            },
            Request::GiveColor {
                game,
                member,
                lineup,
                color,
            },
        ]
    };
    let [remove_first, ..] = about(Member::Computer(0));
    world.ok(1, remove_first);
    // The expert now has the place of the novice.
    for late in about(Member::Computer(0)) {
        assert_eq!(world.refused(1, late), Refusal::OtherComputers);
    }
    // People have no places that others get.
    world.ok(2, Request::Join(id));
    let [remove_person, place_person, _] = about(Member::Person(PersonId(2)));
    world.ok(1, place_person);
    world.ok(1, remove_person);
    let [left] = world.table(id).computers[..] else {
        panic!("expected one computer");
    };
    assert_eq!(left.level, Level::Expert);
    // Menus of older versions do not say for which computers they were made.
    world.ok(1, remove(id, Member::Computer(0)));
}

#[test]
fn a_guest_who_is_removed_is_invited_as_before() {
    let world = World::new();
    for kind in [TableKind::Invited, TableKind::Challenge] {
        let id = world.open_for(Mode::ThreeWay, kind(people(&[2, 3])));
        world.ok(2, Request::Join(id));
        world.ok(1, remove(id, Member::Person(PersonId(2))));
        assert_eq!(world.table(id).kind, kind(people(&[3, 2])));
        assert_eq!(world.refused(4, Request::Join(id)), Refusal::NotInvited);
        world.ok(2, Request::Join(id));
    }
}

#[test]
fn a_rematch_without_its_computer_is_dealt_anew() {
    let world = World::new();
    let new = NewTable {
        computers: vec![EASY],
        ..table(Rules::new(Mode::ThreeWay), TableKind::Open)
    };
    let old = world.created(new);
    world.ok(2, Request::Join(old));
    for who in [1, 2] {
        world.ok(who, resign(old));
    }
    let again = world.ok(1, Request::Rematch(old)).view.id();
    world.ok(1, remove(again, Member::Computer(0)));
    assert_eq!(world.table(again).rematch_of, None);
    world.ok(2, Request::Join(again));
    world.ok(1, Request::Start(again));
    assert_eq!(world.game(again).game.rules().mode(), Mode::Duel);
}

#[test]
fn leaving_without_a_seat_is_refused() {
    let (world, id) = World::with_table(Mode::Duel);
    assert_eq!(world.refused(2, Request::Leave(id)), Refusal::NotSeated);
}

#[test]
fn people_and_channels_hold_no_more_games_than_allowed() {
    let world = World::with_limits(Limits {
        games_per_person: 2,
        games_per_channel: 3,
        ..LIMITS
    });
    let first = world.open(Mode::Duel);
    world.open(Mode::Duel);
    let new = Request::Create(table(Rules::new(Mode::Duel), TableKind::Open));
    assert_eq!(
        world.refused(1, new.clone()),
        Refusal::TooManyGames { limit: 2 }
    );
    world.ok(2, new.clone());
    assert_eq!(
        world.refused(3, new.clone()),
        Refusal::ChannelFull { limit: 3 }
    );
    let new = NewTable::open(ELSEWHERE, Rules::new(Mode::Duel));
    world.ok(3, Request::Create(new));
    world.ok(1, Request::Leave(first));
    world.open(Mode::Duel);
}

#[test]
fn table_stays_open_longer_by_a_downtime_that_is_not_short() {
    let (world, id) = World::with_table(Mode::Duel);
    let (gone, back) = (NOW.after(HOUR / 2), NOW.after(HOUR * 10));
    let deadline = back.after(HOUR / 2);
    for (gone, back) in [(gone, back), (back, back.after(MINUTE * 5))] {
        world.service.note_online(gone).expect("a store");
        world.service.note_back_online(back).expect("a store");
        while world.service.give_back().expect("a store") {}
        assert_eq!(world.table(id).expires, deadline);
        let next = world.service.next_deadline(NOW);
        assert_eq!(next.expect("a store"), Some(deadline));
    }
    assert_eq!(expire_at(&world.service, deadline), [id]);
}

#[test]
fn table_expires_at_its_time_and_not_before() {
    let (world, id) = World::with_table(Mode::Duel);
    let deadline = NOW.after(HOUR);
    assert_eq!(
        world.service.next_deadline(NOW).expect("a store"),
        Some(deadline)
    );
    let before = focusbot::service::Timestamp(deadline.0 - 1);
    assert!(expire_at(&world.service, before).is_empty());
    assert_eq!(expire_at(&world.service, deadline), [id]);
    assert_eq!(world.table(id).state, TableState::Expired);
    assert_eq!(world.service.next_deadline(NOW).expect("a store"), None);
    assert!(expire_at(&world.service, deadline).is_empty());
}

#[test]
fn begun_game_has_no_deadline() {
    let world = World::new();
    world.begun(Rules::new(Mode::Duel));
    assert_eq!(world.service.next_deadline(NOW).expect("a store"), None);
}

#[test]
fn unknown_number_is_refused() {
    let world = World::new();
    let refusal = world.refused(1, Request::Join(GameId(99)));
    assert_eq!(refusal, Refusal::NoSuchGame(GameId(99)));
}

#[test]
fn a_full_server_takes_no_more_tables() {
    let world = World::with_limits(Limits {
        games_per_guild: 2,
        ..LIMITS
    });
    let in_channel = |channel| {
        let mut new = table(Rules::new(Mode::Duel), TableKind::Open);
        new.place.channel = ChannelId(channel);
        Request::Create(new)
    };
    let first = world.ok(1, in_channel(21)).view.id();
    world.ok(2, in_channel(22));
    let full = Refusal::ServerFull { limit: 2 };
    assert_eq!(world.refused(3, in_channel(23)), full);
    world.ok(1, Request::Leave(first));
    world.ok(3, in_channel(23));
}
