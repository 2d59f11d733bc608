//! Many threads that use one service or several at once.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use focus::{Mode, Move, Rules};
use focus_engine::Rng;
use focusbot::service::upkeep::consistency::audit;
use focusbot::service::{
    AuditAction, GameId, GuildId, Limits, MessageId, PersonId, Request, Service, ServiceError,
    TableKind, ThemeName, Timestamp, View,
};
use focusbot::store::{Batch, Folder, MemoryStore, Options, SledStore, Store, Table};
use parking_lot::Mutex;
use tempfile::TempDir;

use crate::service::harness::{
    HERE, LIMITS, NOW, expire_at, granted, manager, mv, or_refusal, person, rated_table, resign,
    table,
};
use crate::service::ratings::recount;
use crate::store::postgres::database;

/// Limits that nobody meets here.
pub(super) const WIDE: Limits = Limits {
    games_per_person: 1_000,
    games_per_channel: 1_000,
    games_per_guild: 1_000,
    ..LIMITS
};
const PEOPLE: usize = 6;
/// Number of games at which no more are set up, so that existing ones go on.
const GAMES: usize = 10;
const THREADS: u64 = 6;
/// Number of requests of each thread.
const ACTS: usize = 120;

/// Calls `check` with every kind of store, twice for two processes: memory and sled are for one
/// process, in which two services share them.
pub(in crate::service) fn each_store(check: impl Fn(&str, [Arc<dyn Store>; 2])) {
    let memory: Arc<dyn Store> = Arc::new(MemoryStore::new());
    check("memory", [Arc::clone(&memory), memory]);
    let folder = TempDir::new().expect("a temporary folder");
    let opened = SledStore::open(&Folder::new(folder.path()), Options::default());
    let sled: Arc<dyn Store> = Arc::new(opened.expect("a sound store").store);
    check("sled", [Arc::clone(&sled), sled]);
    if let Some(database) = database() {
        check(
            "PostgreSQL",
            [Arc::new(database.store()), Arc::new(database.store())],
        );
    }
}

/// Results that people were told, to compare with the store.
#[derive(Default)]
struct KnownResults {
    games: Mutex<BTreeSet<GameId>>,
    /// Moves by game and step.
    moves: Mutex<BTreeMap<(GameId, u32), Move>>,
    /// Milliseconds that have passed.
    time: AtomicU64,
    messages: AtomicU64,
}

/// Returns the result unless it is a refusal.
#[track_caller]
fn unless_refused<T>(result: Result<T, ServiceError>) -> Option<T> {
    or_refusal(result).ok()
}

impl KnownResults {
    fn now(&self) -> Timestamp {
        let millis = self.time.fetch_add(1, Ordering::Relaxed);
        NOW.after(Duration::from_millis(millis))
    }

    fn any_game(&self, random: &mut Rng) -> Option<GameId> {
        let games = self.games.lock();
        let number = random.below(games.len().max(1));
        games.iter().nth(number).copied()
    }

    fn opened(&self, view: &View) {
        assert!(self.games.lock().insert(view.id()), "a number twice");
    }

    /// Makes a random request.
    fn act(&self, service: &Service, random: &mut Rng) {
        let who = random.below(PEOPLE) as u64 + 1;
        let (now, actor) = (self.now(), person(who));
        let ask = |request| unless_refused(service.handle(now, &actor, request, 7));
        let choice = random.below(40);
        let has_room = self.games.lock().len() < GAMES;
        let sets_up = choice <= 1 && has_room;
        let Some(game) = self.any_game(random).filter(|_| !sets_up) else {
            let new = if choice.is_multiple_of(2) {
                rated_table(Rules::new(Mode::Duel))
            } else {
                table(Rules::new(Mode::ThreeWay), TableKind::Open)
            };
            let update = ask(Request::Create(new)).expect("a new table");
            return self.opened(&update.view);
        };
        match choice {
            2..=9 => drop(ask(Request::Join(game))),
            10 => drop(ask(Request::Leave(game))),
            11 => drop(ask(resign(game))),
            12 => self.rematch(service, game, who),
            13 => self.show(service, game),
            14 => service
                .set_listed(actor.person, now.0 % 2 == 0)
                .expect("a store"),
            15 => self.go_on_holiday(service, actor.person),
            16 => {
                let actions = [AuditAction::Theme(ThemeName::Flat)];
                let changed = service.moderate(now, &actor, &manager(), GuildId(1), &actions);
                changed.expect("a store");
            }
            17 => {
                self.time.fetch_add(3 * 3_600_000, Ordering::Relaxed);
                expire_at(service, self.now());
            }
            18 => {
                let parent = focusbot::service::ChannelId(now.0);
                unless_refused(service.learn_parent(game, HERE, parent));
            }
            _ => self.play(service, game, random),
        }
    }

