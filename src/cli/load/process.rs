//! Bot in a process of its own.

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, bail};

use crate::cli::load::figures::Figures;

/// Interval of checks whether the bot is ready.
const ASK_EVERY: Duration = Duration::from_millis(5);
/// Clock ticks per second in which Linux counts the CPU time of processes.
const TICKS: u64 = 100;

/// Settings whose limits are raised out of the way.
const LIMITS: [&str; 8] = [
    "DATA_BACKUP_EVERY_HOURS",
    "DATA_OPEN_LIMIT_SECONDS",
    "TABLES_PER_PERSON",
    "TABLES_PER_CHANNEL",
    "TABLES_PER_SERVER",
    "PACE_ACTS_PER_PERSON",
    "PACE_ACTS_PER_CHANNEL",
    "PACE_ACTS_PER_SERVER",
];

/// Running bot, killed on drop.
pub(super) struct Process {
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
    /// Starts this program as a bot, with limits that are never reached.
    pub(super) fn start(folder: &Path, discord: &str, token: &str) -> anyhow::Result<Self> {
        // If another process takes the port in between, the bot reports it.
        let free = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        let program = std::env::current_exe().context("this program cannot be found")?;
        let mut command = Command::new(program);
        for limit in LIMITS {
            command.env(format!("FOCUSBOT_{limit}"), "60000");
        }
        let child = command
            .arg("run")
            .current_dir(folder)
            .env("DISCORD_TOKEN", token)
            .env("FOCUSBOT_DISCORD_API_BASE", discord)
            .env("FOCUSBOT_DATA_DIR", folder.join("data"))
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

    /// Waits until the bot is ready to serve people.
    pub(super) async fn wait_until_ready(&self) -> anyhow::Result<()> {
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

    /// Reads the bot's current metrics.
    pub(super) async fn figures(&self) -> anyhow::Result<Figures> {
        let answer = self.http.get(format!("{}/metrics", self.monitor)).send();
        Ok(Figures::read(&answer.await?.text().await?))
    }

    /// Returns the CPU time of its threads.
    pub(super) fn cpu(&self) -> anyhow::Result<Duration> {
        cpu_of(self.child.id())
    }
}

/// Returns the CPU time of this process: of the sandbox and of the people.
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

/// Returns a process's `stat` from the state field on.
fn stat(process: u32) -> anyhow::Result<String> {
    let path = format!("/proc/{process}/stat");
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read `{path}`"))?;
    let (_, fields) = text.rsplit_once(") ").context("a name in parentheses")?;
    Ok(fields.to_owned())
}
