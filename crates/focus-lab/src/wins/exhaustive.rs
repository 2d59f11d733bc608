//! Exhaustive search for forced wins.

use std::collections::HashMap;

use focus::{Color, Effect, Goal, Mode, Move, Position};

/// Exhaustive search for wins that one side can force against all others.
pub struct Exhaustive {
    us: Color,
    mode: Mode,
    /// Proven values of positions, by key.
    proven: HashMap<u64, Proven>,
    /// Last reply that refuted an attempt to win, by the number of plies left.
    refutations: Vec<Move>,
}

/// Numbers of plies within which a win is known to be forced, or known not to be.
#[derive(Clone, Copy)]
struct Proven {
    forced: u32,
    not_forced: u32,
}

impl Exhaustive {
    /// Creates a search for wins of the side to move, with its partner if it has one.
    #[must_use]
    pub fn new(position: &Position) -> Exhaustive {
        Exhaustive {
            us: position.side(),
            mode: position.rules().mode(),
            proven: HashMap::new(),
            refutations: Vec::new(),
        }
    }

    /// Returns the number of plies of the shortest win of the side to move, up to a limit.
    ///
    /// The limit must be below the number of plies until the game is drawn without captures.
    pub fn shortest(&mut self, position: &Position, most: u32) -> Option<u32> {
        (1..=most).find(|&plies| self.wins_within(position, plies))
    }

    /// Returns the moves of the side to move that force a win within a number of plies.
    pub fn winning_moves(&mut self, position: &Position, plies: u32) -> Vec<Move> {
        let moves = position.legal_moves();
        let wins = |mv: &Move| self.wins_within(&position.after(*mv), plies - 1);
        moves.into_iter().filter(wins).collect()
    }

    /// Returns whether our side can force a win within a number of plies.
    fn wins_within(&mut self, position: &Position, plies: u32) -> bool {
        if let Some(outcome) = position.outcome() {
            return outcome.winners.iter().any(|winner| self.is_ours(winner));
        }
        let is_ours = self.is_ours(position.side());
        // A move can win only for the mover's side.
        if plies == 0 || plies == 1 && !is_ours {
            return false;
        }
        if plies == 1 {
            return self.wins_at_once(position);
        }
        if let Some(known) = self.proven.get(&position.key()) {
            if known.forced <= plies {
                return true;
            }
            if known.not_forced >= plies {
                return false;
            }
        }
        let is_forced = if is_ours {
            let moves = position.legal_moves();
            let mut moves = moves.into_iter();
            moves.any(|mv| self.wins_within(&position.after(mv), plies - 1))
        } else {
            self.wins_after_every_reply(position, plies)
        };
        let known = self.proven.entry(position.key()).or_insert(Proven {
            forced: u32::MAX,
            not_forced: 0,
        });
        if is_forced {
            known.forced = known.forced.min(plies);
        } else {
            known.not_forced = known.not_forced.max(plies);
        }
        is_forced
    }

    fn wins_after_every_reply(&mut self, position: &Position, plies: u32) -> bool {
        let at = plies as usize;
        if self.refutations.len() <= at {
            self.refutations.resize(at + 1, Move::Pass);
        }
        // A reply that refuted the last attempt often refutes the next one as well.
        let first = self.refutations[at];
        let first = position.check(first).is_ok().then_some(first);
        let moves = position.legal_moves();
        let others = moves.into_iter().filter(|mv| Some(*mv) != first);
        for mv in first.into_iter().chain(others) {
            if !self.wins_within(&position.after(mv), plies - 1) {
                self.refutations[at] = mv;
                return false;
            }
        }
        true
    }

    fn wins_at_once(&self, position: &Position) -> bool {
        let others = position.still_in().iter();
        let others = others.filter(|&color| !self.is_ours(color));
        let stacks: usize = others
            .map(|color| position.board().stacks_of(color) + usize::from(position.hand(color)))
            .sum();
        let is_race = position.rules().goal() == Goal::Race;
        let moves = position.legal_moves();
        moves.into_iter().any(|mv| {
            // Only a move that pushes pieces out can reach the goal of a race, and a move takes at
            // most one stack from the others.
            let may_win = stacks <= 1 || is_race && position.effect(mv) != Effect::NONE;
            may_win && {
                let outcome = position.after(mv).outcome();
                outcome
                    .is_some_and(|outcome| outcome.winners.iter().any(|color| self.is_ours(color)))
            }
        })
    }

    fn is_ours(&self, color: Color) -> bool {
        color == self.us || self.mode.partner(color) == Some(self.us)
    }
}
