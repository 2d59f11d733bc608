//! Moves in the notation that people write.

use std::fmt;
use std::str::FromStr;

use crate::notation::suffix::Suffix;
use crate::{
    Color, Effect, Game, IllegalMove, Move, Outcome, ParseError, PlayError, Position, Square,
};

/// A well-formed move, which may or may not be legal in a position.
///
/// Parsing is lenient about spelling: upper case, spaces, full-width forms, other dashes and arrows,
/// `b7c7`, `b7>c7`, `b7xc7`, `b7:c7`, `r:c5`, `@c5`, `*c5`, `pass`. Claims written with the move, a
/// count of pieces or a suffix, must be correct when the move is resolved.
///
/// ```
/// use focus::notation::MoveText;
/// use focus::{Color, Mode, Position, Rules};
///
/// let start = Position::start(Rules::new(Mode::Duel), Color::Orange);
/// let text: MoveText = "B3 > b4".parse().expect("well-written move");
/// assert_eq!(text.resolve(&start).expect("legal move").to_string(), "b3-b4");
///
/// let text: MoveText = "b2-b3".parse().expect("well-written move");
/// let error = text.resolve(&start).expect_err("enemy's stack");
/// assert_eq!(error.to_string(), "the stack on b2 is topped by Blue, so Orange cannot move it");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveText {
    mv: Move,
    /// Number of pieces claimed to move.
    count: Option<u8>,
    /// Effect claimed for the move.
    suffix: Option<Suffix>,
}

impl MoveText {
    /// Returns the move, whether or not it is legal.
    #[must_use]
    pub const fn mv(&self) -> Move {
        self.mv
    }

    /// Returns the move if it is legal in the position and every claim is correct.
    ///
    /// Only a game can detect a draw by repetition that the rules turn into a win; use
    /// [`MoveText::resolve_in`] if there is one.
    ///
    /// # Errors
    ///
    /// A rule is broken, or a claim is wrong.
    pub fn resolve(&self, position: &Position) -> Result<Move, MoveError> {
        let mut after = position.clone();
        let effect = after.play(self.mv).map_err(MoveError::Illegal)?;
        self.check_claims(effect, after.outcome())
    }

    /// Returns the move if the game allows it now and every claim is correct.
    ///
    /// # Errors
    ///
    /// A rule is broken, or a claim is wrong.
    pub fn resolve_in(&self, game: &Game) -> Result<Move, MoveError> {
        let (effect, outcome) = game.preview(self.mv).map_err(|error| match error {
            PlayError::Over => MoveError::Illegal(IllegalMove::GameOver),
            PlayError::Illegal(rule) => MoveError::Illegal(rule),
        })?;
        self.check_claims(effect, outcome)
    }

    fn check_claims(&self, effect: Effect, outcome: Option<Outcome>) -> Result<Move, MoveError> {
        if let (Some(count), Move::Slide { from, to }) = (self.count, self.mv)
            && from.distance(to) != Some(count)
        {
            return Err(MoveError::Count { from, to, count });
        }
        let right = Suffix::new(effect, outcome);
        match &self.suffix {
            Some(given) if *given != right => Err(MoveError::Suffix {
                given: given.to_string(),
                right: right.to_string(),
            }),
            Some(_) | None => Ok(self.mv),
        }
    }
}

impl FromStr for MoveText {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<MoveText, ParseMoveError> {
        let spelled = plain_spelling(text);
        let (mv, rest) = parse_move(&spelled, text)?;
        let (count, rest) = match (mv, rest.strip_prefix(':')) {
            (Move::Slide { .. }, Some(rest)) => {
                let (count, rest) =
                    parse_digit(rest).ok_or_else(|| ParseMoveError::Count(text.to_owned()))?;
                (Some(count), rest)
            }
            _ => (None, rest),
        };
        let suffix = match rest {
            "" => None,
            _ => Some(parse_suffix(rest).ok_or_else(|| ParseMoveError::Suffix(rest.to_owned()))?),
        };
        Ok(MoveText { mv, count, suffix })
    }
}

