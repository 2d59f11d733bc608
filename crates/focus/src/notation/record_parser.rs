//! Parsing of game records.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use crate::notation::record::{GAME, result};
use crate::notation::{
    MoveError, MoveText, ParseMoveError, ParsePositionError, ParseRulesError, Record,
    parse_position, tags,
};
use crate::{Color, ColorSet, Game, LeaveError, Leaving, Rules, Termination};

impl FromStr for Record {
    type Err = RecordError;

    /// Reads a record; the moves, the result and the termination must agree.
    ///
    /// Unknown tags and comments in braces are ignored. Line breaks do not matter.
    fn from_str(text: &str) -> Result<Record, RecordError> {
        Record::read(text).map_err(|wrong| wrong.error)
    }
}

impl Record {
    /// Reads a record and reports the line of an error.
    ///
    /// ```
    /// use focus::notation::Record;
    ///
    /// let text = "[Game \"Focus\"]\n[Rules \"mode=2\"]\n[First \"O\"]\n[Result \"*\"]\n1. a1-b1";
    /// let wrong = Record::read(text).expect_err("a move from a cut corner");
    /// assert_eq!(wrong.line, Some(5));
    /// ```
    ///
    /// # Errors
    ///
    /// The text is not a game record.
    pub fn read(text: &str) -> Result<Record, UnreadableRecord> {
        // Some editors begin every file with a byte order mark.
        let text = text.trim_start_matches('\u{feff}');
        let mut rest = text;
        let (mut game, tags) = read_body(&mut rest).map_err(|error| UnreadableRecord {
            line: error.is_at_a_place().then(|| line_of(text, rest)),
            error,
        })?;
        let end = |error| UnreadableRecord { line: None, error };
        read_end(&mut game, &tags).map_err(end)?;
        Ok(record(game, tags))
    }
}

/// Error for a text that is not a game record, with the line where reading failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadableRecord {
    /// Line of the error, counted from 1; `None` if the text as a whole is wrong.
    pub line: Option<usize>,
    /// Cause of the error.
    pub error: RecordError,
}

impl fmt::Display for UnreadableRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        self.error.fmt(f)
    }
}

impl std::error::Error for UnreadableRecord {}

/// Returns the number of the line, counted from 1, on which the suffix `rest` of a text begins.
fn line_of(text: &str, rest: &str) -> usize {
    let before = &text[..text.len() - rest.len()];
    before.matches('\n').count() + 1
}

fn record(game: Game, mut tags: Tags<'_>) -> Record {
    let mut tag = |name: &str| tags.remove(name).unwrap_or_default();
    let mut names: [String; 4] = Default::default();
    for color in game.rules().mode().colors() {
        names[color.index()] = tag(&color.to_string());
    }
    Record {
        site: tag("Site"),
        date: tag("Date"),
        names,
        game,
    }
}

type Tags<'a> = BTreeMap<&'a str, String>;

/// Reads tags and moves; on error, `rest` begins with the part that is wrong.
fn read_body<'a>(rest: &mut &'a str) -> Result<(Game, Tags<'a>), RecordError> {
    let tags = read_tags(rest)?;
    let mut game = read_start(&tags)?;
    read_moves(&mut game, rest)?;
    Ok((game, tags))
}

/// Reads the tags at the front of a text; on error, `rest` begins with the wrong one.
fn read_tags<'a>(rest: &mut &'a str) -> Result<Tags<'a>, RecordError> {
    let mut tags = BTreeMap::new();
    loop {
        *rest = rest.trim_start();
        if !rest.starts_with('[') {
            return Ok(tags);
        }
        let line = rest.lines().next().unwrap_or_default().trim();
        let (name, value, after) =
            tags::take(rest).ok_or_else(|| RecordError::Tag(line.to_owned()))?;
        if tags.insert(name, value).is_some() {
            return Err(RecordError::RepeatedTag(name.to_owned()));
        }
        *rest = after;
    }
}

