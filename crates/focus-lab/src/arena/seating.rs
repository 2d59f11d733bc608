//! Who sits where.

use std::fmt;

use focus::{Color, ColorSet, Mode};

/// The seats of the first of two kinds of players; all others are the second's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seating {
    mode: Mode,
    first: ColorSet,
}

impl Seating {
    /// Which kind plays a color: 0 or 1.
    #[must_use]
    pub const fn kind(self, color: Color) -> usize {
        if self.first.contains(color) { 0 } else { 1 }
    }

    /// The seats of the first kind.
    #[must_use]
    pub const fn first(self) -> ColorSet {
        self.first
    }

    /// The same with the kinds exchanged.
    #[must_use]
    pub fn swapped(self) -> Seating {
        let colors = self.mode.colors().iter().copied();
        Seating {
            mode: self.mode,
            first: colors
                .filter(|&color| !self.first.contains(color))
                .collect(),
        }
    }

    /// What the first kind gets of a result: 1 if it won, 0 if it lost, its share of the seats
    /// in a draw.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "at most four seats")]
    pub fn points(self, winners: ColorSet) -> f64 {
        let winners = if winners.is_empty() {
            self.mode.colors().iter().copied().collect()
        } else {
            winners
        };
        let ours = winners.iter().filter(|&color| self.first.contains(color));
        ours.count() as f64 / winners.len() as f64
    }
}

/// The kinds in the order of the colors: `ABA`.
impl fmt::Display for Seating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut colors = self.mode.colors().iter();
        colors.try_for_each(|&color| f.write_str(["A", "B"][self.kind(color)]))
    }
}

/// Every way to seat both kinds, the one that gives the first color to the first kind out of each
/// pair of [`Seating::swapped`] ones.
#[must_use]
pub fn pairs(mode: Mode) -> Vec<Seating> {
    let colors = mode.colors();
    let sets = (1_usize..1 << colors.len()).filter(|bits| bits & 1 == 1);
    let seatings = sets.map(|bits| Seating {
        mode,
        first: (0..colors.len())
            .filter(|at| bits >> at & 1 == 1)
            .map(|at| colors[at])
            .collect(),
    });
    let is_fair = |seating: &Seating| {
        let partners_agree = colors.iter().all(|&color| {
            let partner = mode.partner(color).unwrap_or(color);
            seating.kind(partner) == seating.kind(color)
        });
        partners_agree && seating.first.len() < colors.len()
    };
    seatings.filter(is_fair).collect()
}
