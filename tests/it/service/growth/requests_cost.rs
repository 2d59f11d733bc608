//! Cost of requests and of background work: it depends on what they are about, not on what else there
//! is.

use std::mem;
use std::sync::Arc;
use std::time::{Duration, Instant};

use focus::{Mode, Rules};
use focusbot::service::ratings::leaderboard::{LeaderboardPage, LeaderboardScope};
use focusbot::service::upkeep::consistency::audit;
use focusbot::service::{
    AuditAction, Chooser, GameId, GuildId, HistoryFilter, HistoryScope, MessageId, NewTable,
    Orientation, Overtime, PersonId, Place, Request, Service, Shard, TableKind, ThemeName, View,
};
use focusbot::store::records::{ImportRecord, PlayerRecord};
use focusbot::store::{Batch, Expected, Key, Keys, Store, Table};

use crate::service::deadlines::due::{Cost, Counting};
use crate::service::growth::assert_flat;
use crate::service::growth::copies::Pattern;
use crate::service::harness::{
    LIMITS, NOW, clean_up, decide, granted, manager, next_move, place_on, play_next, rated_table,
    resign, table, timed,
};

/// Number of changes that are committed together.
const TOGETHER: usize = 10_000;
/// Number that is added to that of a server for its second channel.
pub(super) const SECOND_CHANNEL: u64 = 1_000_000;

/// Returns a place on a server of its own.
pub(super) fn there(number: u64) -> Place {
    place_on(number, number)
}

/// Service with servers that have nothing to do with each other.
pub(super) struct Servers {
    pub(super) store: Arc<Counting>,
    pub(super) service: Service,
}

impl Servers {
    /// Creates a service with `count` servers: on each, two people have played a game, play another
    /// one that a second channel follows, and have chosen something.
    pub(super) fn new(count: u64) -> Self {
        let store = Arc::new(Counting::default());
        let service = Service::new(store.clone(), LIMITS);
        let servers = Self { store, service };
        // Its indices are complete from the first on, as those of a bot that has run for a while.
        clean_up(&servers.service, NOW);
        for number in 1..=count {
            servers.fill(number);
        }
        servers
    }

    /// Creates as many servers; all but the first are copies.
    fn copied(count: u64) -> Self {
        let (servers, pattern) = (Self::new(1), Pattern::new());
        for number in 2..=count {
            let mut batch = Batch::new();
            pattern.copy(&mut batch, number);
            servers.store.commit(batch).expect("a commit");
        }
        servers
    }

    pub(super) fn ask(&self, who: u64, request: Request) -> View {
        granted(&self.service, NOW, who, request).view
    }

    fn play(&self, game: GameId, plies: usize) {
        for _ in 0..plies {
            play_next(&self.service, NOW, game);
        }
    }

    pub(super) fn begun(&self, number: u64, new: NewTable) -> GameId {
        let (one, other) = (2 * number, 2 * number + 1);
        let place = there(number);
        let game = self
            .ask(one, Request::Create(NewTable { place, ..new }))
            .id();
        self.ask(other, Request::Join(game));
        game
    }

    pub(super) fn fill(&self, number: u64) {
        let rules = Rules::new(Mode::Duel);
        let ended = self.begun(number, rated_table(rules));
        self.play(ended, 4);
        self.ask(2 * number, resign(ended));
        let running = self.begun(number, table(rules, TableKind::Open));
        self.play(running, 2);
        let elsewhere = place_on(number, SECOND_CHANNEL + number);
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
        let listed = self.service.set_listed(PersonId(2 * number), true);
        listed.expect("a store");
    }

    pub(super) fn cost<T>(&self, what: &'static str, act: impl FnOnce() -> T) -> Cost {
        self.store.cost(what, || drop(act())).1
    }

