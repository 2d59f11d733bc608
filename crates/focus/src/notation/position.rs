//! Positions as text: FPS, eight fields separated by single spaces.
//!
//! ```text
//! mode board side hand caps out clock ply
//! ```
//!
//! With partners, `out` holds the seats that were abandoned.

use std::fmt;
use std::str::FromStr;

use crate::{
    Board, Color, ColorSet, IllegalPosition, ParseError, Position, Rules, Setup, Square, Stack,
};

/// Writes the position in FPS.
///
/// ```
/// use focus::Position;
///
/// let fps = "2 OOB,x3/O,x2,BO,x,O/x,B,x,B,O,OOBOB,x2/x4,O,x3/x2,B,x2,BO,x2/x,BO,x,B,x2,OOB,x/\
///            B,BO,BBO,x3/x4 O B2 O:B1,B:O2 - 6 35";
/// let position: Position = fps.parse()?;
/// assert_eq!(position.to_string(), fps);
/// # Ok::<(), focus::notation::ParsePositionError>(())
/// ```
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_setup().fmt(f)
    }
}

/// Reads FPS with the default rules of its mode, except for options that the text implies.
impl FromStr for Position {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Position, ParsePositionError> {
        let setup: Setup = text.parse().map_err(ParsePositionError::Text)?;
        let rules = setup.implied_rules();
        Position::from_setup(setup, rules).map_err(ParsePositionError::Illegal)
    }
}

/// Reads FPS as a position of a game with these rules.
///
/// # Errors
///
/// The text is not FPS, or the position is not legal.
pub fn parse_position(text: &str, rules: Rules) -> Result<Position, ParsePositionError> {
    let setup: Setup = text.parse().map_err(ParsePositionError::Text)?;
    Position::from_setup(setup, rules).map_err(ParsePositionError::Illegal)
}

/// Writes the arrangement in FPS.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.mode)?;
        for rank in (0..8).rev() {
            write_rank(f, &self.board, rank)?;
            f.write_str(if rank == 0 { " " } else { "/" })?;
        }
        write!(f, "{} ", self.side.letter())?;
        write!(f, "{} ", or_dash(counts_text(self.hands)))?;
        let captors = Color::ALL.map(|captor| {
            let captures = counts_text(self.captured[captor.index()]);
            (captor, captures)
        });
        let captures: Vec<_> = captors
            .iter()
            .filter(|(_, captures)| !captures.is_empty())
            .map(|(captor, captures)| format!("{}:{captures}", captor.letter()))
            .collect();
        write!(f, "{} ", or_dash(captures.join(",")))?;
        write!(f, "{} ", or_dash(self.out.to_string()))?;
        write!(f, "{} {}", self.clock, self.ply)
    }
}

fn write_rank(f: &mut fmt::Formatter<'_>, board: &Board, rank: u8) -> fmt::Result {
    let mut separator = "";
    let mut squares = rank_squares(rank).peekable();
    while let Some(square) = squares.next() {
        f.write_str(separator)?;
        separator = ",";
        if let Some(stack) = board.get(square) {
            write!(f, "{stack}")?;
            continue;
        }
        let mut run = 1;
        while squares.next_if(|&next| board.get(next).is_none()).is_some() {
            run += 1;
        }
        match run {
            1 => f.write_str("x")?,
            _ => write!(f, "x{run}")?,
        }
    }
    Ok(())
}

fn rank_squares(rank: u8) -> impl Iterator<Item = Square> {
    (0..8).filter_map(move |file| Square::new(file, rank))
}

fn counts_text(counts: [u8; 4]) -> String {
    let mut text = String::new();
    for (color, count) in Color::ALL.into_iter().zip(counts) {
        if count > 0 {
            text.push(color.letter());
            text += &count.to_string();
        }
    }
    text
}

fn or_dash(text: String) -> String {
    if text.is_empty() {
        return "-".to_owned();
    }
    text
}

/// Reads exactly the text that `Display` writes.
impl FromStr for Setup {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Setup, ParseError> {
        let fields: Vec<&str> = text.split(' ').collect();
        let [mode, board, side, hands, captured, out, clock, ply] = fields[..] else {
            return Err(ParseError::new("eight fields with one space between", text));
        };
        Ok(Setup {
            mode: mode.parse()?,
            board: parse_board(board)?,
            side: single_color(side)
                .ok_or_else(|| ParseError::new("the letter of the side to move", side))?,
            hands: parse_hands(hands)?,
            captured: parse_captured(captured)?,
            out: parse_out(out)?,
            clock: parse_number(clock).ok_or_else(|| {
                ParseError::new("the plies since the last capture, 0 to 65535", clock)
            })?,
            ply: ply.parse()?,
        })
    }
}

