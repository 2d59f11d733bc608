//! Log file of a match, from which the match can be resumed.

use std::fmt;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};

use crate::cli::results;
use focus_engine::Clock;
use focus_lab::arena::{Bout, Contest, Openings, Played};

/// First line of the file: description of the match.
#[derive(Serialize)]
pub(in crate::cli) struct Header {
    a: String,
    b: String,
    rules: String,
    limits: String,
    /// True if the openings are even ones.
    even: bool,
    seed: u64,
    longest: usize,
}

/// Line of the file after the first: a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::cli) struct Entry {
    pub(in crate::cli) pair: u64,
    pub(in crate::cli) second: bool,
    /// Kind of each seat, such as `ABA`.
    pub(in crate::cli) seats: String,
    /// Letter of the color that made the first move.
    pub(in crate::cli) starter: char,
    /// Letters of the winners, or `=`.
    pub(in crate::cli) result: String,
    /// Letters of the colors that share the point; none in logs of earlier versions.
    #[serde(default)]
    pub(in crate::cli) sharing: String,
    /// Reason the game ended; `long` if it was adjudicated.
    pub(in crate::cli) termination: String,
    /// Number of moves searched by each kind.
    pub(in crate::cli) searched: [u64; 2],
    pub(in crate::cli) nodes: [u64; 2],
    pub(in crate::cli) depth: [u64; 2],
    pub(in crate::cli) millis: [u64; 2],
    pub(in crate::cli) moves: String,
}

/// Log file, if there is one.
#[derive(Default)]
pub(in crate::cli) struct Log(Option<File>);

impl Header {
    pub(in crate::cli) fn of(contest: &Contest) -> Header {
        let limits = contest.limits;
        let time = limits.time.map(|time| {
            let clock = match limits.clock {
                Clock::Passing => "",
                #[cfg(unix)]
                Clock::Processor => " of processor time",
            };
            format!("{} ms{clock}", time.as_millis())
        });
        let nodes = limits.nodes.map(|nodes| format!("{nodes} nodes"));
        let limits: Vec<String> = time.into_iter().chain(nodes).collect();
        Header {
            a: contest.kinds[0].to_string(),
            b: contest.kinds[1].to_string(),
            rules: contest.rules.to_string(),
            limits: limits.join(", "),
            even: contest.openings == Openings::Even,
            seed: contest.seed,
            longest: contest.longest,
        }
    }
}

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Header {
            a,
            b,
            rules,
            limits,
            even,
            seed,
            longest,
        } = self;
        let openings = if *even { "even openings, " } else { "" };
        write!(
            f,
            "A {a}\nB {b}\n{rules}, {limits} a move, {openings}seed {seed}, at most {longest} plies"
        )
    }
}

impl Entry {
    pub(in crate::cli) fn new(bout: Bout, played: &Played) -> Entry {
        let moves: Vec<String> = played.moves.iter().map(ToString::to_string).collect();
        let result = if played.winners.is_empty() {
            "=".to_owned()
        } else {
            played.winners.to_string()
        };
        Entry {
            pair: bout.pair,
            second: bout.is_second,
            seats: played.seating.to_string(),
            starter: played.starter.letter(),
            result,
            sharing: played.sharing.to_string(),
            termination: played
                .termination
                .map_or("long", |how| how.token())
                .to_owned(),
            searched: played.effort.map(|effort| effort.moves),
            nodes: played.effort.map(|effort| effort.nodes),
            depth: played.effort.map(|effort| effort.depth),
            millis: played
                .effort
                .map(|effort| u64::try_from(effort.time.as_millis()).unwrap_or(u64::MAX)),
            moves: moves.join(" "),
        }
    }

    pub(in crate::cli) const fn bout(&self) -> Bout {
        Bout {
            pair: self.pair,
            is_second: self.second,
        }
    }
}

impl Log {
    /// Opens the file; with `resume`, returns the games already in it.
    pub(in crate::cli) fn open(
        path: &Path,
        header: &Header,
        resume: bool,
    ) -> anyhow::Result<(Log, Vec<Entry>)> {
        let name = path.display();
        if !resume && path.exists() {
            bail!("expected a new file, or `--resume` to continue it, got `{name}`");
        }
        let (file, lines) = results::open(path, &serde_json::to_string(header)?)?;
        let past = lines.iter().map(|line| serde_json::from_str(line));
        let past = past.collect::<Result<Vec<Entry>, _>>();
        let past = past.with_context(|| format!("cannot read a game in `{name}`"))?;
        Ok((Log(Some(file)), past))
    }

    /// Writes a game.
    pub(in crate::cli) fn write(&mut self, entry: &Entry) -> io::Result<()> {
        let Some(file) = &mut self.0 else {
            return Ok(());
        };
        let line = serde_json::to_string(entry)? + "\n";
        file.write_all(line.as_bytes())
    }
}
