//! What the weights of single stacks cannot see: a small neural network for the duel.
//!
//! A hidden layer looks at all stacks, hands and captures at once, as each of the two players sees
//! them; what it says is added to the sum of the weights. It is kept up to date move by move, in
//! whole numbers: a move changes two squares, so two rows are taken off and two added.
//!
//! Source of the method: Y. Nasu, "Efficiently Updatable Neural-Network-based Evaluation Functions
//! for Computer Shogi" (2018).

use std::fmt;
use std::fs;
use std::path::Path;

use crate::rules::{Color, Move, Position, Square, Stack};
use crate::search::Score;
use crate::search::evaluation::{Kind, Layout, tables};

/// Units of the hidden layer for each player.
pub const HIDDEN: usize = 32;

/// Patterns of a stack in the duel, the empty one included: whose its pieces are, bottom to top.
pub const PATTERNS: usize = (1 << (Stack::MAX_HEIGHT + 1)) - 1;

/// Pieces in hand told apart; the last stands for all above.
pub const HANDS: usize = 11;

/// Captures told apart; six win the race.
pub const CAPTURES: usize = 7;

/// Places of the numbers of a [`Network`] in one list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape;

impl Shape {
    /// Of a stack. Shape: `[square][pattern][unit]`.
    pub const STACKS: usize = 0;
    /// Of the pieces in a player's own hand. Shape: `[count][unit]`.
    pub const OWN_HAND: usize = Shape::STACKS + Square::COUNT * PATTERNS * HIDDEN;
    /// Of those in the enemy's.
    pub const ENEMY_HAND: usize = Shape::OWN_HAND + HANDS * HIDDEN;
    /// Of a player's captures. Shape: `[count][unit]`.
    pub const OWN_CAPTURES: usize = Shape::ENEMY_HAND + HANDS * HIDDEN;
    /// Of the enemy's.
    pub const ENEMY_CAPTURES: usize = Shape::OWN_CAPTURES + CAPTURES * HIDDEN;
    /// Of nothing. Shape: `[unit]`.
    pub const BIAS: usize = Shape::ENEMY_CAPTURES + CAPTURES * HIDDEN;
    /// Of what the units say: those of the player to move, then the other's.
    /// Shape: `[player][unit]`.
    pub const OUTPUT: usize = Shape::BIAS + HIDDEN;
    /// All of them.
    pub const LEN: usize = Shape::OUTPUT + 2 * HIDDEN;
}

/// A unit that says all it can, and what stands for one in its sums.
const ONE: i16 = 255;
/// What stands for one in the weights of the output.
const OUTPUT_ONE: i32 = 512;

/// Packed stacks there can be.
const CODES: usize = 1 << 11;

/// Sums of the hidden layer for the stacks on the board, as Orange sees them, then as Blue does.
///
/// With the networks that ship, 36 pieces cannot add up to more than sixteen bits hold; with others
/// sums would wrap, as a file that is wrong must not end the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accumulator([i16; 2 * HIDDEN]);

impl Accumulator {
    /// Of no stacks.
    pub const NOTHING: Accumulator = Accumulator([0; 2 * HIDDEN]);
}

/// A network for one kind of duel.
pub struct Network {
    kind: Kind,
    /// The numbers as they are in the file. Shape: that of [`Shape`].
    values: Vec<i16>,
    /// Row of a packed stack. Shape: `[code]`.
    row_of: Box<[u16; CODES]>,
    /// As Orange sees them, then as Blue does. Shape: `[square][row]`.
    rows: Vec<[i16; 2 * HIDDEN]>,
    /// What hands add. Shape: `[own][enemy]`.
    hands: Vec<[i16; HIDDEN]>,
    /// What captures add, and nothing. Shape: `[own][enemy]`.
    captures: Vec<[i16; HIDDEN]>,
    /// Shape: `[player][unit]`.
    output: [[i16; HIDDEN]; 2],
}

