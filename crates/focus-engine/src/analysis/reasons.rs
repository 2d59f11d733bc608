//! Reasons for and against a move, found by comparing the positions before and after it.
//!
//! Every reason follows from the rules alone, whatever a search thinks of the move.

use focus::{Color, ColorSet, Move, Phase, Position, Stack};

/// Move that a color could make if it were its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Threat {
    /// Color that threatens.
    pub color: Color,
    /// Move that it threatens.
    pub mv: Move,
    /// Number of pieces of the other side that the move captures.
    pub pieces: u8,
}

/// Something that a move does, for or against the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// It wins the game.
    Wins,
    /// An opponent threatened to win, and has no winning move any more.
    PreventsWin(Threat),
    /// This opponent could move and cannot any more.
    LeavesWithoutMoves(Color),
    /// The mover now threatens to win, and had no winning move before.
    ThreatensWin(Threat),
    /// It brings the goal of the race within this number of pieces, three at most.
    NearsGoal(u8),
    /// An opponent threatened to capture, and cannot capture as many pieces any more.
    MeetsThreat(Threat),
    /// It takes over this stack of an opponent on its target.
    TakesOver(Stack),
    /// The mover now threatens to capture more pieces than before.
    Threatens(Threat),
    /// It gives this partner control of what it leaves on its source.
    FreesPartner(Color),
    /// The next player, an opponent, can win.
    AllowsWin(Threat),
    /// The next player, an opponent, can capture more pieces than before.
    Exposes(Threat),
    /// It gives this opponent control of what it leaves on its source.
    HandsOver(Color),
}

impl Reason {
    /// Returns whether this speaks for the move.
    #[must_use]
    pub const fn is_for(self) -> bool {
        !matches!(
            self,
            Reason::AllowsWin(_) | Reason::Exposes(_) | Reason::HandsOver(_)
        )
    }
}

/// Pieces won and lost by a side over a line of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Balance {
    /// Number of pieces that the side captured.
    pub captured: u8,
    /// Number of its pieces that were captured.
    pub lost: u8,
}

impl Balance {
    /// Counts the captures of a line for and against the side to move at its beginning.
    ///
    /// # Panics
    ///
    /// If a move of the line is illegal.
    #[must_use]
    pub fn of(position: &Position, line: &[Move]) -> Balance {
        let us = side_of(position, position.side());
        let mut position = position.clone();
        let mut balance = Balance::default();
        for &mv in line {
            let mover = position.side();
            let effect = position.play(mv).expect("a legal line");
            let captured = effect.captured();
            if us.contains(mover) {
                balance.captured += count(captured);
            } else {
                balance.lost += count(captured.filter(|&piece| us.contains(piece)));
            }
        }
        balance
    }
}

/// Returns the reasons for a legal move and then those against it, the most important first.
///
/// Captures and reserves won are not among them; [`Position::effect`] has them. In the exchange
/// opening there are no reasons.
#[must_use]
pub fn reasons(before: &Position, mv: Move) -> Vec<Reason> {
    if before.phase() == Phase::Exchange {
        return Vec::new();
    }
    let us = before.side();
    let mut after = before.clone();
    after.play_unchecked(mv);
    if let Some(outcome) = after.outcome() {
        let is_win = outcome.winners.contains(us);
        return is_win.then_some(Reason::Wins).into_iter().collect();
    }
    let change = Change {
        before,
        after: &after,
        us,
        ours: side_of(before, us),
    };
    let mut reasons = Vec::new();
    change.threats_met(&mut reasons);
    change.goal(&mut reasons);
    change.threats_made(&mut reasons);
    change.control(mv, &mut reasons);
    change.threats_allowed(&mut reasons);
    reasons.sort_by_key(|reason| rank(*reason));
    reasons
}

/// Returns the number of pieces that a color lacks to win the race; `None` if there is no race.
#[must_use]
pub(crate) fn pieces_to_goal(position: &Position, color: Color) -> Option<u8> {
    let rules = position.rules();
    let each = rules.captures_each()?;
    let opponents = rules.mode().colors().iter().filter(|&&of| of != color);
    let lacking = opponents.map(|&of| each.saturating_sub(position.captured(color, of)));
    let in_front = rules
        .pieces_in_front()
        .map(|goal| goal.saturating_sub(position.in_front(color)));
    Some(lacking.sum::<u8>().min(in_front.unwrap_or(u8::MAX)))
}

/// Number of missing pieces from which on the goal is near.
const NEAR: u8 = 3;

/// Positions before and after a move that does not end the game.
struct Change<'a> {
    before: &'a Position,
    after: &'a Position,
    us: Color,
    /// The mover and his partner.
    ours: ColorSet,
}

