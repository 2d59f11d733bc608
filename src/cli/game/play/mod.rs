//! `focusbot play`: a person at the terminal against the engine.

mod board;
mod input;

use std::io::{self, BufRead, Write};
use std::time::Duration;

use self::board::{Paint, TextBoard};
use self::input::TypedRequest;
use crate::cli::game::allow_gone_reader;
use crate::cli::terminal;
use crate::cli::usage::Usage;
use focus::notation::with_suffix;
use focus::{Color, Game, Leaving, Mode, Move, Rules};
use focus_engine::protocol;
use focus_engine::{Choice, Engine, Level, Limits, Options, Player, Stop};

/// Arguments of `focusbot play`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Mode of play: 2, 3, 4t or 4s
    #[arg(long, default_value = "2", conflicts_with = "fps")]
    mode: Mode,
    /// Options of the rules in quotes, such as "goal=race quiet=off"
    #[arg(long, default_value = "")]
    rules: String,
    /// Start from a position, eight fields in quotes
    #[arg(long)]
    fps: Option<String>,
    /// Your color, once for each that you play; the one to move by default
    #[arg(long = "as", value_name = "COLOR", conflicts_with = "watch")]
    colors: Vec<Color>,
    /// Let the engine play every color
    #[arg(long)]
    watch: bool,
    /// Strength of the engine
    #[arg(long, default_value = "full")]
    level: Level,
    /// Milliseconds the engine thinks about a move
    #[arg(long, default_value = "1000", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: u64,
    /// Positions the engine visits for a move, instead of a time limit
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Seed of the engine's choice among equal moves
    #[arg(long, default_value = "0")]
    seed: u64,
}

const HELP: &str = "\
Type a move, or how it begins: b3-b4 slides, +c5 drops, c4<>d4 swaps.
moves  what is legal          hint  what the engine would play
undo   take back your move    resign, quit";

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let game = game(args).map_err(Usage::new)?;
    let colors = match args.colors[..] {
        [] if args.watch => Vec::new(),
        [] => vec![game.position().side()],
        ref colors => colors.to_vec(),
    };
    let mode = game.rules().mode();
    if let Some(color) = colors.iter().find(|&&color| !mode.has(color)) {
        return Err(Usage::new(format!("expected a color of mode {mode}, got {color}")).into());
    }
    let mut played = TerminalGame {
        game,
        colors,
        engine: Engine::new(Options {
            level: args.level,
            seed: args.seed,
            ..Options::default()
        }),
        limits: match args.nodes {
            Some(nodes) => Limits::nodes(nodes),
            None => Limits::time(Duration::from_millis(args.movetime)),
        },
        paint: if terminal::is_colored(&io::stdout()) {
            Paint::Colored
        } else {
            Paint::Plain
        },
    };
    let written = played.play(&mut io::stdin().lock(), &mut io::stdout().lock());
    Ok(allow_gone_reader(written)?)
}

fn game(args: &Args) -> Result<Game, String> {
    let words: Vec<&str> = args.rules.split_whitespace().collect();
    if let Some(fps) = &args.fps {
        return Ok(Game::from_position(protocol::position(fps, &words)?));
    }
    let rules = protocol::rules_with(Rules::new(args.mode), &words)?;
    Ok(Game::new(rules, args.mode.colors()[0]))
}

/// Game and its players.
struct TerminalGame {
    game: Game,
    /// Colors of the person.
    colors: Vec<Color>,
    engine: Engine,
    limits: Limits,
    paint: Paint,
}

impl TerminalGame {
    fn play(&mut self, input: &mut impl BufRead, out: &mut impl Write) -> io::Result<()> {
        if !self.colors.is_empty() {
            writeln!(out, "{HELP}\n")?;
        }
        self.show(out)?;
        while self.game.outcome().is_none() {
            if self.game.position().must_pass() {
                self.make(Move::Pass, out)?;
                continue;
            }
            let side = self.game.position().side();
            if !self.colors.contains(&side) {
                let mv = self.think().mv;
                self.make(mv, out)?;
                continue;
            }
            write!(out, "{}> ", self.paint.name(side))?;
            out.flush()?;
            let mut text = Vec::new();
            if input.read_until(b'\n', &mut text)? == 0 {
                writeln!(out)?;
                return Ok(());
            }
            // Text that is not UTF-8 is not a move either and gets the same answer.
            if !self.answer(&String::from_utf8_lossy(&text), out)? {
                return Ok(());
            }
        }
        self.say_end(out)
    }

    /// Carries out a line and returns whether the game continues.
    fn answer(&mut self, text: &str, out: &mut impl Write) -> io::Result<bool> {
        match TypedRequest::read(text, &self.game) {
            TypedRequest::Move(mv) => self.make(mv, out)?,
            TypedRequest::Help => writeln!(out, "{HELP}")?,
            TypedRequest::Hint => {
                let choice = self.think();
                writeln!(out, "{}, {}", choice.mv, choice.score)?;
            }
            TypedRequest::Undo => {
                self.undo();
                self.show(out)?;
            }
            TypedRequest::Resign => {
                let side = self.game.position().side();
                self.game
                    .leave(side, Leaving::Resignation)
                    .expect("player of a running game");
                self.show(out)?;
            }
            TypedRequest::Quit => return Ok(false),
            TypedRequest::Answer(answer) => writeln!(out, "{answer}")?,
        }
        Ok(true)
    }

    fn think(&mut self) -> Choice {
        self.engine
            .choose(&self.game, &self.limits, &Stop::new(), &mut |_| {})
    }

    fn make(&mut self, mv: Move, out: &mut impl Write) -> io::Result<()> {
        let color = self.game.position().side();
        let effect = self.game.play(mv).expect("legal move");
        let token = with_suffix(mv, effect, self.game.outcome());
        writeln!(out, "\n{} plays {token}\n", self.paint.name(color))?;
        self.show(out)
    }

    /// Takes back the person's last move and all moves after it; a forced pass is nobody's move.
    fn undo(&mut self) {
        let plies = self.game.plies();
        let last = plies
            .iter()
            .rposition(|played| self.colors.contains(&played.color) && played.mv != Move::Pass);
        if let Some(last) = last {
            self.game = self.game.after(last);
        }
    }

    fn show(&self, out: &mut impl Write) -> io::Result<()> {
        let position = self.game.position();
        let picture = TextBoard {
            position,
            to_move: self.game.outcome().is_none().then(|| position.side()),
            paint: self.paint,
        };
        writeln!(out, "{picture}")
    }

    fn say_end(&self, out: &mut impl Write) -> io::Result<()> {
        let Some(outcome) = self.game.outcome() else {
            return Ok(());
        };
        if outcome.is_draw() {
            return writeln!(out, "A draw ({}).", outcome.termination.token());
        }
        let winners = outcome.winners.iter().map(|color| self.paint.name(color));
        let winners: Vec<_> = winners.collect();
        let verb = if winners.len() == 1 { "wins" } else { "win" };
        writeln!(out, "{} {verb}.", winners.join(" and "))
    }
}
