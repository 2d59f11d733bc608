//! Search for a shortest forced win, from the root.

use std::time::Duration;

use crate::proof::proof_table::ProofTable;
use crate::proof::search::Search;
use crate::proof::side::Side;
use crate::{Choice, Info, Limits, Score, ScoredMove, Stop, Timer};
use focus::{Color, Game, Goal, Move, Phase, Position, Repetition, Rules, Stuck};

/// Divisor of a search's nodes and time; a proof may use the quotient.
const PART: u32 = 4;

/// Divisor of the nodes for wins that need more moves of the side than [`ALWAYS`].
const DEEP_PART: u32 = 16;

/// Nodes per microsecond that a search is assumed to visit if only its time is limited.
const NODES_A_MICROSECOND: u64 = 1;

/// Number of nodes assumed if neither nodes nor time are limited.
const UNLIMITED: u64 = 400_000;

/// Maximum number of nodes of a proof.
const MOST_NODES: u64 = 500_000;

/// Factors by which one more move of the side is expected to multiply the nodes: where the last
/// player left wins, and in a race.
const GROWTH: [u64; 2] = [8, 24];

/// Number of moves of the side that are searched regardless of the expected number of nodes;
/// without threats, this takes a hundred nodes.
const ALWAYS: usize = 2;

/// Maximum number of plies.
const MOST_PLIES: u8 = 15;

/// Searcher of forced wins, with its memory.
pub(crate) struct Prover {
    table: ProofTable,
    /// Rules of the positions in the table.
    rules: Option<Rules>,
}

/// Outcome of a search for a forced win.
pub(crate) struct Attempt {
    /// Number of positions visited.
    pub(crate) nodes: u64,
    win: Option<Win>,
}

/// A forced win.
struct Win {
    plies: u8,
    /// Moves until the win, at least one.
    line: Vec<Move>,
}

impl Prover {
    /// Creates a searcher without any memory of positions.
    pub(crate) const fn new() -> Prover {
        Prover {
            table: ProofTable::new(),
            rules: None,
        }
    }

    /// Searches for a forced win of the side to move within a part of the limits.
    pub(crate) fn attempt(&mut self, game: &Game, limits: &Limits, stop: &Stop) -> Attempt {
        let position = game.position();
        if self.rules.replace(position.rules()) != Some(position.rules()) {
            self.table = ProofTable::new();
        }
        let budget = Budget::of(limits);
        let share = Limits {
            time: limits.time.map(|time| time / PART),
            ..*limits
        };
        let timer = Timer::new(&share, stop);
        let past = past(game);
        let mut search = Search {
            side: Side::of(position, position.side()),
            goal: position.rules().goal(),
            table: &mut self.table,
            timer: &timer,
            most_nodes: budget.nodes,
            salt: salt(position, &past),
            may_be_drawn: past.windows(2).any(|keys| keys[0] == keys[1]),
            past,
            moves: Vec::new(),
            nodes: 0,
            stopped: false,
        };
        let plies = match position.phase() {
            Phase::Play => {
                let most = most_plies(position, limits);
                deepen(&mut search, position, most, budget)
            }
            Phase::Exchange | Phase::Placement => None,
        };
        Attempt {
            nodes: search.nodes,
            win: plies.map(|plies| Win {
                plies,
                line: search.line(position, plies),
            }),
        }
    }
}

/// Maximum number of nodes of a proof.
#[derive(Clone, Copy)]
struct Budget {
    nodes: u64,
    /// Maximum for wins that need more moves than [`ALWAYS`].
    deep: u64,
}

impl Budget {
    /// Returns the part of the nodes of a whole search.
    fn of(limits: &Limits) -> Budget {
        let of_time = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        let of_time = limits.time.map(of_time);
        let of_time = of_time.map(|micros| micros.saturating_mul(NODES_A_MICROSECOND));
        let nodes = [limits.nodes, of_time].into_iter().flatten().min();
        let nodes = nodes.unwrap_or(UNLIMITED);
        let part = |part: u32| (nodes / u64::from(part)).min(MOST_NODES);
        Budget {
            nodes: part(PART),
            deep: part(DEEP_PART),
        }
    }
}

