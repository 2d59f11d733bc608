//! Harness of the rounds: several processes, their database, and people who play on several
//! servers.

mod checks;
mod processes;

use std::collections::BTreeMap;
use std::env;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use discord_sandbox::{Asked, Person, PersonError, Response};
use focusbot::service::{GameId, GameView, Service, Timestamp};
use focusbot::store::postgres::{Options, PostgresStore};
use parking_lot::Mutex;
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet, spawn_blocking};
use tokio::time::sleep;

use crate::store::postgres::pair::Pair;
use crate::support::game_of;
use crate::whole::harness::{Bot, LIMITS, Shown, Whole};
use crate::whole::rounds::playing::Playing;
use crate::whole::rounds::scene::checks::{Posted, note_messages};

/// Interval at which something is looked for again.
const LOOK: Duration = Duration::from_millis(50);
/// Time before a wait fails, far beyond what it needs.
const PATIENCE: Duration = Duration::from_secs(600);

/// Returns the number of processes, each of which serves one shard, which has one server:
/// `FOCUSBOT_PROCESSES`, or else 3.
fn processes() -> usize {
    env::var("FOCUSBOT_PROCESSES").map_or(3, |text| text.parse().expect("a number of processes"))
}

/// Processes, their database, and the people who play.
pub(super) struct Scene {
    whole: Whole,
    pair: Option<Pair>,
    url: String,
    bots: Vec<Option<(Bot, PathBuf)>>,
    starts: usize,
    /// Program of the processes that start from now on, if it is not that of this package.
    pub(super) program: Option<PathBuf>,
    /// Channels of each server.
    channels: Vec<[String; 2]>,
    resting: Vec<Playing>,
    playing: Vec<(JoinHandle<Playing>, watch::Receiver<usize>)>,
    stop: watch::Sender<bool>,
    /// Game of each server in which nobody moves while its clock runs.
    idle: Vec<GameId>,
    /// Times at which their clocks run out, as of the beginning of the round.
    run_out: Vec<Timestamp>,
    begun: Instant,
    /// Time for which the database was certainly away in this round.
    database_away: Duration,
    people: Arc<[Person]>,
    /// Person who sets up tables.
    host: Person,
    posted: Arc<Mutex<Posted>>,
    waits: Vec<f64>,
    lost: Vec<f64>,
    repeated: usize,
}

impl Scene {
    /// Starts everything; returns `None` where there is no PostgreSQL.
    pub(super) async fn new() -> Option<Self> {
        let pair = spawn_blocking(Pair::new).await.expect("no panic")?;
        let processes = processes();
        let whole = Whole::with_servers(processes.try_into().expect("a few")).await;
        let people = gather(&whole).await;
        let channels = people[0].view(|view| {
            let of_server = |channel: &&serde_json::Value| channel["type"] == 0;
            let mut servers = BTreeMap::<_, Vec<_>>::new();
            for channel in view.channels().filter(of_server) {
                let id = |name: &str| channel[name].as_str().expect("an id").to_owned();
                servers.entry(id("guild_id")).or_default().push(id("id"));
            }
            let pairs = servers
                .into_values()
                .map(|ids| ids.try_into().expect("two"));
            pairs.collect::<Vec<[String; 2]>>()
        });
        let (url, posted) = (whole.sandbox.base_url(), Arc::default());
        tokio::spawn(note_messages(url.to_owned(), Arc::clone(&posted)));
        let host = Person::connect(url, "juergen").await;
        let mut scene = Self {
            url: pair.url(),
            pair: Some(pair),
            whole,
            bots: (0..processes).map(|_| None).collect(),
            starts: 0,
            program: None,
            channels,
            resting: Vec::new(),
            playing: Vec::new(),
            stop: watch::Sender::new(false),
            idle: Vec::new(),
            run_out: Vec::new(),
            begun: Instant::now(),
            database_away: Duration::ZERO,
            people,
            host: host.expect("a person of the sandbox"),
            posted,
            waits: Vec::new(),
            lost: Vec::new(),
            repeated: 0,
        };
        for bot in scene.processes() {
            scene.start(bot);
        }
        scene.share().await;
        for server in 0..scene.channels.len() {
            let idle = scene.begin(server, 1).await;
            scene.idle.push(idle.id);
        }
        Some(scene)
    }

    /// Returns the numbers of the processes.
    pub(super) fn processes(&self) -> Range<usize> {
        0..self.bots.len()
    }

    /// Does something to the database.
    pub(super) async fn database(&mut self, act: impl FnOnce(&mut Pair) + Send + 'static) {
        let mut pair = self.pair.take().expect("a pair");
        let acting = spawn_blocking(move || {
            act(&mut pair);
            pair
        });
        self.pair = Some(acting.await.expect("no panic"));
    }

    /// Crashes the database, leaves it away for a time, and brings it back.
    pub(super) async fn crash_database(&mut self, time: Duration, bring_back: fn(&mut Pair)) {
        self.database(|pair| pair.crash()).await;
        let crashed = Instant::now();
        sleep(time).await;
        self.database_away = crashed.elapsed();
        self.database(bring_back).await;
    }

    /// Has somebody ask for a table on every server, and does not wait for the answers.
    pub(super) async fn ask_for_tables(&self) {
        for [_, place] in &self.channels {
            let asked = self.host.slash(place, "focus new", &[]).await;
            asked.expect("the command");
        }
    }

