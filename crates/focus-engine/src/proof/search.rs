//! Search for a win within a number of plies.

use crate::Timer;
use crate::proof::proof_table::{Entry, ProofTable};
use crate::proof::replies::{Threats, attack_order};
use crate::proof::side::Side;
use crate::proof::winning_move;
use focus::{Goal, Move, Position};

/// Number of nodes between two checks of the time.
const POLL: u64 = 256;

/// A search for a forced win of one side.
pub(super) struct Search<'a> {
    pub(super) side: Side,
    pub(super) goal: Goal,
    pub(super) table: &'a mut ProofTable,
    pub(super) timer: &'a Timer<'a>,
    /// Maximum number of positions to visit.
    pub(super) most_nodes: u64,
    /// Number that sets the keys of this search apart from those of others.
    pub(super) salt: u64,
    /// Keys of earlier positions that may be repeated, sorted; a line that reaches one is not a
    /// win.
    pub(super) past: Vec<u64>,
    /// True if one of them occurred twice, so that a reply that changes nothing else may draw.
    pub(super) may_be_drawn: bool,
    /// Moves of the nodes on the current line, one node after another.
    pub(super) moves: Vec<Candidate>,
    /// Number of positions visited.
    pub(super) nodes: u64,
    /// True once a limit is reached; then no result is valid.
    pub(super) stopped: bool,
}

/// A move to try; moves of higher order are tried first.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    order: i32,
    mv: Move,
}

