//! Keys that tell positions apart.
//!
//! Source: A. L. Zobrist, "A New Hashing Method with Application for Game Playing" (1970).

use crate::{Color, SplitMix, Square};

/// Most pieces of a color, and one for none.
const COUNTS: usize = 19;

/// One random number for everything that can be true of a position but for the stacks.
struct Keys {
    /// Pieces in hand. Shape: `[color][count]`.
    hands: [[u64; COUNTS]; 4],
    /// Pieces captured. Shape: `[captor][color][count]`.
    captured: [[[u64; COUNTS]; 4]; 4],
    /// The color to move.
    side: [u64; 4],
    /// A color that is out.
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

/// Key of a packed stack, or of an empty square.
///
/// There are so many that to mix one up is quicker than to look it up.
#[inline]
pub(super) const fn stack(square: Square, code: u16) -> u64 {
    SplitMix::new((code as u64) << 6 | square.index() as u64).next_u64()
}

/// Key of so many pieces in a hand.
pub(super) const fn hand(color: Color, count: u8) -> u64 {
    KEYS.hands[color.index()][count as usize]
}

/// Key of so many pieces captured by one color of another.
pub(super) const fn captured(by: Color, of: Color, count: u8) -> u64 {
    KEYS.captured[by.index()][of.index()][count as usize]
}

/// Key of the color to move.
pub(super) const fn side(color: Color) -> u64 {
    KEYS.side[color.index()]
}

/// Key of a color that is out.
pub(super) const fn out(color: Color) -> u64 {
    KEYS.out[color.index()]
}
