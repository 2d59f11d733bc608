//! Servers that the bot has left, and audit logs.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use focus::{Mode, Rules};
use focusbot::service::ratings::leaderboard::{LeaderboardPage, LeaderboardScope};
use focusbot::service::{
    AuditAction, GameId, GuildId, HistoryFilter, HistoryScope, Overtime, PersonId, Service,
};
use focusbot::store::{Keys, Store, Table};

use crate::service::deadlines::due::Counting;
use crate::service::harness::{
    HERE, MINUTE, NOW, World, decide, interrupted, manager, person, remove_entries, resign, timed,
};
use crate::service::upkeep::retention::{KEEPING, days, exists, killed_after, retire_on};

const SERVER: GuildId = GuildId(1);

/// Returns a world with everything that can belong to a server, and one of its ended games.
fn settled() -> (World, GameId) {
    let world = World::with_limits(KEEPING);
    let ended = world.rated(Rules::new(Mode::Duel), &[1, 2]);
    world.ok(1, resign(ended));
    let german = AuditAction::Language(Some("de".to_owned()));
    decide(&world.service, SERVER, &german);
    (world, ended)
}

/// Returns the number of lines on the server's leaderboard, and the server's language.
fn belongings(world: &World) -> (usize, Option<String>) {
    let list = LeaderboardScope::Server(SERVER);
    let board = world
        .service
        .leaderboard(list, Mode::Duel, LeaderboardPage::Top, NOW)
        .expect("a store");
    let settings = world.service.guild_settings(SERVER).expect("a store");
    (board.lines.len(), settings.language)
}

#[test]
fn data_of_a_server_is_removed_a_month_after_the_bot_has_left_it() {
    let (world, ended) = settled();
    let open = world.open(Mode::Duel);
    let service = &world.service;
    assert_eq!(belongings(&world), (2, Some("de".to_owned())));
    service.server_left(SERVER, NOW).expect("a store");
    retire_on(service, days(30).before(Duration::from_millis(1)), &[]);
    assert_eq!(belongings(&world), (2, Some("de".to_owned())));
    // It is noticed again.
    service.server_left(SERVER, days(20)).expect("a store");
    retire_on(service, days(31), &[]);
    assert_eq!(belongings(&world), (0, None));
    assert!(!exists(service, open));
    // Games and ratings stay with their players.
    assert!(exists(service, ended));
    let own = HistoryFilter {
        scope: HistoryScope::Person(PersonId(1)),
        mode: None,
        opponent: None,
        result: None,
    };
    let history = service.history(PersonId(1), HERE, own, 0, 10);
    assert_eq!(history.expect("a store").games.len(), 1);
    let left = world.store.scan(Table::Guilds, &Keys::all());
    assert_eq!(left.expect("a store"), []);
    // A new start.
    let again = world.rated(Rules::new(Mode::Duel), &[1, 2]);
    world.ok(2, resign(again));
    assert_eq!(belongings(&world), (2, None));
}

#[test]
fn server_that_comes_back_within_a_month_keeps_everything() {
    let (world, _) = settled();
    let service = &world.service;
    service.server_left(SERVER, NOW).expect("a store");
    let joined = service.server_joined(GuildId(2), NOW);
    joined.expect("a store");
    let left_at = || service.left_at(SERVER).expect("a store");
    assert_eq!(left_at(), Some(NOW));
    // A server that the bot is on is kept, even if its return was not noted.
    retire_on(service, days(40), &[SERVER]);
    assert_eq!(belongings(&world), (2, Some("de".to_owned())));
    let joined = service.server_joined(SERVER, days(40));
    joined.expect("a store");
    assert_eq!(left_at(), None);
    retire_on(service, days(40), &[]);
    assert_eq!(belongings(&world), (2, Some("de".to_owned())));
    // The time of grace begins anew.
    service.server_left(SERVER, days(40)).expect("a store");
    retire_on(service, days(69), &[]);
    assert_eq!(belongings(&world), (2, Some("de".to_owned())));
    retire_on(service, days(71), &[]);
    assert_eq!(belongings(&world), (0, None));
}