    /// Returns the cost of each request of two people on one server after a restart, when no game is
    /// in memory, however many there are. Some are made on the first server, others on the second.
    fn costs(mut self) -> Vec<Cost> {
        self.service = Service::new(self.store.clone(), LIMITS);
        let service = &self.service;
        let (one, other) = (PersonId(2), PersonId(3));
        let (server, place) = (GuildId(1), there(1));
        let elsewhere = place_on(1, 5);
        let manager = manager();
        let top = |list| service.leaderboard(list, Mode::Duel, LeaderboardPage::Top, NOW);
        let history = |scope| service.history(one, place, HistoryFilter::all(scope), 0, 10);
        let new = NewTable::open(place, Rules::new(Mode::Duel));
        let create = || self.ask(2, Request::Create(new)).id();
        let (game, created) = self.store.cost("new table", create);
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
        let mut costs = vec![
            created,
            self.cost("join", || self.ask(3, Request::Join(game))),
            self.cost("move", || self.play(game, 1)),
            self.cost("shown", shown),
            self.cost("game of a message", || service.by_message(MessageId(77))),
            self.cost("game meant", || service.find(one, place.channel)),
            self.cost("games of a person", || service.games_of(one)),
            self.cost("games here", || service.games_in(place.channel)),
            self.cost("games to follow", || service.watchable(place)),
            self.cost("follow", || service.watch(NOW, one, elsewhere, game)),
            self.cost("unfollow", || service.unwatch(follower)),
            self.cost("history", || history(HistoryScope::Person(one))),
            self.cost("history of a server", || {
                history(HistoryScope::Guild(server))
            }),
            self.cost("profile", || service.profile(one, Some(other), NOW)),
            self.cost("leaderboard", || top(LeaderboardScope::Server(server))),
            self.cost("leaderboard of all", || top(LeaderboardScope::All)),
            self.cost("choice", chosen),
            self.cost("choice for a server", || {
                decide(service, server, &AuditAction::Replays(false))
            }),
            self.cost("audit log", || service.audit(&manager, server)),
            self.cost("import", || service.import(NOW, one, "a record")),
            self.cost("outage", outage),
            self.cost("channel gone", || {
                service.games_below(server, place.channel)
            }),
            self.cost("resign", || self.ask(2, resign(game))),
            self.cost("rematch", || self.ask(2, Request::Rematch(game))),
        ];
        costs.extend(self.costs_in_games(2));
        costs.extend([
            self.cost("server left", || service.server_left(server, NOW)),
            self.cost("erasures to be finished", || service.leaving()),
            self.cost("personal data", || service.personal_data(one)),
            self.cost("erasure", || service.erase_person(NOW, one)),
        ]);
        costs
    }
}

/// Returns the costs of all requests among this many games, of which a server has two.
pub(super) fn request_costs(games: u32) -> Vec<Cost> {
    Servers::copied(u64::from(games) / 2).costs()
}

#[test]
fn requests_read_what_they_are_about_whatever_else_there_is() {
    let [few, many] = [20, 100].map(|count| Servers::new(count).costs());
    assert_flat(&few, &many);
}

#[test]
fn copies_of_a_server_are_like_servers_where_people_have_played() {
    let (played, copied) = (Servers::new(20), Servers::copied(20));
    let findings = audit(&*copied.store, &mut || {}).expect("a readable store");
    assert_eq!(findings, []);
    let values = |servers: &Servers| {
        let of = |table| {
            servers
                .store
                .scan(table, &Keys::all())
                .expect("a store")
                .len()
        };
        Table::ALL
            .iter()
            .map(|table| (*table, of(*table)))
            .collect::<Vec<_>>()
    };
    assert_eq!(values(&played), values(&copied));
    assert_flat(&played.costs(), &copied.costs());
}

/// Returns the costs of lookups of ended games in a channel of a server where two people have played
/// this many, each in a thread of its own.
fn lookup_costs(count: u64) -> Vec<Cost> {
    let servers = Servers::new(0);
    for thread in 1..=count {
        let place = place_on(1, 1_000 + thread);
        let new = NewTable::open(place, Rules::new(Mode::Duel));
        let game = servers.ask(2, Request::Create(new)).id();
        servers.ask(3, Request::Join(game));
        servers.ask(2, resign(game));
    }
    let service = &servers.service;
    let (player, other) = (PersonId(2), PersonId(9));
    let found = service.find_ended(player, there(1)).expect("an own game");
    assert_eq!(u64::from(found.0), count);
    let of_player = HistoryScope::Person(player);
    let history = |viewer, scope, per_page| {
        let filter = HistoryFilter::all(scope);
        service.history(viewer, there(1), filter, 0, per_page)
    };
    vec![
        servers.cost("last game", || service.find_ended(player, there(1))),
        servers.cost("last game of nobody", || {
            service.find_ended(other, there(1))
        }),
        servers.cost("completion", || history(player, of_player, 25)),
        servers.cost("history", || history(player, of_player, 8)),
        servers.cost("history of another person", || history(other, of_player, 8)),
        servers.cost("history of a server", || {
            history(other, HistoryScope::Guild(GuildId(1)), 8)
        }),
        servers.cost("name on another server", || {
            service.name_in_games(other, there(2), player)
        }),
        servers.cost("newcomer", || service.is_newcomer(player)),
        servers.cost("language", || service.last_language(player)),
    ]
}

