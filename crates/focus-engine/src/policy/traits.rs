//! Traits of a move that are visible without playing it.

use crate::evaluation::{CLASSES, class};
use focus::{Color, Move, Position, Square, Stack, packed, rays};

/// Number of stack heights, including zero.
const HEIGHTS: usize = Stack::MAX_HEIGHT + 1;
/// Number of subsets of three opponents, namely those that reach a square.
const REACHED: usize = 1 << 3;
/// Number of owners of a stack: nobody, oneself, or one of three opponents in turn order.
const PARTS: usize = 5;
/// Index of oneself among the owners.
const OURS: usize = 1;
/// Minimum heights that define a tall stack.
const TALL: [usize; 3] = [3, 4, 5];
/// Number of distinct counts of tall stacks; the last one stands for all higher counts.
const COUNTS: usize = 4;

/// Table of traits of pieces landing on a square, by slide or by drop.
struct Landing;

impl Landing {
    /// By class of the square, opponents that reach it, resulting height, and whether another own
    /// stack also reaches it.
    const ON: usize = 0;
    /// By opponents that reach the square, owner of the covered stack, and its height.
    const COVERED: usize = Landing::ON + CLASSES * REACHED * HEIGHTS * 2;
    /// By number of own pieces and number of other pieces pushed out.
    const PUSHED_OUT: usize = Landing::COVERED + REACHED * PARTS * HEIGHTS;
    /// For each definition of tall, by number of opponents' tall stacks within reach after the
    /// move.
    const IN_REACH: usize = Landing::PUSHED_OUT + HEIGHTS * HEIGHTS;
    const COUNT: usize = Landing::IN_REACH + TALL.len() * COUNTS;
}

const SLIDE: usize = 0;
const DROP: usize = SLIDE + Landing::COUNT;
/// By class of the square that a slide leaves, opponents that reach it, height of the stack before,
/// and whether nothing, an own stack or another's stack is left.
const LEAVING: usize = DROP + Landing::COUNT;
/// By owner of the stack left behind, and its height.
const LEFT: usize = LEAVING + CLASSES * REACHED * HEIGHTS * 3;

/// Traits of the moves of a position, each identified by a number.
pub struct Traits<'a> {
    position: &'a Position,
    us: Color,
    /// Owner index of each color. Shape: `[color]`.
    parts: [usize; 4],
    /// Squares that each opponent reaches, in turn order, bit by square index.
    reached: [u64; 3],
    /// Squares that at least one own stack reaches, and at least two.
    backed: [u64; 2],
    /// Tall stacks of opponents, for each definition of tall.
    tall: [u64; TALL.len()],
}

impl<'a> Traits<'a> {
    /// Number of all traits.
    pub const COUNT: usize = LEFT + PARTS * HEIGHTS;

