//! Seats of two kinds of players.

use std::fmt;

use focus::{Color, ColorSet, Game, Mode};

/// Seats of the first of two kinds of players; all other seats belong to the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seating {
    mode: Mode,
    first: ColorSet,
}

impl Seating {
    /// Returns the kind that plays a color: 0 or 1.
    #[must_use]
    pub const fn kind(self, color: Color) -> usize {
        if self.first.contains(color) { 0 } else { 1 }
    }

    /// Returns the seats of the first kind.
    #[must_use]
    pub const fn first(self) -> ColorSet {
        self.first
    }

    /// Returns the seating with the two kinds exchanged.
    #[must_use]
    pub fn swapped(self) -> Seating {
        Seating {
            mode: self.mode,
            first: self.mode.color_set().minus(self.first),
        }
    }

    /// Returns the points of the first kind, from 0 to 1, if these colors, at least one, [share the
    /// point](sharing).
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "at most four seats")]
    pub fn points(self, sharing: ColorSet) -> f64 {
        let ours = sharing.iter().filter(|&color| self.first.contains(color));
        ours.count() as f64 / sharing.len() as f64
    }
}

/// Writes the kinds in the order of the colors: `ABA`.
impl fmt::Display for Seating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut colors = self.mode.colors().iter();
        colors.try_for_each(|&color| f.write_str(["A", "B"][self.kind(color)]))
    }
}

/// Returns the colors that share the point of a game: its winners or, if it was drawn or too long,
/// those that are not out, and their partners.
#[must_use]
pub fn sharing(game: &Game) -> ColorSet {
    match game.outcome() {
        Some(outcome) if !outcome.is_draw() => outcome.winners,
        Some(_) | None => game.position().sharing(),
    }
}

/// Returns all ways to seat both kinds; of two that are [`Seating::swapped`], only the one that
/// gives the first color to the first kind.
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
