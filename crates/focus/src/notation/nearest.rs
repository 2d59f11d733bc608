//! Legal moves similar to an illegal one.

use crate::{Move, Phase, Position, Square};

/// Number of steps between the ends that differ, then a tie-breaker: moves that end between the
/// ends of the wanted one come first, moves that begin elsewhere second.
type Nearness = (u8, u8);

/// Returns up to `limit` legal moves nearest to one that is not legal, nearest first.
///
/// A move is near if it begins or ends on the same square; the fewer steps between the other ends,
/// the nearer. Swapping the two ends counts as one step. In the first round of three-way, where
/// pieces are only placed, the nearest empty squares count as near.
///
/// ```
/// use focus::notation::{MoveText, nearest};
/// use focus::{Color, Mode, Move, Position, Rules};
///
/// let start = Position::start(Rules::new(Mode::Duel), Color::Orange);
/// let (from, to) = ("b3".parse()?, "b5".parse()?);
/// let near = nearest(&start, Move::Slide { from, to }, 2);
/// assert_eq!(near, ["b3-b4", "c5-b5"].map(|text| text.parse::<MoveText>().expect("move").mv()));
/// # Ok::<(), focus::ParseError>(())
/// ```
#[must_use]
pub fn nearest(position: &Position, wanted: Move, limit: usize) -> Vec<Move> {
    let Some(wanted) = Ends::of(wanted) else {
        return Vec::new();
    };
    let is_placement = position.phase() == Phase::Placement;
    let mut near: Vec<(Nearness, Move)> = Vec::new();
    position.for_each_move(|mv| {
        let nearness = Ends::of(mv).and_then(|ends| wanted.nearness(ends, is_placement));
        near.extend(nearness.map(|nearness| (nearness, mv)));
    });
    near.sort_by_key(|(nearness, _)| *nearness);
    near.into_iter().take(limit).map(|(_, mv)| mv).collect()
}

/// Start square of a move, unless it comes from the hand, and its end square.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Ends {
    from: Option<Square>,
    to: Square,
}

impl Ends {
    fn of(mv: Move) -> Option<Ends> {
        let (from, to) = match mv {
            Move::Slide { from, to } => (Some(from), to),
            Move::Swap { own, enemy } => (Some(own), enemy),
            Move::Drop(to) => (None, to),
            Move::Pass => return None,
        };
        Some(Ends { from, to })
    }

    /// Returns the distance of another move from this one; `None` if they have no end in common.
    fn nearness(self, other: Ends, is_placement: bool) -> Option<Nearness> {
        if self.from == other.from && (self.from.is_some() || is_placement || self.to == other.to) {
            let away = steps(self.to, other.to);
            return Some((away, if self.passes(other.to) { 0 } else { 2 }));
        }
        if self.to == other.to {
            let between = |(from, other)| steps(from, other);
            return Some((self.from.zip(other.from).map_or(1, between), 1));
        }
        if self.from == Some(other.to) && other.from == Some(self.to) {
            return Some((1, 0));
        }
        is_placement.then(|| (steps(self.to, other.to) + 1, 2))
    }

    /// Returns whether a square lies between the ends.
    fn passes(self, square: Square) -> bool {
        let on_the_way =
            |from| steps(from, square) + steps(square, self.to) == steps(from, self.to);
        self.from.is_some_and(on_the_way)
    }
}

/// Returns the number of steps between two squares, along files and ranks.
fn steps(from: Square, to: Square) -> u8 {
    from.file().abs_diff(to.file()) + from.rank().abs_diff(to.rank())
}
