//! Inputs of a network, and the layout of its numbers.

use crate::evaluation::layout::turns_to_wait;
use crate::evaluation::{Kind, Layout, tables};
use focus::packed::CODES;
use focus::{Color, Goal, Mode, Position, Square, Stack};

/// Number of units of all players together.
pub(super) const LANES: usize = 64;

/// Number of distinct counts of pieces in hand; the last one stands for all higher counts.
pub(super) const HANDS: usize = 11;

/// Number of distinct counts of captures of one color by another; the last one stands for all
/// higher counts.
pub(super) const CAPTURES: usize = 7;

/// Layout of the numbers of a network for one kind of game in a list.
///
/// The rows of the hidden layer come first, then the output weights. A row has one number per unit.
/// Players are identified by seats: the number of turns after one's own.
#[derive(Clone, Debug)]
pub struct Shape {
    /// Layout that numbers the patterns.
    pub layout: Layout,
    seats: usize,
    /// Number of units of the hidden layer per player.
    pub units: usize,
    /// Offset of the rows for the controller and height of a stack. Shape:
    /// `[square][seat][height - 1][unit]`; empty in the duel, whose patterns contain this.
    tops: usize,
    /// Offset of the rows for pieces in hand. Shape: `[seat][count][unit]`.
    hands: usize,
    /// Offset of the rows for captures. Shape: `[by seat][of other seat][count][unit]`; empty
    /// except in a race.
    captures: usize,
    /// Offset of the bias. Shape: `[unit]`.
    pub bias: usize,
    /// Offset of the output weights. Shape: `[turns to wait][unit]`.
    pub output: usize,
    /// Total count of numbers.
    pub len: usize,
    /// Number of patterns per square, including the empty one, and number of combinations of
    /// controller and height.
    pub patterns: [usize; 2],
    /// Color of each seat. Shape: `[color][seat]`.
    colors: [[Color; 4]; 4],
    /// View of each packed stack by each color. Shape: `[color][code]`.
    views: Vec<[View; CODES]>,
}

/// A stack as one color sees it.
#[derive(Clone, Copy, Debug, Default)]
struct View {
    /// Pattern of the pieces, as in a [`Layout`].
    pattern: usize,
    /// Index of the controller and the height. Shape: `[seat][height - 1]`.
    top: usize,
}

/// Hands and captures of a position, capped at the largest distinct count.
#[derive(Clone, Copy, Debug)]
pub struct Counts {
    /// Shape: `[color]`.
    hands: [u8; 4],
    /// Shape: `[by color][of color]`.
    captures: [[u8; 4]; 4],
    /// Number of other turns before the color's own. Shape: `[color]`.
    pub waits: [u8; 4],
}

impl Counts {
    /// Returns the counts of a position.
    #[must_use]
    pub fn of(position: &Position) -> Counts {
        Counts {
            hands: Color::ALL.map(|color| hand(position, color)),
            captures: Color::ALL.map(|by| Color::ALL.map(|of| captured(position, by, of))),
            waits: Color::ALL.map(|color| turns_to_wait(position, color) as u8),
        }
    }
}

/// Returns the number of pieces in a color's hand, capped at the largest distinct count.
#[inline]
pub(super) fn hand(position: &Position, color: Color) -> u8 {
    position.hand(color).min(HANDS as u8 - 1)
}

/// Returns the number of captures of one color by another, capped at the largest distinct count.
#[inline]
pub(super) fn captured(position: &Position, by: Color, of: Color) -> u8 {
    position.captured(by, of).min(CAPTURES as u8 - 1)
}