/// Returns a number that differs from search to search, so that each has its own table entries.
fn salt(position: &Position, past: &[u64]) -> u64 {
    let mix = |salt: u64, key: &u64| salt.rotate_left(7) ^ key;
    past.iter().fold(position.key().rotate_left(32), mix)
}

/// Returns the number of plies of the shortest forced win, if one is found.
///
/// One more move of the side is searched only if the nodes are likely to be enough.
fn deepen(search: &mut Search<'_>, position: &Position, most: u8, budget: Budget) -> Option<u8> {
    let growth = match position.rules().goal() {
        Goal::Last => GROWTH[0],
        Goal::Race => GROWTH[1],
    };
    let (mut turns, mut began) = (0, 0);
    for plies in 1..=most {
        let Some(now) = turns_until(position, plies) else {
            continue;
        };
        if now > turns {
            let cost = search.nodes - began;
            if now > ALWAYS {
                search.most_nodes = budget.deep;
                if search.nodes.saturating_add(cost.saturating_mul(growth)) > budget.deep {
                    return None;
                }
            }
            (turns, began) = (now, search.nodes);
        }
        let is_won = search.root_wins_within(position, plies);
        if search.stopped {
            return None;
        }
        if is_won {
            return Some(plies);
        }
    }
    None
}

impl Attempt {
    /// Reports the win and returns it as a choice; `None` if no win was found.
    pub(crate) fn choice(
        &self,
        position: &Position,
        report: &mut dyn FnMut(&Info),
    ) -> Option<Choice> {
        let Win { plies, line } = self.win.as_ref()?;
        let mv = *line.first()?;
        let score = Score::Win(u16::from(*plies));
        report(&Info {
            depth: *plies,
            nodes: self.nodes,
            score,
            line: line.clone(),
        });
        let side = Side::of(position, position.side());
        let has_partner = position.rules().mode().partner(position.side()).is_some();
        let share = if has_partner { 0.5 } else { 1.0 };
        Some(Choice {
            mv,
            score,
            chances: Color::ALL.map(|color| if side.has(color) { share } else { 0.0 }),
            depth: *plies,
            nodes: self.nodes,
            line: line.clone(),
            candidates: vec![ScoredMove {
                mv,
                score,
                line: line.clone(),
            }],
        })
    }
}

/// Returns the keys of the positions that may be repeated, sorted.
///
/// One earlier occurrence is enough: in a line short enough to be searched, a position that did not
/// occur before is not repeated often enough for a draw. A key is listed as often as its position
/// occurred.
fn past(game: &Game) -> Vec<u64> {
    let position = game.position();
    if position.rules().repetition() == Repetition::Off {
        return Vec::new();
    }
    let recent = game.keys().iter().rev();
    let mut past: Vec<u64> = recent
        .take(usize::from(position.clock()) + 1)
        .copied()
        .collect();
    past.sort_unstable();
    past
}

/// Returns the maximum number of plies to search, below the number until a draw by quiet plies.
fn most_plies(position: &Position, limits: &Limits) -> u8 {
    let quiet = position.rules().quiet().map_or(u16::MAX, |plies| {
        plies.get().saturating_sub(position.clock() + 1)
    });
    let quiet = u8::try_from(quiet).unwrap_or(u8::MAX);
    MOST_PLIES.min(quiet).min(limits.depth.unwrap_or(u8::MAX))
}

/// Returns the number of moves of the side to move in a number of plies, without players losing
/// turns; `None` if the last ply cannot be one of them even if players lose turns.
fn turns_until(position: &Position, plies: u8) -> Option<usize> {
    let us = position.side();
    let side = Side::of(position, us);
    let mut color = us;
    let mut turns = 1;
    let mut is_certain = true;
    for _ in 1..plies {
        color = position.next_in(color);
        turns += usize::from(side.has(color));
        let can_lose_turn = position.rules().stuck() == Stuck::Out
            && position.hand(color) == 0
            && position.board().stacks_of(color) < usize::from(plies);
        is_certain &= side.has(color) || !can_lose_turn;
    }
    (side.has(color) || !is_certain).then_some(turns)
}
