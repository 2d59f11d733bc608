//! Roles, channels and clocks of a server, games called off there, and its audit log.

use focus::{Color, Mode, Rules};
use focusbot::service::{
    AuditAction, ChannelId, ClockKind, Ending, GameId, GuildId, MemberPermissions, NewTable,
    Overtime, PersonId, Place, Refusal, Request, RoleId, SeatRequest, ServiceError, TableKind,
    Team, TimeRule,
};
use focusbot::store::{Key, Store, Table};

use crate::service::harness::{
    self, AFAR, ELSEWHERE, HERE, NOW, World, invite, manager, or_refusal, people, person, resign,
    table,
};

const GUILD: GuildId = GuildId(1);
const PLAYERS: RoleId = RoleId(50);
const JUDGES: RoleId = RoleId(51);

fn with_role(role: RoleId) -> MemberPermissions {
    MemberPermissions {
        manages: false,
        roles: vec![role],
    }
}

#[track_caller]
fn decide(world: &World, action: &AuditAction) {
    harness::decide(&world.service, GUILD, action);
}

#[track_caller]
fn check<T>(result: Result<T, ServiceError>, expected: &Refusal) {
    assert_eq!(or_refusal(result).err().as_ref(), Some(expected));
}

#[test]
fn only_those_who_manage_the_server_decide() {
    let world = World::new();
    let actions = [AuditAction::Threads(Some(true))];
    for standing in [MemberPermissions::default(), with_role(PLAYERS)] {
        let decided = world
            .service
            .moderate(NOW, &person(2), &standing, GUILD, &actions);
        check(decided, &Refusal::NotAManager);
        check(
            world.service.audit(&standing, GUILD),
            &Refusal::NotAModerator,
        );
    }
    let settings = world.service.guild_settings(GUILD).expect("settings");
    assert_eq!(settings.in_threads, None);
}

#[test]
fn roles_and_channels_restrict_who_plays_where() {
    let world = World::new();
    let everybody = MemberPermissions::default();
    let welcome =
        |standing: &MemberPermissions| world.service.check_may_set_up(HERE, None, standing);
    welcome(&everybody).expect("no lists");
    decide(&world, &AuditAction::Role(PLAYERS, true));
    let roles = vec![PLAYERS];
    check(welcome(&everybody), &Refusal::RoleNeeded { roles });
    welcome(&with_role(PLAYERS)).expect("a role on the list");
    // Everybody has the role whose number is the server's.
    decide(&world, &AuditAction::Role(RoleId(GUILD.0), true));
    welcome(&everybody).expect("everybody");
    let elsewhere = ChannelId(99);
    decide(&world, &AuditAction::Channel(elsewhere, true));
    let channels = vec![elsewhere];
    check(welcome(&everybody), &Refusal::NotHere { channels });
    let in_thread = world
        .service
        .check_may_set_up(HERE, Some(elsewhere), &everybody);
    in_thread.expect("a thread of the channel");
    decide(&world, &AuditAction::Channel(elsewhere, false));
    welcome(&everybody).expect("an empty list");
}

#[test]
fn deleted_channels_and_roles_leave_the_lists_and_lift_no_restriction() {
    let world = World::new();
    let [first, last] = [ChannelId(98), ChannelId(99)];
    for action in [
        AuditAction::Channel(first, true),
        AuditAction::Channel(last, true),
        AuditAction::Role(PLAYERS, true),
        AuditAction::Moderator(PLAYERS, true),
    ] {
        decide(&world, &action);
    }
    let settings = || world.service.guild_settings(GUILD).expect("settings");
    let channel_deleted = |channel| {
        let deleted = world.service.channel_deleted(GUILD, channel, NOW);
        deleted.expect("a store");
    };
    channel_deleted(ChannelId(97));
    channel_deleted(first);
    assert_eq!(settings().channels, [last]);
    channel_deleted(last);
    let deleted = world.service.role_deleted(GUILD, PLAYERS, NOW);
    deleted.expect("a store");
    assert!(settings().moderators.is_empty());
    let audit = world.service.audit(&manager(), GUILD).expect("a list");
    let noted = audit.iter().filter(|entry| entry.by.name == "Discord");
    let noted: Vec<_> = noted.map(|entry| entry.action.clone()).collect();
    let expected = [
        AuditAction::Moderator(PLAYERS, false),
        AuditAction::Role(PLAYERS, false),
        AuditAction::Channel(last, false),
        AuditAction::Channel(first, false),
    ];
    assert_eq!(noted, expected);
    let welcome = || {
        let standing = with_role(PLAYERS);
        world.service.check_may_set_up(HERE, None, &standing)
    };
    let channels = vec![ChannelId::DELETED];
    check(welcome(), &Refusal::NotHere { channels });
    decide(&world, &AuditAction::Channel(HERE.channel, true));
    assert_eq!(settings().channels, [HERE.channel]);
    let roles = vec![RoleId::DELETED];
    check(welcome(), &Refusal::RoleNeeded { roles });
    decide(&world, &AuditAction::Role(PLAYERS, true));
    decide(&world, &AuditAction::Role(PLAYERS, false));
    welcome().expect("a list that a manager has cleared");
}