fn single_color(text: &str) -> Option<Color> {
    let mut letters = text.chars();
    let color = Color::from_letter(letters.next()?)?;
    letters.next().is_none().then_some(color)
}

/// Reads a number without a sign or leading zeros.
fn parse_number(text: &str) -> Option<u16> {
    let number: u16 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}

fn parse_board(text: &str) -> Result<Board, ParseError> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 8 {
        return Err(ParseError::new("eight ranks with `/` between", text));
    }
    let mut board = Board::EMPTY;
    for (rank, text) in (0..8).rev().zip(ranks) {
        parse_rank(text, rank, &mut board)?;
    }
    Ok(board)
}

fn parse_rank(text: &str, rank: u8, board: &mut Board) -> Result<(), ParseError> {
    let count = rank_squares(rank).count();
    let wrong_length = || ParseError::new(format!("{count} squares on rank {}", rank + 1), text);
    let mut squares = rank_squares(rank);
    let mut after_run = false;
    for cell in text.split(',') {
        if let Some(run) = cell.strip_prefix('x') {
            let run = match run {
                "" => 1,
                _ => parse_number(run).filter(|&run| run > 1).ok_or_else(|| {
                    ParseError::new("a run of empty squares such as `x` or `x3`", cell)
                })?,
            };
            if after_run {
                return Err(ParseError::new(
                    "a run of empty squares as long as it can be",
                    text,
                ));
            }
            after_run = true;
            for _ in 0..run {
                squares.next().ok_or_else(wrong_length)?;
            }
            continue;
        }
        after_run = false;
        let square = squares.next().ok_or_else(wrong_length)?;
        board.set(square, Some(parse_stack(cell)?));
    }
    if squares.next().is_some() {
        return Err(wrong_length());
    }
    Ok(())
}

fn parse_stack(text: &str) -> Result<Stack, ParseError> {
    let pieces: Option<Vec<Color>> = text.chars().map(Color::from_letter).collect();
    pieces.and_then(Stack::new).ok_or_else(|| {
        ParseError::new(
            "one to five color letters, or `x` for an empty square",
            text,
        )
    })
}

/// Reads letters, each followed by a count from 1, in the order of the colors.
fn parse_counts(text: &str) -> Option<[u8; 4]> {
    let mut counts = [0; 4];
    let mut rest = text;
    let mut least = 0;
    while let Some(letter) = rest.chars().next() {
        let color = Color::from_letter(letter)?.index();
        if color < least {
            return None;
        }
        least = color + 1;
        let digits = &rest[1..];
        let end = digits
            .find(|next: char| !next.is_ascii_digit())
            .unwrap_or(digits.len());
        let count = parse_number(&digits[..end]).filter(|&count| count > 0)?;
        counts[color] = u8::try_from(count).ok()?;
        rest = &digits[end..];
    }
    Some(counts)
}

fn parse_hands(text: &str) -> Result<[u8; 4], ParseError> {
    if text == "-" {
        return Ok([0; 4]);
    }
    parse_counts(text)
        .filter(|_| !text.is_empty())
        .ok_or_else(|| {
            ParseError::new(
                "`-` or the pieces in hand in the order O G B P, such as `O2B1`",
                text,
            )
        })
}

fn parse_captured(text: &str) -> Result<[[u8; 4]; 4], ParseError> {
    let mut captured = [[0; 4]; 4];
    if text == "-" {
        return Ok(captured);
    }
    let error = || {
        ParseError::new(
            "`-` or the captures in the order O G B P, such as `O:G2P1,B:P1`",
            text,
        )
    };
    let mut least = 0;
    for part in text.split(',') {
        let (captor, counts) = part.split_once(':').ok_or_else(error)?;
        let captor = single_color(captor).ok_or_else(error)?.index();
        let counts = parse_counts(counts).filter(|_| !counts.is_empty());
        captured[captor] = counts.filter(|_| captor >= least).ok_or_else(error)?;
        least = captor + 1;
    }
    Ok(captured)
}

fn parse_out(text: &str) -> Result<ColorSet, ParseError> {
    if text == "-" {
        return Ok(ColorSet::EMPTY);
    }
    let out: Option<ColorSet> = text.chars().map(Color::from_letter).collect();
    out.filter(|out| !out.is_empty() && out.to_string() == text)
        .ok_or_else(|| {
            ParseError::new(
                "`-` or the colors that are out in the order O G B P, such as `GP`",
                text,
            )
        })
}

/// Error for a text that is not a legal position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParsePositionError {
    /// The text is not FPS.
    Text(ParseError),
    /// The text is FPS, but the position is not legal.
    Illegal(IllegalPosition),
}

impl fmt::Display for ParsePositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParsePositionError::Text(error) => error.fmt(f),
            ParsePositionError::Illegal(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ParsePositionError {}