impl Network {
    /// A network of these numbers, in logits, rounded to whole steps.
    ///
    /// # Panics
    ///
    /// If there are not as many as [`Shape::LEN`], or the kind is no duel.
    #[must_use]
    pub fn new(kind: Kind, values: &[f32]) -> Network {
        let (hidden, output) = values.split_at(Shape::OUTPUT);
        let whole = |value: f32, one: f32| (value * one).round() as i16;
        let hidden = hidden.iter().map(|&value| whole(value, ONE.into()));
        let output = output.iter().map(|&value| whole(value, OUTPUT_ONE as f32));
        Network::with(kind, hidden.chain(output).collect())
    }

    /// The network that ships, if the kind of game has one.
    ///
    /// # Panics
    ///
    /// Never: a test reads them all.
    #[must_use]
    pub fn learned(kind: Kind) -> Option<Network> {
        let bytes: &[u8] = match kind {
            Kind::DuelLast => include_bytes!("../../../assets/evaluation/duel-last.network"),
            Kind::DuelRace => include_bytes!("../../../assets/evaluation/duel-race.network"),
            Kind::ThreeWayLast
            | Kind::ThreeWayRace
            | Kind::Partners
            | Kind::FreeForAllLast
            | Kind::FreeForAllRace => return None,
        };
        Some(Network::parse(bytes).expect("network that ships"))
    }

    fn with(kind: Kind, values: Vec<i16>) -> Network {
        assert!(matches!(kind, Kind::DuelLast | Kind::DuelRace), "a duel");
        assert_eq!(values.len(), Shape::LEN, "numbers of a network");
        let row = |at: usize| -> [i16; HIDDEN] { std::array::from_fn(|unit| values[at + unit]) };
        let layout = Layout::of(kind);
        let mut row_of = Box::new([0; CODES]);
        let mut stacks = vec![[0, 0]];
        for code in (0..).take(CODES) {
            if let Some([orange, blue]) = patterns(&layout, code) {
                row_of[usize::from(code)] = stacks.len() as u16;
                stacks.push([orange, blue]);
            }
        }
        let mut rows = Vec::with_capacity(Square::COUNT * stacks.len());
        for square in Square::ALL {
            for of_both in &stacks {
                let of_both = of_both.map(|pattern| {
                    row(Shape::STACKS + (square.index() * PATTERNS + pattern) * HIDDEN)
                });
                let [orange, blue] = of_both;
                rows.push(std::array::from_fn(|unit| {
                    *orange.get(unit).unwrap_or_else(|| &blue[unit - HIDDEN])
                }));
            }
        }
        let pairs = |own: usize, enemy: usize, len: usize, base: [i16; HIDDEN]| {
            let pair = move |at: usize| {
                let own = row(own + at / len * HIDDEN);
                let enemy = row(enemy + at % len * HIDDEN);
                std::array::from_fn(|unit| {
                    own[unit].wrapping_add(enemy[unit]).wrapping_add(base[unit])
                })
            };
            (0..len * len).map(pair).collect()
        };
        let bias = row(Shape::BIAS);
        Network {
            kind,
            hands: pairs(Shape::OWN_HAND, Shape::ENEMY_HAND, HANDS, bias),
            captures: pairs(
                Shape::OWN_CAPTURES,
                Shape::ENEMY_CAPTURES,
                CAPTURES,
                [0; HIDDEN],
            ),
            output: [row(Shape::OUTPUT), row(Shape::OUTPUT + HIDDEN)],
            row_of,
            rows,
            values,
        }
    }

    /// The kind of game.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// The sums for a position, from nothing.
    #[must_use]
    pub fn fresh(&self, position: &Position) -> Accumulator {
        let mut sums = Accumulator::NOTHING;
        for square in Square::ALL {
            self.exchange(&mut sums, square, 1, position.board().code(square));
        }
        sums
    }

    /// Keeps the sums up to date over a move.
    #[inline]
    pub fn update(&self, sums: &mut Accumulator, before: &Position, mv: Move, after: &Position) {
        let mut change = |square: Square| {
            let (old, new) = (before.board().code(square), after.board().code(square));
            self.exchange(sums, square, old, new);
        };
        match mv {
            Move::Slide { from, to } => {
                change(from);
                change(to);
            }
            Move::Drop(to) => change(to),
            Move::Swap { own, enemy } => {
                change(own);
                change(enemy);
            }
            Move::Pass => {}
        }
    }