    /// Begins a game with a clock in a channel of a server.
    async fn begin(&self, server: usize, channel: usize) -> Playing {
        let place = &self.channels[server][channel];
        let [host, guest] = &self.people[..] else {
            panic!("two people");
        };
        // A request that is repeated may set up a second table, which does no harm.
        until_answered(host, async || {
            host.slash(place, "focus new", &[("clock", "1d")]).await
        })
        .await;
        let table = host.wait_for_message("a table", |message| {
            message.channel() == place && message.component("Join").is_some()
        });
        let table = table.await.expect("a table");
        let seen = guest.wait_until("the table", |view| view.message(table.id()));
        let seen = seen.await.expect("a table");
        until_answered(guest, async || guest.press(&seen, "Join").await).await;
        let shown = host.wait_for_message("a board", |message| {
            message.channel() == place && Shown::read(message).is_some_and(|shown| shown.plies == 0)
        });
        let shown = Shown::read(&shown.await.expect("a board")).expect("a board");
        let view = self.stored(vec![shown.id]).await.remove(0);
        Playing::new(&view, place.clone(), u64::from(shown.id.0))
    }

    /// Reads games in the database.
    async fn stored(&self, ids: Vec<GameId>) -> Vec<GameView> {
        self.read(move |store| {
            let service = Service::new(Arc::new(store), LIMITS);
            ids.into_iter().map(|id| game_of(&service, id)).collect()
        })
        .await
    }

    async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(PostgresStore) -> T + Send + 'static,
    ) -> T {
        let options = Options::new(self.url.parse().expect("an address"));
        let reading =
            spawn_blocking(move || read(PostgresStore::open(options).expect("a sound database")));
        reading.await.expect("no panic")
    }

    /// Has everybody play in all games.
    pub(super) async fn begin_round(&mut self) {
        self.share().await;
        // People remember everything they see, and look through it.
        self.people = gather(&self.whole).await;
        let resting = std::mem::take(&mut self.resting);
        self.resting = resting
            .into_iter()
            .filter(|playing| playing.game.outcome().is_none())
            .collect();
        for server in 0..self.channels.len() {
            let place = &self.channels[server][0];
            if !self.resting.iter().any(|playing| playing.channel == *place) {
                let begun = self.begin(server, 0).await;
                self.resting.push(begun);
            }
        }
        self.run_out = self.run_out().await;
        self.begun = Instant::now();
        self.stop = watch::Sender::new(false);
        for playing in std::mem::take(&mut self.resting) {
            let (moves, made) = watch::channel(0);
            let people = Arc::clone(&self.people);
            let stop = self.stop.subscribe();
            let task = tokio::spawn(playing.play(people, moves, stop));
            self.playing.push((task, made));
        }
    }

    /// Returns the times at which the clocks of the idle games run out.
    async fn run_out(&self) -> Vec<Timestamp> {
        let games = self.stored(self.idle.clone()).await.into_iter();
        let run_out = games.map(|game| game.clock.and_then(|clock| clock.runs_out));
        run_out
            .map(|time| time.expect("a clock that runs"))
            .collect()
    }

    /// Waits until as many moves more were made in all games together.
    pub(super) async fn have_moved(&mut self, more: usize) {
        let made =
            |scene: &Self| -> usize { scene.playing.iter().map(|(_, made)| *made.borrow()).sum() };
        let begun = Instant::now();
        while made(self) < more && !self.playing.iter().all(|(task, _)| task.is_finished()) {
            assert!(begun.elapsed() < PATIENCE, "nobody moves");
            sleep(LOOK).await;
        }
    }

    /// Waits until two more moves were made in every game.
    pub(super) async fn are_served(&mut self, fault: Instant) {
        let mut wait = JoinSet::new();
        for (task, made) in &self.playing {
            let (mut made, is_over) = (made.clone(), task.is_finished());
            let wanted = *made.borrow() + 2;
            if !is_over {
                // The sender goes with the last move of the game.
                wait.spawn(async move { drop(made.wait_for(|made| *made >= wanted).await) });
            }
        }
        wait.join_all().await;
        self.waits.push(fault.elapsed().as_secs_f64());
    }

    /// Prints the measurements, and ends all processes.
    pub(super) async fn end(self) {
        let most = |of: &[f64]| of.iter().copied().fold(0.0, f64::max);
        let mut waits = self.waits.clone();
        waits.sort_by(f64::total_cmp);
        let median = waits.get(waits.len() / 2).copied().unwrap_or_default();
        eprintln!(
            "{} waits, median {median:.1} s, longest {:.1} s; {} moves sent again; clocks lost {:.1} s \
             at most",
            waits.len(),
            most(&waits),
            self.repeated,
            most(&self.lost)
        );
        // Blocks until the servers have ended.
        spawn_blocking(move || drop(self)).await.expect("no panic");
    }
}

/// Has a person repeat a request until the bot responds in time or the request is no longer
/// possible, because one that was answered too late has been carried out.
async fn until_answered(person: &Person, ask: impl AsyncFn() -> Result<Asked, PersonError>) {
    let begun = Instant::now();
    while let Ok(asked) = ask().await {
        let response = person.response(&asked).await.expect("an answer");
        let Response::Failed(words) = response else {
            return;
        };
        assert!(begun.elapsed() < PATIENCE, "no answer: {words}");
        sleep(LOOK).await;
    }
}

/// Connects the two people.
async fn gather(whole: &Whole) -> Arc<[Person]> {
    whole.people(2).await.into()
}
