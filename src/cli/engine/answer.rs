//! Answering a line of the engine protocol.

use std::io::{self, Write};

use crate::cli::engine::command::{Command, OPTIONS};
use crate::notation::with_suffix;
use crate::rules::{Color, Game, Mode, Rules, perft_until};

/// The game that is looked at.
pub(super) struct Engine {
    game: Game,
}

impl Default for Engine {
    fn default() -> Engine {
        Engine {
            game: Game::new(Rules::new(Mode::Duel), Color::Orange),
        }
    }
}

impl Engine {
    /// Does what a command asks for, leaving off early once `stop` says so.
    pub(super) fn answer(
        &mut self,
        command: Command,
        stop: &impl Fn() -> bool,
        out: &mut impl Write,
    ) -> io::Result<()> {
        match command {
            Command::Fei => fei(out),
            Command::IsReady => writeln!(out, "readyok"),
            Command::SetOption | Command::Stop | Command::Quit => Ok(()),
            Command::NewGame => {
                *self = Engine::default();
                Ok(())
            }
            Command::Position(game) => {
                self.game = *game;
                Ok(())
            }
            Command::Legal => self.legal(out),
            Command::Show => self.show(out),
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

    /// The legal moves with their suffixes, none once the game is over.
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

    fn perft(&self, depth: u32, stop: &impl Fn() -> bool, out: &mut impl Write) -> io::Result<()> {
        let mut total = 0;
        if depth == 0 {
            total = 1;
        } else if self.game.outcome().is_none() {
            for mv in self.game.position().legal_moves() {
                let mut child = self.game.position().clone();
                child.play_unchecked(mv);
                let Some(nodes) = perft_until(&child, depth - 1, stop) else {
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

fn fei(out: &mut impl Write) -> io::Result<()> {
    let name = env!("CARGO_PKG_NAME");
    writeln!(out, "id name {name} {}", env!("CARGO_PKG_VERSION"))?;
    writeln!(out, "id author the {name} authors")?;
    for option in OPTIONS {
        writeln!(out, "option name {option} type spin")?;
    }
    writeln!(out, "feiok")
}