#[test]
fn servers_that_come_back_are_looked_up_without_all_others_that_were_left() {
    let store = Arc::new(Counting::default());
    let service = Service::new(Arc::clone(&store) as _, KEEPING);
    for number in 1..=200 {
        service.server_left(GuildId(number), NOW).expect("a store");
    }
    let joined = HashSet::from([7, 300].map(GuildId));
    let (left, read) = store.count(|| service.left_among(&joined));
    assert_eq!(left.expect("a store"), [GuildId(7)]);
    assert_eq!(read, 2);
    service.server_joined(GuildId(7), NOW).expect("a store");
    let left_at = |number| service.left_at(GuildId(number)).expect("a store");
    assert_eq!([7, 8].map(left_at), [None, Some(NOW)]);
}

#[test]
fn return_that_a_kill_broke_off_gives_time_back_until_the_next_attempt() {
    let world = World::with_limits(KEEPING);
    let id = world.begun_from(timed(Rules::new(Mode::Duel), "1d", Overtime::Out));
    let left_at = || world.service.left_at(SERVER).expect("a store");
    let left = NOW.after(MINUTE);
    world.service.server_left(SERVER, left).expect("a store");
    let (mut now, mut commits, mut was_between) = (days(3), 0, false);
    while left_at().is_some() {
        now = now.after(MINUTE);
        let joined = killed_after(&world, commits).server_joined(SERVER, now);
        let is_given_back = world.runs_out(id) == Some(now.after(days(1).since(left)));
        assert!(joined.is_err() || is_given_back);
        was_between |= joined.is_err() && is_given_back;
        commits += 1;
    }
    assert!(was_between, "a kill between the two commits");
}

#[test]
fn removal_of_a_server_goes_on_where_a_kill_broke_it_off() {
    let (world, _) = settled();
    for _ in 0..3 {
        world.open(Mode::Duel);
    }
    world.service.server_left(SERVER, NOW).expect("a store");
    let mut kills = 0;
    loop {
        let service = killed_after(&world, 2);
        let mut reached = None;
        let is_done = loop {
            let Ok(page) = service.retire(days(31), reached, |_| true) else {
                break false;
            };
            reached = page.next;
            if reached.is_none() {
                break true;
            }
        };
        if is_done {
            break;
        }
        kills += 1;
    }
    assert!(kills > 0);
    assert_eq!(belongings(&world), (0, None));
}

#[test]
fn server_that_comes_back_during_its_removal_keeps_what_is_left() {
    // The first step removes lines of leaderboards, or tables if there are none.
    for world in [settled().0, World::with_limits(KEEPING)] {
        let open = world.open(Mode::Duel);
        let before = belongings(&world);
        world.service.server_left(SERVER, NOW).expect("a store");
        let other = Service::new(Arc::clone(&world.store) as _, KEEPING);
        let slow = interrupted(&world, KEEPING, 0, move || {
            let joined = other.server_joined(SERVER, days(31));
            joined.expect("a store");
        });
        retire_on(&slow, days(31), &[]);
        assert_eq!(belongings(&world), before);
        assert!(exists(&world.service, open));
    }
}

#[test]
fn entries_of_an_audit_log_go_after_a_year() {
    let (world, _) = settled();
    let service = &world.service;
    let managing = manager();
    let actions = [AuditAction::Threads(Some(true))];
    let chosen = service.moderate(days(100), &person(1), &managing, SERVER, &actions);
    chosen.expect("a manager");
    let entries = || service.audit(&managing, SERVER).expect("a store").len();
    retire_on(service, days(364), &[SERVER]);
    assert_eq!(entries(), 2);
    retire_on(service, days(366), &[SERVER]);
    assert_eq!(entries(), 1);
    assert_eq!(belongings(&world).1.as_deref(), Some("de"));
    retire_on(service, days(466), &[SERVER]);
    assert_eq!(entries(), 0);
}

#[test]
fn audit_log_of_an_older_version_is_found_as_well() {
    let (world, _) = settled();
    remove_entries(&*world.store, Table::Retention);
    let world = world.restarted_with(KEEPING);
    retire_on(&world.service, days(366), &[SERVER]);
    let left = world.service.audit(&manager(), SERVER);
    assert_eq!(left.expect("a store"), []);
}
