//! Zobrist keys of positions.
//!
//! Source: A. L. Zobrist, "A New Hashing Method with Application for Game Playing" (1970).

use crate::{Color, SplitMix, Square};

/// Number of possible counts of pieces of a color, including zero.
const COUNTS: usize = 19;

/// One random number for each feature of a position except for the stacks.
struct Keys {
    /// Keys of the pieces in hand. Shape: `[color][count]`.
    hands: [[u64; COUNTS]; 4],
    /// Keys of the captured pieces. Shape: `[captor][color][count]`.
    captured: [[[u64; COUNTS]; 4]; 4],
    /// Keys of the color to move.
    side: [u64; 4],
    /// Keys of the colors that are out.
    out: [u64; 4],
}

static KEYS: Keys = Keys::new(0xF0C5);

impl Keys {
    const fn new(seed: u64) -> Keys {
        let mut random = SplitMix::new(seed);
        let mut keys = Keys {
            hands: [[0; COUNTS]; 4],
            captured: [[[0; COUNTS]; 4]; 4],
            side: [0; 4],
            out: [0; 4],
        };
        let mut color = 0;
        while color < 4 {
            fill(&mut random, &mut keys.hands[color]);
            let mut of = 0;
            while of < 4 {
                fill(&mut random, &mut keys.captured[color][of]);
                of += 1;
            }
            color += 1;
        }
        fill(&mut random, &mut keys.side);
        fill(&mut random, &mut keys.out);
        keys
    }
}

const fn fill(random: &mut SplitMix, keys: &mut [u64]) {
    let mut index = 0;
    while index < keys.len() {
        keys[index] = random.next_u64();
        index += 1;
    }
}

/// Returns the key of a packed stack, or of an empty square.
///
/// There are so many codes that mixing bits is faster than a table lookup.
#[inline]
pub(super) const fn stack(square: Square, code: u16) -> u64 {
    SplitMix::new((code as u64) << 6 | square.index() as u64).next_u64()
}

/// Returns the key of a number of pieces in a hand.
pub(super) const fn hand(color: Color, count: u8) -> u64 {
    KEYS.hands[color.index()][count as usize]
}

/// Returns the key of a number of pieces of one color captured by another.
pub(super) const fn captured(by: Color, of: Color, count: u8) -> u64 {
    KEYS.captured[by.index()][of.index()][count as usize]
}

/// Returns the key of a color being to move.
pub(super) const fn side(color: Color) -> u64 {
    KEYS.side[color.index()]
}

/// Returns the key of a color being out.
pub(super) const fn out(color: Color) -> u64 {
    KEYS.out[color.index()]
}
