//! Player that runs another program.

use std::fmt::Write as _;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use focus::{Game, Move, Position};
use focus_engine::{Choice, Info, Limits, Player, Stop};

/// A program that speaks the engine protocol, started on first use.
pub(super) struct Program {
    command: String,
    running: Option<Running>,
    /// Reason for the last failure to answer.
    error: Option<String>,
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
        }
    }

    fn ask(&mut self, game: &Game, limits: &Limits) -> io::Result<Answer> {
        let running = match &mut self.running {
            Some(running) => running,
            none => none.insert(Running::start(&self.command)?),
        };
        match write!(running.input, "{}\n{}\n", question(game), go(limits)) {
            // The program may have answered before it exited, and its answer is more informative.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
            written => written?,
        }
        let mut answer = Answer::default();
        let mut line = String::new();
        loop {
            line.clear();
            if running.output.read_line(&mut line)? == 0 {
                return Err(io::ErrorKind::BrokenPipe.into());
            }
            let words: Vec<&str> = line.split_whitespace().collect();
            match words[..] {
                ["info", ref rest @ ..] => answer.read_info(rest),
                ["bestmove", mv, ..] => {
                    answer.mv = find(game.position(), mv);
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
    let time = limits.time.map(|time| time.as_millis().to_string());
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

    fn forget(&mut self) {
        self.running = None;
    }
}
