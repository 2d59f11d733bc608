//! Paranoid search and Best-Reply Search, in which all opponents form a coalition.
//!
//! Both use alpha-beta search with iterative deepening, a transposition table, killer moves and the
//! history heuristic; the last two come after the static ordering.
//!
//! Source: M. P. D. Schadd and M. H. M. Winands, "Best Reply Search for Multiplayer Games"
//! (2011); N. Sturtevant and R. Korf, "On Pruning Techniques for Multi-Player Games" (2000).

use std::mem;

use crate::baselines::evaluation::evaluate;
use crate::baselines::ordering::{self, SLOTS, promise, slot};
use focus::{Color, ColorSet, Game, Mode, Move, Position};
use focus_engine::Timer;
use focus_engine::{Choice, Info, Limits, Player, Score, Stop};

/// Opponents that move between two moves of the root player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replies {
    /// Every opponent moves on their turn (paranoid search).
    All,
    /// Only the opponent with the best reply moves (Best-Reply Search). With two sides, including
    /// partners, this equals [`Replies::All`], because there is only one opponent.
    Best,
}

/// Player that treats all opponents as one enemy.
pub struct Coalition {
    replies: Replies,
    table: Vec<Entry>,
}

#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    value: i32,
    mv: Option<Move>,
    color: u8,
    depth: u8,
    bound: Bound,
}

impl Entry {
    /// Returns whether its value settles a search to this depth.
    fn is_enough(&self, depth: u8, alpha: i32, beta: i32) -> bool {
        let is_settled = match self.bound {
            Bound::None => false,
            Bound::Exact => true,
            Bound::Lower => self.value >= beta,
            Bound::Upper => self.value <= alpha,
        };
        self.depth >= depth && is_settled
    }
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Bound {
    #[default]
    None,
    Exact,
    Lower,
    Upper,
}

const WIN: i32 = 1_000_000;
const DEEPEST: u8 = 60;
/// Key of positions in which a color other than the side to move makes the move.
const REPLY_KEY: u64 = 0x5851_F42D_4C95_7F2D;

impl Coalition {
    /// Creates a player with a transposition table of this many MiB.
    #[must_use]
    pub fn new(replies: Replies, hash_mib: usize) -> Coalition {
        let entries = (hash_mib.max(1) << 20) / mem::size_of::<Entry>();
        let entries = 1 << entries.ilog2();
        Coalition {
            replies,
            table: vec![Entry::default(); entries],
        }
    }
}

impl Player for Coalition {
    fn name(&self) -> String {
        match self.replies {
            Replies::All => "paranoid".to_owned(),
            Replies::Best => "best reply".to_owned(),
        }
    }

    fn choose(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Info),
    ) -> Choice {
        let watch = Timer::new(limits, stop);
        let position = game.position();
        let root = position.side();
        let mode = position.rules().mode();
        let ours = mode
            .partner(root)
            .map_or(ColorSet::EMPTY, |other| ColorSet::EMPTY.with(other));
        let is_many = matches!(mode, Mode::ThreeWay | Mode::FreeForAll);
        // Values depend on the root player.
        self.table.fill(Entry::default());
        let mut search = Search {
            root,
            ours: ours.with(root),
            best_reply: self.replies == Replies::Best && is_many,
            table: &mut self.table,
            killers: [[None; 2]; DEEPEST as usize + 2],
            history: vec![0; 4 * SLOTS],
            watch: &watch,
            nodes: 0,
            is_over: false,
        };
        let mut moves: Vec<Move> = ordering::ordered(position)
            .into_iter()
            .map(|(mv, _)| mv)
            .collect();
        let mut found = (0, 0);
        for depth in 1..=limits.depth.unwrap_or(DEEPEST).min(DEEPEST) {
            let Some(value) = search.at_root(position, &mut moves, depth) else {
                break;
            };
            found = (depth, value);
            report(&Info {
                depth,
                nodes: search.nodes,
                score: score(value),
                line: vec![moves[0]],
            });
            if value.abs() > WIN / 2 {
                break;
            }
        }
        Choice::scored(moves[0], score(found.1), [0.25; 4], found.0, search.nodes)
    }

    fn forget(&mut self) {
        self.table.fill(Entry::default());
    }
}

/// Converts a value to a score: a capture is worth 100 points, assumed to be half a logit.
fn score(value: i32) -> Score {
    let plies = |value: i32| u16::try_from(WIN - value.abs()).unwrap_or(u16::MAX);
    if value > WIN / 2 {
        return Score::Win(plies(value));
    }
    if value < -WIN / 2 {
        return Score::Loss(plies(value));
    }
    Score::Value(2 * value)
}

struct Search<'a> {
    root: Color,
    /// Team of the root player.
    ours: ColorSet,
    best_reply: bool,
    table: &'a mut [Entry],
    killers: [[Option<Move>; 2]; DEEPEST as usize + 2],
    /// Shape: `[color][slot]`.
    history: Vec<u32>,
    watch: &'a Timer<'a>,
    nodes: u64,
    is_over: bool,
}

/// A move and the color that makes it.
type Reply = (Color, Move);

