//! Several processes, their database, and people who play on several servers.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use discord_sandbox::{Event, Message, Person, PersonError};
use focusbot::service::upkeep::consistency::audit;
use focusbot::service::{GameId, GameView, Service, Timestamp};
use focusbot::store::postgres::{Options, PostgresStore};
use focusbot::store::records::KINDS;
use focusbot::store::records::check::check_records;
use rustix::process::{Pid, Signal, kill_process};
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet, spawn_blocking};
use tokio::time::sleep;

use crate::store::postgres::pair::Pair;
use crate::whole::harness::{Bot, Shown, Whole, done, game};
use crate::whole::rounds::playing::Playing;
use crate::whole::shards::LIMITS;

/// Interval at which something is looked for again.
const LOOK: Duration = Duration::from_millis(50);
/// Time before a wait fails, far beyond what it needs.
const PATIENCE: Duration = Duration::from_secs(600);
/// Time that a clock may lose at most: a process without a sign of life for longer is dead.
const LEASE: Duration = Duration::from_secs(15);

/// Messages that have shown each position.
type Boards = Arc<Mutex<BTreeMap<(GameId, usize), BTreeMap<String, Message>>>>;

/// Returns the number of processes, each of which serves one shard, which has one server:
/// `FOCUSBOT_PROCESSES`, or else 3.
fn processes() -> usize {
    env::var("FOCUSBOT_PROCESSES").map_or(3, |text| text.parse().expect("a number of processes"))
}

