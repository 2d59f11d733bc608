//! Bot in one or several processes of its own.

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, bail, ensure};

#[cfg(feature = "postgres")]
use crate::cli::data;
use crate::cli::load_test::figures::Figures;
#[cfg(feature = "postgres")]
use crate::config::Config;
use crate::config::variables;
#[cfg(feature = "postgres")]
use crate::store::postgres;
use discord_sandbox::Sandbox;

/// Interval of checks whether the bot is ready.
const ASK_EVERY: Duration = Duration::from_millis(5);
/// Clock ticks per second in which Linux counts the CPU time of processes.
const TICKS: u64 = 100;

/// Settings whose limits are raised out of the way.
const LIMITS: [&str; 9] = [
    "DISCORD_RESPONSE_SECONDS",
    "DATA_BACKUP_EVERY_HOURS",
    "DATA_OPEN_LIMIT_SECONDS",
    "TABLES_PER_PERSON",
    "TABLES_PER_CHANNEL",
    "TABLES_PER_SERVER",
    "PACE_ACTS_PER_PERSON",
    "PACE_ACTS_PER_CHANNEL",
    "PACE_ACTS_PER_SERVER",
];

/// Beginnings of the variables that reach the bot. All others are left out, so that it neither uses
/// another bot's games nor is measured with another bot's settings.
const PASSED_ON: [&str; 4] = [
    "FOCUSBOT_STORE_PASSWORD",
    "FOCUSBOT_STORE_ROOT_CERTIFICATE",
    "FOCUSBOT_STORE_CONNECTIONS",
    "FOCUSBOT_DISCORD_REQUESTS_PER_SECOND",
];

/// Refuses the database `store` if it has games or another process uses it.
#[cfg(feature = "postgres")]
pub(super) fn require_empty(folder: &Path, store: &str) -> anyhow::Result<()> {
    // The settings of the current folder do not reach the bot, either.
    let path = folder.join("config.toml");
    fs::write(&path, "")?;
    let mut variables = variables();
    variables.retain(|(name, _)| is_passed_on(name));
    let config = Config::load(Some(&path), &variables)?;
    let access = data::access(&config, store.parse()?);
    Ok(postgres::require_fillable(&access)?)
}

/// Accepts everything: without PostgreSQL, the bot refuses the address itself.
#[cfg(not(feature = "postgres"))]
#[expect(clippy::unnecessary_wraps, reason = "as with PostgreSQL")]
pub(super) fn require_empty(_: &Path, _: &str) -> anyhow::Result<()> {
    Ok(())
}

/// Moves the games in the data folder below `folder` to the empty database `store`.
pub(super) fn migrate(folder: &Path, store: &str) -> anyhow::Result<()> {
    let moved = program()?
        .args(["migrate", "--from", "data", "--to", store])
        .current_dir(folder)
        .status()?;
    ensure!(moved.success(), "the games cannot be moved to the database");
    Ok(())
}

/// Returns a command for this program, with few of the settings in the environment.
fn program() -> anyhow::Result<Command> {
    let program = std::env::current_exe().context("this program cannot be found")?;
    let mut command = Command::new(program);
    for (name, _) in variables() {
        if !is_passed_on(&name) {
            command.env_remove(name);
        }
    }
    Ok(command)
}

fn is_passed_on(name: &str) -> bool {
    PASSED_ON.iter().any(|passed| name.starts_with(passed))
}

/// Processes of a running bot.
pub(super) struct BotProcesses(Vec<Process>);

impl BotProcesses {
    /// Starts this program as a bot in `processes` processes, with limits that are never reached.
    /// They keep the games in the database `store`, or a single one in the folder.
    pub(super) fn start(
        processes: u32,
        folder: &Path,
        store: Option<&str>,
        sandbox: &Sandbox,
    ) -> anyhow::Result<Self> {
        let processes = (0..processes).map(|number| {
            let data = match number {
                0 => folder.join("data"),
                _ => folder.join(format!("data-{number}")),
            };
            Process::start(&data, store, sandbox)
        });
        Ok(Self(processes.collect::<Result<_, _>>()?))
    }

    /// Waits until all processes serve people.
    pub(super) async fn wait_until_ready(&self) -> anyhow::Result<()> {
        for process in &self.0 {
            process.wait_until_ready().await?;
            // A process without a shard is ready as well.
            while process.figures().await?.shards == 0 {
                tokio::time::sleep(ASK_EVERY).await;
            }
        }
        Ok(())
    }

