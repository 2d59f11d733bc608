//! Seeded chance: the same seed deals the same colors on every platform and version.

use focus::{Color, Mode, SplitMix};

/// Returns an index below `len`; the bias of the multiplication is under 2^-61 for four seats.
fn below(lot: &mut SplitMix, len: usize) -> usize {
    let product = u128::from(lot.next_u64()) * len as u128;
    usize::try_from(product >> 64).expect("a number below `len`")
}

/// Deals the colors of a mode to its players, and the first move.
///
/// Returns the colors in the order of the players, and the color that begins.
pub(crate) fn deal(seed: u64, mode: Mode) -> (Vec<Color>, Color) {
    let mut lot = SplitMix::new(seed);
    let mut colors = mode.colors().to_vec();
    for end in (1..colors.len()).rev() {
        colors.swap(end, below(&mut lot, end + 1));
    }
    let first = colors[below(&mut lot, colors.len())];
    (colors, first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn same_seed_deals_the_same() {
        for mode in Mode::ALL {
            assert_eq!(deal(7, mode), deal(7, mode));
        }
    }

    #[test]
    fn every_seat_begins_about_equally_often_with_every_color() {
        let mode = Mode::FreeForAll;
        let mut counts = [[0_u32; 4]; 4];
        for seed in 0..16_000 {
            let (colors, first) = deal(seed, mode);
            let seat = colors
                .iter()
                .position(|color| *color == first)
                .expect("dealt color");
            counts[seat][first.index()] += 1;
        }
        // Expected 1,000 each; six standard deviations are about 184.
        assert!(
            counts
                .iter()
                .flatten()
                .all(|count| (816..1184).contains(count)),
            "{counts:?}"
        );
    }
}
