//! Locations of squares, panels and coordinates, in whole pixels.

use std::ops::Range;

use focus::{Color, Direction, Mode, Square};

use crate::pixels::bitmap::Rect;
use crate::pixels::measure::{Scale, float};

/// Number of files, and of ranks.
const LINES: i32 = 8;

/// Locations on a picture of one size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layout {
    size: i32,
    scale: Scale,
    margin: i32,
    pitch: i32,
    gap: i32,
}

impl Layout {
    /// Minimum size of a picture, in pixels.
    pub const MIN_SIZE_PX: u32 = 256;
    /// Maximum size of a picture, in pixels.
    pub const MAX_SIZE_PX: u32 = 2048;

    /// Creates the layout of a square picture; the size is clamped to the minimum and the maximum.
    #[must_use]
    pub fn new(size_px: u32) -> Layout {
        let size = size_px.clamp(Layout::MIN_SIZE_PX, Layout::MAX_SIZE_PX);
        let size = size.cast_signed();
        let scale = Scale::of_picture(size);
        let pitch = scale.whole(112.0);
        Layout {
            size,
            scale,
            margin: (size - LINES * pitch) / 2,
            pitch,
            gap: 2 * scale.visible(2.0),
        }
    }

    /// Returns the side of the picture in pixels.
    #[must_use]
    pub const fn size_px(&self) -> i32 {
        self.size
    }

    /// Returns the number of pixels per design unit.
    pub(crate) const fn scale(&self) -> Scale {
        self.scale
    }

    /// Returns the side of a square in pixels.
    pub(crate) const fn square_px(&self) -> i32 {
        self.pitch - self.gap
    }

    /// Returns the location of a square if this side of the board is down.
    #[must_use]
    pub fn square(&self, square: Square, down: Direction) -> Rect {
        let (column, row) = place(square, down);
        self.cell(column, row).inset(self.gap / 2)
    }

    /// Returns the location of a color's panel if this side of the board is down.
    #[must_use]
    pub fn panel(&self, color: Color, down: Direction) -> Rect {
        self.corner(Corner::of(color, down))
    }

    /// Returns the rectangle of a panel in a corner.
    pub(crate) fn corner(&self, corner: Corner) -> Rect {
        let edge = self.scale.whole(12.0);
        let (width, height) = (self.scale.whole(232.0), self.scale.whole(120.0));
        Rect {
            x: if corner.is_left() {
                edge
            } else {
                self.size - edge - width
            },
            y: if corner.is_top() {
                edge
            } else {
                self.size - edge - height
            },
            width,
            height,
        }
    }

    /// Returns the range of pixel rows for each line of squares, from the top. The first and the
    /// last range extend to the edges of the picture. Only the empty board spans several ranges.
    pub(crate) fn bands(&self) -> impl Iterator<Item = Range<i32>> {
        let top = |line| match line {
            0 => 0,
            LINES => self.size,
            _ => self.cell(0, line).y,
        };
        (0..LINES).map(move |line| top(line)..top(line + 1))
    }

    /// Returns the cell of a square, including its share of the gaps around it.
    fn cell(&self, column: i32, row: i32) -> Rect {
        Rect {
            x: self.margin + column * self.pitch,
            y: self.margin + row * self.pitch,
            width: self.pitch,
            height: self.pitch,
        }
    }

    /// Returns the center of the coordinate of a row, left of its first square.
    pub(crate) fn row_label(&self, row: i32) -> (f32, f32) {
        let cell = self.cell(first_on_line(row), row);
        let x = float(cell.x) - self.scale.px(23.0);
        (x, float(cell.y) + float(self.pitch) / 2.0)
    }

    /// Returns the center of the coordinate of a column, below its last square.
    pub(crate) fn column_label(&self, column: i32) -> (f32, f32) {
        let last = LINES - 1 - first_on_line(column);
        let cell = self.cell(column, last);
        let y = float(cell.y + self.pitch) + self.scale.px(25.0);
        (float(cell.x) + float(self.pitch) / 2.0, y)
    }
}

/// Corner of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Corner {
    BottomLeft,
    TopLeft,
    TopRight,
    BottomRight,
}

impl Corner {
    /// Every corner clockwise, in the order of colors if the south is down.
    const CLOCKWISE: [Corner; 4] = [
        Corner::BottomLeft,
        Corner::TopLeft,
        Corner::TopRight,
        Corner::BottomRight,
    ];

    /// Returns the corner of a color if this side of the board is down.
    pub(crate) fn of(color: Color, down: Direction) -> Corner {
        let counterclockwise = quarter_turns(down);
        Corner::CLOCKWISE[(color.index() + 4 - counterclockwise) % 4]
    }

    /// Returns whether the corner is on the left.
    pub(crate) const fn is_left(self) -> bool {
        matches!(self, Corner::BottomLeft | Corner::TopLeft)
    }

    /// Returns whether the corner is at the top.
    pub(crate) const fn is_top(self) -> bool {
        matches!(self, Corner::TopLeft | Corner::TopRight)
    }
}

/// Returns the side of the board that belongs to a color.
///
/// In a duel the board is rotated by half a turn for blue. With four players, each has a side of
/// the board. With three, no player has one, and the board is rotated so that the color's panel is
/// where orange's was.
#[must_use]
pub const fn side_of(mode: Mode, color: Color) -> Direction {
    match (mode, color) {
        (Mode::Duel, Color::Orange | Color::Green | Color::Pink)
        | (Mode::ThreeWay, Color::Orange | Color::Pink)
        | (Mode::Partners | Mode::FreeForAll, Color::Pink) => Direction::South,
        (Mode::ThreeWay, Color::Green) | (Mode::Partners | Mode::FreeForAll, Color::Orange) => {
            Direction::West
        }
        (Mode::Duel | Mode::ThreeWay, Color::Blue)
        | (Mode::Partners | Mode::FreeForAll, Color::Green) => Direction::North,
        (Mode::Partners | Mode::FreeForAll, Color::Blue) => Direction::East,
    }
}

/// Returns the column from the left and the row from the top if this side of the board is down.
fn place(square: Square, down: Direction) -> (i32, i32) {
    let (file, rank) = (i32::from(square.file()), i32::from(square.rank()));
    let last = LINES - 1;
    match down {
        Direction::South => (file, last - rank),
        Direction::West => (last - rank, last - file),
        Direction::North => (last - file, rank),
        Direction::East => (rank, file),
    }
}

/// Returns the text of the coordinate of a column and of a row.
pub(crate) fn coordinates(line: i32, down: Direction) -> (char, char) {
    let forward = u8::try_from(line).expect("one of eight lines");
    let backward = 7 - forward;
    let file = |line: u8| char::from(b'a' + line);
    let rank = |line: u8| char::from(b'1' + line);
    match down {
        Direction::South => (file(forward), rank(backward)),
        Direction::West => (rank(backward), file(backward)),
        Direction::North => (file(backward), rank(forward)),
        Direction::East => (rank(forward), file(forward)),
    }
}

/// Returns the number of counterclockwise quarter turns that bring this side of the board down.
const fn quarter_turns(down: Direction) -> usize {
    match down {
        Direction::South => 0,
        Direction::West => 1,
        Direction::North => 2,
        Direction::East => 3,
    }
}

/// Returns the first playable index on a line, 0 to 2, given the cut corners.
fn first_on_line(line: i32) -> i32 {
    2 - line.min(LINES - 1 - line).min(2)
}