    /// Reads the current metrics of all processes together.
    pub(super) async fn figures(&self) -> anyhow::Result<Figures> {
        let mut all = Figures::default();
        for process in &self.0 {
            all.add(&process.figures().await?);
        }
        Ok(all)
    }

    /// Returns the sum of the peak resident memory of all processes, in bytes.
    pub(super) fn peak_memory(&self) -> anyhow::Result<f64> {
        self.0
            .iter()
            .map(|process| peak_of(process.child.id()))
            .sum()
    }

    /// Returns the CPU time of all processes together.
    pub(super) fn cpu(&self) -> anyhow::Result<Duration> {
        self.0
            .iter()
            .map(|process| cpu_of(process.child.id()))
            .sum()
    }
}

/// Process of a running bot, killed on drop.
struct Process {
    child: Child,
    http: reqwest::Client,
    monitor: String,
}

impl Drop for Process {
    fn drop(&mut self) {
        // Both fail only if the process has already ended, as intended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Process {
    fn start(data: &Path, store: Option<&str>, sandbox: &Sandbox) -> anyhow::Result<Self> {
        // If another process takes the port in between, the bot reports it.
        let free = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        let mut command = program()?;
        for limit in LIMITS {
            command.env(format!("FOCUSBOT_{limit}"), "60000");
        }
        if let Some(store) = store {
            command.env("FOCUSBOT_STORE_URL", store);
        }
        let child = command
            .arg("run")
            .current_dir(data.parent().context("a folder around the data")?)
            .env("DISCORD_TOKEN", sandbox.token())
            .env("FOCUSBOT_DISCORD_API_BASE", sandbox.base_url())
            .env("FOCUSBOT_DATA_DIR", data)
            .env("FOCUSBOT_MONITOR_LISTEN", free.to_string())
            .env("FOCUSBOT_LOG_FILTER", "warn")
            .stdin(Stdio::null())
            .spawn()?;
        Ok(Self {
            child,
            http: reqwest::Client::builder().no_proxy().build()?,
            monitor: format!("http://{free}"),
        })
    }

    /// Waits until it is ready to serve people.
    async fn wait_until_ready(&self) -> anyhow::Result<()> {
        loop {
            let asked = self
                .http
                .get(format!("{}/readyz", self.monitor))
                .send()
                .await;
            match asked {
                Ok(answer) if answer.status().is_success() => return Ok(()),
                // It is still opening its games or connecting.
                Ok(_) | Err(_) if self.is_alive() => tokio::time::sleep(ASK_EVERY).await,
                Ok(_) | Err(_) => bail!("the bot has ended"),
            }
        }
    }

    fn is_alive(&self) -> bool {
        stat(self.child.id()).is_ok_and(|stat| !stat.starts_with('Z'))
    }

    /// Reads its current metrics.
    async fn figures(&self) -> anyhow::Result<Figures> {
        let answer = self.http.get(format!("{}/metrics", self.monitor)).send();
        Ok(Figures::read(&answer.await?.text().await?))
    }
}

/// Returns the CPU time of this process, which runs the sandbox and the scripted people.
pub(super) fn own_cpu() -> anyhow::Result<Duration> {
    cpu_of(std::process::id())
}

fn cpu_of(process: u32) -> anyhow::Result<Duration> {
    let stat = stat(process)?;
    // Fields 14 and 15 of the whole file; the first one here is the state, field 3.
    let fields: Vec<_> = stat.split(' ').collect();
    let ticks = |at: usize| fields.get(at).and_then(|ticks| ticks.parse::<u64>().ok());
    let spent = ticks(11).zip(ticks(12)).context("fields of /proc/…/stat")?;
    Ok(Duration::from_millis((spent.0 + spent.1) * 1000 / TICKS))
}

/// Returns the peak resident memory of a process, in bytes.
fn peak_of(process: u32) -> anyhow::Result<f64> {
    let path = format!("/proc/{process}/status");
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read `{path}`"))?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.trim().strip_suffix(" kB"));
    let kib: f64 = kib.context("`VmHWM` in /proc/…/status")?.parse()?;
    Ok(kib * 1024.0)
}

/// Returns a process's `stat` from the state field on.
fn stat(process: u32) -> anyhow::Result<String> {
    let path = format!("/proc/{process}/stat");
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read `{path}`"))?;
    let (_, fields) = text.rsplit_once(") ").context("a name in parentheses")?;
    Ok(fields.to_owned())
}