fn required<'a>(tags: &'a Tags, name: &'static str) -> Result<&'a str, RecordError> {
    tags.get(name)
        .map(String::as_str)
        .ok_or(RecordError::MissingTag(name))
}

fn read_start(tags: &Tags) -> Result<Game, RecordError> {
    let game = required(tags, "Game")?;
    if game != GAME {
        return Err(RecordError::NotFocus(game.to_owned()));
    }
    let rules: Rules = required(tags, "Rules")?
        .parse()
        .map_err(RecordError::Rules)?;
    let first = required(tags, "First")?;
    let playing = rules.mode().colors().iter().copied();
    let first = playing
        .clone()
        .find(|color| color.letter().to_string() == first)
        .ok_or_else(|| RecordError::First {
            expected: playing.collect(),
            got: first.to_owned(),
        })?;
    let Some(fps) = tags.get("FPS") else {
        return Ok(Game::new(rules, first));
    };
    let start = parse_position(fps, rules).map_err(RecordError::Position)?;
    if start.side() != first {
        return Err(RecordError::First {
            expected: ColorSet::EMPTY.with(start.side()),
            got: first.letter().to_string(),
        });
    }
    Ok(Game::from_position(start))
}

/// Plays the moves of a text; on error, `rest` begins with the wrong one.
fn read_moves(game: &mut Game, rest: &mut &str) -> Result<(), RecordError> {
    *rest = rest.trim_start();
    while !rest.is_empty() {
        if let Some(comment) = rest.strip_prefix('{') {
            let (comment, after) = comment.split_once('}').ok_or(RecordError::OpenComment)?;
            if let Some((color, reason)) = parse_departure(comment) {
                game.leave(color, reason).map_err(RecordError::Leave)?;
            }
            *rest = after.trim_start();
            continue;
        }
        let end = rest
            .find(|next: char| next.is_whitespace() || next == '{')
            .unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        let token = without_number(word);
        if !token.is_empty() {
            read_token(game, token)?;
        }
        *rest = after.trim_start();
    }
    Ok(())
}

/// Returns the word without the round number before it: `12.` or `s.`.
fn without_number(word: &str) -> &str {
    match word.split_once('.') {
        Some(("s", token)) => token,
        Some((number, token)) if number.bytes().all(|digit| digit.is_ascii_digit()) => token,
        Some(_) | None => word,
    }
}

fn read_token(game: &mut Game, token: &str) -> Result<(), RecordError> {
    let ply = game.plies().len() + 1;
    let token = || token.to_owned();
    let text: MoveText = token().parse().map_err(|error| RecordError::MoveText {
        ply,
        token: token(),
        error,
    })?;
    let mv = text.resolve_in(game).map_err(|error| RecordError::Move {
        ply,
        token: token(),
        error,
    })?;
    game.play(mv).expect("move the game allows");
    Ok(())
}

fn parse_departure(comment: &str) -> Option<(Color, Leaving)> {
    let (color, reason) = comment.trim().split_once(' ')?;
    let color = Color::ALL
        .into_iter()
        .find(|other| other.letter().to_string() == color)?;
    let reason = [Leaving::Resignation, Leaving::Time]
        .into_iter()
        .find(|&other| Termination::from(other).token() == reason)?;
    Some((color, reason))
}

/// Applies an end that the moves do not show, then compares the game with its tags.
fn read_end(game: &mut Game, tags: &Tags) -> Result<(), RecordError> {
    let expected = required(tags, "Result")?;
    let termination = tags.get("Termination");
    let is = |other: Termination| termination.is_some_and(|text| text == other.token());
    if game.outcome().is_none() && is(Termination::Agreement) {
        game.agree_draw().expect("running game");
    }
    for reason in [Leaving::Resignation, Leaving::Time] {
        let still_in = game.position().still_in();
        let losers = still_in.iter();
        let mut losers: Vec<Color> = losers
            .filter(|loser| !expected.contains(loser.letter()))
            .collect();
        // If a departure put out another player who could not move, the side to move is the one who
        // left.
        losers.sort_by_key(|loser| *loser != game.position().side());
        for loser in losers {
            if game.outcome().is_none() && is(reason.into()) {
                game.leave(loser, reason).map_err(RecordError::Leave)?;
            }
        }
    }
    let got = result(game);
    if got != expected {
        return Err(RecordError::Result {
            expected: expected.to_owned(),
            got,
        });
    }
    let ended = game.outcome().map(|outcome| outcome.termination);
    if termination.is_some() && !ended.is_some_and(is) {
        return Err(RecordError::Termination {
            expected: termination.cloned().unwrap_or_default(),
            got: ended,
        });
    }
    Ok(())
}

