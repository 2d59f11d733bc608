//! `focusbot load`: measures the real bot, in processes of its own, while scripted people play many
//! games at once through the sandbox.

mod crowd;
mod figures;
mod fill;
mod process;
mod tail;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context;

use crate::cli::load_test::crowd::{Crowd, MoveInput};
use crate::cli::load_test::figures::Figures;
use crate::cli::load_test::fill::Filling;
use crate::cli::load_test::process::{BotProcesses, own_cpu};
use crate::cli::load_test::tail::{QUIET, QUIET_AT_LIMITS, Tail};
use crate::cli::usage::Usage;
use discord_sandbox::{Sandbox, SandboxOptions};

/// Largest acceptable acknowledgement time, in seconds. Discord gives up after three seconds.
const TOO_SLOW: f64 = 1.0;

#[derive(Clone, Debug, clap::Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of the command line"
)]
pub(super) struct Args {
    /// Number of games at once; after a comma, the number in the next round
    #[arg(
        long,
        value_name = "GAMES",
        value_delimiter = ',',
        default_value = "50"
    )]
    games: Vec<NonZeroUsize>,
    /// Servers over which the games are spread evenly
    #[arg(long, value_name = "SERVERS", default_value = "1")]
    servers: NonZeroUsize,
    /// Plies played of each game
    #[arg(long, value_name = "PLIES", default_value = "20")]
    plies: NonZeroUsize,
    /// Milliseconds people think before a move, on average; 0 keeps the bot at Discord's limits
    #[arg(long, value_name = "MILLISECONDS", default_value = "0")]
    think: u64,
    /// Make moves with the buttons and menus of the board instead of `/focus move`
    #[arg(long)]
    press: bool,
    /// Enforce Discord's rate limits, and count the requests that exceed them
    #[arg(long)]
    limits: bool,
    /// Running games that exist before the bot starts
    #[arg(long, value_name = "GAMES", default_value = "0")]
    running: u32,
    /// Further running games, in the sandbox's channels, with boards that the bot posts after its
    /// start
    #[arg(long, value_name = "GAMES", default_value = "0")]
    unshown: u32,
    /// Give the running games clocks, which ran for an hour while the bot was away
    #[arg(long)]
    clocks: bool,
    /// Ended games that exist before the bot starts
    #[arg(long, value_name = "GAMES", default_value = "0")]
    ended: u32,
    /// Games of 60 plies played directly in the game service before the bot starts
    #[arg(long, value_name = "GAMES", default_value = "0")]
    wear: u32,
    /// Address of an empty PostgreSQL database, for the games, instead of a data folder
    #[arg(long, value_name = "URL", conflicts_with = "wear")]
    store: Option<String>,
    /// Processes of the bot, which share the database; there must be a server for each
    #[arg(long, value_name = "PROCESSES", default_value = "1")]
    processes: NonZeroU32,
    /// Keep the games after the run
    #[arg(long)]
    keep: bool,
}

/// CPU time of the processes.
#[derive(Clone, Copy, Debug)]
struct Cpu {
    bot: Duration,
    /// Time of the sandbox and of the people, which share this process.
    others: Duration,
}

impl Cpu {
    fn now(bot: &BotProcesses) -> anyhow::Result<Self> {
        Ok(Self {
            bot: bot.cpu()?,
            others: own_cpu()?,
        })
    }

    fn since(self, before: Self) -> Self {
        Self {
            bot: self.bot.saturating_sub(before.bot),
            others: self.others.saturating_sub(before.others),
        }
    }
}

/// Temporary folder, removed on drop unless it is kept.
struct TempFolder {
    path: PathBuf,
    is_kept: bool,
}