/// Converts a text to the spelling in which moves are parsed: lower case, without spaces and
/// zero-width characters, with ASCII dashes, arrows and letters.
#[must_use]
pub fn plain_spelling(text: &str) -> String {
    let mut spelled = String::with_capacity(text.len());
    let letters = text.chars().map(narrow);
    for letter in letters.filter(|letter| !letter.is_whitespace()) {
        match letter {
            // They come along when a text is copied.
            '\u{200B}'..='\u{200D}' | '\u{2060}' | '\u{FEFF}' => {}
            '\u{2010}'..='\u{2013}' | '\u{2212}' => spelled.push('-'),
            // Phone keyboards turn two short dashes into one long dash.
            '\u{2014}' | '\u{2015}' => spelled.push_str("--"),
            '\u{2192}' => spelled.push('>'),
            '\u{2194}' => spelled.push_str("<>"),
            _ => spelled.push(letter.to_ascii_lowercase()),
        }
    }
    spelled
}

/// Returns the ASCII character that a full-width form, as typed with an East Asian keyboard, stands
/// for; others stay.
fn narrow(letter: char) -> char {
    match letter {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(letter) - 0xFEE0).unwrap_or(letter),
        _ => letter,
    }
}

/// Reads the move itself and returns what follows it.
fn parse_move<'a>(spelled: &'a str, text: &str) -> Result<(Move, &'a str), ParseMoveError> {
    if spelled.is_empty() {
        return Err(ParseMoveError::Empty);
    }
    for pass in ["--", "pass"] {
        if let Some(rest) = spelled.strip_prefix(pass) {
            return Ok((Move::Pass, rest));
        }
    }
    for drop in ["+", "@", "*", "r:"] {
        if let Some(rest) = spelled.strip_prefix(drop) {
            let (square, rest) = parse_square(rest, text)?;
            return Ok((Move::Drop(square), rest));
        }
    }
    let (first, rest) = parse_square(spelled, text)?;
    if let Some(rest) = rest.strip_prefix("<>") {
        let (enemy, rest) = parse_square(rest, text)?;
        return Ok((Move::Swap { own: first, enemy }, rest));
    }
    let Some(to) = after_sign(rest) else {
        return Err(ParseMoveError::NotAMove(text.to_owned()));
    };
    let (to, rest) = parse_square(to, text)?;
    Ok((Move::Slide { from: first, to }, rest))
}

/// Returns the text after the sign between the squares of a slide; the sign may be missing. There,
/// `:` does not begin a count, nor `x` a suffix, because both follow the second square. `/` is not
/// accepted, because people who chat write it for "or".
fn after_sign(rest: &str) -> Option<&str> {
    if let Some(to) = rest.strip_prefix(['x', ':']) {
        return Some(to);
    }
    let to = rest.trim_start_matches(['-', '>']);
    (rest.len() - to.len() <= 2).then_some(to)
}

fn parse_square<'a>(spelled: &'a str, text: &str) -> Result<(Square, &'a str), ParseMoveError> {
    let looks_like_square = |name: &str| {
        let [file, rank] = name.as_bytes() else {
            return false;
        };
        file.is_ascii_lowercase() && rank.is_ascii_digit()
    };
    let Some((name, rest)) = spelled
        .split_at_checked(2)
        .filter(|(name, _)| looks_like_square(name))
    else {
        return Err(ParseMoveError::NotAMove(text.to_owned()));
    };
    let square = name.parse().map_err(ParseMoveError::Square)?;
    Ok((square, rest))
}

/// Reads a single digit from 1 that is not followed by another digit.
fn parse_digit(text: &str) -> Option<(u8, &str)> {
    let digit = *text.as_bytes().first()?;
    let rest = text.get(1..)?;
    let is_longer = rest.starts_with(|next: char| next.is_ascii_digit());
    (matches!(digit, b'1'..=b'9') && !is_longer).then(|| (digit - b'0', rest))
}

