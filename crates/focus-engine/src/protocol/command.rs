//! Parsing of the commands of the engine protocol.

use std::fmt::Display;
use std::time::Duration;

use crate::Limits;
use crate::protocol::option::{EngineOption, Setting};
use crate::protocol::start;
use focus::notation::MoveText;
use focus::{Color, Game, Mode, Rules};

/// Command in a line.
#[derive(Debug)]
pub(super) enum Command {
    /// Asks for the name, the version and the options.
    Fei,
    /// Asks for a reply once all earlier commands are done.
    IsReady,
    /// Sets an option.
    SetOption(Setting),
    /// Starts a new game.
    NewGame,
    /// Sets the current game.
    Position(Box<Game>),
    /// Asks for the legal moves.
    Legal,
    /// Asks for the current position.
    Show,
    /// Searches for the best move within limits.
    Go(Limits),
    /// Counts move sequences of a length.
    Perft(u32),
    /// Ends the running command.
    Stop,
    /// Ends the program.
    Quit,
}

impl Command {
    /// Returns whether the command runs until it is stopped.
    pub(super) fn is_endless(&self) -> bool {
        matches!(self, Command::Go(limits) if *limits == Limits::default())
    }

    /// Reads a line; `None` if it is empty. An error says what was expected.
    pub(super) fn parse(line: &str) -> Result<Option<Command>, String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let command = match words[..] {
            [] => return Ok(None),
            ["fei"] => Command::Fei,
            ["isready"] => Command::IsReady,
            ["setoption", ref rest @ ..] => parse_option(rest)?,
            ["newgame"] => Command::NewGame,
            ["position", ref rest @ ..] => Command::Position(Box::new(parse_position(rest)?)),
            ["legal"] => Command::Legal,
            ["show"] => Command::Show,
            ["go", "perft", depth] => Command::Perft(parse_perft(depth)?),
            ["go", ref rest @ ..] => Command::Go(parse_limits(rest)?),
            ["stop"] => Command::Stop,
            ["quit"] => Command::Quit,
            _ => {
                return Err(expected(
                    "`fei`, `isready`, `setoption`, `newgame`, `position`, `legal`, `show`, \
                     `go`, `stop` or `quit`",
                    line,
                ));
            }
        };
        Ok(Some(command))
    }
}

fn expected(what: &str, got: &str) -> String {
    format!("expected {what}, got `{}`", got.trim())
}

fn parse_option(words: &[&str]) -> Result<Command, String> {
    let known = |name: &str| {
        let mut options = EngineOption::ALL.into_iter();
        options.find(|option| option.name().eq_ignore_ascii_case(name))
    };
    if let ["name", name, "value", value] = words
        && let Some(option) = known(name)
    {
        return option.parse(value).map(Command::SetOption);
    }
    let names = EngineOption::ALL.map(EngineOption::name).join("|");
    Err(expected(
        &format!("`setoption name <{names}> value <v>`"),
        &words.join(" "),
    ))
}

/// Reads the argument of `go perft`, which is limited because counting is recursive.
fn parse_perft(depth: &str) -> Result<u32, String> {
    let number: Option<u8> = depth.parse().ok();
    let what = format!("a depth from 0 to {} after `go perft`", u8::MAX);
    number.map(u32::from).ok_or_else(|| expected(&what, depth))
}

