//! Health, metrics and log of the bot, none of which contains the token.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use discord_sandbox::Person;
use focusbot::metrics::{Metrics, ShardState, TurnStage};
use serde_json::{Value, json};

use crate::support::until;
use crate::whole::harness::{self, Bot, CHANNEL, Whole, begin, board, done, send_move};

/// Invented token of the same shape as Discord's.
const TOKEN: &str = "MTE4NzY1NDMyMTA5ODc2NTQzMg.GfocUs.a-b_c1d2e3f4g5h6i7j8k9l0m1n2o3p4q5r6s7";

/// Bot with a monitoring port, and its log.
struct MonitoredBot {
    bot: Bot,
    log: PathBuf,
    address: String,
}

impl MonitoredBot {
    async fn start(whole: &Whole, format: &str, filter: &str) -> Self {
        let log = whole.data().with_extension(format!("{format}.log"));
        let mut command = whole.command("run");
        command
            .env("FOCUSBOT_MONITOR_LISTEN", "127.0.0.1:0")
            .env("FOCUSBOT_LOG_FORMAT", format)
            .env("FOCUSBOT_LOG_FILTER", filter)
            .stdin(Stdio::null())
            .stderr(File::create(&log).expect("a file for the log"));
        let bot = Bot(command.spawn().expect("the binary of this package"));
        let anna = Person::connect(whole.sandbox.base_url(), "anna").await;
        let anna = anna.expect("a person of the sandbox");
        anna.wait_for_bot("focus").await.expect("the bot");
        let address = || {
            let text = fs::read_to_string(&log).expect("a log");
            text.split("127.0.0.1:").skip(1).find_map(|rest| {
                let digits = rest.find(|letter: char| !letter.is_ascii_digit());
                let port = &rest[..digits?];
                (!whole.sandbox.base_url().ends_with(port)).then(|| format!("127.0.0.1:{port}"))
            })
        };
        let what = "the monitor's port in the log";
        until(what, || address().is_some());
        let address = address().expect(what);
        Self { bot, log, address }
    }

    /// Requests a path; returns the status and body.
    fn get(&self, path: &str) -> (u16, String) {
        self.get_as("bot", path)
    }

    /// Requests a path as a browser that knows the bot as `host`; returns the status and body.
    fn get_as(&self, host: &str, path: &str) -> (u16, String) {
        let text = harness::get(&self.address, host, path).expect("an answer");
        let (head, body) = text.split_once("\r\n\r\n").expect("a head and a body");
        let status = head
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok());
        (status.expect("a status"), body.to_owned())
    }

    /// Waits until the body of the page at `path` contains a text.
    #[track_caller]
    fn wait_for(&self, path: &str, text: &str) {
        until(text, || self.get(path).1.contains(text));
    }

    /// Stops the bot and returns its log.
    fn end(self) -> String {
        self.bot.terminate();
        assert!(self.bot.ended().success());
        fs::read_to_string(&self.log).expect("a log")
    }
}

#[test]
fn dashboard_shows_only_metrics_that_exist() {
    let metrics = Metrics::default();
    metrics.acknowledged("reply", Duration::ZERO);
    metrics.stage(TurnStage::Draw, Duration::ZERO);
    metrics.refused("Stale");
    metrics.answered("channel", Some(200));
    metrics.shards(&[ShardState {
        number: 0,
        total: 1,
        is_connected: true,
        latency: Some(Duration::ZERO),
    }]);
    let told = metrics.to_text();
    let series = |line: &str| line.split(['{', ' ']).next().map(str::to_owned);
    let series: Vec<_> = told.lines().filter_map(series).collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/monitor/grafana.json");
    let text = fs::read_to_string(path).expect("the dashboard");
    let is_end = |letter: char| !letter.is_ascii_alphanumeric() && letter != '_';
    let words = text
        .split(is_end)
        .filter(|word| word.starts_with("focusbot_"));
    assert!(words.clone().count() > 10, "{text}");
    for word in words {
        assert!(
            series.iter().any(|name| name == word),
            "{word} is not in\n{told}"
        );
    }
}

/// Plays the first move of a game.
async fn play_a_move(people: &[Person]) {
    let shown = begin(people, "0").await;
    let mover = shown.mover(people).expect("somebody is called to move");
    let own = shown.color().expect("a color");
    let game = focus::Game::new(focus::Rules::new(focus::Mode::Duel), own);
    let mv = game.position().legal_moves()[0];
    let asked = send_move(mover, CHANNEL, mv).await;
    done(mover, &asked).await;
    board(&people[0], shown.id, 1).await;
    // A move out of turn, so that there is a refusal to count.
    let asked = send_move(mover, CHANNEL, mv).await;
    done(mover, &asked).await;
}

