//! Position as text.

use std::fmt::{self, Write};

use focus::{Color, Mode, Position, Square, Stack};

/// Characters per square, enough for the highest stack.
const WIDTH: usize = Stack::MAX_HEIGHT;

/// Style of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Paint {
    /// Letters only.
    Plain,
    /// Letters and colors.
    Colored,
}

impl Paint {
    /// Returns the letter of a piece, brighter for the top one.
    fn piece(self, piece: Color, is_top: bool) -> String {
        let letter = piece.letter();
        if self == Paint::Plain {
            return letter.to_string();
        }
        let color = match piece {
            Color::Orange => 208,
            Color::Green => 34,
            Color::Blue => 33,
            Color::Pink => 205,
        };
        let weight = if is_top { "1;" } else { "" };
        format!("\x1b[{weight}38;5;{color}m{letter}\x1b[0m")
    }

    /// Returns the name of a color.
    pub(super) fn name(self, color: Color) -> String {
        if self == Paint::Plain {
            return color.to_string();
        }
        let letter = self.piece(color, true);
        format!("{letter} {color}")
    }
}

/// Printable position: stacks with their top to the right, hands and captures below.
pub(super) struct TextBoard<'a> {
    pub(super) position: &'a Position,
    /// Color to move; none once the game is over.
    pub(super) to_move: Option<Color>,
    pub(super) paint: Paint,
}

impl fmt::Display for TextBoard<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            write!(f, "{} ", rank + 1)?;
            let mut line = String::new();
            for file in 0..8 {
                line.push(' ');
                self.square(&mut line, Square::new(file, rank))?;
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        write!(f, "  ")?;
        let files = ["a", "b", "c", "d", "e", "f", "g", "h"];
        let files = files.map(|file| format!(" {file:WIDTH$}")).concat();
        writeln!(f, "{}", files.trim_end())?;
        for &color in self.position.rules().mode().colors() {
            self.player(f, color)?;
        }
        Ok(())
    }
}

impl TextBoard<'_> {
    fn square(&self, line: &mut String, square: Option<Square>) -> fmt::Result {
        let Some(square) = square else {
            return write!(line, "{:WIDTH$}", "");
        };
        let Some(stack) = self.position.board().get(square) else {
            return write!(line, "{:WIDTH$}", ".");
        };
        for (at, piece) in stack.pieces().enumerate() {
            line.push_str(&self.paint.piece(piece, at + 1 == stack.height()));
        }
        write!(line, "{:1$}", "", WIDTH - stack.height())
    }

    fn player(&self, f: &mut fmt::Formatter<'_>, color: Color) -> fmt::Result {
        let position = self.position;
        let mark = if self.to_move == Some(color) {
            ">"
        } else {
            " "
        };
        let name = self.paint.name(color);
        write!(f, "{mark} {name}: {} in hand", position.hand(color))?;
        let taken = position.rules().mode().colors().iter().filter_map(|&of| {
            let count = position.captured(color, of);
            (count > 0).then(|| format!("{count} {of}"))
        });
        let taken: Vec<_> = taken.collect();
        if !taken.is_empty() {
            write!(f, ", {} captured", taken.join(", "))?;
        }
        if position.out().contains(color) {
            let is_seat = position.rules().mode() == Mode::Partners;
            write!(f, "{}", if is_seat { ", has left" } else { ", out" })?;
        }
        writeln!(f)
    }
}
