//! Answers to the commands of the engine protocol.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use crate::protocol::command::Command;
use crate::protocol::option::EngineOption;
use crate::{Info, Limits, Player, Stop};
use focus::notation::with_suffix;
use focus::{Color, Game, Mode, Rules, perft_until};

/// Name and version of the program that answers.
#[derive(Clone, Copy, Debug)]
pub struct Identity {
    /// Name, a single word.
    pub name: &'static str,
    /// Version, as in the package manifest.
    pub version: &'static str,
}

/// Current game and options, with the player that answers.
pub(super) struct Engine {
    identity: Identity,
    game: Game,
    options: crate::Options,
    /// Player, created on the first `go`.
    player: Option<crate::Engine>,
}

impl Engine {
    pub(super) fn new(identity: Identity) -> Engine {
        Engine {
            identity,
            game: first_game(),
            options: crate::Options::default(),
            player: None,
        }
    }
}

/// Returns the game that is current until a command changes it.
fn first_game() -> Game {
    Game::new(Rules::new(Mode::Duel), Color::Orange)
}

impl Engine {
    /// Executes a command; ends early when `stop` is given.
    pub(super) fn answer(
        &mut self,
        command: Command,
        stop: &Stop,
        out: &mut impl Write,
    ) -> io::Result<()> {
        match command {
            Command::Fei => fei(self.identity, out),
            Command::IsReady => writeln!(out, "readyok"),
            Command::Stop | Command::Quit => Ok(()),
            Command::SetOption(option) => {
                option.set(&mut self.options);
                self.player = None;
                Ok(())
            }
            Command::NewGame => {
                self.game = first_game();
                if let Some(player) = &mut self.player {
                    player.forget();
                }
                Ok(())
            }
            Command::Position(game) => {
                self.game = *game;
                Ok(())
            }
            Command::Legal => self.legal(out),
            Command::Show => self.show(out),
            Command::Go(limits) => self.go(&limits, stop, out),
            Command::Perft(depth) => self.perft(depth, stop, out),
        }
    }

    fn legal(&self, out: &mut impl Write) -> io::Result<()> {
        let moves = self.moves();
        write!(out, "legal {}", moves.len())?;
        for token in moves {
            write!(out, " {token}")?;
        }
        writeln!(out)
    }

    /// Returns the legal moves with their suffixes; empty once the game is over.
    fn moves(&self) -> Vec<String> {
        let moves = self.game.position().legal_moves();
        let tokens = moves.iter().filter_map(|&mv| {
            let (effect, outcome) = self.game.preview(mv).ok()?;
            Some(with_suffix(mv, effect, outcome))
        });
        tokens.collect()
    }

    fn show(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "fps {}", self.game.position())?;
        match self.game.outcome() {
            Some(outcome) => writeln!(out, "result {outcome}"),
            None => writeln!(out, "result *"),
        }
    }

    /// Searches, and writes progress and then the best move.
    fn go(&mut self, limits: &Limits, stop: &Stop, out: &mut impl Write) -> io::Result<()> {
        if self.game.outcome().is_some() {
            return writeln!(out, "bestmove none");
        }
        let started = Instant::now();
        let options = self.options;
        let player = self
            .player
            .get_or_insert_with(|| crate::Engine::new(options));
        let mut last = None;
        let mut limit = InfoLimit::default();
        let mut written = Ok(());
        let mut report = |info: &Info| {
            if !limit.allows(started.elapsed()) {
                return;
            }
            if written.is_ok() {
                written = write_info(info, started.elapsed(), out).and_then(|()| out.flush());
                if written.is_err() {
                    // The reader has closed the output.
                    stop.stop();
                }
            }
            last = Some(info.clone());
        };
        let choice = player.choose(&self.game, limits, stop, &mut report);
        written?;
        let found = Info {
            depth: choice.depth,
            nodes: choice.nodes,
            score: choice.score,
            line: choice.line,
        };
        if last.as_ref() != Some(&found) {
            write_info(&found, started.elapsed(), out)?;
        }
        writeln!(out, "bestmove {}", choice.mv)
    }

    fn perft(&self, depth: u32, stop: &Stop, out: &mut impl Write) -> io::Result<()> {
        let mut total = 0;
        if depth == 0 {
            total = 1;
        } else if self.game.outcome().is_none() {
            let position = self.game.position();
            for mv in position.legal_moves() {
                let child = position.after(mv);
                let Some(nodes) = perft_until(&child, depth - 1, &|| stop.is_stopped()) else {
                    writeln!(out, "info stopped")?;
                    break;
                };
                writeln!(out, "{mv}: {nodes}")?;
                out.flush()?;
                total += nodes;
            }
        }
        writeln!(out, "nodes {total}")
    }
}

fn fei(identity: Identity, out: &mut impl Write) -> io::Result<()> {
    let Identity { name, version } = identity;
    writeln!(out, "id name {name} {version}")?;
    writeln!(out, "id author the {name} authors")?;
    for option in EngineOption::ALL {
        writeln!(out, "option {option}")?;
    }
    writeln!(out, "feiok")
}

/// Rate limit of the `info` lines: at most nine in any second, and one at the end of the search.
#[derive(Default)]
struct InfoLimit {
    /// Times of the last lines since the start of the search, the latest last.
    lines: VecDeque<Duration>,
}

impl InfoLimit {
    const LINES: usize = 9;

    /// Returns whether a line may be written at a time, and if so, counts it.
    fn allows(&mut self, now: Duration) -> bool {
        let is_recent = |line: &Duration| now.saturating_sub(*line) <= Duration::from_secs(1);
        self.lines.retain(is_recent);
        let is_allowed = self.lines.len() < InfoLimit::LINES;
        if is_allowed {
            self.lines.push_back(now);
        }
        is_allowed
    }
}

/// Writes an `info` line.
fn write_info(info: &Info, elapsed: Duration, out: &mut impl Write) -> io::Result<()> {
    let Info {
        depth,
        nodes,
        score,
        line,
    } = info;
    let micros = elapsed.as_micros().max(1);
    let speed = u128::from(*nodes) * 1_000_000 / micros;
    write!(
        out,
        "info depth {depth} nodes {nodes} nps {speed} score {score} pv"
    )?;
    for mv in line {
        write!(out, " {mv}")?;
    }
    writeln!(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_second_has_more_than_nine_lines_before_the_last() {
        let mut limit = InfoLimit::default();
        let times = (0..3_000).map(Duration::from_millis);
        let allowed: Vec<Duration> = times.filter(|&time| limit.allows(time)).collect();
        assert_eq!(
            allowed[..9],
            [0, 1, 2, 3, 4, 5, 6, 7, 8].map(Duration::from_millis)
        );
        assert_eq!(allowed.len(), 27, "{allowed:?}");
        for lines in allowed.windows(10) {
            let between = lines[9].saturating_sub(lines[0]);
            assert!(between > Duration::from_secs(1), "{lines:?}");
        }
    }
}