#[test]
fn a_role_is_needed_for_every_way_into_a_game() {
    let (world, table) = World::with_table(Mode::Partners);
    let game = world.begun(Rules::new(Mode::Duel));
    decide(&world, &AuditAction::Role(PLAYERS, true));
    let enter = |request: &Request, standing: &MemberPermissions| {
        let entry = request.entry().expect("a way into a game");
        world
            .service
            .check_entry(entry, PersonId(3), HERE, None, standing)
    };
    let (team, color) = (Team::First, Color::Orange);
    for request in [
        Request::Create(NewTable::open(HERE, Rules::new(Mode::Duel))),
        Request::Join(table),
        Request::ChooseTeam { game: table, team },
        Request::ChooseColor { game: table, color },
        invite(table, &[4]),
        Request::Rematch(game),
        Request::Seat {
            game,
            seen: None,
            request: SeatRequest::Mine,
        },
    ] {
        let refused = enter(&request, &MemberPermissions::default());
        let roles = vec![PLAYERS];
        check(refused, &Refusal::RoleNeeded { roles });
        enter(&request, &with_role(PLAYERS)).expect("a role on the list");
    }
    assert_eq!(Request::Leave(table).entry(), None);
    assert_eq!(resign(game).entry(), None);
}

#[test]
fn rematches_and_guests_are_asked_for_only_where_the_game_is() {
    let (world, game) = World::with_game(Mode::Duel);
    for (place, expected) in [
        (HERE, Ok(())),
        (ELSEWHERE, Err(Refusal::NoSuchGame(game))),
        (AFAR, Err(Refusal::NoSuchGame(game))),
    ] {
        for request in [Request::Rematch(game), invite(game, &[4])] {
            let entry = request.entry().expect("a way into a game");
            let standing = MemberPermissions::default();
            let checked = world
                .service
                .check_entry(entry, PersonId(1), place, None, &standing);
            assert_eq!(or_refusal(checked), expected);
        }
    }
}

#[test]
fn an_invitation_is_accepted_with_a_role_of_the_server_of_its_table() {
    let world = World::new();
    let game = world.open_for(Mode::Duel, TableKind::Challenge(people(&[2])));
    let other = GuildId(2);
    decide(&world, &AuditAction::Role(PLAYERS, true));
    harness::decide(&world.service, other, &AuditAction::Role(JUDGES, true));
    let accept = |guild, standing: &MemberPermissions| {
        let place = Place { guild, ..HERE };
        world.service.check_seat(PersonId(2), place, standing, game)
    };
    let everybody = MemberPermissions::default();
    let roles = vec![PLAYERS];
    let needed = Refusal::RoleNeeded { roles };
    check(accept(Some(GUILD), &everybody), &needed);
    accept(Some(GUILD), &with_role(PLAYERS)).expect("a role on the list");
    for elsewhere in [None, Some(other)] {
        for standing in [&everybody, &with_role(JUDGES)] {
            check(accept(elsewhere, standing), &Refusal::RolesUnknownHere);
        }
    }
    // The list of another server says nothing about this table.
    decide(&world, &AuditAction::Role(PLAYERS, false));
    for elsewhere in [None, Some(other)] {
        accept(elsewhere, &everybody).expect("no list");
    }
}

#[test]
fn games_have_the_clocks_that_the_server_wants() {
    let world = World::new();
    let new = |time: Option<&str>| {
        Request::Create(NewTable {
            time: time.map(|text| TimeRule {
                control: text.parse().expect("a time control"),
                overtime: Overtime::Out,
            }),
            ..table(Rules::new(Mode::Duel), TableKind::Open)
        })
    };
    let old = world.ok(1, new(None)).view.id();
    world.ok(2, Request::Join(old));
    world.ok(1, resign(old));
    let allowed = vec![ClockKind::PerMove];
    decide(&world, &AuditAction::Clocks(allowed.clone()));
    let refusal = Refusal::OtherClocks { allowed };
    for request in [new(None), new(Some("2h+5m")), Request::Rematch(old)] {
        assert_eq!(world.refused(1, request), refusal);
    }
    world.ok(1, new(Some("1d")));
    decide(&world, &AuditAction::Clocks(Vec::new()));
    world.ok(1, new(None));
    world.ok(1, Request::Rematch(old));
}