#[test]
fn lookups_of_ended_games_read_the_newest_however_many_there_are() {
    let [few, many] = [240, 2_400].map(lookup_costs);
    assert_flat(&few, &many);
    assert!(many.iter().all(|cost| cost.values < 600), "{many:?}");
}

/// Returns the cost of background work among this many people, each of whom has chosen a language
/// and imported a record; ten of the records have expired.
pub(super) fn background_costs(count: u64) -> Vec<Cost> {
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
        if batch.changes().len() >= TOGETHER {
            store.commit(mem::take(&mut batch)).expect("a commit");
        }
    }
    store.commit(batch).expect("a commit");
    let service = Service::new(store.clone(), LIMITS);
    clean_up(&service, NOW);
    let news = || service.language_news(None).expect("a store");
    let (news, cost_of_news) = store.cost("changed languages", news);
    assert_eq!(news.chosen, []);
    let anna = Chooser::Person(PersonId(1));
    let choice = || service.chosen_languages(&[anna]);
    let (chosen, cost_of_choice) = store.cost("language of a person", choice);
    assert_eq!(chosen.expect("a store"), [(anna, Some("fr".to_owned()))]);
    let later = NOW.after(MONTH + Duration::from_millis(11));
    let drop_old = || service.drop_old_imports(later);
    let (dropped, cost_of_ten) = store.cost("ten expired records", drop_old);
    assert_eq!(dropped.expect("a store"), 10);
    let (dropped, cost_of_none) = store.cost("no expired records", drop_old);
    assert_eq!(dropped.expect("a store"), 0);
    let costs = vec![cost_of_news, cost_of_choice, cost_of_ten, cost_of_none];
    assert!(costs.iter().all(|cost| cost.values < 20), "{costs:?}");
    costs
}

/// Makes a move, and records that a message shows its board and that the one before, if there is one,
/// has been changed; returns the number of requests to read and of commits, and whether channels may
/// follow the game.
fn move_and_show(servers: &Servers, game: GameId, message: MessageId) -> (usize, usize, bool) {
    let Servers { store, service } = servers;
    let (mover, request) = next_move(service, game);
    let act = || {
        servers.ask(mover, request);
        let pending = service.pending_message(game, (NOW, Instant::now()));
        let pending = pending.expect("a store").expect("a board");
        let old = service.announced(&pending.update.view, message);
        let left = service.superseded_messages_of(&[], old.expect("a store").superseded);
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
    const SHORT: Duration = Duration::from_secs(10);
    const ALL: Shard = Shard {
        number: 0,
        total: 1,
    };
    let rules = Rules::new(Mode::Duel);
    let untimed = table(rules, TableKind::Open);
    for new in [untimed, timed(rules, "1d", Overtime::Out)] {
        let servers = Servers::new(0);
        // A short outage that has just ended costs no request more.
        for (now, is_there) in [(NOW.before(SHORT), false), (NOW, true)] {
            let noted = servers.service.note_shards(now, now, &[(ALL, is_there)]);
            assert!(!noted.expect("a store"));
        }
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
        let new = NewTable::open(there(number), Rules::new(Mode::Duel));
        granted(service, NOW, 2, Request::Create(new));
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
    let (personal, requests) = store.count_requests(|| service.visible_game(viewer, here, running));
    let personal = personal.expect("a game");
    assert_eq!(personal.theme, ThemeName::Contrast);
    assert_eq!(personal.orientation, Orientation::Mine);
    assert_eq!(requests, 1);
}
