//! Cost of requests and of background work: it depends on what they are about, not on what else there
//! is.

use std::env;
use std::sync::Arc;
use std::time::{Duration, Instant};

use focus::{Mode, Rules};
use focusbot::service::ratings::leaderboard::{LeaderboardPage, LeaderboardScope};
use focusbot::service::{
    Access, AuditAction, ChannelId, Chooser, GameId, GuildId, MemberPermissions, MessageId,
    NewTable, Orientation, Overtime, PastFilter, PastScope, PersonId, Place, Request, Service,
    TableKind, ThemeName, View,
};
use focusbot::store::records::{ImportRecord, PlayerRecord};
use focusbot::store::{Batch, Expected, Key, Store};

use crate::service::deadlines::due::Counting;
use crate::service::harness::{
    LIMITS, NOW, clean_up, decide, mv, person, rated_table, resign, table, timed,
};

/// Request, and the number of values that it reads.
type Cost = (&'static str, usize);

/// Returns a place on a server of its own.
fn there(number: u64) -> Place {
    Place {
        guild: Some(GuildId(number)),
        channel: ChannelId(number),
        access: Access::Member,
    }
}

/// Service with servers that have nothing to do with each other.
struct Servers {
    store: Arc<Counting>,
    service: Service,
}

impl Servers {
    /// Creates a service with `count` servers: on each, two people have played a game, play another
    /// one that a second channel follows, and have chosen something.
    fn new(count: u64) -> Self {
        let store = Arc::new(Counting::default());
        let service = Service::new(store.clone(), LIMITS);
        let servers = Self { store, service };
        // Its indices are complete from the first on, as those of a bot that has run for a while.
        clean_up(&servers.service);
        for number in 1..=count {
            servers.fill(number);
        }
        servers
    }

    fn ask(&self, who: u64, request: Request) -> View {
        let done = self.service.handle(NOW, &person(who), request, 7);
        done.expect("a request that is granted").view
    }

    fn play(&self, game: GameId, plies: usize) {
        for _ in 0..plies {
            let View::Game(view) = self.service.view(game).expect("a game") else {
                panic!("a game");
            };
            let color = view.to_move().expect("a game that goes on");
            let mover = view.person(color).expect("a person").id.0;
            let text = view.game.position().legal_moves()[0].to_string();
            self.ask(mover, mv(game, None, &text));
        }
    }

    fn begun(&self, number: u64, new: NewTable) -> GameId {
        let (one, other) = (2 * number, 2 * number + 1);
        let place = there(number);
        let game = self
            .ask(one, Request::Create(NewTable { place, ..new }))
            .id();
        self.ask(other, Request::Join(game));
        game
    }

    fn fill(&self, number: u64) {
        let rules = Rules::new(Mode::Duel);
        let ended = self.begun(number, rated_table(rules));
        self.play(ended, 4);
        self.ask(2 * number, resign(ended));
        let running = self.begun(number, table(rules, TableKind::Open));
        self.play(running, 2);
        let elsewhere = Place {
            channel: ChannelId(1_000_000 + number),
            ..there(number)
        };
        let watched = self
            .service
            .watch(NOW, PersonId(2 * number), elsewhere, running);
        watched.expect("a follower");
        decide(&self.service, GuildId(number), &AuditAction::Replays(true));
        let chosen = self
            .service
            .change_settings(NOW, PersonId(2 * number), |settings| {
                settings.theme = Some(ThemeName::Contrast);
                Ok(())
            });
        chosen.expect("a choice");
    }

    /// Returns the number of values that `act` reads.
    fn read<T>(&self, act: impl FnOnce() -> T) -> usize {
        self.store.count(|| drop(act())).1
    }

    /// Returns the number of values that each request of two people on the first server reads after
    /// a restart, when no game is in memory, however many there are.
    fn costs(mut self) -> Vec<Cost> {
        self.service = Service::new(self.store.clone(), LIMITS);
        let service = &self.service;
        let (one, other) = (PersonId(2), PersonId(3));
        let (server, place) = (GuildId(1), there(1));
        let elsewhere = Place {
            channel: ChannelId(5),
            ..place
        };
        let manager = MemberPermissions {
            manages: true,
            roles: Vec::new(),
        };
        let top = |list| service.leaderboard(list, Mode::Duel, LeaderboardPage::Top);
        let past = |scope| service.past(one, place, PastFilter::all(scope), 0, 10);
        let new = NewTable {
            place,
            ..table(Rules::new(Mode::Duel), TableKind::Open)
        };
        let (game, read) = self.store.count(|| self.ask(2, Request::Create(new)).id());
        let shown = || {
            let view = service.view(game).expect("a game");
            service.announced(&view, MessageId(77))
        };
        let chosen = || {
            service.change_settings(NOW, one, |settings| {
                settings.theme = None;
                Ok(())
            })
        };
        let follower = focusbot::service::Follower {
            game,
            place: elsewhere,
            begun: NOW,
            message: None,
        };
        let outage = || {
            service.begin_outage(server, NOW);
            service.end_outage(server, NOW.after(Duration::from_secs(60)))
        };
        vec![
            ("new table", read),
            ("join", self.read(|| self.ask(3, Request::Join(game)))),
            ("move", self.read(|| self.play(game, 1))),
            ("shown", self.read(shown)),
            ("game meant", self.read(|| service.find(one, place.channel))),
            ("games of a person", self.read(|| service.games_of(one))),
            ("games here", self.read(|| service.games_in(place.channel))),
            ("games to follow", self.read(|| service.watchable(place))),
            (
                "follow",
                self.read(|| service.watch(NOW, one, elsewhere, game)),
            ),
            ("unfollow", self.read(|| service.unwatch(follower))),
            ("history", self.read(|| past(PastScope::Person(one)))),
            (
                "history of a server",
                self.read(|| past(PastScope::Guild(server))),
            ),
            ("profile", self.read(|| service.profile(one, Some(other)))),
            (
                "leaderboard",
                self.read(|| top(LeaderboardScope::Server(server))),
            ),
            (
                "leaderboard of all",
                self.read(|| top(LeaderboardScope::All)),
            ),
            ("choice", self.read(chosen)),
            (
                "choice for a server",
                self.read(|| decide(service, server, &AuditAction::Replays(false))),
            ),
            ("audit log", self.read(|| service.audit(&manager, server))),
            ("import", self.read(|| service.import(NOW, one, "a record"))),
            ("outage", self.read(outage)),
            (
                "channel gone",
                self.read(|| service.games_below(server, place.channel)),
            ),
            ("resign", self.read(|| self.ask(2, resign(game)))),
            ("rematch", self.read(|| self.ask(2, Request::Rematch(game)))),
            (
                "server left",
                self.read(|| service.server_left(server, NOW)),
            ),
            ("start", self.read(|| service.leaving())),
            ("personal data", self.read(|| service.personal_data(one))),
            ("erasure", self.read(|| service.erase_person(NOW, one))),
        ]
    }
}

/// Returns the larger number of servers; `FOCUSBOT_SERVERS` overrides it.
fn many() -> u64 {
    env::var("FOCUSBOT_SERVERS").map_or(100, |text| text.parse().expect("a number of servers"))
}

#[test]
fn requests_read_what_they_are_about_whatever_else_there_is() {
    let (few, many) = (Servers::new(20).costs(), Servers::new(many()).costs());
    eprintln!("{many:?}");
    let differs = |(few, many): &(&Cost, &Cost)| few != many;
    let growing = few.iter().zip(&many).filter(differs);
    let growing: Vec<_> = growing.map(|((what, _), _)| *what).collect();
    assert!(growing.is_empty(), "{growing:?}: {few:?}, {many:?}");
}

/// Returns what lookups of ended games read in a channel of a server where two people have played
/// this many, each in a thread of its own.
fn lookup_costs(count: u64) -> Vec<Cost> {
    let servers = Servers::new(0);
    for thread in 1..=count {
        let place = Place {
            channel: ChannelId(1_000 + thread),
            ..there(1)
        };
        let new = NewTable {
            place,
            ..table(Rules::new(Mode::Duel), TableKind::Open)
        };
        let game = servers.ask(2, Request::Create(new)).id();
        servers.ask(3, Request::Join(game));
        servers.ask(2, resign(game));
    }
    let service = &servers.service;
    let (player, other) = (PersonId(2), PersonId(9));
    let found = service.find_past(player, there(1)).expect("an own game");
    assert_eq!(u64::from(found.0), count);
    let of_player = PastScope::Person(player);
    let past = |viewer, scope, per_page| {
        let filter = PastFilter::all(scope);
        service.past(viewer, there(1), filter, 0, per_page)
    };
    vec![
        (
            "last game",
            servers.read(|| service.find_past(player, there(1))),
        ),
        (
            "last game of nobody",
            servers.read(|| service.find_past(other, there(1))),
        ),
        ("completion", servers.read(|| past(player, of_player, 25))),
        ("history", servers.read(|| past(player, of_player, 8))),
        (
            "history of another person",
            servers.read(|| past(other, of_player, 8)),
        ),
        (
            "history of a server",
            servers.read(|| past(other, PastScope::Guild(GuildId(1)), 8)),
        ),
        (
            "name on another server",
            servers.read(|| service.name_in_games(other, there(2), player)),
        ),
        ("newcomer", servers.read(|| service.is_newcomer(player))),
        ("language", servers.read(|| service.last_language(player))),
    ]
}

#[test]
fn lookups_of_ended_games_read_the_newest_however_many_there_are() {
    let (few, many) = (lookup_costs(240), lookup_costs(300));
    assert_eq!(few, many);
    assert!(many.iter().all(|(_, read)| *read < 600), "{many:?}");
}

/// Returns what background work reads among this many people, each of whom has chosen a language and
/// imported a record; ten of the records have expired.
fn background_costs(count: u64) -> Vec<Cost> {
    const MONTH: Duration = Duration::from_secs(30 * 24 * 3600);
    let store = Arc::new(Counting::default());
    let mut batch = Batch::new();
    for person in 1..=count {
        let settings = PlayerRecord {
            language: Some("fr".to_owned()),
            ..PlayerRecord::default()
        };
        batch.put_record(Key::new().u64(person), &settings, Expected::Absent);
        let text = "a record".to_owned();
        let key = Key::new().u64(person).u64(NOW.0 + person);
        batch.put_record(key, &ImportRecord { text }, Expected::Absent);
    }
    store.commit(batch).expect("a commit");
    let service = Service::new(store.clone(), LIMITS);
    clean_up(&service);
    let (news, read_news) = store.count(|| service.language_news(None).expect("a store"));
    assert_eq!(news.chosen, []);
    let anna = Chooser::Person(PersonId(1));
    let (chosen, read_choice) = store.count(|| service.chosen_languages(&[anna]));
    assert_eq!(chosen.expect("a store"), [(anna, Some("fr".to_owned()))]);
    let later = NOW.after(MONTH + Duration::from_millis(11));
    let (dropped, read_old) = store.count(|| service.drop_old_imports(later));
    assert_eq!(dropped.expect("a store"), 10);
    let (dropped, read_none) = store.count(|| service.drop_old_imports(later));
    assert_eq!(dropped.expect("a store"), 0);
    vec![
        ("changed languages", read_news),
        ("language of a person", read_choice),
        ("ten expired records", read_old),
        ("no expired records", read_none),
    ]
}

#[test]
fn background_work_reads_what_is_due_whatever_else_there_is() {
    let (few, many) = (background_costs(1_000), background_costs(10_000));
    assert_eq!(few, many);
    assert!(many.iter().all(|(_, read)| *read < 20), "{many:?}");
}

/// Makes a move, and records that a message shows its board and that the one before, if there is one,
/// has been changed; returns the number of requests to read and of commits, and whether channels may
/// follow the game.
fn move_and_show(servers: &Servers, game: GameId, message: MessageId) -> (usize, usize, bool) {
    let Servers { store, service } = servers;
    let View::Game(view) = service.view(game).expect("a game") else {
        panic!("a game");
    };
    let color = view.to_move().expect("a game that goes on");
    let mover = view.person(color).expect("a person").id.0;
    let text = view.game.position().legal_moves()[0].to_string();
    let act = || {
        servers.ask(mover, mv(game, None, &text));
        let pending = service.pending_message(game, (NOW, Instant::now()));
        let pending = pending.expect("a store").expect("a board");
        let old = service.announced(&pending.update.view, message);
        let left = service.superseded_messages_of(&[], old.expect("a store"));
        let left = left.expect("a store");
        if let Some(old) = left.first() {
            service.view_after(*old).expect("a game");
            service.cleared(&left).expect("a store");
        }
        pending.may_be_followed
    };
    let ((may_be_followed, reads), commits) = store.count_commits(|| store.count_requests(act));
    (reads, commits, may_be_followed)
}

#[test]
fn a_move_is_read_committed_shown_and_cleared_up_in_a_request_each() {
    let rules = Rules::new(Mode::Duel);
    let untimed = table(rules, TableKind::Open);
    for new in [untimed, timed(rules, "1d", Overtime::Out)] {
        let servers = Servers::new(0);
        let game = servers.begun(1, new);
        let mut moves = Vec::new();
        // On a busy machine, a board may be shown so late that it is read again.
        let is_found = (70..80).any(|message| {
            moves.push(move_and_show(&servers, game, MessageId(message)));
            moves.last() == Some(&(1, 3, false))
        });
        assert!(is_found, "{moves:?}");
    }
}

#[test]
fn values_needed_together_are_read_in_one_request() {
    let Servers { store, service } = &Servers::new(0);
    for number in 1..=3 {
        let new = NewTable {
            place: there(number),
            ..table(Rules::new(Mode::Duel), TableKind::Open)
        };
        let opened = service.handle(NOW, &person(2), Request::Create(new), 7);
        opened.expect("a table");
    }
    let (games, requests) = store.count_requests(|| service.games_of(PersonId(2)));
    assert_eq!(games.expect("a store").len(), 3);
    assert_eq!(requests, 2, "the list, and the games");
    let (settings, requests) = store.count_requests(|| service.settings_for(PersonId(2), there(1)));
    settings.expect("a store");
    assert_eq!(requests, 1);
}

#[test]
fn game_is_read_with_the_settings_of_its_viewer_in_one_request() {
    let servers = Servers::new(1);
    let Servers { store, service } = &servers;
    // The person who has chosen a theme looks from another server.
    let (viewer, here) = (PersonId(2), there(9));
    let mine = AuditAction::Orientation(Orientation::Mine);
    decide(service, GuildId(9), &mine);
    let running = service.games_of(viewer).expect("a store")[0].id;
    let (personal, requests) = store.count_requests(|| service.look(viewer, here, running));
    let personal = personal.expect("a game");
    assert_eq!(personal.theme, ThemeName::Contrast);
    assert_eq!(personal.orientation, Orientation::Mine);
    assert_eq!(requests, 1);
}
