//! Moves that win at once.

use crate::proof::side::Side;
use focus::{Color, Goal, Move, Position, Square, Stack, packed, rays};

/// A move that wins at once, and the squares it depends on.
#[derive(Clone, Copy, Debug)]
pub(super) struct WinningMove {
    pub(super) mv: Move,
    /// Squares that the move changes, bit by square index.
    pub(super) squares: u64,
}

impl WinningMove {
    fn slide(from: Square, to: Square) -> WinningMove {
        WinningMove {
            mv: Move::Slide { from, to },
            squares: 1 << from.index() | 1 << to.index(),
        }
    }

    fn drop(to: Square) -> WinningMove {
        WinningMove {
            mv: Move::Drop(to),
            squares: 1 << to.index(),
        }
    }
}

/// Calls a function with the moves that win at once for a color, as if it were its turn, until the
/// function returns false.
pub(super) fn winning_moves(
    position: &Position,
    us: Color,
    mut call: impl FnMut(WinningMove) -> bool,
) {
    if covers(position, us, &mut call) && position.rules().goal() == Goal::Race {
        captures(position, us, &mut call);
    }
}

/// Returns a move that wins at once for a color if it is its turn.
pub(super) fn first(position: &Position, us: Color) -> Option<WinningMove> {
    let mut found = None;
    winning_moves(position, us, |winning| {
        found = Some(winning);
        false
    });
    found
}

/// Calls a function with the moves that cover the opponents' last stack; returns false if it did.
fn covers(position: &Position, us: Color, call: &mut impl FnMut(WinningMove) -> bool) -> bool {
    let (stacks, hands) = Side::of(position, us).opponents(position);
    if hands > 0 || stacks.count_ones() != 1 {
        return true;
    }
    let Some(to) = Square::from_index(stacks.trailing_zeros() as usize) else {
        return true;
    };
    let (side, board) = (Side::of(position, us), position.board());
    for count in 1..=Stack::MAX_HEIGHT {
        let able = board.tops(us) & board.at_least(count) & rays::ring(to, count);
        for from in Square::of_bits(able) {
            let left = board.code(from) >> (2 * count);
            let heir = packed::top(left);
            let frees = left != packed::EMPTY && !side.has(heir) && !position.out().contains(heir);
            if !frees && !call(WinningMove::slide(from, to)) {
                return false;
            }
        }
    }
    position.hand(us) == 0 || call(WinningMove::drop(to))
}

/// Progress of a color in the race.
struct Race {
    us: Color,
    /// Captures of each color. Shape: `[color]`.
    captured: [u8; 4],
    /// Captures and reserves that count.
    in_front: u8,
    /// Captures of each opponent that win; in a duel, of the only one.
    each: u8,
    opponents: [Option<Color>; 3],
    /// Captures and reserves that win; `u8::MAX` if they do not.
    front: u8,
}

impl Race {
    fn of(position: &Position, us: Color) -> Option<Race> {
        let rules = position.rules();
        let colors = rules.mode().colors().iter().copied();
        let mut opponents = [None; 3];
        let others = colors.filter(|&color| color != us);
        opponents
            .iter_mut()
            .zip(others)
            .for_each(|(place, color)| *place = Some(color));
        Some(Race {
            us,
            captured: Color::ALL.map(|of| position.captured(us, of)),
            in_front: position.in_front(us),
            each: rules.captures_each()?,
            opponents,
            front: rules.pieces_in_front().unwrap_or(u8::MAX),
        })
    }

    /// Returns the minimum number of pieces to push out for a win.
    fn missing(&self) -> usize {
        let opponents = self.opponents.iter().flatten();
        let each: u8 = opponents
            .map(|of| self.each.saturating_sub(self.captured[of.index()]))
            .sum();
        usize::from(each.min(self.front.saturating_sub(self.in_front)))
    }

