//! Small neural network for two sides, which sees what the weights of single stacks cannot.
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
/// wrap around, because a wrong file must not end the program.
///
/// Shape: `[color that plays][unit]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accumulator([i16; LANES]);

impl Accumulator {
    /// Accumulator of an empty board.
    pub const NOTHING: Accumulator = Accumulator([0; LANES]);
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
    /// Never: a test reads them all.
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
    #[must_use]
    pub fn fresh(&self, position: &Position) -> Accumulator {
        let mut sums = Accumulator::NOTHING;
        for square in Square::ALL {
            let code = position.board().code(square);
            self.exchange(&mut sums, square, packed::EMPTY, code);
        }
        sums
    }

    /// Updates the accumulator for a move.
    #[inline]
    pub fn update(&self, sums: &mut Accumulator, before: &Position, mv: Move, after: &Position) {
        for square in mv.squares() {
            let (old, new) = (before.board().code(square), after.board().code(square));
            self.exchange(sums, square, old, new);
        }
    }

    /// Returns the network's contribution to the evaluation of a position for the side to move.
    ///
    /// Units: 1/[`Score::LOGIT`].
    #[inline]
    #[must_use]
    pub fn value(&self, sums: &Accumulator, position: &Position) -> i32 {
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
            let said = said(&sums, self.row(shape.output(wait)));
            // Every other seat belongs to a partner.
            steps += if seat % 2 == 0 { said } else { -said };
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
fn said<const UNITS: usize>(sums: &[i16; UNITS], output: &[i16; UNITS]) -> i32 {
    let units = sums.iter().zip(output);
    let said = units.map(|(sum, weight)| i32::from((*sum).clamp(0, ONE)) * i32::from(*weight));
    said.sum()
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
mod tests {
    use super::*;
    use crate::Rng;
    use crate::evaluation::Layout;
    use focus::{Goal, Stack};

    const TWO_SIDED: [Kind; 3] = [Kind::DuelLast, Kind::DuelRace, Kind::Partners];

    /// Creates a network with random numbers, so that every stack has a different value.
    fn by_lot(kind: Kind) -> Network {
        let mut dice = Rng::of(3, 0);
        let shape = Shape::of(kind);
        let numbers = (0..shape.len).map(|_| dice.unit() - 0.5);
        let values: Vec<f32> = numbers.collect();
        Network::new(shape, &values)
    }

    /// Visits the positions of some random games, each with the move played; in partners, a player
    /// leaves in every other game.
    fn walk(kind: Kind, mut visit: impl FnMut(&Position, Move)) {
        let mut dice = Rng::of(7, 0);
        for game in 0..6 {
            let mut position = Position::start(kind.rules(), Color::Orange);
            for ply in 0..400 {
                if kind == Kind::Partners && game % 2 == 1 && ply == 50 {
                    position.leave(Color::Green).expect("somebody to leave");
                }
                let moves = position.legal_moves();
                if position.is_over() || moves.is_empty() {
                    break;
                }
                let mv = moves[dice.below(moves.len())];
                visit(&position, mv);
                position.play_unchecked(mv);
            }
        }
    }

    #[test]
    fn sums_kept_up_to_date_are_the_fresh_ones() {
        for kind in TWO_SIDED {
            let network = by_lot(kind);
            walk(kind, |position, mv| {
                let mut sums = network.fresh(position);
                let mut after = position.clone();
                after.play_unchecked(mv);
                network.update(&mut sums, position, mv, &after);
                assert_eq!(sums, network.fresh(&after), "{position} {mv}");
            });
        }
    }

    #[test]
    fn value_is_that_of_the_numbers() {
        let mut out = 0;
        for kind in TWO_SIDED {
            let network = by_lot(kind);
            walk(kind, |position, _| {
                out += position.out().len();
                let steps = by_hand(&network, position);
                let of_side = |side: &[Color]| -> i32 {
                    let is_ours = side.contains(&position.side());
                    let steps = side.iter().map(|color| steps[color.index()]);
                    steps.sum::<i32>() * if is_ours { 1 } else { -1 }
                };
                let difference: i32 = kind.sides().iter().map(|side| of_side(side)).sum();
                let value = network.value(&network.fresh(position), position);
                assert_eq!(value, difference / STEP, "{position}");
            });
        }
        assert!(out > 0, "nobody was ever out");
    }

    /// Computes the output for each color without incremental updates, in fixed point; 0 for one
    /// that is out. Shape: `[color]`.
    fn by_hand(network: &Network, position: &Position) -> [i32; 4] {
        let kind = network.kind();
        let (mode, goal) = (kind.mode(), kind.rules().goal());
        let layout = Layout::of(kind);
        let seats = mode.seats();
        let units = if seats == 2 { 32 } else { 16 };
        let mut steps = [0; 4];
        for us in position.still_in().iter() {
            let mut colors = vec![us];
            while colors.len() < seats {
                colors.push(mode.next(colors[colors.len() - 1]));
            }
            let at_seat = |color: Color| colors.iter().position(|&it| it == color);
            let seat = |color: Color| at_seat(color).expect("seat of a color that plays");
            let mut at = 0;
            let mut sums = vec![0; units];
            // Adds one row of a table with this many rows.
            let mut table = |rows: usize, row: Option<usize>| {
                for (unit, sum) in sums.iter_mut().enumerate() {
                    *sum += row.map_or(0, |row| i32::from(network.values[at + row * units + unit]));
                }
                at += rows * units;
            };
            for square in Square::ALL {
                let stack = position.board().get(square);
                let pattern = stack.map(|stack| layout.pattern(stack.pieces(), us));
                table(layout.patterns, pattern);
            }
            for square in Square::ALL.into_iter().filter(|_| seats > 2) {
                let stack = position.board().get(square);
                let top = stack.map(|stack| (seat(stack.top()), stack.height() - 1));
                let row = top.map(|(seat, below)| seat * Stack::MAX_HEIGHT + below);
                table(seats * Stack::MAX_HEIGHT, row);
            }
            for &color in &colors {
                table(
                    HANDS,
                    Some(usize::from(position.hand(color)).min(HANDS - 1)),
                );
            }
            for &by in colors.iter().filter(|_| goal == Goal::Race) {
                for &of in colors.iter().filter(|&&of| of != by) {
                    let captured = usize::from(position.captured(by, of));
                    table(CAPTURES, Some(captured.min(CAPTURES - 1)));
                }
            }
            table(1, Some(0));
            let mut wait = 0;
            let mut color = position.side();
            while color != us {
                wait += usize::from(!position.out().contains(color));
                color = mode.next(color);
            }
            let output = &network.values[at + wait * units..][..units];
            let said = sums.iter().zip(output);
            let said = said.map(|(&sum, &weight)| sum.clamp(0, ONE.into()) * i32::from(weight));
            steps[us.index()] = said.sum();
        }
        steps
    }

    #[test]
    fn a_network_is_read_back_from_its_bytes_and_from_nothing_else() {
        for kind in TWO_SIDED {
            let network = by_lot(kind);
            let bytes = network.to_bytes();
            let read = Network::parse(&bytes).expect("bytes of a network");
            assert_eq!(read.to_bytes(), bytes);
            assert_eq!(read.kind(), kind);
            assert!(Network::parse(&bytes[..bytes.len() - 1]).is_err());
            let one_more = [&bytes[..], &[0]].concat();
            assert!(Network::parse(&one_more).is_err());
        }
        assert!(Network::parse(b"").is_err());
        assert!(Network::parse(b"focusbot network partners\n").is_err());
        assert!(Network::parse(b"focusbot network three-way-race\n").is_err());
    }

    #[test]
    fn games_of_two_sides_have_networks_and_no_others() {
        for kind in Kind::ALL {
            let network = Network::learned(kind);
            assert_eq!(network.is_some(), kind.is_two_sided(), "{kind}");
            assert!(network.is_none_or(|network| network.kind() == kind));
        }
    }
}
