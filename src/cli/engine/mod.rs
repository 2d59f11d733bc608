//! `focusbot engine`: lines on standard input and output, after UCI (chess) and TEI (Tak).
//!
//! Lines are answered in their order. Only `stop` is looked out for while something runs.

mod command;

mod answer;

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread;

use self::answer::Engine;
use self::command::Command;

pub(super) fn run() -> anyhow::Result<()> {
    let lines = Lines::of_standard_input();
    match serve(&lines, &mut io::stdout().lock()) {
        // Whoever asked has gone, and so may we.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        served => Ok(served?),
    }
}

fn serve(lines: &Lines, out: &mut impl Write) -> io::Result<()> {
    let mut engine = Engine::default();
    let mut stops_seen = 0;
    while let Ok(line) = lines.queue.recv() {
        let stop = || lines.stops.load(Ordering::Relaxed) > stops_seen;
        match Command::parse(&line) {
            Ok(None) => {}
            Ok(Some(Command::Quit)) => return Ok(()),
            Ok(Some(Command::Stop)) => stops_seen += 1,
            Ok(Some(command)) => engine.answer(command, &stop, out)?,
            Err(expected) => writeln!(out, "error {expected}")?,
        }
        out.flush()?;
    }
    Ok(())
}

/// The lines to answer, and how many of those read so far are `stop`.
struct Lines {
    queue: Receiver<String>,
    stops: Arc<AtomicUsize>,
}

impl Lines {
    /// Reads on a thread of its own, so that `stop` is seen while something runs.
    fn of_standard_input() -> Lines {
        let (sender, queue) = mpsc::channel();
        let stops = Arc::new(AtomicUsize::new(0));
        let lines = Lines {
            queue,
            stops: Arc::clone(&stops),
        };
        thread::spawn(move || {
            for line in io::stdin().lock().split(b'\n') {
                let Ok(line) = line else { return };
                let line = String::from_utf8_lossy(&line).into_owned();
                if line.split_whitespace().eq(["stop"]) {
                    stops.fetch_add(1, Ordering::Relaxed);
                }
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        lines
    }
}