    /// Computes the data shared by all moves of a position.
    #[must_use]
    pub fn of(position: &'a Position) -> Traits<'a> {
        let (board, mode) = (position.board(), position.rules().mode());
        let reach = |square| rays::within(square, board.height(square));
        let us = position.side();
        let still_in = position.still_in();
        let mut parts = [0; 4];
        let mut reached = [0; 3];
        let mut theirs = 0;
        parts[us.index()] = OURS;
        let mut turns = 0;
        let mut color = mode.next(us);
        while color != us {
            if still_in.contains(color) {
                parts[color.index()] = OURS + 1 + turns;
                for square in board.topped_by(color) {
                    reached[turns] |= reach(square);
                }
                theirs |= board.tops(color);
                turns += 1;
            }
            color = mode.next(color);
        }
        let mut backed = [0; 2];
        for square in board.topped_by(us) {
            backed[1] |= backed[0] & reach(square);
            backed[0] |= reach(square);
        }
        Traits {
            position,
            us,
            parts,
            reached,
            backed,
            tall: TALL.map(|height| board.at_least(height) & theirs),
        }
    }

    /// Calls a function with each trait of a move; only slides and drops have traits.
    #[inline]
    pub fn each(&self, mv: Move, mut call: impl FnMut(usize)) {
        match mv {
            Move::Slide { from, to } => {
                let count = from.distance(to).map_or(0, usize::from);
                let code = self.position.board().code(from);
                let (left, pieces) = packed::lift(code, count);
                self.land(SLIDE, to, pieces, count, &mut call);
                let part = self.part(left);
                let place = self.place(from) * HEIGHTS + packed::height(code);
                call(LEAVING + place * 3 + part.min(OURS + 1));
                call(LEFT + part * HEIGHTS + packed::height(left));
            }
            Move::Drop(to) => self.land(DROP, to, self.us as u16, 1, &mut call),
            Move::Pass | Move::Swap { .. } => {}
        }
    }

    /// Calls a function with the traits of pieces that land on a square, in the table at an offset.
    #[inline]
    fn land(
        &self,
        table: usize,
        to: Square,
        pieces: u16,
        count: usize,
        call: &mut impl FnMut(usize),
    ) {
        let covered = self.position.board().code(to);
        let (landed, pushed_out) = packed::pile(covered, pieces, count);
        let height = packed::height(landed);
        // The stack that slides reaches the square itself.
        let backed = self.backed[usize::from(table == SLIDE)] >> to.index() & 1;
        let on = self.place(to) * HEIGHTS + height;
        call(table + Landing::ON + on * 2 + backed as usize);
        let whose = self.reached(to) * PARTS + self.part(covered);
        call(table + Landing::COVERED + whose * HEIGHTS + packed::height(covered));
        if pushed_out != packed::EMPTY {
            let ours = packed::pieces(pushed_out).filter(|&piece| piece == self.us);
            let ours = ours.count();
            let others = packed::height(pushed_out) - ours;
            call(table + Landing::PUSHED_OUT + ours * HEIGHTS + others);
        }
        let reach = rays::within(to, height);
        for (sense, tall) in self.tall.iter().enumerate() {
            let count = (reach & tall).count_ones() as usize;
            call(table + Landing::IN_REACH + sense * COUNTS + count.min(COUNTS - 1));
        }
    }

    /// Returns the index of a square's class and the opponents that reach it.
    fn place(&self, square: Square) -> usize {
        class(square) * REACHED + self.reached(square)
    }

    /// Returns the opponents that reach a square, one bit for each.
    fn reached(&self, square: Square) -> usize {
        let bit = |turns: usize| (self.reached[turns] >> square.index() & 1) as usize;
        bit(0) | bit(1) << 1 | bit(2) << 2
    }

    /// Returns the owner index of a packed stack.
    fn part(&self, code: u16) -> usize {
        if code == packed::EMPTY {
            return 0;
        }
        self.parts[packed::top(code).index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;
    use focus::notation::parse_position;
    use focus::{Phase, Rules, Symmetry};

    /// Visits positions of random games.
    fn walk(mut visit: impl FnMut(&Position)) {
        for (text, seed) in [("mode=3", 1), ("mode=4s", 2), ("mode=4s goal=last", 3)] {
            let rules: Rules = text.parse().expect("rules");
            let mut dice = Rng::of(seed, 0);
            let mut position = Position::start(rules, Color::Orange);
            for _ in 0..150 {
                if position.phase() == Phase::Play {
                    visit(&position);
                }
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play_unchecked(moves[dice.below(moves.len())]);
            }
        }
    }

    fn traits(position: &Position, mv: Move) -> Vec<usize> {
        let mut found = Vec::new();
        Traits::of(position).each(mv, |at| found.push(at));
        found
    }

    #[test]
    fn turned_boards_show_the_same_traits() {
        walk(|position| {
            for symmetry in Symmetry::ALL {
                let turned = symmetry.position(position);
                for &mv in &position.legal_moves() {
                    let image = match mv {
                        Move::Slide { from, to } => Move::Slide {
                            from: symmetry.square(from),
                            to: symmetry.square(to),
                        },
                        Move::Drop(to) => Move::Drop(symmetry.square(to)),
                        Move::Pass | Move::Swap { .. } => mv,
                    };
                    let found = traits(position, mv);
                    assert!(found.iter().all(|&at| at < Traits::COUNT), "{mv}");
                    assert_eq!(found, traits(&turned, image), "{mv}");
                }
            }
        });
    }

    #[test]
    fn squares_are_reached_by_who_can_slide_there() {
        let mut seen = [0; 2];
        walk(|position| {
            let (us, found) = (position.side(), Traits::of(position));
            let others = position.still_in().without(us);
            for color in others.iter() {
                let turns = found.parts[color.index()] - OURS - 1;
                let mut theirs = position.clone();
                theirs.give_turn(color);
                let moves = theirs.legal_moves();
                for square in Square::ALL {
                    let slides = |mv: &Move| matches!(mv, Move::Slide { to, .. } if *to == square);
                    let expected = moves.iter().any(slides);
                    assert_eq!(found.reached(square) >> turns & 1 == 1, expected);
                    seen[usize::from(expected)] += 1;
                }
            }
        });
        assert!(seen.iter().all(|&count| count > 1_000), "{seen:?}");
    }

    /// Green's stack of three on d6 reaches d5, where orange lands, and d4, where blue is left
    /// behind.
    #[test]
    fn traits_of_a_slide_are_those_described() {
        let fps = "3 x4/x6/x3,GGG,x4/x8/x3,BO,x4/x4,B,x3/x6/x4 O O12G10B11 - - 0 31";
        let rules = "mode=3".parse().expect("rules");
        let position = parse_position(fps, rules).expect("position");
        let square = |text: &str| text.parse::<Square>().expect("square");
        let (from, to) = (square("d4"), square("d5"));
        let (green, blue) = (OURS + 1, OURS + 2);
        let by_green = 1 << (green - OURS - 1);
        let on = (class(to) * REACHED + by_green) * HEIGHTS + 1;
        let leaving = (class(from) * REACHED + by_green) * HEIGHTS + 2;
        let expected = [
            SLIDE + Landing::ON + on * 2,
            SLIDE + Landing::COVERED + by_green * PARTS * HEIGHTS,
            SLIDE + Landing::IN_REACH + 1,
            SLIDE + Landing::IN_REACH + COUNTS,
            SLIDE + Landing::IN_REACH + 2 * COUNTS,
            LEAVING + leaving * 3 + 2,
            LEFT + blue * HEIGHTS + 1,
        ];
        assert_eq!(traits(&position, Move::Slide { from, to }), expected);
    }
}
