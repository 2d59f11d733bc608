//! Serving the protocol on standard input and output.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::Stop;
use crate::protocol::answer::Engine;
use crate::protocol::command::Command;

/// Whether a line can be read; if not, what was expected.
///
/// # Errors
///
/// The line is no command.
pub fn check_line(line: &str) -> Result<(), String> {
    Command::parse(line).map(drop)
}

/// Program that answers.
#[derive(Clone, Copy, Debug)]
pub struct Identity {
    /// Name, a word.
    pub name: &'static str,
    /// Version, as in its manifest.
    pub version: &'static str,
}

/// Answers the lines of standard input on standard output, until `quit` or the end of either.
///
/// # Errors
///
/// Standard output cannot be written.
pub fn run(identity: Identity) -> io::Result<()> {
    let lines = Lines::of_standard_input();
    match serve(identity, &lines, &mut io::stdout().lock()) {
        // Whoever asked has gone, and so may we.
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

/// The lines to answer, and what of them concerns a command that runs.
struct Lines {
    queue: Receiver<String>,
    signal: Arc<Signal>,
}

impl Lines {
    /// Reads on a thread of its own, so that `stop` is seen while something runs.
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

/// What was read and concerns the command that runs now.
#[derive(Default)]
struct Signal(Mutex<Heard>);

#[derive(Default)]
struct Heard {
    /// Lines so far that are `stop`.
    stops: usize,
    /// Whether no line will follow but `quit`, so that nothing can end a search without limits.
    has_ended: bool,
    /// Ends the command that runs now.
    current: Stop,
    is_endless: bool,
}

impl Signal {
    /// What ends the command that begins now; the `stop`s up to it have been seen.
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
        // What is inside is whole after each line of code that changes it.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
