//! Harness of the tests of the real binary: a sandbox in this process, the bot in another, and
//! scripted people.

#[cfg(target_os = "linux")]
use std::fs::File;
#[cfg(unix)]
use std::io::{Read, Write};
#[cfg(unix)]
use std::net::TcpStream;
#[cfg(all(unix, feature = "postgres"))]
use std::num::NonZero;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
#[cfg(unix)]
use std::process::{ChildStderr, ExitStatus};
use std::sync::Arc;
use std::time::Duration;

use discord_sandbox::{Asked, Message, Person, Response, SandboxOptions};
use focus::{Color, Game, Mode, Move, Position, Rules};
use focusbot::service::api::rate_limit::RateLimits;
use focusbot::service::upkeep::consistency::audit;
use focusbot::service::{GameId, GameView, Limits, RetentionPeriods, Service};
use focusbot::store::records::KINDS;
use focusbot::store::records::check;
use focusbot::store::{Folder, Options};
use tempfile::TempDir;

use crate::store::{open_when_free, wait_until_free};
use crate::support::described::StrictSandbox;
use crate::support::{RESPONSE_LIMIT, game_of, program};

/// Channel of all games.
pub(super) const CHANNEL: &str = "games";

/// People of the sandbox who play here, in the order in which they sit down.
pub(super) const PEOPLE: [&str; 4] = ["anna", "lukasz", "juergen", "eleonora"];

/// Number of attempts at something that a busy machine may spoil.
pub(super) const TRIES: u32 = 5;

/// Limits of a service that only reads.
pub(super) const LIMITS: Limits = Limits {
    games_per_person: 9,
    games_per_channel: 9,
    games_per_guild: 9,
    watches_per_channel: 9,
    watches_per_person: 9,
    watches_per_guild: 9,
    rates: RateLimits::WIDE,
    imports_per_person: 9,
    table_open_for: Duration::ZERO,
    take_back_grace: Duration::ZERO,
    retention: RetentionPeriods::NEVER,
};

/// Sandbox, and a folder for the bot's games.
pub(super) struct Whole {
    pub(super) sandbox: StrictSandbox,
    folder: TempDir,
}

/// Process of the bot; it is killed when dropped.
pub(super) struct Bot(pub(super) Child);

impl Bot {
    /// Tells the process to stop.
    #[cfg(unix)]
    pub(super) fn terminate(&self) {
        let process = rustix::process::Pid::from_child(&self.0);
        let sent = rustix::process::kill_process(process, rustix::process::Signal::TERM);
        sent.expect("a process to stop");
    }

    /// Makes every further write of the process fail, as on a full disk.
    #[cfg(target_os = "linux")]
    pub(super) fn fill_disk(&self) {
        use rustix::process::{Pid, Resource, Rlimit, prlimit};

        let limit = Rlimit {
            current: Some(0),
            maximum: None,
        };
        let set = prlimit(Some(Pid::from_child(&self.0)), Resource::Fsize, limit);
        set.expect("a process of ours");
    }

