//! Small neural network for two sides, which values combinations that weights of single stacks
//! miss.
//!
//! A hidden layer takes all stacks, hands and captures together, as each player sees them. The sum
//! of its outputs for one side's players minus the sum for the other's is added to the weighted
//! sum. The hidden layer is updated incrementally in integers: a move changes two squares, so two
//! rows are subtracted and two added.
//!
//! Source: Y. Nasu, "Efficiently Updatable Neural-Network-based Evaluation Functions for Computer
//! Shogi" (2018).

mod shape;

mod file;

use std::array::from_fn;
use std::fmt;

use crate::Score;
use crate::evaluation::{Kind, tables};
use focus::packed::{self, CODES};
use focus::{Color, Move, Position, Square};
use shape::{CAPTURES, HANDS, LANES};

pub use shape::{Counts, Shape};

/// Maximum activation of a unit, and the fixed-point one of the hidden layer.
const ONE: i16 = 255;
/// Fixed-point one of the output weights.
const OUTPUT_ONE: i32 = 512;
/// Fixed-point output that equals 1/[`Score::LOGIT`].
const STEP: i32 = OUTPUT_ONE * ONE as i32 / Score::LOGIT;

/// Sums of the hidden layer for the stacks on the board, as each color sees them.
///
/// With the built-in networks, 36 pieces cannot overflow sixteen bits. With other networks sums
/// wrap around, because an invalid file must not crash the program.
///
/// Shape: `[color that plays][unit]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Accumulator([i16; LANES]);

impl Accumulator {
    /// Accumulator of an empty board.
    pub(crate) const NOTHING: Accumulator = Accumulator([0; LANES]);
}

/// Network for one kind of game with two sides.
pub struct Network {
    shape: Shape,
    /// Numbers of the file. Shape: see [`Shape`].
    values: Vec<i16>,
    /// Row of a packed stack. Shape: `[code]`.
    row_of: Box<[u16; CODES]>,
    /// Rows as each color sees them. Shape: `[square][row]`.
    rows: Vec<[i16; LANES]>,
    /// Contributions of the hands of the first two seats including the bias; then those of the
    /// hands of the last two seats or of the captures. Shape: `[count][count][unit]` each.
    pairs: [Vec<i16>; 2],
    /// Index of a color among those that play. Shape: `[color]`.
    places: [usize; 4],
}

impl Network {
    /// Creates a network from numbers in logits, which are rounded to fixed point.
    ///
    /// # Panics
    ///
    /// If the number of values differs from the shape.
    #[must_use]
    pub fn new(shape: Shape, values: &[f32]) -> Network {
        assert_eq!(values.len(), shape.len, "numbers of a network");
        let (hidden, output) = values.split_at(shape.output);
        let whole = |value: f32, one: f32| (value * one).round() as i16;
        let hidden = hidden.iter().map(|&value| whole(value, ONE.into()));
        let output = output.iter().map(|&value| whole(value, OUTPUT_ONE as f32));
        let values = hidden.chain(output).collect();
        Network::with(shape, values)
    }

    /// Returns the built-in network of a kind of game, if there is one.
    ///
    /// # Panics
    ///
    /// Never: a test reads all built-in networks.
    #[must_use]
    pub fn learned(kind: Kind) -> Option<Network> {
        let bytes: &[u8] = match kind {
            Kind::DuelLast => include_bytes!("../../../weights/duel-last.network"),
            Kind::DuelRace => include_bytes!("../../../weights/duel-race.network"),
            Kind::Partners => include_bytes!("../../../weights/partners.network"),
            Kind::ThreeWayLast
            | Kind::ThreeWayRace
            | Kind::FreeForAllLast
            | Kind::FreeForAllRace => return None,
        };
        Some(Network::parse(bytes).expect("network that ships"))
    }

    fn with(shape: Shape, values: Vec<i16>) -> Network {
        let colors = shape.kind().mode().colors();
        let row = |at: usize| &values[at..at + shape.units];
        let mut row_of = Box::new([0; CODES]);
        let mut codes = vec![packed::EMPTY];
        for code in (0..).take(CODES) {
            if tables::stack_of(code.into(), colors).is_some() {
                row_of[usize::from(code)] = codes.len() as u16;
                codes.push(code);
            }
        }
        let mut rows = Vec::with_capacity(Square::COUNT * codes.len());
        for square in Square::ALL {
            rows.push([0; LANES]);
            for &code in &codes[1..] {
                let mut lanes = [0_i16; LANES];
                for (&us, lanes) in colors.iter().zip(lanes.chunks_exact_mut(shape.units)) {
                    let (pattern, top) = shape.stack(us, square, code);
                    for at in [Some(pattern), top].into_iter().flatten() {
                        add(lanes, row(at));
                    }
                }
                rows.push(lanes);
            }
        }
        let hands = |seat| -> [usize; HANDS] { from_fn(|count| shape.hand(seat, count)) };
        let captures = |pair| -> [usize; CAPTURES] { from_fn(|count| shape.captured(pair, count)) };
        let bias = row(shape.bias);
        let nothing = vec![0; shape.units];
        let pairs = [
            pair_up(&values, hands(0), hands(1), bias),
            if colors.len() == 4 {
                pair_up(&values, hands(2), hands(3), &nothing)
            } else if shape.has_captures() {
                pair_up(&values, captures(0), captures(1), &nothing)
            } else {
                nothing
            },
        ];
        let places = Color::ALL.map(|us| colors.iter().take_while(|&&color| color != us).count());
        Network {
            shape,
            values,
            row_of,
            rows,
            pairs,
            places,
        }
    }