impl Change<'_> {
    fn opponents(&self) -> impl Iterator<Item = Color> {
        let still_in = self.before.still_in();
        let ours = self.ours;
        still_in.iter().filter(move |&color| !ours.contains(color))
    }

    fn threats_met(&self, reasons: &mut Vec<Reason>) {
        for opponent in self.opponents() {
            if self.before.can_act(opponent) && !self.after.can_act(opponent) {
                reasons.push(Reason::LeavesWithoutMoves(opponent));
            }
            if let Some(threat) = self.win(self.before, opponent) {
                if self.win(self.after, opponent).is_none() {
                    reasons.push(Reason::PreventsWin(threat));
                }
            } else if let Some(threat) = self.capture(self.before, opponent)
                && self.most(self.after, opponent) < threat.pieces
            {
                reasons.push(Reason::MeetsThreat(threat));
            }
        }
    }

    fn goal(&self, reasons: &mut Vec<Reason>) {
        let [before, after] = [self.before, self.after].map(|at| pieces_to_goal(at, self.us));
        if let Some(pieces) = after.filter(|&pieces| pieces <= NEAR && Some(pieces) < before) {
            reasons.push(Reason::NearsGoal(pieces));
        }
    }

    fn threats_made(&self, reasons: &mut Vec<Reason>) {
        if let Some(threat) = self.win(self.after, self.us) {
            if self.win(self.before, self.us).is_none() {
                reasons.push(Reason::ThreatensWin(threat));
            }
        } else if let Some(threat) = self.capture(self.after, self.us)
            && self.most(self.before, self.us) < threat.pieces
        {
            reasons.push(Reason::Threatens(threat));
        }
    }

    fn control(&self, mv: Move, reasons: &mut Vec<Reason>) {
        let (from, to) = match mv {
            Move::Slide { from, to } => (Some(from), to),
            Move::Drop(to) => (None, to),
            Move::Pass | Move::Swap { .. } => return,
        };
        let covered = self.before.board().get(to);
        let taken = covered.filter(|stack| !self.ours.contains(stack.top()));
        reasons.extend(taken.map(Reason::TakesOver));
        let left = from.and_then(|from| self.after.board().get(from));
        match left.map(Stack::top) {
            Some(top) if top == self.us => {}
            Some(partner) if self.ours.contains(partner) => {
                reasons.push(Reason::FreesPartner(partner));
            }
            Some(opponent) => reasons.push(Reason::HandsOver(opponent)),
            None => {}
        }
    }

    fn threats_allowed(&self, reasons: &mut Vec<Reason>) {
        let next = self.after.side();
        if self.ours.contains(next) {
            return;
        }
        if let Some(threat) = self.win(self.after, next) {
            reasons.push(Reason::AllowsWin(threat));
        } else if let Some(threat) = self.capture(self.after, next)
            && self.most(self.before, next) < threat.pieces
        {
            reasons.push(Reason::Exposes(threat));
        }
    }

    /// Returns a move with which a color threatens to win.
    fn win(&self, position: &Position, color: Color) -> Option<Threat> {
        let position = turn(position, color)?;
        let wins = |&mv: &Move| {
            let mut after = position.clone();
            after.play_unchecked(mv);
            let outcome = after.outcome();
            outcome.is_some_and(|outcome| outcome.winners.contains(color))
        };
        let mv = position.legal_moves().into_iter().find(wins)?;
        Some(self.threat(&position, mv))
    }

    /// Returns the first of the moves with which a color threatens to capture most pieces of the
    /// other side, if it can capture any.
    fn capture(&self, position: &Position, color: Color) -> Option<Threat> {
        let position = turn(position, color)?;
        let mut most: Option<Threat> = None;
        position.for_each_move(|mv| {
            let threat = self.threat(&position, mv);
            if threat.pieces > most.map_or(0, |most| most.pieces) {
                most = Some(threat);
            }
        });
        most
    }

    /// Returns the most pieces of the other side that a color threatens to capture with one move.
    fn most(&self, position: &Position, color: Color) -> u8 {
        let threat = self.capture(position, color);
        threat.map_or(0, |threat| threat.pieces)
    }

    /// Returns a move of the side to move as a threat.
    fn threat(&self, position: &Position, mv: Move) -> Threat {
        let color = position.side();
        let is_ours = self.ours.contains(color);
        let captured = position.effect(mv).captured();
        Threat {
            color,
            mv,
            pieces: count(captured.filter(|&piece| self.ours.contains(piece) != is_ours)),
        }
    }
}

/// Returns a color and its partner.
fn side_of(position: &Position, color: Color) -> ColorSet {
    let partner = position.rules().mode().partner(color);
    ColorSet::EMPTY.with(color).with(partner.unwrap_or(color))
}

/// Returns the position with a color to move; `None` if it could do nothing.
fn turn(position: &Position, color: Color) -> Option<Position> {
    if position.is_over() || !position.can_act(color) {
        return None;
    }
    let mut position = position.clone();
    position.give_turn(color);
    Some(position)
}

fn count(pieces: impl Iterator<Item = Color>) -> u8 {
    u8::try_from(pieces.count()).unwrap_or(u8::MAX)
}

/// Returns the place of a reason in a list: those against a move come last.
const fn rank(reason: Reason) -> u8 {
    match reason {
        Reason::Wins => 0,
        Reason::PreventsWin(_) => 1,
        Reason::LeavesWithoutMoves(_) => 2,
        Reason::ThreatensWin(_) => 3,
        Reason::NearsGoal(_) => 4,
        Reason::MeetsThreat(_) => 5,
        Reason::TakesOver(stack) if stack.height() > 1 => 6,
        Reason::Threatens(_) => 7,
        Reason::TakesOver(_) => 8,
        Reason::FreesPartner(_) => 9,
        Reason::AllowsWin(_) => 10,
        Reason::Exposes(_) => 11,
        Reason::HandsOver(_) => 12,
    }
}
