//! What a network is shown of a position, and where its numbers for it are.

use crate::evaluation::layout::turns_to_wait;
use crate::evaluation::{Kind, Layout, tables};
use focus::packed::CODES;
use focus::{Color, Goal, Mode, Position, Square, Stack};

/// Units of all players together.
pub(super) const LANES: usize = 64;

/// Pieces in hand told apart; the last stands for all above.
pub(super) const HANDS: usize = 11;

/// Captures of one color by another told apart; the last stands for all above.
pub(super) const CAPTURES: usize = 7;

/// Places of the numbers of a network of one kind of game in one list.
///
/// First the rows of the hidden layer, then what its units say. A row is as long as there are
/// units. Players are told apart by how many turns after one's own theirs comes: their seats.
#[derive(Clone, Debug)]
pub struct Shape {
    /// How patterns are numbered.
    pub layout: Layout,
    seats: usize,
    /// Units of the hidden layer for each player.
    pub units: usize,
    /// Of who controls a stack, and its height. Shape: `[square][seat][height - 1][unit]`; none in
    /// the duel, whose patterns say so.
    tops: usize,
    /// Of the pieces in hand. Shape: `[seat][count][unit]`.
    hands: usize,
    /// Of the captures. Shape: `[by seat][of other seat][count][unit]`; none but in the race.
    captures: usize,
    /// Of nothing. Shape: `[unit]`.
    pub bias: usize,
    /// Of what the units say. Shape: `[turns to wait][unit]`.
    pub output: usize,
    /// All of them.
    pub len: usize,
    /// Patterns of a stack, the empty square included, and of who controls it.
    pub patterns: [usize; 2],
    /// Who sits where. Shape: `[color][seat]`.
    colors: [[Color; 4]; 4],
    /// How each color sees each packed stack. Shape: `[color][code]`.
    views: Vec<[View; CODES]>,
}

/// A stack as one color sees it.
#[derive(Clone, Copy, Debug, Default)]
struct View {
    /// Whose its pieces are, as in a [`Layout`].
    pattern: usize,
    /// Who controls it, and its height. Shape: `[seat][height - 1]`.
    top: usize,
}

/// Hands and captures of a position, as far as they are told apart.
#[derive(Clone, Copy, Debug)]
pub struct Counts {
    /// Shape: `[color]`.
    hands: [u8; 4],
    /// Shape: `[by color][of color]`.
    captures: [[u8; 4]; 4],
    /// Turns to wait for one's own. Shape: `[color]`.
    pub waits: [u8; 4],
}

impl Counts {
    /// Those of a position.
    #[must_use]
    pub fn of(position: &Position) -> Counts {
        Counts {
            hands: Color::ALL.map(|color| hand(position, color)),
            captures: Color::ALL.map(|by| Color::ALL.map(|of| captured(position, by, of))),
            waits: Color::ALL.map(|color| turns_to_wait(position, color) as u8),
        }
    }
}

/// Pieces in a color's hand, as far as they are told apart.
#[inline]
pub(super) fn hand(position: &Position, color: Color) -> u8 {
    position.hand(color).min(HANDS as u8 - 1)
}

/// Captures of one color by another, as far as they are told apart.
#[inline]
pub(super) fn captured(position: &Position, by: Color, of: Color) -> u8 {
    position.captured(by, of).min(CAPTURES as u8 - 1)
}

impl Shape {
    /// The shape for a kind of game.
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

    /// The kind of game.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        self.layout.kind()
    }

    /// The rows of a packed stack on a square, as a color sees it: of the pattern, and of who
    /// controls it.
    #[inline]
    #[must_use]
    pub fn stack(&self, us: Color, square: Square, code: u16) -> (usize, Option<usize>) {
        let view = self.views[us.index()][usize::from(code) & (CODES - 1)];
        let [patterns, tops] = self.patterns;
        let pattern = (square.index() * patterns + view.pattern) * self.units;
        let top = self.tops + (square.index() * tops + view.top) * self.units;
        (pattern, (tops > 0).then_some(top))
    }

    /// The rows of hands and captures as a color sees them, and the one of nothing.
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

    /// The row of so many pieces in the hand of a seat.
    #[inline]
    #[must_use]
    pub const fn hand(&self, seat: usize, count: usize) -> usize {
        self.hands + (seat * HANDS + count) * self.units
    }

    /// Whether captures count.
    #[must_use]
    pub const fn has_captures(&self) -> bool {
        self.captures < self.bias
    }

    /// The row of so many captures, of a pair of seats in the order of who captures and whom.
    #[inline]
    #[must_use]
    pub const fn captured(&self, pair: usize, count: usize) -> usize {
        self.captures + (pair * CAPTURES + count) * self.units
    }

    /// The colors that play in the order of their turns, from this one on.
    #[inline]
    #[must_use]
    pub fn colors(&self, us: Color) -> &[Color] {
        &self.colors[us.index()][..self.seats]
    }

    /// Where what the units of a player say is, who has so many turns to wait.
    #[inline]
    #[must_use]
    pub const fn output(&self, wait: u8) -> usize {
        self.output + wait as usize * self.units
    }
}

/// The color whose turn comes so many after one's own.
fn color(mode: Mode, us: Color, seat: usize) -> Color {
    (0..seat).fold(us, |color, _| mode.next(color))
}