/// Reads the arguments of `go`: limits, each at most once.
fn parse_limits(words: &[&str]) -> Result<Limits, String> {
    let mut limits = Limits::default();
    let mut is_infinite = false;
    let mut rest = words;
    while let Some((&name, after)) = rest.split_first() {
        if name == "infinite" && !is_infinite {
            is_infinite = true;
            rest = after;
            continue;
        }
        let is_new = match name {
            "movetime" => limits.time.is_none(),
            "depth" => limits.depth.is_none(),
            "nodes" => limits.nodes.is_none(),
            _ => false,
        };
        if !is_new {
            return Err(expected(
                "`movetime <ms>`, `depth <n>`, `nodes <n>`, each once, `infinite`, or `perft <n>` \
                 after `go`",
                name,
            ));
        }
        let value = after.first().copied().unwrap_or_default();
        let most = if name == "depth" {
            u64::from(u8::MAX)
        } else {
            u64::MAX
        };
        let number = value
            .parse()
            .ok()
            .filter(|number| (1..=most).contains(number));
        let number: u64 = number.ok_or_else(|| {
            format!("expected a number from 1 to {most} after `{name}`, got `{value}`")
        })?;
        match name {
            "movetime" => limits.time = Some(Duration::from_millis(number)),
            "depth" => limits.depth = u8::try_from(number).ok(),
            _ => limits.nodes = Some(number),
        }
        rest = &after[1..];
    }
    if is_infinite && limits != Limits::default() {
        return Err(expected(
            "`go infinite` without a limit",
            &format!("go {}", words.join(" ")),
        ));
    }
    Ok(limits)
}

fn parse_position(words: &[&str]) -> Result<Game, String> {
    let (game, moves) = match words {
        ["startpos", mode, rest @ ..] => {
            let mode: Mode = mode.parse().map_err(|error| format!("{error}"))?;
            let sections = Sections::parse(rest)?;
            let rules = start::rules_with(Rules::new(mode), &sections.rules)?;
            let first = match sections.first {
                Some(first) => parse_first(mode, first)?,
                None => mode.colors()[0],
            };
            (Game::new(rules, first), sections.moves)
        }
        ["fps", rest @ ..] if rest.len() >= FPS_FIELDS => {
            let (fields, rest) = rest.split_at(FPS_FIELDS);
            let sections = Sections::parse(rest)?;
            if sections.first.is_some() {
                return Err("expected `first` only after `startpos`".to_owned());
            }
            let position = start::position(&fields.join(" "), &sections.rules)?;
            (Game::from_position(position), sections.moves)
        }
        _ => {
            return Err(expected(
                "`position startpos <mode>` or `position fps <eight fields>`, \
                 then `rules`, `first` or `moves`",
                &format!("position {}", words.join(" ")),
            ));
        }
    };
    play(game, &moves)
}

const FPS_FIELDS: usize = 8;

fn parse_first(mode: Mode, text: &str) -> Result<Color, String> {
    let first: Color = text.parse().map_err(|error| format!("{error}"))?;
    if !mode.has(first) {
        return Err(format!(
            "expected a color of mode {mode} to start, got {first}"
        ));
    }
    Ok(first)
}

fn play(mut game: Game, moves: &[&str]) -> Result<Game, String> {
    for token in moves {
        let ply = game.position().ply();
        let complaint = |error: &dyn Display| {
            format!("expected a legal move at ply {ply}, got `{token}`: {error}")
        };
        let text: MoveText = token.parse().map_err(|error| complaint(&error))?;
        let mv = text.resolve_in(&game).map_err(|error| complaint(&error))?;
        game.play(mv).expect("move the game allows");
    }
    Ok(game)
}

/// Sections after the start of a `position` command, each at most once.
#[derive(Default)]
struct Sections<'a> {
    rules: Vec<&'a str>,
    first: Option<&'a str>,
    moves: Vec<&'a str>,
}

impl<'a> Sections<'a> {
    fn parse(words: &[&'a str]) -> Result<Sections<'a>, String> {
        const NAMES: [&str; 3] = ["rules", "first", "moves"];

        let mut sections = Sections::default();
        let mut seen = Vec::new();
        let mut rest = words;
        while let Some((&name, after)) = rest.split_first() {
            if !NAMES.contains(&name) || seen.contains(&name) {
                return Err(expected("`rules`, `first` or `moves`, each once", name));
            }
            seen.push(name);
            let is_name = |word: &&str| NAMES.contains(word);
            let end = after.iter().position(is_name).unwrap_or(after.len());
            let (section, after) = after.split_at(end);
            match name {
                "rules" => sections.rules = section.to_vec(),
                "first" => {
                    let [first] = section else {
                        return Err(expected("one color after `first`", &section.join(" ")));
                    };
                    sections.first = Some(first);
                }
                _ => sections.moves = section.to_vec(),
            }
            rest = after;
        }
        Ok(sections)
    }
}
