//! Player that runs another program.

use std::fmt::Write as _;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crate::arena::process_time::process_time;
use focus::{Game, Move, Position};
use focus_engine::{Choice, Clock, Info, Limits, Player, Stop};

/// Time between two checks of the processor time of a program that is searching.
const LOOK: Duration = Duration::from_millis(1);

/// A program that speaks the engine protocol, started on first use.
pub(super) struct Program {
    command: String,
    running: Option<Running>,
    /// Reason for the last failure to answer.
    error: Option<String>,
    /// Processor time of the last answer, if the limits use that clock.
    processor_time: Option<Duration>,
}

struct Running {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

/// Answer of a program.
#[derive(Default)]
struct Answer {
    mv: Option<Move>,
    depth: u8,
    nodes: u64,
}

impl Program {
    /// Creates a player from a command line, whose words are separated by spaces.
    pub(super) fn new(command: &str) -> Program {
        Program {
            command: command.to_owned(),
            running: None,
            error: None,
            processor_time: None,
        }
    }

    fn ask(&mut self, game: &Game, limits: &Limits) -> io::Result<Answer> {
        let running = match &mut self.running {
            Some(running) => running,
            none => none.insert(Running::start(&self.command)?),
        };
        let (position, go) = (game.position(), go(limits));
        self.processor_time = None;
        if limits.clock == Clock::Passing {
            running.send(&format!("{}\n{go}\n", question(game)))?;
            return read_answer(&mut running.output, position);
        }
        // Work that the program does before it is ready, such as starting up, is not part of the
        // search.
        running.send(&format!("{}\nisready\n", question(game)))?;
        while read_line(&mut running.output)?.trim() != "readyok" {}
        let (answer, time) = running.think(&go, limits.time, position)?;
        self.processor_time = Some(time);
        Ok(answer)
    }
}

impl Running {
    fn start(command: &str) -> io::Result<Running> {
        let mut words = command.split_whitespace();
        let mut child = Command::new(words.next().unwrap_or_default())
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let input = child.stdin.take().ok_or(io::ErrorKind::BrokenPipe)?;
        let output = child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
        Ok(Running {
            child,
            input,
            output: BufReader::new(output),
        })
    }

    fn send(&mut self, lines: &str) -> io::Result<()> {
        match self.input.write_all(lines.as_bytes()) {
            // The program may have answered before it exited, and its answer is more informative.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            sent => sent,
        }
    }

    /// Sends a search command, and returns the answer with the processor time it took; stops the
    /// search when it has used up the time.
    fn think(
        &mut self,
        go: &str,
        time: Option<Duration>,
        position: &Position,
    ) -> io::Result<(Answer, Duration)> {
        let process = self.child.id();
        let began = process_time(process)?;
        self.send(&format!("{go}\n"))?;
        let Running { input, output, .. } = self;
        let answer = thread::scope(|scope| {
            let (answering, answered) = mpsc::channel();
            if let Some(time) = time {
                scope.spawn(move || stop_at(began + time, process, input, &answered));
            }
            let answer = read_answer(output, position);
            drop(answering);
            answer
        })?;
        Ok((answer, process_time(process)?.saturating_sub(began)))
    }
}

/// Tells a process to stop at a processor time, unless it answers first.
fn stop_at(end: Duration, process: u32, input: &mut ChildStdin, answered: &Receiver<()>) {
    while answered.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
        if process_time(process).unwrap_or(Duration::MAX) >= end {
            // This fails only if the program has ended, which the reader of its answer notices.
            let _ = writeln!(input, "stop");
            return;
        }
    }
}

/// Reads lines up to the move.
fn read_answer(output: &mut impl BufRead, position: &Position) -> io::Result<Answer> {
    let mut answer = Answer::default();
    loop {
        let line = read_line(output)?;
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["info", ref rest @ ..] => answer.read_info(rest),
            ["bestmove", mv, ..] => {
                answer.mv = find(position, mv);
                if answer.mv.is_none() {
                    let text = format!("expected a legal move, got `{mv}`");
                    return Err(io::Error::new(io::ErrorKind::InvalidData, text));
                }
                return Ok(answer);
            }
            _ => {}
        }
    }
}

/// Reads a line; a complaint about a command is an error, because no other answer may follow it.
fn read_line(output: &mut impl BufRead) -> io::Result<String> {
    let mut line = String::new();
    if output.read_line(&mut line)? == 0 {
        return Err(io::ErrorKind::BrokenPipe.into());
    }
    if line.split_whitespace().next() == Some("error") {
        return Err(io::Error::other(format!("it answered `{}`", line.trim())));
    }
    Ok(line)
}

impl Drop for Running {
    fn drop(&mut self) {
        // Errors do not matter here: the program may already have exited.
        let _ = writeln!(self.input, "quit");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Answer {
    fn read_info(&mut self, words: &[&str]) {
        for pair in words.windows(2) {
            match pair[0] {
                "depth" => self.depth = pair[1].parse().unwrap_or(self.depth),
                "nodes" => self.nodes = pair[1].parse().unwrap_or(self.nodes),
                _ => {}
            }
        }
    }
}

/// Returns the command that sets the position, with its history unless a player left.
fn question(game: &Game) -> String {
    let has_past = game.departures().is_empty();
    let start = if has_past {
        game.start()
    } else {
        game.position()
    };
    let mut line = format!("position fps {start} rules");
    let rules = game.rules().to_string();
    for option in rules.split_whitespace().skip(1) {
        line += " ";
        line += option;
    }
    if has_past && !game.plies().is_empty() {
        line += " moves";
        for played in game.plies() {
            // This cannot fail because the target is a string.
            let _ = write!(line, " {}", played.mv);
        }
    }
    line
}

fn go(limits: &Limits) -> String {
    let mut line = String::from("go");
    // A program's own clock measures only wall-clock time.
    let time = limits.time.filter(|_| limits.clock == Clock::Passing);
    let time = time.map(|time| time.as_millis().to_string());
    let nodes = limits.nodes.map(|nodes| nodes.to_string());
    let depth = limits.depth.map(|depth| depth.to_string());
    for (name, value) in [("movetime", time), ("nodes", nodes), ("depth", depth)] {
        if let Some(value) = value {
            line = format!("{line} {name} {value}");
        }
    }
    line
}

fn find(position: &Position, text: &str) -> Option<Move> {
    let moves = position.legal_moves();
    let is_meant = |mv: &&Move| text == mv.to_string();
    moves.iter().find(is_meant).copied()
}

impl Player for Program {
    fn name(&self) -> String {
        self.command.clone()
    }

    /// Returns the program's move or, if it has none, a swap that is never legal, so that the
    /// caller reports an illegal move.
    fn choose(
        &mut self,
        game: &Game,
        limits: &Limits,
        _stop: &Stop,
        _report: &mut dyn FnMut(&Info),
    ) -> Choice {
        let asked = self.ask(game, limits);
        self.error = asked.as_ref().err().map(|error| match error.kind() {
            io::ErrorKind::BrokenPipe => "it has ended".to_owned(),
            _ => error.to_string(),
        });
        let answer = asked.unwrap_or_default();
        let first = focus::Square::ALL[0];
        let mv = answer.mv.unwrap_or(Move::Swap {
            own: first,
            enemy: first,
        });
        Choice::unscored(mv, answer.depth, answer.nodes)
    }

    fn error(&self) -> Option<&str> {
        self.error.as_deref()
    }

    fn processor_time(&self) -> Option<Duration> {
        self.processor_time
    }

    fn forget(&mut self) {
        self.running = None;
    }
}
