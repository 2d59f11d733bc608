//! Networks against an evaluation from scratch.

use super::*;
use crate::Rng;
use crate::evaluation::Layout;
use focus::{Goal, Stack};

const TWO_SIDED: [Kind; 3] = [Kind::DuelLast, Kind::DuelRace, Kind::Partners];

/// Creates a network with random numbers, so that every stack has a different value.
fn random_network(kind: Kind) -> Network {
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
        let network = random_network(kind);
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
        let network = random_network(kind);
        walk(kind, |position, _| {
            out += position.out().len();
            let steps = outputs(&network, position);
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
fn outputs(network: &Network, position: &Position) -> [i32; 4] {
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
        let network = random_network(kind);
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