impl Search<'_> {
    /// Returns the value of the best move, which is moved to the front; `None` if there was no time
    /// for a single move.
    fn at_root(&mut self, position: &Position, moves: &mut [Move], depth: u8) -> Option<i32> {
        let mut alpha = -WIN;
        let mut best = None;
        for at in 0..moves.len() {
            let mv = moves[at];
            let value = self.after(position, (self.root, mv), depth, 0, alpha, WIN);
            if self.is_over {
                break;
            }
            if best.is_none() || value > alpha {
                alpha = value;
                best = Some(value);
                moves[..=at].rotate_right(1);
            }
        }
        best.filter(|_| depth == 1 || !self.is_over)
    }

    /// Returns the value of the position after a move for the root player.
    fn after(
        &mut self,
        position: &Position,
        (color, mv): Reply,
        depth: u8,
        ply: usize,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        let mut after = position.clone();
        if after.side() != color {
            after.give_turn(color);
        }
        after.play_unchecked(mv);
        if self.best_reply && !after.is_over() && !self.ours.contains(color) {
            if !after.can_act(self.root) {
                return -WIN + to_i32(ply + 1);
            }
            after.give_turn(self.root);
        }
        self.value(&after, depth - 1, ply + 1, alpha, beta)
    }

    fn value(&mut self, position: &Position, depth: u8, ply: usize, alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        if self.nodes >= self.watch.nodes() || self.nodes.is_multiple_of(512) {
            self.is_over |= self.watch.is_over(self.nodes);
        }
        if self.is_over {
            return 0;
        }
        if let Some(outcome) = position.outcome() {
            if outcome.is_draw() {
                return 0;
            }
            let is_won = outcome.winners.contains(self.root);
            return if is_won {
                WIN - to_i32(ply)
            } else {
                to_i32(ply) - WIN
            };
        }
        if position.out().contains(self.root) && self.ours.len() == 1 {
            return to_i32(ply) - WIN;
        }
        if depth == 0 || ply >= usize::from(DEEPEST) {
            return evaluate(position, self.root);
        }
        self.look_ahead(position, depth, ply, alpha, beta)
    }

    fn look_ahead(
        &mut self,
        position: &Position,
        depth: u8,
        ply: usize,
        mut alpha: i32,
        mut beta: i32,
    ) -> i32 {
        let is_ours = self.ours.contains(position.side());
        let key = position.key()
            ^ if self.best_reply && !is_ours {
                REPLY_KEY
            } else {
                0
            };
        let at = usize::try_from(key).unwrap_or(0) & (self.table.len() - 1);
        let entry = self.table[at];
        let mut first = None;
        if entry.key == key && entry.bound != Bound::None {
            first = Color::from_index(usize::from(entry.color)).zip(entry.mv);
            if entry.is_enough(depth, alpha, beta) {
                return entry.value;
            }
        }
        let (low, high) = (alpha, beta);
        let mut best = if is_ours { -WIN } else { WIN };
        let mut best_reply = None;
        for reply in self.replies(position, first, ply) {
            let value = self.after(position, reply, depth, ply, alpha, beta);
            if self.is_over {
                return 0;
            }
            let is_better = if is_ours { value > best } else { value < best };
            if is_better || best_reply.is_none() {
                best = value;
                best_reply = Some(reply);
            }
            if is_ours {
                alpha = alpha.max(best);
            } else {
                beta = beta.min(best);
            }
            if alpha >= beta {
                self.remember(reply, depth, ply);
                break;
            }
        }
        let (color, mv) = best_reply.unzip();
        self.table[at] = Entry {
            key,
            value: best,
            mv,
            color: color.map_or(0, |color| color as u8),
            depth,
            bound: bound(best, low, high),
        };
        best
    }

    /// Returns the moves to search, most promising first.
    fn replies(&self, position: &Position, first: Option<Reply>, ply: usize) -> Vec<Reply> {
        let side = position.side();
        let mut replies = Vec::with_capacity(128);
        let mut collect = |position: &Position| {
            let color = position.side();
            position.for_each_move(|mv| {
                let reply = (color, mv);
                let is_killer = self.killers[ply].contains(&Some(mv));
                let history = self.history[color.index() * SLOTS + slot(mv)].min(1 << 20);
                let order = (
                    first == Some(reply),
                    is_killer,
                    promise(position, mv),
                    history,
                );
                replies.push((order, reply));
            });
        };
        collect(position);
        if self.best_reply && side != self.root {
            for other in position.still_in().without(side).without(self.root).iter() {
                if position.can_act(other) {
                    let mut theirs = position.clone();
                    theirs.give_turn(other);
                    collect(&theirs);
                }
            }
        }
        replies.sort_by(|(one, _), (other, _)| other.cmp(one));
        replies.into_iter().map(|(_, reply)| reply).collect()
    }

    fn remember(&mut self, (color, mv): Reply, depth: u8, ply: usize) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            killers[1] = killers[0];
            killers[0] = Some(mv);
        }
        let depth = u32::from(depth);
        self.history[color.index() * SLOTS + slot(mv)] += depth * depth;
    }
}

fn bound(value: i32, low: i32, high: i32) -> Bound {
    if value <= low {
        return Bound::Upper;
    }
    if value >= high {
        return Bound::Lower;
    }
    Bound::Exact
}

fn to_i32(ply: usize) -> i32 {
    i32::try_from(ply).unwrap_or(i32::MAX)
}