impl Shape {
    /// Returns the shape for a kind of game.
    ///
    /// # Panics
    ///
    /// If more than two sides play.
    #[must_use]
    pub fn of(kind: Kind) -> Shape {
        assert!(kind.is_two_sided(), "a game of two sides");
        let mode = kind.mode();
        let (seats, layout) = (mode.seats(), Layout::of(kind));
        let units = LANES / seats;
        let tops_of_square = match mode {
            Mode::Duel => 0,
            _ => seats * Stack::MAX_HEIGHT,
        };
        let captures_each = match kind.rules().goal() {
            Goal::Race => seats * (seats - 1) * CAPTURES,
            Goal::Last => 0,
        };
        let tops = Square::COUNT * layout.patterns * units;
        let hands = tops + Square::COUNT * tops_of_square * units;
        let captures = hands + seats * HANDS * units;
        let bias = captures + captures_each * units;
        let output = bias + units;
        let colors = Color::ALL.map(|us| std::array::from_fn(|seat| color(mode, us, seat)));
        let view = |us: Color, code: usize| {
            let stack = tables::stack_of(code, mode.colors())?;
            let seat = colors[us.index()]
                .iter()
                .position(|&it| it == stack.top())?;
            Some(View {
                pattern: layout.pattern(stack.pieces(), us),
                top: seat * Stack::MAX_HEIGHT + stack.height() - 1,
            })
        };
        let views = |us| std::array::from_fn(|code| view(us, code).unwrap_or_default());
        Shape {
            layout,
            seats,
            units,
            tops,
            hands,
            captures,
            bias,
            output,
            len: output + seats * units,
            patterns: [layout.patterns, tops_of_square],
            colors,
            views: Color::ALL.map(views).to_vec(),
        }
    }

    /// Returns the kind of game.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        self.layout.kind()
    }

    /// Returns the rows of a packed stack on a square, as a color sees it: the row of its pattern,
    /// and the row of its controller and height, if there is one.
    #[inline]
    #[must_use]
    pub fn stack(&self, us: Color, square: Square, code: u16) -> (usize, Option<usize>) {
        let view = self.views[us.index()][usize::from(code) & (CODES - 1)];
        let [patterns, tops] = self.patterns;
        let pattern = (square.index() * patterns + view.pattern) * self.units;
        let top = self.tops + (square.index() * tops + view.top) * self.units;
        (pattern, (tops > 0).then_some(top))
    }

    /// Calls a function with the rows of hands and captures as a color sees them, and with the
    /// bias.
    #[inline]
    pub fn counts(&self, us: Color, counts: &Counts, mut call: impl FnMut(usize)) {
        let colors = self.colors(us);
        let mut pair = 0;
        for (seat, by) in colors.iter().enumerate() {
            call(self.hand(seat, counts.hands[by.index()].into()));
            if !self.has_captures() {
                continue;
            }
            for of in colors.iter().filter(|&of| of != by) {
                call(self.captured(pair, counts.captures[by.index()][of.index()].into()));
                pair += 1;
            }
        }
        call(self.bias);
    }

    /// Returns the row of a number of pieces in the hand of a seat.
    #[inline]
    #[must_use]
    pub const fn hand(&self, seat: usize, count: usize) -> usize {
        self.hands + (seat * HANDS + count) * self.units
    }

    /// Returns whether captures are inputs.
    #[must_use]
    pub(crate) const fn has_captures(&self) -> bool {
        self.captures < self.bias
    }

    /// Returns the row of a number of captures for a pair of seats, ordered by captor and then by
    /// captured seat.
    #[inline]
    #[must_use]
    pub const fn captured(&self, pair: usize, count: usize) -> usize {
        self.captures + (pair * CAPTURES + count) * self.units
    }

    /// Returns the colors that play in turn order, starting with this one.
    #[inline]
    #[must_use]
    pub fn colors(&self, us: Color) -> &[Color] {
        &self.colors[us.index()][..self.seats]
    }

    /// Returns the offset of the output weights for a player who has to wait this many turns.
    #[inline]
    #[must_use]
    pub const fn output(&self, wait: u8) -> usize {
        self.output + wait as usize * self.units
    }
}

/// Returns the color whose turn comes `seat` turns after a color's own.
fn color(mode: Mode, us: Color, seat: usize) -> Color {
    (0..seat).fold(us, |color, _| mode.next(color))
}