    /// Plays any move of the person to move.
    fn play(&self, service: &Service, game: GameId, random: &mut Rng) {
        let Some(View::Game(view)) = unless_refused(service.view(game)) else {
            return;
        };
        let Some(mover) = view.to_move().and_then(|color| view.person(color)) else {
            return;
        };
        let legal = view.game.position().legal_moves();
        let chosen = legal[random.below(legal.len())];
        let request = mv(game, Some(view.steps), &chosen.to_string());
        let played = service.handle(self.now(), &person(mover.id.0), request, 7);
        if unless_refused(played).is_some() {
            let before = self.moves.lock().insert((game, view.steps), chosen);
            assert_eq!(before, None, "two moves at one step of game {game}");
        }
    }

    fn rematch(&self, service: &Service, game: GameId, who: u64) {
        let asked = service.handle(self.now(), &person(who), Request::Rematch(game), 7);
        if let Some(update) = unless_refused(asked) {
            // The second to ask joins.
            self.games.lock().insert(update.view.id());
        }
    }

    /// Notes that a game is shown by a new message.
    fn show(&self, service: &Service, game: GameId) {
        if let Some(update) = unless_refused(service.pending(game)).flatten() {
            let message = MessageId(self.messages.fetch_add(1, Ordering::Relaxed) + 1);
            unless_refused(service.announced(&update.view, message));
        }
    }

    fn go_on_holiday(&self, service: &Service, who: PersonId) {
        let now = self.now();
        unless_refused(service.change_settings(now, who, |settings| {
            let days = u16::from(settings.vacation.lasts(now).is_none());
            settings.vacation.take(now, days)
        }));
    }

    /// Begins a rated duel between two people and plays long enough for it to count.
    fn play_rated(&self, service: &Service) {
        let ask = |who, request| service.handle(self.now(), &person(who), request, 7);
        let new = rated_table(Rules::new(Mode::Duel));
        let opened = ask(1, Request::Create(new)).expect("a new table");
        self.opened(&opened.view);
        let game = opened.view.id();
        ask(2, Request::Join(game)).expect("a game");
        for _ in 0..4 {
            self.play(service, game, &mut Rng::of(0, 0));
        }
    }

    /// Ends every game, so that all that are long enough are rated.
    fn end(&self, service: &Service) {
        for game in &*self.games.lock() {
            let Some(View::Game(view)) = unless_refused(service.view(*game)) else {
                continue;
            };
            if let Some(mover) = view.to_move().and_then(|color| view.person(color)) {
                let resigned = service.handle(self.now(), &person(mover.id.0), resign(*game), 7);
                unless_refused(resigned);
            }
        }
    }

    /// Checks that the store holds what was told, once, and in order.
    fn check(&self, store: &Arc<dyn Store>, name: &str) {
        let service = Service::new(Arc::clone(store), WIDE);
        let mut moves: BTreeMap<GameId, Vec<Move>> = BTreeMap::new();
        for ((game, _), mv) in &*self.moves.lock() {
            moves.entry(*game).or_default().push(*mv);
        }
        for game in &*self.games.lock() {
            let View::Game(view) = service.view(*game).expect("a readable game") else {
                continue;
            };
            let plies = view.game.plies().iter().map(|ply| ply.mv);
            let played: Vec<_> = plies.filter(|mv| *mv != Move::Pass).collect();
            let told = moves.remove(game).unwrap_or_default();
            assert_eq!(played, told, "{name}: game {game}");
        }
        assert_eq!(moves, BTreeMap::new(), "{name}: moves of no game");
        let mut stored = recount::stored(Arc::clone(store));
        for rating in stored.values_mut() {
            // The list of all servers.
            rating.lists.retain(|list| *list != 0);
        }
        let recounted = recount::recounted(Arc::clone(store));
        assert!(!recounted.is_empty(), "{name}: no rated game ended");
        assert_eq!(stored, recounted, "{name}");
    }
}