fn health(address: &str) -> Command {
    let mut command = crate::support::program::focusbot();
    command.args(["health", "--ready"]);
    command.env("FOCUSBOT_MONITOR_LISTEN", address);
    command
}

#[tokio::test(flavor = "multi_thread")]
async fn bot_reports_its_health_and_metrics() {
    let whole = Whole::start().await;
    let monitored = MonitoredBot::start(&whole, "json", "warn,focusbot=debug").await;
    let people = whole.people(2).await;
    play_a_move(&people).await;

    // The state of the connection is checked only at intervals, and a busy machine delays whatever
    // it does.
    let ok = (200, "ok\n".to_owned());
    for path in ["/healthz", "/readyz"] {
        until("a bot that is well", || monitored.get(path) == ok);
    }
    until("a command that says so", || {
        let output = health(&monitored.address).output().expect("an answer");
        output.stdout == b"ok\n"
    });
    for path in ["/healthz", "/readyz", "/readyz/balancer", "/metrics"] {
        assert_eq!(monitored.get_as("evil.example:9464", path).0, 421, "{path}");
        until(path, || monitored.get_as(&monitored.address, path).0 == 200);
    }
    for wanted in [
        "focusbot_shard_connected{shard=\"0\"} 1",
        "focusbot_refusals_total{kind=\"NotYourTurn\"} 1",
        "focusbot_acknowledgement_seconds_count{answer=\"reply\"}",
        "focusbot_board_seconds_count ",
        "focusbot_stage_seconds_count{stage=\"commit\"}",
        "focusbot_stage_seconds_count{stage=\"draw\"}",
        "focusbot_engine_jobs_waiting 0",
        "focusbot_store_bytes ",
        "focusbot_store_requests_total 0",
    ] {
        monitored.wait_for("/metrics", wanted);
    }
    let (_, figures) = monitored.get("/metrics");
    let mut faults = figures.lines();
    let fault = faults.find(|line| line.starts_with("focusbot_faults") && !line.ends_with(" 0"));
    assert_eq!(fault, None);

    let address = monitored.address.clone();
    let log = monitored.end();
    for line in log.lines() {
        let entry: Value = serde_json::from_str(line).expect("an object a line");
        assert!(entry["level"].is_string(), "{line}");
    }
    let output = health(&address).output().expect("an answer");
    assert_eq!(output.status.code(), Some(1), "nobody answers");
}

#[tokio::test(flavor = "multi_thread")]
async fn bot_without_discord_is_healthy_but_not_ready() {
    let whole = Whole::start().await;
    let monitored = MonitoredBot::start(&whole, "human", "warn,focusbot=info").await;
    until("a bot that is ready", || monitored.get("/readyz").0 == 200);
    let anna = &whole.people(1).await[0];
    for change in [
        json!({"action": "refuse", "on": true}),
        json!({"action": "drop"}),
    ] {
        anna.control("gateway", change).await.expect("a control");
    }
    monitored.wait_for("/readyz", "is not connected");
    for path in ["/readyz", "/readyz/balancer"] {
        assert_eq!(monitored.get(path).0, 503, "{path}");
    }
    // A restart would not help.
    until("a bot that is well", || monitored.get("/healthz").0 == 200);
}

/// Returns everything in a folder, as bytes.
fn contents(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(contents(&path));
        } else {
            let bytes = fs::read(&path).expect("a file");
            found.push((path, bytes));
        }
    }
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn token_is_nowhere_after_a_run_that_logs_everything() {
    let bytes: Vec<String> = TOKEN.bytes().map(|byte| byte.to_string()).collect();
    let ways = [
        TOKEN.to_owned(),
        bytes.join(", "),
        TOKEN.escape_unicode().to_string(),
    ];
    for format in ["human", "json"] {
        let whole = Whole::with_token(Some(TOKEN)).await;
        let monitored = MonitoredBot::start(&whole, format, "trace").await;
        let people = whole.people(2).await;
        play_a_move(&people).await;
        let (_, figures) = monitored.get("/metrics");
        let log = monitored.end();
        assert!(log.contains("TRACE"), "everything is logged");
        let shown = whole.command("config").output().expect("the settings");
        let backup = whole.command("backup").output().expect("a backup");
        assert!(backup.status.success(), "{backup:?}");
        let mut written = contents(whole.data().parent().expect("the bot's folder"));
        assert!(written.len() > 3, "database, backup and log are there");
        written.push(("config".into(), [shown.stdout, shown.stderr].concat()));
        written.push(("backup".into(), [backup.stdout, backup.stderr].concat()));
        written.push(("metrics".into(), figures.into_bytes()));
        for (path, bytes) in written {
            for way in &ways {
                let found = bytes.windows(way.len()).any(|part| part == way.as_bytes());
                assert!(!found, "the token stands in {}", path.display());
            }
        }
    }
}
