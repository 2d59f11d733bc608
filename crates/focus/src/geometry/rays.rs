//! Slide targets of every square, computed at compile time.

use crate::{Direction, Square, Stack};

/// Maximum number of squares a stack can slide to: five in each direction.
const MOST: usize = 4 * Stack::MAX_HEIGHT;

/// Number of heights in the tables, rounded up to a power of two.
const HEIGHTS: usize = 8;

/// Squares within five steps of a square, nearest first; aligned to be found by a shift.
#[repr(align(32))]
struct Rays {
    /// Targets ordered by distance.
    targets: [Square; MOST],
    /// Number of targets within a distance. Shape: `[distance]`, 0 first; rounded up to a power of
    /// two, so that any index modulo `HEIGHTS` is valid.
    within: [u8; HEIGHTS],
}

/// Shape: `[square]`.
static RAYS: [Rays; Square::COUNT] = {
    const NONE: Rays = Rays {
        targets: [Square::ALL[0]; MOST],
        within: [0; HEIGHTS],
    };
    let mut rays = [NONE; Square::COUNT];
    let mut from = 0;
    while from < Square::COUNT {
        let mut count: u8 = 0;
        let mut distance: u8 = 1;
        while distance as usize <= Stack::MAX_HEIGHT {
            let mut direction = 0;
            while direction < 4 {
                let step = Square::ALL[from].step(Direction::ALL[direction], distance);
                if let Some(target) = step {
                    rays[from].targets[count as usize] = target;
                    count += 1;
                }
                direction += 1;
            }
            rays[from].within[distance as usize] = count;
            distance += 1;
        }
        from += 1;
    }
    rays
};

/// Returns the squares that the top pieces of a stack of this height can slide to, nearest first.
pub(crate) fn targets(from: Square, height: usize) -> &'static [Square] {
    let rays = &RAYS[from.index()];
    &rays.targets[..usize::from(rays.within[height])]
}

/// Returns the squares at exactly this distance, 1 to 5.
pub(crate) fn at(from: Square, distance: usize) -> &'static [Square] {
    &targets(from, distance)[usize::from(RAYS[from.index()].within[distance - 1])..]
}

/// Returns the number of squares that the top pieces of a stack of this height can slide to.
pub(crate) fn count(from: Square, height: usize) -> u16 {
    u16::from(RAYS[from.index()].within[height % HEIGHTS])
}

/// Squares at exactly a distance from a square, bit by square index. Shape: `[square][distance]`.
static RINGS: [[u64; Stack::MAX_HEIGHT + 1]; Square::COUNT] = {
    let mut rings = [[0; Stack::MAX_HEIGHT + 1]; Square::COUNT];
    let mut from = 0;
    while from < Square::COUNT {
        let mut distance = 1;
        while distance <= Stack::MAX_HEIGHT {
            let mut target = RAYS[from].within[distance - 1] as usize;
            while target < RAYS[from].within[distance] as usize {
                rings[from][distance] |= 1 << RAYS[from].targets[target].index();
                target += 1;
            }
            distance += 1;
        }
        from += 1;
    }
    rings
};

/// Returns the squares at exactly this distance, 1 to 5, bit by square index.
#[must_use]
pub fn ring(from: Square, distance: usize) -> u64 {
    RINGS[from.index()][distance]
}

/// Squares within each distance of a square, bit by square index. Shape: `[square][distance]`.
static WITHIN: [[u64; HEIGHTS]; Square::COUNT] = {
    let mut within = [[0; HEIGHTS]; Square::COUNT];
    let mut from = 0;
    while from < Square::COUNT {
        let mut distance = 1;
        while distance <= Stack::MAX_HEIGHT {
            within[from][distance] = within[from][distance - 1] | RINGS[from][distance];
            distance += 1;
        }
        from += 1;
    }
    within
};

/// Returns the squares that the top pieces of a stack of this height can slide to, bit by square
/// index.
#[must_use]
pub fn within(from: Square, height: usize) -> u64 {
    WITHIN[from.index()][height % HEIGHTS]
}