#[test]
fn concurrent_threads_lose_and_double_nothing() {
    each_store(|name, stores| {
        let services = stores
            .each_ref()
            .map(|store| Service::new(Arc::clone(store), WIDE));
        let known = KnownResults::default();
        thread::scope(|scope| {
            for number in 0..THREADS {
                let service = &services[usize::try_from(number % 2).expect("a bit")];
                let (known, mut random) = (&known, Rng::of(number, 0));
                scope.spawn(move || (0..ACTS).for_each(|_| known.act(service, &mut random)));
            }
        });
        known.play_rated(&services[0]);
        known.end(&services[0]);
        known.check(&stores[0], name);
        let findings = audit(&*stores[1], &mut || {}).expect("a readable store");
        assert_eq!(findings, [], "{name}");
    });
}

/// Returns whether a batch changes the game under a key.
pub(super) fn changes_game(batch: &Batch, key: &[u8]) -> bool {
    let mut changes = batch.changes().iter();
    changes.any(|change| change.table == Table::Games && change.key == key)
}

/// Opens a table of the first person, at which others sit down.
pub(super) fn open(service: &Service, mode: Mode, others: &[u64]) -> GameId {
    let new = table(Rules::new(mode), TableKind::Open);
    let game = granted(service, NOW, 1, Request::Create(new)).view.id();
    for who in others {
        granted(service, NOW, *who, Request::Join(game));
    }
    game
}

/// Begins a duel of the first two people.
pub(super) fn begin(service: &Service) -> GameId {
    open(service, Mode::Duel, &[2])
}

#[cfg(feature = "discord")]
mod in_turn {
    use std::pin::pin;
    use std::sync::Arc;

    use focusbot::discord::runtime::service_queue::ServiceQueue;
    use focusbot::discord::runtime::subject_queues::Subject;
    use focusbot::metrics::Metrics;
    use focusbot::service::{GameId, PersonId, Service, Update, View};
    use focusbot::store::{Key, Store};
    use parking_lot::{Condvar, Mutex};

    use super::{WIDE, begin, changes_game, each_store};
    use crate::service::harness::{NOW, play_next};
    use crate::store::intercepted;

    fn version(update: &Update) -> u64 {
        match &update.view {
            View::Game(game) => game.version,
            View::Table(table) => panic!("expected a game, got {table:?}"),
        }
    }

    #[test]
    fn slow_commit_of_one_game_delays_no_other() {
        let runtime = tokio::runtime::Runtime::new().expect("a runtime");
        each_store(|name, [store, _]| runtime.block_on(check(name, store)));
    }

    async fn check(name: &str, store: Arc<dyn Store>) {
        // Commits of the first game wait while the gate is closed.
        let gate = Arc::new((Mutex::new(true), Condvar::new()));
        let held = Arc::clone(&gate);
        let store = intercepted(store, move |store, batch| {
            if changes_game(&batch, &Key::new().u32(1)) {
                let (is_open, opened) = &*held;
                opened.wait_while(&mut is_open.lock(), |is_open| !*is_open);
            }
            store.commit(batch)
        });
        let set_open = |is_open| {
            *gate.0.lock() = is_open;
            gate.1.notify_all();
        };
        let service = Arc::new(Service::new(store, WIDE));
        let games: Vec<_> = (0..4).map(|_| begin(&service)).collect();
        assert_eq!(games[0], GameId(1));
        let (queue, threads) = ServiceQueue::open(("requests", 2), &service, &Metrics::default());
        let ask = |game| {
            queue.ask(&[Subject::Game(game)], move |service| {
                play_next(service, NOW, game)
            })
        };
        set_open(false);
        let slow: Vec<_> = (0..8).map(|_| ask(games[0])).collect();
        // One of two threads is left for everybody else.
        for _ in 0..3 {
            for game in &games[1..] {
                ask(*game).await.expect("a move");
            }
        }
        let mut by_the_same = pin!(queue.ask(
            &[Subject::Person(PersonId(1)), Subject::Game(games[0])],
            |service| play_next(service, NOW, GameId(1))
        ));
        tokio::select! {
            biased;
            _ = &mut by_the_same => panic!("{name}: a request overtook another one"),
            read = queue.ask(&[], |service| service.view(GameId(1))) => {
                read.expect("an answer").expect("a game");
            }
        }
        set_open(true);
        let mut versions = Vec::new();
        for moved in slow {
            versions.push(version(&moved.await.expect("a move")));
        }
        versions.push(version(&by_the_same.await.expect("a move")));
        assert!(
            versions.is_sorted_by(|one, next| one < next),
            "{name}: {versions:?}"
        );
        drop(queue);
        for thread in threads {
            thread.join().expect("a thread that ends");
        }
    }
}
