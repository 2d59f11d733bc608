//! Server of the protocol on standard input and output.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::Stop;
use crate::protocol::answer::{Engine, Identity};
use crate::protocol::command::Command;

/// Checks whether a line is a valid command.
///
/// # Errors
///
/// The message says what was expected.
pub fn check_line(line: &str) -> Result<(), String> {
    Command::parse(line).map(drop)
}

/// Answers lines from standard input on standard output, until `quit` or the end of either stream.
///
/// # Errors
///
/// Standard output cannot be written.
pub fn run(identity: Identity) -> io::Result<()> {
    let lines = Lines::of_standard_input();
    match serve(identity, &lines, &mut io::stdout().lock()) {
        // The reader is gone, so this is a normal end.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        served => served,
    }
}

fn serve(identity: Identity, lines: &Lines, out: &mut impl Write) -> io::Result<()> {
    let mut engine = Engine::new(identity);
    let mut stops_seen = 0;
    while let Ok(line) = lines.queue.recv() {
        match Command::parse(&line) {
            Ok(None) => {}
            Ok(Some(Command::Quit)) => return Ok(()),
            Ok(Some(Command::Stop)) => stops_seen += 1,
            Ok(Some(command)) => {
                let stop = lines.signal.begin(stops_seen, command.is_endless());
                engine.answer(command, &stop, out)?;
            }
            Err(expected) => writeln!(out, "error {expected}")?,
        }
        out.flush()?;
    }
    Ok(())
}

/// Queue of lines to answer, and the signal for the running command.
struct Lines {
    queue: Receiver<String>,
    signal: Arc<Signal>,
}

impl Lines {
    /// Reads standard input on a thread of its own, so that `stop` is seen while a command runs.
    fn of_standard_input() -> Lines {
        let (sender, queue) = mpsc::channel();
        let signal = Arc::new(Signal::default());
        let lines = Lines {
            queue,
            signal: Arc::clone(&signal),
        };
        thread::spawn(move || {
            for line in io::stdin().lock().split(b'\n') {
                let Ok(line) = line else { break };
                let line = String::from_utf8_lossy(&line).into_owned();
                if line.split_whitespace().eq(["stop"]) {
                    signal.stop();
                }
                if line.split_whitespace().eq(["quit"]) {
                    signal.end();
                }
                if sender.send(line).is_err() {
                    return;
                }
            }
            signal.end();
        });
        lines
    }
}

/// Input that affects the running command.
#[derive(Default)]
struct Signal(Mutex<Heard>);

#[derive(Default)]
struct Heard {
    /// Number of `stop` lines read so far.
    stops: usize,
    /// True if the input ended or the last line was `quit`, so that nothing else can end a search
    /// without limits.
    has_ended: bool,
    /// Signal that ends the running command.
    current: Stop,
    is_endless: bool,
}

impl Signal {
    /// Returns the signal for a command that begins now; earlier `stop` lines are already handled.
    fn begin(&self, stops_seen: usize, is_endless: bool) -> Stop {
        let mut heard = self.heard();
        heard.current = Stop::new();
        heard.is_endless = is_endless;
        let is_alone = heard.has_ended && is_endless;
        if heard.stops > stops_seen || is_alone {
            heard.current.stop();
        }
        heard.current.clone()
    }

    fn stop(&self) {
        let mut heard = self.heard();
        heard.stops += 1;
        heard.current.stop();
    }

    fn end(&self) {
        let mut heard = self.heard();
        heard.has_ended = true;
        if heard.is_endless {
            heard.current.stop();
        }
    }

    fn heard(&self) -> MutexGuard<'_, Heard> {
        // The value is consistent after every statement that changes it.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
