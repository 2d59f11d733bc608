//! The 52 squares of the board and the four directions.

use std::fmt;
use std::str::FromStr;

use crate::ParseError;

/// First file of each rank, rank 1 first.
const FIRST_FILE: [u8; 8] = [2, 1, 0, 0, 0, 0, 1, 2];
/// Number of squares on each rank, rank 1 first.
const RANK_LENGTH: [u8; 8] = [4, 6, 8, 8, 8, 8, 6, 4];
/// Index of the first square of each rank, rank 1 first.
const RANK_START: [u8; 8] = [0, 4, 10, 18, 26, 34, 42, 48];

/// File and rank of every square by its index.
const COORDINATES: [(u8, u8); Square::COUNT] = {
    let mut coordinates = [(0, 0); Square::COUNT];
    let mut rank: u8 = 0;
    while rank < 8 {
        let row = rank as usize;
        let mut step = 0;
        while step < RANK_LENGTH[row] {
            coordinates[(RANK_START[row] + step) as usize] = (FIRST_FILE[row] + step, rank);
            step += 1;
        }
        rank += 1;
    }
    coordinates
};

/// Number of steps between two squares, or 0 if they are not on one line. Shape: `[from][to]`.
static DISTANCES: [[u8; Square::COUNT]; Square::COUNT] = {
    let mut distances = [[0; Square::COUNT]; Square::COUNT];
    let mut from = 0;
    while from < Square::COUNT {
        let mut to = 0;
        while to < Square::COUNT {
            let files = COORDINATES[from].0.abs_diff(COORDINATES[to].0);
            let ranks = COORDINATES[from].1.abs_diff(COORDINATES[to].1);
            if (files == 0) != (ranks == 0) {
                distances[from][to] = files + ranks;
            }
            to += 1;
        }
        from += 1;
    }
    distances
};

/// One of the 52 playable squares; it cannot represent a cut corner.
///
/// ```
/// use focus::{Direction, Square};
///
/// let c1: Square = "c1".parse()?;
/// assert_eq!(c1, Square::ALL[0]);
/// assert_eq!(c1.step(Direction::North, 5), "c6".parse().ok());
/// assert_eq!(c1.step(Direction::West, 1), None);
/// assert!("a1".parse::<Square>().is_err());
/// # Ok::<(), focus::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// Number of squares.
    pub const COUNT: usize = 52;

    /// Every square, starting at c1: rank by rank from 1 to 8, each from file a to h.
    pub const ALL: [Square; Square::COUNT] = {
        let mut all = [Square(0); Square::COUNT];
        let mut index: u8 = 0;
        while (index as usize) < Square::COUNT {
            all[index as usize] = Square(index);
            index += 1;
        }
        all
    };

    /// Returns the square on a file (0 is a) and a rank (0 is 1), or `None` for a cut corner.
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Option<Square> {
        if rank >= 8 || file < FIRST_FILE[rank as usize] {
            return None;
        }
        let step = file - FIRST_FILE[rank as usize];
        if step >= RANK_LENGTH[rank as usize] {
            return None;
        }
        Some(Square(RANK_START[rank as usize] + step))
    }

    /// Returns the position of the square in [`Square::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the square at a position in [`Square::ALL`].
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "below the number of squares"
    )]
    pub const fn from_index(index: usize) -> Option<Square> {
        if index >= Square::COUNT {
            return None;
        }
        Some(Square(index as u8))
    }

    /// Returns the squares whose bits are set, as in [`rays::ring`](crate::rays::ring): the lowest
    /// bit is that of the first square in [`Square::ALL`].
    ///
    /// ```
    /// use focus::Square;
    ///
    /// let squares: Vec<Square> = Square::of_bits(0b101).collect();
    /// assert_eq!(squares, [Square::ALL[0], Square::ALL[2]]);
    /// ```
    #[inline]
    pub fn of_bits(mut bits: u64) -> impl Iterator<Item = Square> + Clone {
        std::iter::from_fn(move || {
            let square = Square::from_index(bits.trailing_zeros() as usize)?;
            bits &= bits - 1;
            Some(square)
        })
    }

    /// Returns the file, from 0 for a to 7 for h.
    #[must_use]
    pub const fn file(self) -> u8 {
        COORDINATES[self.index()].0
    }

    /// Returns the rank, from 0 for 1 to 7 for 8.
    #[must_use]
    pub const fn rank(self) -> u8 {
        COORDINATES[self.index()].1
    }

    /// Returns the square this many steps away, or `None` if that is off the board.
    #[must_use]
    pub const fn step(self, direction: Direction, distance: u8) -> Option<Square> {
        let (file, rank) = (self.file(), self.rank());
        let (file, rank) = match direction {
            Direction::North => (Some(file), rank.checked_add(distance)),
            Direction::East => (file.checked_add(distance), Some(rank)),
            Direction::South => (Some(file), rank.checked_sub(distance)),
            Direction::West => (file.checked_sub(distance), Some(rank)),
        };
        match (file, rank) {
            (Some(file), Some(rank)) => Square::new(file, rank),
            _ => None,
        }
    }

    /// Returns the number of steps between two squares on one file or rank, or `None` if they share
    /// neither or are equal.
    #[must_use]
    pub const fn distance(self, other: Square) -> Option<u8> {
        match DISTANCES[self.index()][other.index()] {
            0 => None,
            distance => Some(distance),
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = char::from(b'a' + self.file());
        let rank = char::from(b'1' + self.rank());
        write!(f, "{file}{rank}")
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Square, ParseError> {
        let square = match *text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Square::new(file - b'a', rank - b'1'),
            _ => None,
        };
        square.ok_or_else(|| ParseError::new("a playable square such as `d4`", text))
    }
}

/// One of the four directions in which a stack can move; there are no diagonals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Toward rank 8.
    North,
    /// Toward file h.
    East,
    /// Toward rank 1.
    South,
    /// Toward file a.
    West,
}

impl Direction {
    /// Every direction, clockwise from north.
    pub const ALL: [Direction; 4] = [
        Direction::North,
        Direction::East,
        Direction::South,
        Direction::West,
    ];

    /// Returns the opposite direction.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::North => Self::South,
            Self::East => Self::West,
            Self::South => Self::North,
            Self::West => Self::East,
        }
    }
}