impl Search<'_> {
    /// Returns whether the side to move at the root forces a win within a number of plies.
    pub(super) fn root_wins_within(&mut self, root: &Position, plies: u8) -> bool {
        // The root is one of the positions that may be repeated, so it is not searched like others.
        self.attack(root, plies)
    }

    /// Returns the moves of a win proven within a number of plies, against the replies that delay
    /// it longest, as far as known.
    pub(super) fn line(&self, root: &Position, plies: u8) -> Vec<Move> {
        let mut position = root.clone();
        let mut line = Vec::new();
        for _ in 0..plies {
            if position.is_over() {
                break;
            }
            let us = position.side();
            let mv = if self.side.has(us) {
                let winning = winning_move::first(&position, us).map(|winning| winning.mv);
                winning.or(self.known(&position).mv)
            } else {
                self.longest_defense(&position)
            };
            let Some(mv) = mv.filter(|&mv| position.check(mv).is_ok()) else {
                break;
            };
            line.push(mv);
            position.play_unchecked(mv);
        }
        line
    }

    fn longest_defense(&self, position: &Position) -> Option<Move> {
        let moves = position.legal_moves();
        let delay = |mv: &Move| match self.known(&position.after(*mv)).forced {
            u8::MAX => 0,
            plies => plies,
        };
        moves.into_iter().max_by_key(delay)
    }

    /// Returns whether the side forces a win within a number of plies.
    fn wins_within(&mut self, position: &Position, plies: u8) -> bool {
        if position.is_over() {
            return self.side.has_won(position);
        }
        let is_past = || self.past.binary_search(&position.key()).is_ok();
        if !self.side.is_in(position) || is_past() {
            return false;
        }
        if self.side.has(position.side()) {
            self.attack(position, plies)
        } else {
            self.defend(position, plies)
        }
    }

    /// Returns the stored knowledge about a position.
    fn known(&self, position: &Position) -> Entry {
        self.table.get(position.key() ^ self.salt)
    }

    /// Returns whether the side forces a win with a move of its own.
    fn attack(&mut self, position: &Position, plies: u8) -> bool {
        let us = position.side();
        if plies == 0 || winning_move::first(position, us).is_some() {
            return plies > 0;
        }
        let wait = self.side.wait(position, position.next_in(us), 1);
        if u32::from(plies) < wait + 2 || self.is_too_far(position, plies) {
            return false;
        }
        let mut entry = self.known(position);
        if let Some(known) = entry.says(plies) {
            return known;
        }
        let start = self.moves.len();
        let opponents = self.side.opponents(position).0;
        let first = entry.mv;
        self.list(position, |mv| {
            let order = attack_order(position, opponents, mv);
            if first == Some(mv) { i32::MAX } else { order }
        });
        let mut is_forced = false;
        for next in start..self.moves.len() {
            let mv = self.pick(next);
            let Some(after) = self.visit(position, mv) else {
                break;
            };
            if self.wins_within(&after, plies - 1) {
                entry.mv = Some(mv);
                is_forced = true;
                break;
            }
        }
        self.moves.truncate(start);
        self.keep(entry, plies, is_forced)
    }

    /// Returns whether the side forces a win whatever the opponent to move replies.
    fn defend(&mut self, position: &Position, plies: u8) -> bool {
        let them = position.side();
        let wait = self.side.wait(position, them, 0);
        if u32::from(plies) < wait + 1
            || self.is_too_far(position, plies)
            || winning_move::first(position, them).is_some()
        {
            return false;
        }
        let is_last_chance = u32::from(plies) < wait + 3;
        let mut threats = Threats::NONE;
        if is_last_chance {
            threats = Threats::of(position, self.side);
            if threats.is_empty() && self.goal == Goal::Race {
                // In a race a player hardly ever lacks a reply that changes nothing. If one does, a
                // win is missed, but none is claimed falsely.
                return false;
            }
        }
        let mut entry = self.known(position);
        if let Some(known) = entry.says(plies) {
            return known;
        }
        let is_next = self.side.has(position.next_in(them));
        let may_skip = is_last_chance && is_next && !self.may_be_drawn;
        let start = self.moves.len();
        let first = entry.mv;
        self.list(position, |mv| {
            if first == Some(mv) {
                i32::MAX
            } else {
                threats.defense_order(position, mv)
            }
        });
        let mut is_forced = true;
        for next in start..self.moves.len() {
            let mv = self.pick(next);
            if may_skip && threats.survive(position, mv) {
                continue;
            }
            let won = self
                .visit(position, mv)
                .is_some_and(|after| self.wins_within(&after, plies - 1));
            if !won {
                entry.mv = Some(mv);
                is_forced = false;
                break;
            }
        }
        self.moves.truncate(start);
        self.keep(entry, plies, is_forced)
    }

    /// Returns whether the opponents have too many stacks and pieces left for a win within a number
    /// of plies.
    ///
    /// To leave them stuck, every stack and every piece in hand must go, and no ply takes more than
    /// one.
    fn is_too_far(&self, position: &Position, plies: u8) -> bool {
        let (stacks, hands) = self.side.opponents(position);
        self.goal == Goal::Last && stacks.count_ones() + hands > u32::from(plies)
    }

    /// Appends the moves of a position to the list.
    fn list(&mut self, position: &Position, order: impl Fn(Move) -> i32) {
        let moves = &mut self.moves;
        position.for_each_move(|mv| {
            let order = order(mv);
            moves.push(Candidate { order, mv });
        });
    }

    /// Moves the best of the moves from an index on to that index, and returns it.
    fn pick(&mut self, next: usize) -> Move {
        let mut best = next;
        for at in next + 1..self.moves.len() {
            if self.moves[at].order > self.moves[best].order {
                best = at;
            }
        }
        self.moves.swap(next, best);
        self.moves[next].mv
    }

    /// Returns the position after a move; `None` if a limit is reached.
    fn visit(&mut self, position: &Position, mv: Move) -> Option<Position> {
        let is_time = self.nodes.is_multiple_of(POLL) && self.timer.is_cut_short();
        self.stopped |= is_time || self.nodes >= self.most_nodes;
        if self.stopped {
            return None;
        }
        self.nodes += 1;
        Some(position.after(mv))
    }

    /// Stores a result, unless it is invalid, and returns it.
    fn keep(&mut self, mut entry: Entry, plies: u8, is_forced: bool) -> bool {
        if self.stopped {
            return false;
        }
        entry.note(plies, is_forced);
        self.table.put(entry);
        is_forced
    }
}