    /// Returns the kind of game.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        self.shape.kind()
    }

    /// Computes the accumulator of a position from scratch.
    pub(crate) fn fresh(&self, position: &Position) -> Accumulator {
        let mut sums = Accumulator::NOTHING;
        for square in Square::ALL {
            let code = position.board().code(square);
            self.exchange(&mut sums, square, packed::EMPTY, code);
        }
        sums
    }

    /// Updates the accumulator for a move.
    #[inline]
    pub(crate) fn update(
        &self,
        sums: &mut Accumulator,
        before: &Position,
        mv: Move,
        after: &Position,
    ) {
        for square in mv.squares() {
            let (old, new) = (before.board().code(square), after.board().code(square));
            self.exchange(sums, square, old, new);
        }
    }

    /// Returns the network's contribution to the evaluation of a position for the side to move.
    ///
    /// Units: 1/[`Score::LOGIT`].
    #[inline]
    pub(crate) fn value(&self, sums: &Accumulator, position: &Position) -> i32 {
        let steps = match self.shape.units {
            16 => self.steps::<16, 4>(sums, position),
            _ => self.steps::<32, 2>(sums, position),
        };
        steps / STEP
    }

    #[inline]
    fn steps<const UNITS: usize, const SEATS: usize>(
        &self,
        sums: &Accumulator,
        position: &Position,
    ) -> i32 {
        let shape = &self.shape;
        let sums = sums.0.as_chunks::<UNITS>().0;
        let mut steps = 0;
        let mut wait = 0;
        for (seat, &us) in shape.colors(position.side()).iter().enumerate().take(SEATS) {
            if position.out().contains(us) {
                continue;
            }
            let [first, second] = self.counted::<UNITS, SEATS>(position, us);
            let sums = &sums[self.places[us.index()]];
            let sums: [i16; UNITS] = from_fn(|unit| {
                let counted = first[unit].wrapping_add(second[unit]);
                sums[unit].wrapping_add(counted)
            });
            let output = output(&sums, self.row(shape.output(wait)));
            // Every other seat belongs to a partner.
            steps += if seat % 2 == 0 { output } else { -output };
            wait += 1;
        }
        steps
    }

    /// Returns the contributions of hands and captures as a color sees them.
    #[inline]
    fn counted<const UNITS: usize, const SEATS: usize>(
        &self,
        position: &Position,
        us: Color,
    ) -> [&[i16; UNITS]; 2] {
        let colors = self.shape.colors(us);
        let hand = |seat: usize| usize::from(shape::hand(position, colors[seat]));
        let taken =
            |by: usize, of: usize| usize::from(shape::captured(position, colors[by], colors[of]));
        let second = if SEATS == 4 {
            hand(2) * HANDS + hand(3)
        } else if self.shape.has_captures() {
            taken(0, 1) * CAPTURES + taken(1, 0)
        } else {
            0
        };
        let row = |table: usize, row: usize| &self.pairs[table].as_chunks().0[row];
        [row(0, hand(0) * HANDS + hand(1)), row(1, second)]
    }

    #[inline]
    fn exchange(&self, sums: &mut Accumulator, square: Square, old: u16, new: u16) {
        let stride = self.rows.len() / Square::COUNT;
        let row = |code: u16| {
            let row = usize::from(self.row_of[usize::from(code) & (CODES - 1)]);
            &self.rows[square.index() * stride + row]
        };
        for ((sum, old), new) in sums.0.iter_mut().zip(row(old)).zip(row(new)) {
            *sum = sum.wrapping_add(new.wrapping_sub(*old));
        }
    }

    /// Returns the row at an offset.
    fn row<const UNITS: usize>(&self, at: usize) -> &[i16; UNITS] {
        let row = self.values[at..].first_chunk();
        row.expect("as many numbers as the shape has")
    }
}

/// Returns the output of units with these sums, in fixed point.
#[inline]
fn output<const UNITS: usize>(sums: &[i16; UNITS], output: &[i16; UNITS]) -> i32 {
    let units = sums.iter().zip(output);
    units
        .map(|(sum, weight)| i32::from((*sum).clamp(0, ONE)) * i32::from(*weight))
        .sum()
}

/// Returns the sums of each row of one table, each row of the other, and a base.
fn pair_up<const COUNT: usize>(
    values: &[i16],
    one: [usize; COUNT],
    other: [usize; COUNT],
    base: &[i16],
) -> Vec<i16> {
    let mut pairs = Vec::new();
    for one in one {
        for other in other {
            let mut sum = base.to_vec();
            for at in [one, other] {
                add(&mut sum, &values[at..at + base.len()]);
            }
            pairs.extend(sum);
        }
    }
    pairs
}

fn add(sums: &mut [i16], row: &[i16]) {
    for (sum, value) in sums.iter_mut().zip(row) {
        *sum = sum.wrapping_add(*value);
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Network")
            .field("kind", &self.kind())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