fn parse_suffix(text: &str) -> Option<Suffix> {
    let mut suffix = Suffix::default();
    let mut rest = text;
    if let Some(mut colors) = rest.strip_prefix('x') {
        while let Some(color) = leading_color(colors) {
            suffix.captured.push(color);
            colors = &colors[1..];
        }
        if suffix.captured.is_empty() {
            return None;
        }
        rest = colors;
    }
    if let Some(reserves) = rest.strip_prefix('r') {
        (suffix.reserves, rest) = parse_digit(reserves)?;
    }
    if let Some(reserves) = rest.strip_prefix('p') {
        (suffix.partner_reserves, rest) = parse_digit(reserves)?;
    }
    if let Some(end) = rest.strip_prefix('#') {
        suffix.wins = true;
        rest = end;
    }
    rest.is_empty().then_some(suffix)
}

/// Returns the captured color that a text begins with; `p` before a digit stands for the partner's
/// reserves.
fn leading_color(text: &str) -> Option<Color> {
    let mut letters = text.chars();
    let color = Color::from_letter(letters.next()?.to_ascii_uppercase())?;
    let is_partner = color == Color::Pink && letters.next().is_some_and(|c| c.is_ascii_digit());
    (!is_partner).then_some(color)
}

/// Error for a text that is not a well-formed move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseMoveError {
    /// The text is empty.
    Empty,
    /// The text does not have the form of a move.
    NotAMove(String),
    /// The text names a square that is not on the board.
    Square(ParseError),
    /// The count after the colon is not a number of pieces.
    Count(String),
    /// The text after the move is not a suffix.
    Suffix(String),
}

impl fmt::Display for ParseMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseMoveError::Empty => {
                f.write_str("expected a move such as `b7-c7`, `+c5` or `--`, got nothing")
            }
            ParseMoveError::NotAMove(text) => {
                write!(
                    f,
                    "expected a move such as `b7-c7`, `+c5` or `--`, got `{text}`"
                )
            }
            ParseMoveError::Square(error) => error.fmt(f),
            ParseMoveError::Count(text) => {
                write!(
                    f,
                    "expected a number of pieces after `:` as in `f3-b3:4`, got `{text}`"
                )
            }
            ParseMoveError::Suffix(text) => {
                write!(f, "expected a suffix such as `xOOr1#`, got `{text}`")
            }
        }
    }
}

impl std::error::Error for ParseMoveError {}

/// Error returned when a well-formed move cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// A rule forbids the move.
    Illegal(IllegalMove),
    /// The number of pieces differs from the distance.
    Count {
        /// Square of the stack.
        from: Square,
        /// Square the pieces land on.
        to: Square,
        /// Count in the text.
        count: u8,
    },
    /// The suffix does not match the effect of the move.
    Suffix {
        /// Suffix in the text.
        given: String,
        /// Correct suffix, empty if the move has none.
        right: String,
    },
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::Illegal(rule) => rule.fmt(f),
            MoveError::Count { from, to, count } => {
                let (pieces, squares) = match count {
                    1 => ("piece goes", "square"),
                    _ => ("pieces go", "squares"),
                };
                let distance = from.distance(*to).unwrap_or_default();
                write!(
                    f,
                    "{count} {pieces} exactly {count} {squares}, \
                     and {to} is {distance} away from {from}"
                )
            }
            MoveError::Suffix { given, right } if right.is_empty() => {
                write!(
                    f,
                    "expected no suffix, since the move does nothing, got `{given}`"
                )
            }
            MoveError::Suffix { given, right } => {
                write!(f, "expected the suffix `{right}` or none, got `{given}`")
            }
        }
    }
}

impl std::error::Error for MoveError {}