impl Drop for TempFolder {
    fn drop(&mut self) {
        if !self.is_kept {
            // A leftover in the folder for temporary files does no harm.
            let _ = std::fs::remove_dir_all(&self.path);
        }
    }
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let processes = args.processes.get();
    if processes > 1 && args.store.is_none() {
        let wanted = "several processes need a database: expected `--store`";
        return Err(Usage::new(wanted).into());
    }
    if u32::try_from(args.servers.get()).is_ok_and(|servers| servers < processes) {
        let wanted = format!("expected a server for each process, such as `--servers {processes}`");
        return Err(Usage::new(wanted).into());
    }
    let name = format!("focusbot-load-{}", std::process::id());
    let folder = TempFolder {
        path: std::env::temp_dir().join(name),
        is_kept: args.keep,
    };
    std::fs::create_dir_all(&folder.path)?;
    if folder.is_kept {
        writeln!(io::stdout(), "kept: {}", folder.path.display())?;
    }
    if let Some(store) = &args.store {
        process::require_empty(&folder.path, store)?;
    }
    let data = folder.path.join("data");
    let runtime = tokio::runtime::Runtime::new()?;
    let (sandbox, crowd) = runtime.block_on(open(args))?;
    let filling = Filling {
        running: args.running,
        unshown: args.unshown,
        ended: args.ended,
        has_clocks: args.clocks,
        places: crowd.places()?,
    };
    fill::fill(&data, &filling)?;
    if let Some(store) = args.store.as_deref().filter(|_| filling.total() > 0) {
        process::migrate(&folder.path, store)?;
    }
    fill::wear(&data, args.wear, &mut io::stdout().lock())?;
    runtime.block_on(measure(args, &folder.path, sandbox, crowd))
}

/// Starts a sandbox with people in it, and without the bot.
async fn open(args: &Args) -> anyhow::Result<(Sandbox, Crowd)> {
    let options = SandboxOptions {
        rate_limits: args.limits,
        servers: args.servers,
        shards: args.processes,
        // A late response is measured, too.
        response_limit: Duration::from_secs(60),
        ..SandboxOptions::default()
    };
    let sandbox = Sandbox::start(options).await?;
    let crowd = Crowd::gather(sandbox.base_url()).await?;
    Ok((sandbox, crowd))
}

async fn measure(args: &Args, folder: &Path, sandbox: Sandbox, crowd: Crowd) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{} running games, {} more with a board to be posted, and {} ended ones",
        args.running, args.unshown, args.ended
    )?;
    let mut bot = start(&mut out, "start-up", args, folder, &sandbox).await?;
    if args.running + args.ended + args.wear > 0 && args.unshown == 0 {
        drop(bot);
        bot = start(&mut out, "start-up after a kill", args, folder, &sandbox).await?;
    }
    let think = Duration::from_millis(args.think);
    let input = if args.press {
        MoveInput::Buttons
    } else {
        MoveInput::Command
    };
    let quiet = if args.limits { QUIET_AT_LIMITS } else { QUIET };
    for &games in &args.games {
        let games = games.get();
        let round = || format!("{games} games at once");
        let running = crowd.begin(games).await.with_context(round)?;
        let (before, cpu) = (bot.figures().await?, Cpu::now(&bot)?);
        let began = Instant::now();
        let played = crowd::play(running, args.plies.get(), think, input).await;
        let took = began.elapsed();
        let moves = played.with_context(round)?;
        let tail = Tail::wait(&bot, quiet).await?;
        let figures = bot.figures().await?.since(&before);
        // Includes the edits of the tail, and the reading of metrics during it.
        let cpu = Cpu::now(&bot)?.since(cpu);
        report(&mut out, (games, args.servers), &moves, took, cpu, &figures)?;
        report_requests(&mut out, &moves, &figures, &tail)?;
        if args.limits {
            writeln!(
                out,
                "  requests answered with 429: {}",
                figures.rate_limited
            )?;
        }
        if figures.acknowledgement.quantile(0.99) > TOO_SLOW {
            writeln!(out, "the 99th percentile is above {TOO_SLOW} s")?;
            break;
        }
    }
    writeln!(out, "memory at most {}", mib(bot.peak_memory()?))?;
    sandbox.stop().await;
    Ok(())
}

/// Starts the bot and prints how long that took.
async fn start(
    out: &mut impl Write,
    what: &str,
    args: &Args,
    folder: &Path,
    sandbox: &Sandbox,
) -> anyhow::Result<BotProcesses> {
    let began = Instant::now();
    let bot = BotProcesses::start(args.processes.get(), folder, args.store.as_deref(), sandbox)?;
    bot.wait_until_ready().await?;
    let started = bot.figures().await?;
    writeln!(
        out,
        "{what}: {:.2} s, {:.1} s of CPU, memory {}, store {}",
        began.elapsed().as_secs_f64(),
        bot.cpu()?.as_secs_f64(),
        mib(started.memory),
        mib(started.store),
    )?;
    Ok(bot)
}