    /// Waits until the process ends.
    #[cfg(unix)]
    pub(super) fn ended(mut self) -> ExitStatus {
        self.0.wait().expect("a process of ours")
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        // Both fail only if the process has already ended, which is fine.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Whole {
    pub(super) async fn start() -> Self {
        Self::with_token(None).await
    }

    pub(super) async fn with_token(token: Option<&str>) -> Self {
        Self::in_sandbox(SandboxOptions {
            token: token.map(str::to_owned),
            response_limit: RESPONSE_LIMIT,
            ..SandboxOptions::default()
        })
        .await
    }

    /// Starts a sandbox in which each of several servers has a shard of its own.
    #[cfg(all(unix, feature = "postgres"))]
    pub(super) async fn with_servers(servers: u32) -> Self {
        let shards = NonZero::new(servers).expect("a server");
        Self::in_sandbox(SandboxOptions {
            servers: shards.try_into().expect("a small number"),
            shards,
            ..SandboxOptions::default()
        })
        .await
    }

    async fn in_sandbox(options: SandboxOptions) -> Self {
        let folder = tempfile::tempdir().expect("a folder for temporary files");
        let options = SandboxOptions {
            rate_limits: false,
            ..options
        };
        let sandbox = StrictSandbox::start(options).await.expect("a free port");
        Self { sandbox, folder }
    }

    /// Starts the real binary, configured for the sandbox only through its settings.
    pub(super) fn bot(&self) -> Bot {
        self.bot_with(&[])
    }

    /// Starts the real binary with further settings.
    pub(super) fn bot_with(&self, settings: &[(&str, &str)]) -> Bot {
        wait_until_free(&self.data());
        let mut command = self.command("run");
        command.envs(settings.iter().copied()).stdin(Stdio::null());
        Bot(command.spawn().expect("the binary of this package"))
    }

    /// Starts the bot, and also returns its log.
    #[cfg(unix)]
    pub(super) fn bot_with_log(&self) -> (Bot, ChildStderr) {
        let mut command = self.command("run");
        // Without colors in the log.
        command.env("NO_COLOR", "1").stdin(Stdio::null());
        let child = command.stderr(Stdio::piped()).spawn();
        let mut child = child.expect("the binary of this package");
        let log = child.stderr.take().expect("a pipe");
        (Bot(child), log)
    }

    /// Starts the real binary so that it survives a failed write; its log is on the same disk.
    #[cfg(target_os = "linux")]
    pub(super) fn bot_whose_disk_may_fill(&self) -> Bot {
        let real = self.command("run");
        let mut command = Command::new("sh");
        command
            .args(["-c", r#"trap "" XFSZ; exec "$0" "$@""#])
            .arg(real.get_program())
            .args(real.get_args())
            .current_dir(self.folder.path());
        for (name, value) in real.get_envs() {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        let log = File::create(self.folder.path().join("log")).expect("a file for the log");
        let child = command.stdin(Stdio::null()).stderr(log).spawn();
        Bot(child.expect("the binary of this package"))
    }

    /// Returns a command for the real binary, with all settings.
    pub(super) fn command(&self, name: &str) -> Command {
        let mut command = program::focusbot();
        program::give_time(&mut command)
            .arg(name)
            .current_dir(self.folder.path())
            .env("DISCORD_TOKEN", self.sandbox.token())
            .env("FOCUSBOT_DISCORD_API_BASE", self.sandbox.base_url())
            .env("FOCUSBOT_DATA_DIR", self.data())
            .env("FOCUSBOT_ENGINE_HASH_MIB", "1")
            .env("FOCUSBOT_ENGINE_THINK_MILLISECONDS", "20")
            .env("FOCUSBOT_ENGINE_PACE_MILLISECONDS", "0")
            .env("FOCUSBOT_ENGINE_WATCH_PACE_MILLISECONDS", "100")
            // Scripted people act faster than the limits allow.
            .env("FOCUSBOT_PACE_ACTS_PER_PERSON", "60000")
            .env("FOCUSBOT_PACE_ACTS_PER_CHANNEL", "60000")
            .env("FOCUSBOT_PACE_ACTS_PER_SERVER", "60000");
        command
    }

    pub(super) async fn people(&self, count: usize) -> Vec<Person> {
        let mut people = Vec::new();
        for name in &PEOPLE[..count] {
            let person = Person::connect(self.sandbox.base_url(), name).await;
            people.push(person.expect("a person of the sandbox"));
        }
        people
    }

    /// Returns two people whose duel has begun, its first board, and the duel.
    pub(super) async fn duel(&self) -> (Vec<Person>, Shown, Game) {
        let people = self.people(2).await;
        people[0].wait_for_bot("focus").await.expect("the bot");
        let shown = begin(&people, "0").await;
        let first = shown.color().expect("a color");
        (people, shown, Game::new(Rules::new(Mode::Duel), first))
    }

    /// Returns a stored game while no bot runs.
    pub(super) fn look(&self, id: GameId) -> GameView {
        game_of(&self.open(), id)
    }

    /// Opens the bot's store while none runs; every record must be intact.
    pub(super) fn open(&self) -> Service {
        let options = Options {
            kinds: KINDS,
            ..Options::default()
        };
        let opened = open_when_free(&Folder::new(self.data()), options).expect("an unused store");
        assert_eq!(opened.set_aside, [], "every record is intact");
        assert_eq!(opened.lost_commits, 0, "every commit is there");
        let report = check::check_records(&opened.store, KINDS).expect("a readable store");
        assert_eq!(report.flaws, [], "every record can be read");
        let findings = audit(&opened.store, &mut || {}).expect("a readable store");
        assert_eq!(findings, [], "everything follows from the games");
        Service::new(Arc::new(opened.store), LIMITS)
    }

    pub(super) fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }
}

/// Board in the channel.
#[derive(Clone, Debug)]
pub(super) struct Shown {
    pub(super) message: Message,
    pub(super) id: GameId,
    pub(super) plies: usize,
}

impl Shown {
    /// Parses the file name of the picture, `focus-<game>-<plies>.png`.
    pub(super) fn read(message: &Message) -> Option<Self> {
        let name = message.attachments().first()?["filename"].as_str()?;
        let name = name.strip_prefix("focus-")?.strip_suffix(".png")?;
        let (id, plies) = name.split_once('-')?;
        Some(Self {
            message: message.clone(),
            id: id.parse().ok()?,
            plies: plies.parse().ok()?,
        })
    }

    /// Returns the color to move, from the text above the board.
    pub(super) fn color(&self) -> Option<Color> {
        let text = self.message.content();
        let names = [("Orange", Color::Orange), ("Green", Color::Green)];
        let names = names
            .into_iter()
            .chain([("Blue", Color::Blue), ("Pink", Color::Pink)]);
        let mut called = names.filter(|(name, _)| text.contains(&format!("{name}** to move")));
        called.next().map(|(_, color)| color)
    }

    /// Returns the person who is called to move.
    pub(super) fn mover<'p>(&self, people: &'p [Person]) -> Option<&'p Person> {
        let pings = self.message.pings();
        assert!(pings.len() <= 1, "one mention at most: {pings:?}");
        let id = pings.first()?;
        people.iter().find(|person| person.id() == *id)
    }
}

/// Returns the public boards in a channel, the newest first.
pub(super) fn boards(view: &discord_sandbox::View, channel: &str) -> Vec<Shown> {
    let channel = view.channel(channel).unwrap_or_default();
    let messages = view.messages(&channel).into_iter().rev();
    let public = messages.filter(|message| !message.is_ephemeral());
    public.filter_map(|message| Shown::read(&message)).collect()
}

/// Returns the last move according to the English description of a board.
pub(super) fn last_move(description: &str, position: &Position) -> Move {
    let description = description.replace('\u{2011}', "-");
    let last = description.split_once("Last move, by ");
    let (_, last) = last.expect("a last move");
    let (_, last) = last.split_once(": ").expect("a move after its player");
    let mut moves = position.legal_moves().into_iter();
    let mv = moves.find(|mv| last.starts_with(&mv.to_string()));
    mv.unwrap_or_else(|| panic!("a legal move: {last}"))
}

/// Waits for the public board of a game with so many plies.
pub(super) async fn board(person: &Person, id: GameId, plies: usize) -> Shown {
    board_in(person, CHANNEL, id, plies).await
}

/// Waits for the public board of a game in a channel, with so many plies.
pub(super) async fn board_in(person: &Person, channel: &str, id: GameId, plies: usize) -> Shown {
    let what = format!("the board of game {id} after {plies} plies");
    let shown = person.wait_until(&what, |view| {
        let mut boards = boards(view, channel).into_iter();
        boards.find(|shown| (shown.id, shown.plies) == (id, plies))
    });
    shown.await.expect("a board")
}

/// Sends a move by a command in a channel.
pub(super) async fn send_move(mover: &Person, channel: &str, mv: Move) -> Asked {
    let mv = mv.to_string();
    let asked = mover.slash(channel, "focus move", &[("move", &mv)]).await;
    asked.expect("the command")
}

/// Sets up a table of a mode, seats everybody, and returns the first board of the game.
pub(super) async fn begin(people: &[Person], mode: &str) -> Shown {
    begin_in(people, CHANNEL, &[("mode", mode)]).await
}

/// Sets up a table in a channel, seats everybody, and returns the first board on which a person is to
/// move.
pub(super) async fn begin_in(people: &[Person], channel: &str, options: &[(&str, &str)]) -> Shown {
    people[0].look_past();
    let asked = people[0].slash(channel, "focus new", options).await;
    done(&people[0], &asked.expect("the command")).await;
    let is_alone = people.len() == 1;
    if !is_alone {
        sit_down(people).await;
    }
    let board = people[0].wait_for_message("a board", |message| {
        // A computer may have moved first.
        let is_first = |shown: Shown| shown.plies <= usize::from(is_alone);
        !message.is_ephemeral()
            && Shown::read(message).is_some_and(is_first)
            && message.content().contains("** to move")
            && !message.pings().is_empty()
            // A board of an earlier game may still be losing its buttons.
            && message.component("f1:more:").is_some()
    });
    Shown::read(&board.await.expect("a board")).expect("a board")
}

/// Lets everybody join the table that the first of them has set up.
async fn sit_down(people: &[Person]) {
    let table =
        people[0].wait_for_message("a table", |message| message.component("Join").is_some());
    let table = table.await.expect("a table");
    for person in &people[1..] {
        let seen = person.wait_until("the table", |view| view.message(table.id()));
        let seen = seen.await.expect("a table");
        let asked = person.press(&seen, "Join").await.expect("a button");
        done(person, &asked).await;
    }
}

/// Requests a path of a monitor as a browser that knows the bot as `host`, and returns the answer;
/// `None` if the bot has ended.
#[cfg(unix)]
pub(super) fn get(address: &str, host: &str, path: &str) -> Option<String> {
    let mut stream = TcpStream::connect(address).ok()?;
    write!(stream, "GET {path} HTTP/1.0\r\nHost: {host}\r\n\r\n").ok()?;
    let mut text = String::new();
    stream.read_to_string(&mut text).ok()?;
    (!text.is_empty()).then_some(text)
}

/// Waits until a person sees that the bot is offline.
pub(super) async fn bot_is_gone(person: &Person) {
    let gone = person.wait_until("the end of the bot", |view| {
        (!view.is_bot_online()).then_some(())
    });
    gone.await.expect("the bot is gone");
}

/// Waits for a response other than Discord's "did not respond".
pub(super) async fn done(person: &Person, asked: &Asked) -> Response {
    match person.response(asked).await.expect("an answer") {
        Response::Failed(words) => panic!("no answer: {words}"),
        response => response,
    }
}