    /// Returns whether pushing out these pieces wins, after `spent` pieces left the hand.
    fn is_won_by(&self, pushed_out: u16, spent: u8) -> bool {
        let mut captured = self.captured;
        let mut pushed = 0;
        for piece in packed::pieces(pushed_out) {
            pushed += 1;
            if piece != self.us {
                captured[piece.index()] += 1;
            }
        }
        let mut opponents = self.opponents.iter().flatten();
        opponents.all(|of| captured[of.index()] >= self.each)
            || self.in_front.saturating_add(pushed) >= self.front.saturating_add(spent)
    }
}

/// Calls a function with the moves that reach the goal of the race.
fn captures(position: &Position, us: Color, call: &mut impl FnMut(WinningMove) -> bool) {
    let Some(race) = Race::of(position, us) else {
        return;
    };
    let (missing, board) = (race.missing().max(1), position.board());
    for count in missing..=Stack::MAX_HEIGHT {
        let tall = board.at_least(Stack::MAX_HEIGHT - count + missing);
        if tall == 0 {
            continue;
        }
        for from in Square::of_bits(board.tops(us) & board.at_least(count)) {
            let pieces = board.code(from) & ((1 << (2 * count)) - 1);
            for to in Square::of_bits(rays::ring(from, count) & tall) {
                let (_, pushed_out) = packed::pile(board.code(to), pieces, count);
                if race.is_won_by(pushed_out, 0) && !call(WinningMove::slide(from, to)) {
                    return;
                }
            }
        }
    }
    if position.hand(us) == 0 || missing > 1 {
        return;
    }
    // The piece leaves the hand only if reserves count.
    for to in Square::of_bits(board.at_least(Stack::MAX_HEIGHT)) {
        let (_, pushed_out) = packed::pile(board.code(to), us as u16, 1);
        if race.is_won_by(pushed_out, 1) && !call(WinningMove::drop(to)) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;
    use focus::Rules;

    #[test]
    fn winning_moves_are_those_that_win_at_once() {
        for rules in [
            "mode=2",
            "mode=2 goal=race",
            "mode=3",
            "mode=3 goal=last",
            "mode=3 goal=last stuck=skip",
            "mode=4s",
            "mode=4s goal=last stuck=skip",
            "mode=4t",
        ] {
            let rules: Rules = rules.parse().expect("rules");
            let mut found = 0;
            for number in 0..60 {
                found += check_game(rules, &mut Rng::of(6, number));
            }
            assert!(found > 0, "{rules}");
        }
    }

    /// Plays a game of captures and covering moves and compares the list of winning moves at each
    /// ply with the moves that win; returns their number.
    fn check_game(rules: Rules, dice: &mut Rng) -> usize {
        let mut position = Position::start(rules, Color::Orange);
        let mut found = 0;
        for _ in 0..400 {
            let us = position.side();
            let side = Side::of(&position, us);
            let moves = position.legal_moves();
            let wins = |mv: &&Move| {
                let mut after = position.clone();
                after.play_unchecked(**mv);
                side.has_won(&after)
            };
            let expected: Vec<String> = moves.iter().filter(wins).map(Move::to_string).collect();
            let mut listed = Vec::new();
            winning_moves(&position, us, |winning| {
                listed.push(winning.mv.to_string());
                true
            });
            listed.sort();
            listed.dedup();
            let mut expected = expected;
            expected.sort();
            assert_eq!(listed, expected, "{position}");
            found += listed.len();
            if moves.is_empty() {
                break;
            }
            // Of three random moves, the one that leaves the others the fewest stacks.
            let left = |mv: &Move| {
                let mut after = position.clone();
                after.play_unchecked(*mv);
                let (stacks, hands) = side.opponents(&after);
                stacks.count_ones() + hands
            };
            let mut three = [(); 3].map(|()| moves[dice.below(moves.len())]);
            three.sort_by_key(left);
            position.play_unchecked(three[0]);
            if position.is_over() {
                break;
            }
        }
        found
    }
}