    /// What the network adds to the evaluation of a position, as the side to move sees it.
    ///
    /// Units: 1/[`Score::LOGIT`].
    #[inline]
    #[must_use]
    pub fn value(&self, sums: &Accumulator, position: &Position) -> i32 {
        let (orange, blue) = sums.0.split_at(HIDDEN);
        let (us, them, ours, theirs) = match position.side() {
            Color::Blue => (Color::Blue, Color::Orange, blue, orange),
            _ => (Color::Orange, Color::Blue, orange, blue),
        };
        let one = self.said(position, us, them, ours, &self.output[0]);
        let other = self.said(position, them, us, theirs, &self.output[1]);
        (one + other) / (OUTPUT_ONE * i32::from(ONE) / Score::LOGIT)
    }

    /// What the units of one player say.
    #[inline]
    fn said(
        &self,
        position: &Position,
        us: Color,
        them: Color,
        sums: &[i16],
        output: &[i16; HIDDEN],
    ) -> i32 {
        let hand = |color| usize::from(position.hand(color)).min(HANDS - 1);
        let hands = &self.hands[hand(us) * HANDS + hand(them)];
        let captures = match self.kind {
            Kind::DuelRace => {
                let taken = |by, of| usize::from(position.captured(by, of)).min(CAPTURES - 1);
                taken(us, them) * CAPTURES + taken(them, us)
            }
            _ => 0,
        };
        let captures = &self.captures[captures];
        let units = sums.iter().zip(hands).zip(captures).zip(output);
        let said = units.map(|(((sum, hands), captures), weight)| {
            let sum = sum.wrapping_add(*hands).wrapping_add(*captures);
            let sum = sum.clamp(0, ONE);
            i32::from(sum) * i32::from(*weight)
        });
        said.sum()
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

    /// Reads what [`Network::to_bytes`] wrote.
    ///
    /// # Errors
    ///
    /// The bytes are of another form.
    pub fn parse(bytes: &[u8]) -> Result<Network, ParseNetworkError> {
        let wrong = |what: &str| ParseNetworkError(format!("expected a network: {what}"));
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let (head, numbers) = bytes.split_at(end.ok_or_else(|| wrong("no first line"))?);
        let head = std::str::from_utf8(head).ok();
        let kind = head.and_then(|head| head.strip_prefix(HEAD)?.parse().ok());
        let kind = kind.ok_or_else(|| wrong("the first line names no kind of duel"))?;
        let numbers = &numbers[1..];
        if !matches!(kind, Kind::DuelLast | Kind::DuelRace) {
            return Err(wrong("the first line names no kind of duel"));
        }
        if numbers.len() != 2 * Shape::LEN {
            return Err(wrong("another number of numbers"));
        }
        let pairs = numbers.chunks_exact(2);
        let values = pairs.map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        Ok(Network::with(kind, values.collect()))
    }

    /// Reads the file of a network.
    ///
    /// # Errors
    ///
    /// It cannot be read, or holds no network.
    pub fn read(path: &Path) -> Result<Network, ParseNetworkError> {
        let bytes = fs::read(path).map_err(|error| {
            ParseNetworkError(format!("cannot read `{}`: {error}", path.display()))
        })?;
        Network::parse(&bytes)
    }

    /// A line with the kind of game, and the numbers of [`Shape`], two bytes each, the lower first.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let head = format!("{HEAD}{}\n", self.kind).into_bytes();
        let numbers = self.values.iter().flat_map(|value| value.to_le_bytes());
        head.into_iter().chain(numbers).collect()
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Network")
            .field("kind", &self.kind)
            .finish_non_exhaustive()
    }
}

/// How a file of a network begins.
const HEAD: &str = "focusbot network ";

/// The patterns of a packed stack of a duel, as Orange and as Blue sees it.
fn patterns(layout: &Layout, code: u16) -> Option<[usize; 2]> {
    let stack = tables::stack_of(code.into(), &[Color::Orange, Color::Blue])?;
    Some([Color::Orange, Color::Blue].map(|us| layout.pattern(stack.pieces(), us)))
}