/// Error for a text that is not a game record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordError {
    /// A line in square brackets is not a tag.
    Tag(String),
    /// A tag is given twice.
    RepeatedTag(String),
    /// A tag is missing.
    MissingTag(&'static str),
    /// The record is of another game.
    NotFocus(String),
    /// The rules cannot be read.
    Rules(ParseRulesError),
    /// The color that starts is not an expected one.
    First {
        /// Colors that may start.
        expected: ColorSet,
        /// Text of the tag.
        got: String,
    },
    /// The first position cannot be read or is not legal.
    Position(ParsePositionError),
    /// A comment does not end.
    OpenComment,
    /// A departure is not allowed.
    Leave(LeaveError),
    /// A token is not a move.
    MoveText {
        /// Number of the move in the record, from 1.
        ply: usize,
        /// The token.
        token: String,
        /// Cause of the error.
        error: ParseMoveError,
    },
    /// A move cannot be played.
    Move {
        /// Number of the move in the record, from 1.
        ply: usize,
        /// The token.
        token: String,
        /// Cause of the error.
        error: MoveError,
    },
    /// The moves lead to a result other than that of the tag.
    Result {
        /// Result of the tag.
        expected: String,
        /// Result of the moves.
        got: String,
    },
    /// The game ends in a way other than that of the tag.
    Termination {
        /// Termination of the tag.
        expected: String,
        /// Termination reached by the moves.
        got: Option<Termination>,
    },
}

impl RecordError {
    /// Returns whether the error belongs to one place in the text.
    fn is_at_a_place(&self) -> bool {
        match self {
            RecordError::Tag(_)
            | RecordError::RepeatedTag(_)
            | RecordError::OpenComment
            | RecordError::Leave(_)
            | RecordError::MoveText { .. }
            | RecordError::Move { .. } => true,
            RecordError::MissingTag(_)
            | RecordError::NotFocus(_)
            | RecordError::Rules(_)
            | RecordError::First { .. }
            | RecordError::Position(_)
            | RecordError::Result { .. }
            | RecordError::Termination { .. } => false,
        }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::Tag(line) => {
                write!(f, "expected a tag such as `[First \"O\"]`, got `{line}`")
            }
            RecordError::RepeatedTag(name) => {
                write!(f, "expected the tag `{name}` once, got it twice")
            }
            RecordError::MissingTag(name) => write!(f, "expected a tag `{name}`, got none"),
            RecordError::NotFocus(game) => {
                write!(f, "expected a record of the game `{GAME}`, got `{game}`")
            }
            RecordError::Rules(error) => error.fmt(f),
            RecordError::First { expected, got } => {
                write!(f, "expected one of `{expected}` to start, got `{got}`")
            }
            RecordError::Position(error) => error.fmt(f),
            RecordError::OpenComment => f.write_str("expected `}` after a comment, got the end"),
            RecordError::Leave(error) => error.fmt(f),
            RecordError::MoveText { ply, token, error } => {
                write!(f, "ply {ply}, `{token}`: {error}")
            }
            RecordError::Move { ply, token, error } => write!(f, "ply {ply}, `{token}`: {error}"),
            RecordError::Result { expected, got } => write!(
                f,
                "expected moves that lead to the result `{expected}`, got `{got}`"
            ),
            RecordError::Termination { expected, got } => {
                let got = got.map_or("none", Termination::token);
                write!(f, "expected the end `{expected}`, got `{got}`")
            }
        }
    }
}

impl std::error::Error for RecordError {}
