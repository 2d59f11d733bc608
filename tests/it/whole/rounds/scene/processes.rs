//! Processes of a scene: started, ended and frozen.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Instant;

use rustix::process::{Pid, Signal, kill_process};
use tokio::task::spawn_blocking;
use tokio::time::sleep;

use crate::whole::harness::{Bot, get};
use crate::whole::rounds::scene::{LOOK, PATIENCE, Scene};

impl Scene {
    /// Starts a process.
    pub(in crate::whole::rounds) fn start(&mut self, bot: usize) {
        self.starts += 1;
        let log = self
            .whole
            .data()
            .with_extension(format!("{}.log", self.starts));
        let mut command = self.whole.command("run");
        // Responses must be as fast as in production; an earlier program may not know the setting.
        command.env_remove("FOCUSBOT_DISCORD_RESPONSE_SECONDS");
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
            .env("FOCUSBOT_TABLES_PER_CHANNEL", "1000")
            .env("NO_COLOR", "1")
            .stdin(Stdio::null())
            .stderr(fs::File::create(&log).expect("a file for the log"));
        let child = command.spawn().expect("the binary of this package");
        self.bots[bot] = Some((Bot(child), log));
    }

    pub(in crate::whole::rounds) fn kill(&mut self, bot: usize) {
        self.bots[bot] = None;
    }

    /// Tells a process to stop, and waits until it has.
    pub(in crate::whole::rounds) async fn stop(&mut self, bot: usize) {
        let (bot, _) = self.bots[bot].take().expect("a process");
        bot.terminate();
        let ended = spawn_blocking(move || bot.ended()).await.expect("no panic");
        assert!(ended.success(), "{ended}");
    }

    pub(in crate::whole::rounds) fn freeze(&self, bot: usize) {
        self.signal(bot, Signal::STOP);
    }

    pub(in crate::whole::rounds) fn thaw(&self, bot: usize) {
        self.signal(bot, Signal::CONT);
    }

    fn signal(&self, bot: usize, signal: Signal) {
        let (bot, _) = self.bots[bot].as_ref().expect("a process");
        kill_process(Pid::from_child(&bot.0), signal).expect("a process");
    }

    /// Returns the shards that a process has connected.
    pub(in crate::whole::rounds) fn shards_of(&self, bot: usize) -> Vec<u64> {
        let found = self.bots[bot].as_ref().and_then(|(_, log)| {
            let text = fs::read_to_string(log).ok()?;
            let (_, rest) = text.split_once("monitor address=")?;
            let address = rest.lines().next()?.trim();
            get(address, "bot", "/metrics")
        });
        let text = found.unwrap_or_default();
        let lines = text.lines().filter_map(|line| {
            let rest = line.strip_prefix("focusbot_shard_connected{shard=\"")?;
            rest.strip_suffix("\"} 1")?.parse().ok()
        });
        lines.collect()
    }

    /// Waits until every process serves one shard.
    pub(super) async fn share(&self) {
        self.until(|| self.processes().all(|bot| self.shards_of(bot).len() == 1))
            .await;
    }

    /// Waits until other processes serve the shards of one.
    pub(in crate::whole::rounds) async fn are_taken(&self, from: usize, shards: &[u64]) {
        let others: Vec<_> = self.processes().filter(|bot| *bot != from).collect();
        self.until(|| {
            let served = others.iter().flat_map(|bot| self.shards_of(*bot));
            let served: Vec<_> = served.collect();
            shards.iter().all(|shard| served.contains(shard))
        })
        .await;
    }

    async fn until(&self, are_shared: impl Fn() -> bool) {
        let begun = Instant::now();
        while !tokio::task::block_in_place(&are_shared) {
            assert!(begun.elapsed() < PATIENCE, "the shards are not shared out");
            sleep(LOOK).await;
        }
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