/// Bytes that are no [`Network`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseNetworkError(String);

impl fmt::Display for ParseNetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ParseNetworkError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::dice::Dice;

    const DUELS: [Kind; 2] = [Kind::DuelLast, Kind::DuelRace];

    /// A network that says something else of every stack.
    fn by_lot(kind: Kind) -> Network {
        let mut dice = Dice::of(3, 0);
        let values: Vec<f32> = (0..Shape::LEN).map(|_| dice.unit() - 0.5).collect();
        Network::new(kind, &values)
    }

    /// Every position of some games by moves taken at random, as it was reached.
    fn walk(network: &Network, mut visit: impl FnMut(&Position, &Accumulator)) {
        let mut dice = Dice::of(7, 0);
        for _ in 0..10 {
            let mut position = Position::start(network.kind().rules(), Color::Orange);
            let mut sums = network.fresh(&position);
            for _ in 0..120 {
                visit(&position, &sums);
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let mv = moves[dice.below(moves.len())];
                let before = position.clone();
                position.play_unchecked(mv);
                network.update(&mut sums, &before, mv, &position);
            }
        }
    }

    #[test]
    fn sums_kept_up_to_date_are_the_fresh_ones() {
        for kind in DUELS {
            let network = by_lot(kind);
            walk(&network, |position, sums| {
                assert_eq!(*sums, network.fresh(position));
            });
        }
    }

    #[test]
    fn value_is_that_of_the_numbers() {
        for kind in DUELS {
            let network = by_lot(kind);
            let layout = Layout::of(kind);
            let value = |at: usize| i32::from(network.values[at]);
            walk(&network, |position, sums| {
                let us = position.side();
                let them = [Color::Orange, Color::Blue][usize::from(us == Color::Orange)];
                let mut said = 0;
                for (player, [own, enemy]) in [[us, them], [them, us]].into_iter().enumerate() {
                    let hand = |color| usize::from(position.hand(color)).min(HANDS - 1) * HIDDEN;
                    let taken = |by, of| match kind {
                        Kind::DuelRace => {
                            usize::from(position.captured(by, of)).min(CAPTURES - 1) * HIDDEN
                        }
                        _ => 0,
                    };
                    for unit in 0..HIDDEN {
                        let mut sum = value(Shape::BIAS + unit)
                            + value(Shape::OWN_HAND + hand(own) + unit)
                            + value(Shape::ENEMY_HAND + hand(enemy) + unit)
                            + value(Shape::OWN_CAPTURES + taken(own, enemy) + unit)
                            + value(Shape::ENEMY_CAPTURES + taken(enemy, own) + unit);
                        for (square, stack) in position.board().iter() {
                            let pattern = layout.pattern(stack.pieces(), own);
                            let row = square.index() * PATTERNS + pattern;
                            sum += value(row * HIDDEN + unit)
                                - value(square.index() * PATTERNS * HIDDEN + unit);
                        }
                        let sum = sum.clamp(0, ONE.into());
                        said += sum * value(Shape::OUTPUT + player * HIDDEN + unit);
                    }
                }
                assert_eq!(network.value(sums, position), said / 326, "{position}");
            });
        }
    }

    #[test]
    fn a_network_is_read_back_from_its_bytes_and_from_nothing_else() {
        let network = by_lot(Kind::DuelRace);
        let bytes = network.to_bytes();
        let read = Network::parse(&bytes).expect("bytes of a network");
        assert_eq!(read.to_bytes(), bytes);
        assert_eq!(read.kind(), Kind::DuelRace);
        assert!(Network::parse(&bytes[..bytes.len() - 1]).is_err());
        assert!(Network::parse(b"").is_err());
        assert!(Network::parse(b"focusbot network partners\n").is_err());
        let one_more = [&bytes[..], &[0]].concat();
        assert!(Network::parse(&one_more).is_err());
    }

    #[test]
    fn duels_have_networks_and_no_others() {
        for kind in Kind::ALL {
            let network = Network::learned(kind);
            assert_eq!(network.is_some(), DUELS.contains(&kind), "{kind}");
            assert!(network.is_none_or(|network| network.kind() == kind));
        }
    }
}