fn report(
    out: &mut impl Write,
    (games, servers): (usize, NonZeroUsize),
    moves: &[Duration],
    took: Duration,
    cpu: Cpu,
    figures: &Figures,
) -> io::Result<()> {
    let answers = figures.acknowledgement.count();
    #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52")]
    let moves_f = moves.len() as f64;
    let seconds = took.as_secs_f64();
    writeln!(
        out,
        "{games} games at once on {servers} {}, {} moves in {seconds:.1} s",
        if servers.get() == 1 {
            "server"
        } else {
            "servers"
        },
        moves.len()
    )?;
    writeln!(
        out,
        "  {:.0} moves and {:.0} acknowledged interactions a second",
        moves_f / seconds,
        answers / seconds
    )?;
    for (what, times) in [
        ("acknowledged", &figures.acknowledgement),
        ("board taken", &figures.board),
    ] {
        let [median, rare] = [0.5, 0.99].map(|q| times.quantile(q));
        write_times(
            out,
            what,
            "from when the bot handles an interaction",
            [median, rare, times.longest()],
        )?;
    }
    let seconds = [50, 99, 100].map(|q| percentile(moves, q).as_secs_f64());
    write_times(
        out,
        "board seen",
        "from when a person sends the move",
        seconds,
    )?;
    writeln!(
        out,
        "  {:.2} ms of the bot's CPU a move, and {:.2} ms of the sandbox's and the people's; memory \
         {}, store {}",
        cpu.bot.as_secs_f64() * 1e3 / moves_f,
        cpu.others.as_secs_f64() * 1e3 / moves_f,
        mib(figures.memory),
        mib(figures.store)
    )?;
    if figures.store_requests > 0.0 {
        let requests = figures.store_requests / moves_f;
        writeln!(out, "  {requests:.1} requests to the database a move")?;
    }
    write!(out, "  a move:")?;
    for (stage, (count, sum)) in &figures.stages {
        let (times, millis) = (count / moves_f, sum * 1e3 / moves_f);
        write!(out, " {stage} {millis:.2} ms ({times:.1} times),")?;
    }
    writeln!(out, " of which `decide` has `commit` in it")
}

/// Prints the requests to Discord per move, and how many of them came after the last board.
fn report_requests(
    out: &mut impl Write,
    moves: &[Duration],
    figures: &Figures,
    tail: &Tail,
) -> io::Result<()> {
    writeln!(
        out,
        "  requests a move: {}, of which `callback` and `webhook` are outside the limit a second",
        by_route(&figures.requests, moves)
    )?;
    writeln!(
        out,
        "  of these after the last board, in {:.1} s: {}{}",
        tail.took.as_secs_f64(),
        by_route(&tail.requests, moves),
        if tail.is_over { "" } else { "; more followed" }
    )
}

/// Lists numbers of requests per move, by kind of route.
fn by_route(requests: &BTreeMap<String, f64>, moves: &[Duration]) -> String {
    #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52")]
    let moves = moves.len() as f64;
    let routes = requests.iter();
    let routes = routes.map(|(route, count)| format!("{route} {:.2}", count / moves));
    routes.collect::<Vec<_>>().join(", ")
}

fn write_times(out: &mut impl Write, what: &str, since: &str, seconds: [f64; 3]) -> io::Result<()> {
    let [median, rare, longest] = seconds.map(|seconds| seconds * 1e3);
    writeln!(
        out,
        "  {what} after {median:.1} ms (median), {rare:.1} ms (99th percentile), {longest:.1} ms \
         (at most), {since}"
    )
}

/// Returns the percentile of sorted times.
fn percentile(times: &[Duration], hundredths: usize) -> Duration {
    let place = (times.len() * hundredths).div_ceil(100).max(1);
    times.get(place - 1).copied().unwrap_or_default()
}

fn mib(bytes: f64) -> String {
    format!("{:.1} MiB", bytes / f64::from(1 << 20))
}

#[cfg(test)]
mod tests {
    use super::percentile;
    use std::time::Duration;

    #[test]
    fn percentile_is_a_time_that_was_measured() {
        let times: Vec<_> = (1..=200).map(Duration::from_millis).collect();
        assert_eq!(percentile(&times, 50), Duration::from_millis(100));
        assert_eq!(percentile(&times, 99), Duration::from_millis(198));
        assert_eq!(percentile(&times, 100), Duration::from_millis(200));
        assert_eq!(percentile(&times[..1], 99), Duration::from_millis(1));
        assert_eq!(percentile(&[], 50), Duration::ZERO);
    }
}