#[test]
fn a_game_and_the_record_of_who_called_it_off_change_together() {
    let (world, id) = World::with_game(Mode::Duel);
    let called = world
        .service
        .abort_as_moderator(NOW, &person(3), &manager(), GUILD, id);
    called.expect("a game called off");
    let commit = |table: Table, key: Key| {
        let held = world.store.get(table, &key).expect("a store");
        held.expect("a record").revision
    };
    let game = commit(Table::Games, Key::new().u32(id.0));
    assert_eq!(game, commit(Table::Guilds, Key::new().u64(GUILD.0)));
    let audit = world.service.audit(&manager(), GUILD).expect("a list");
    assert_eq!(audit[0].action, AuditAction::Abort(id));
}

#[test]
fn moderators_call_off_no_rated_game_of_their_own() {
    let world = World::new();
    let asked = |who, id| {
        world
            .service
            .to_abort_as_moderator(&person(who), &manager(), GUILD, id)
    };
    let call_off = |who, id| {
        world
            .service
            .abort_as_moderator(NOW, &person(who), &manager(), GUILD, id)
    };
    let rated = world.rated(Rules::new(Mode::ThreeWay), &[1, 2, 3]);
    // One who is out has lost, and would undo that.
    world.ok(2, resign(rated));
    for player in [1, 2] {
        check(asked(player, rated), &Refusal::OwnRatedGame);
        check(call_off(player, rated), &Refusal::OwnRatedGame);
    }
    let audit = world.service.audit(&manager(), GUILD).expect("a list");
    assert!(audit.is_empty() && world.game(rated).ending.is_none());
    let casual = world.begun(Rules::new(Mode::Duel));
    for (who, id) in [(4, rated), (1, casual)] {
        asked(who, id).expect("a running game");
        call_off(who, id).expect("a game called off");
        assert_eq!(world.game(id).ending, Some(Ending::Aborted));
    }
}

#[test]
fn audit_entries_of_a_person_are_exported_and_erased() {
    let world = World::new();
    decide(&world, &AuditAction::Role(PLAYERS, true));
    let is_told = |who| {
        let personal_data = world.service.personal_data(PersonId(who)).expect("a store");
        personal_data.contains(&PLAYERS.0.to_string())
    };
    assert!(is_told(1) && !is_told(2));
    world.erase(1);
    assert!(!is_told(1));
}

#[test]
fn games_are_called_off_by_moderators_of_the_same_server() {
    let world = World::new();
    decide(&world, &AuditAction::Moderator(JUDGES, true));
    let call_off = |standing: &MemberPermissions, guild: GuildId| {
        world
            .service
            .abort_as_moderator(NOW, &person(3), standing, guild, GameId(1))
    };
    check(
        call_off(&with_role(JUDGES), GUILD),
        &Refusal::NoSuchGame(GameId(1)),
    );
    check(
        call_off(&with_role(PLAYERS), GUILD),
        &Refusal::NotAModerator,
    );
    check(
        call_off(&MemberPermissions::default(), GuildId(2)),
        &Refusal::NotAModerator,
    );
}

#[test]
fn a_list_does_not_grow_without_end() {
    let world = World::new();
    for channel in 0..25 {
        decide(&world, &AuditAction::Channel(ChannelId(channel), true));
    }
    let added = AuditAction::Channel(ChannelId(25), true);
    let moderate = |actions: &[AuditAction]| {
        world
            .service
            .moderate(NOW, &person(1), &manager(), GUILD, actions)
    };
    // Nothing is changed if something is refused.
    let role = AuditAction::Role(PLAYERS, true);
    let full = moderate(&[role, added.clone()]);
    check(full, &Refusal::ListFull { limit: 25 });
    let removed = AuditAction::Channel(ChannelId(0), false);
    let settings = moderate(&[added, removed]).expect("as many as before");
    assert_eq!((settings.channels.len(), settings.roles.len()), (25, 0));
    for _ in 0..300 {
        decide(&world, &AuditAction::Threads(Some(true)));
    }
    let audit = world.service.audit(&manager(), GUILD).expect("a list");
    assert_eq!(audit.len(), 200);
    assert_eq!(audit[0].action, AuditAction::Threads(Some(true)));
}

#[test]
fn private_conversations_have_no_moderators() {
    let world = World::new();
    let alone = Place {
        guild: None,
        ..HERE
    };
    let welcome = world
        .service
        .check_may_set_up(alone, None, &MemberPermissions::default());
    welcome.expect("a welcome");
}