/// Everything that takes part.
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
    people: Arc<[Person]>,
    boards: Boards,
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
        let boards = Boards::default();
        tokio::spawn(watch_boards(
            whole.sandbox.base_url().to_owned(),
            Arc::clone(&boards),
        ));
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
            people,
            boards,
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

    /// Starts a process.
    pub(super) fn start(&mut self, bot: usize) {
        self.starts += 1;
        let log = self
            .whole
            .data()
            .with_extension(format!("{}.log", self.starts));
        let mut command = self.whole.command("run");
        if let Some(program) = &self.program {
            command = as_other(program, &command);
        }
        command
            .env("FOCUSBOT_STORE_URL", &self.url)
            .env(
                "FOCUSBOT_DATA_DIR",
                self.whole.data().with_extension(bot.to_string()),
            )
            .env("FOCUSBOT_MONITOR_LISTEN", "127.0.0.1:0")
            .env("FOCUSBOT_TABLES_PER_PERSON", "1000")
            .env("NO_COLOR", "1")
            .stdin(Stdio::null())
            .stderr(fs::File::create(&log).expect("a file for the log"));
        let child = command.spawn().expect("the binary of this package");
        self.bots[bot] = Some((Bot(child), log));
    }

    pub(super) fn kill(&mut self, bot: usize) {
        self.bots[bot] = None;
    }

    /// Tells a process to stop, and waits until it has.
    pub(super) async fn stop(&mut self, bot: usize) {
        let (bot, _) = self.bots[bot].take().expect("a process");
        bot.terminate();
        let ended = spawn_blocking(move || bot.ended()).await.expect("no panic");
        assert!(ended.success(), "{ended}");
    }

    pub(super) fn freeze(&self, bot: usize) {
        self.signal(bot, Signal::STOP);
    }

    pub(super) fn thaw(&self, bot: usize) {
        self.signal(bot, Signal::CONT);
    }

    fn signal(&self, bot: usize, signal: Signal) {
        let (bot, _) = self.bots[bot].as_ref().expect("a process");
        kill_process(Pid::from_child(&bot.0), signal).expect("a process");
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

    /// Returns the shards that a process has connected.
    pub(super) fn shards_of(&self, bot: usize) -> Vec<u64> {
        let found = self.bots[bot].as_ref().and_then(|(_, log)| {
            let text = fs::read_to_string(log).ok()?;
            let (_, rest) = text.split_once("monitor address=")?;
            let address = rest.lines().next()?.trim();
            let mut stream = TcpStream::connect(address).ok()?;
            write!(stream, "GET /metrics HTTP/1.0\r\nHost: bot\r\n\r\n").ok()?;
            let mut text = String::new();
            stream.read_to_string(&mut text).ok()?;
            Some(text)
        });
        let text = found.unwrap_or_default();
        let lines = text.lines().filter_map(|line| {
            let rest = line.strip_prefix("focusbot_shard_connected{shard=\"")?;
            rest.strip_suffix("\"} 1")?.parse().ok()
        });
        lines.collect()
    }

    /// Waits until every process serves one shard.
    async fn share(&self) {
        let have_one = || self.processes().all(|bot| self.shards_of(bot).len() == 1);
        let begun = Instant::now();
        while !tokio::task::block_in_place(have_one) {
            assert!(begun.elapsed() < PATIENCE, "the shards are not shared out");
            sleep(LOOK).await;
        }
    }

    /// Begins a game with a clock in a channel of a server.
    async fn begin(&self, server: usize, channel: usize) -> Playing {
        let place = &self.channels[server][channel];
        let [host, guest] = &self.people[..] else {
            panic!("two people");
        };
        let asked = host.slash(place, "focus new", &[("clock", "1d")]).await;
        done(host, &asked.expect("the command")).await;
        let table = host.wait_for_message("a table", |message| {
            message.channel() == place && message.component("Join").is_some()
        });
        let table = table.await.expect("a table");
        let seen = guest.wait_until("the table", |view| view.message(table.id()));
        let asked = guest.press(&seen.await.expect("a table"), "Join").await;
        done(guest, &asked.expect("a button")).await;
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
            ids.into_iter().map(|id| game(&service, id)).collect()
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
        let over: Vec<_> = (0..self.channels.len()).collect();
        let resting = std::mem::take(&mut self.resting);
        self.resting = resting
            .into_iter()
            .filter(|playing| playing.game.outcome().is_none())
            .collect();
        for server in over {
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

    /// Has everybody pause, and checks everything; `lost` are the shards that another process had to
    /// take.
    pub(super) async fn end_round(
        &mut self,
        round: usize,
        what: &str,
        fault: Instant,
        lost: &[u64],
    ) {
        self.stop.send_replace(true);
        for (task, _) in std::mem::take(&mut self.playing) {
            self.resting.push(task.await.expect("a game that goes on"));
        }
        let ids = self.resting.iter().map(|playing| playing.id).collect();
        for (playing, stored) in self.resting.iter().zip(self.stored(ids).await) {
            let is_same = playing.game.plies() == stored.game.plies();
            assert!(
                is_same,
                "{:?} acknowledged, {:?} stored",
                playing.game, stored.game
            );
        }
        {
            let boards = self.boards.lock().unwrap_or_else(PoisonError::into_inner);
            let doubled: Vec<_> = boards.iter().filter(|(_, shown)| shown.len() > 1).collect();
            assert!(doubled.is_empty(), "positions shown twice: {doubled:?}");
        }
        self.is_sound().await;
        let made = self.resting.iter().flat_map(|playing| &playing.made);
        let moves = made.clone().count();
        let failed = made.filter(|made| made.failed.is_some()).count();
        self.repeated += failed;
        self.check_clocks(fault, lost).await;
        let served = self.waits.last().copied().unwrap_or_default();
        eprintln!("{round}: {what}: {moves} moves, {failed} repeated, served after {served:.1} s");
    }

    /// Checks that everything in the database follows from the games.
    async fn is_sound(&self) {
        let begun = Instant::now();
        loop {
            // Something may be written in between.
            let found = self.read(|store| {
                let report = check_records(&store, KINDS).expect("a readable store");
                assert_eq!(report.flaws, [], "every record can be read");
                audit(&store, &mut || {}).expect("a readable store")
            });
            let found = found.await;
            if found.is_empty() {
                return;
            }
            assert!(begun.elapsed() < PATIENCE, "{found:?}");
        }
    }

    /// Checks that the clocks on these shards have got back the time in which nobody was served.
    async fn check_clocks(&mut self, fault: Instant, lost: &[u64]) {
        for (server, before) in self.run_out.clone().into_iter().enumerate() {
            let place = &self.channels[server][0];
            let guild = self.people[0].view(|view| view.server_of(place));
            let guild: u64 = guild.expect("a server").parse().expect("a number");
            let is_lost = lost.contains(&((guild >> 22) % self.bots.len() as u64));
            let begun = Instant::now();
            let given = loop {
                let given = self.run_out().await[server].since(before);
                // It is given back a moment after the shard is connected.
                if !given.is_zero() || !is_lost {
                    break given;
                }
                assert!(begun.elapsed() < PATIENCE, "no time is given back");
            };
            // Some of it may be of a process that joined just before.
            let longest = self.begun.elapsed() + LEASE;
            assert!(given <= longest, "{given:?} given back");
            if !is_lost {
                continue;
            }
            let made = self
                .resting
                .iter()
                .filter(|playing| playing.channel == *place);
            let failed = made
                .flat_map(|playing| &playing.made)
                .filter_map(|made| made.failed);
            let away = failed.map(|(first, last)| last.saturating_duration_since(first.max(fault)));
            let away = away.max().unwrap_or_default();
            let wronged = away.saturating_sub(given);
            self.lost.push(wronged.as_secs_f64());
            assert!(wronged <= LEASE, "{given:?} of {away:?} given back");
        }
    }

    /// Tells what has been measured, and ends all processes.
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

impl Drop for Scene {
    fn drop(&mut self) {
        if !thread::panicking() {
            return;
        }
        for (_, log) in self.bots.iter().flatten() {
            let text = fs::read_to_string(log).unwrap_or_default();
            let mut last: Vec<_> = text.lines().rev().take(30).collect();
            last.reverse();
            eprintln!("{}:\n{}", log.display(), last.join("\n"));
        }
    }
}

/// Returns a command with another program.
fn as_other(program: &Path, command: &Command) -> Command {
    let mut other = Command::new(program);
    other.args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => other.env(name, value),
            None => other.env_remove(name),
        };
    }
    if let Some(folder) = command.get_current_dir() {
        other.current_dir(folder);
    }
    other
}

/// Connects the two people.
async fn gather(whole: &Whole) -> Arc<[Person]> {
    whole.people(2).await.into()
}

/// Notes every message that is posted with a board, as a third person sees it.
async fn watch_boards(base_url: String, boards: Boards) {
    let person = Person::connect(&base_url, "eleonora").await;
    let person = person.expect("a person of the sandbox");
    let note = |event: &Event| {
        let message = event.message()?;
        if event.kind == "message_create" && !message.is_ephemeral() {
            Some(message)
        } else {
            None
        }
    };
    loop {
        let message: Message = match person.wait_for("a message", note).await {
            Ok(message) => message,
            // Nothing was posted for a while.
            Err(PersonError::Waited(_)) => continue,
            Err(_) => return,
        };
        if let Some(shown) = Shown::read(&message) {
            let mut boards = boards.lock().unwrap_or_else(PoisonError::into_inner);
            let place = (shown.id, shown.plies);
            boards
                .entry(place)
                .or_default()
                .insert(message.id().to_owned(), message);
        }
    }
}
