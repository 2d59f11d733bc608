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

/// Move with which a color could take over a tall stack of the other side if it were its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Takeover {
    /// Color that could take over the stack.
    pub color: Color,
    /// Move that lands on the stack.
    pub mv: Move,
    /// Number of pieces of the stack, three at least.
    pub height: usize,
}

/// Effect of a move that speaks for or against it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// It wins the game.
    Wins,
    /// An opponent threatened to win, and no longer has a winning move.
    PreventsWin(Threat),
    /// This opponent could move, and no longer can.
    LeavesWithoutMoves(Color),
    /// The mover now threatens to win, and had no winning move before.
    ThreatensWin(Threat),
    /// It brings the goal of the race within this number of pieces, three at most.
    NearsGoal(u8),
    /// An opponent threatened to capture, and can no longer capture as many pieces.
    MeetsThreat(Threat),
    /// It takes over this stack of an opponent on its target.
    TakesOver(Stack),
    /// An opponent could take over a tall stack, which is still whole, and can no longer take over
    /// one as tall.
    SavesStack(Takeover),
    /// The mover now threatens to capture more pieces than before.
    Threatens(Threat),
    /// It gives this partner control of the stack that it leaves on its source.
    FreesPartner(Color),
    /// It leaves the mover a stack on its source that an opponent's piece covered.
    FreesOwn,
    /// The next player, an opponent, can win.
    AllowsWin(Threat),
    /// The next player, an opponent, can capture more pieces than before.
    Exposes(Threat),
    /// The next player, an opponent, can take over a taller stack than before.
    ExposesStack(Takeover),
    /// It gives this opponent control of the stack that it leaves on its source.
    HandsOver(Color),
}

impl Reason {
    /// Returns whether this speaks for the move.
    #[must_use]
    pub const fn is_for(self) -> bool {
        !matches!(
            self,
            Reason::AllowsWin(_)
                | Reason::Exposes(_)
                | Reason::ExposesStack(_)
                | Reason::HandsOver(_)
        )
    }

    /// Returns whether this changes the position for good, rather than being or meeting a threat.
    pub(super) const fn is_gain(self) -> bool {
        matches!(
            self,
            Reason::Wins
                | Reason::LeavesWithoutMoves(_)
                | Reason::NearsGoal(_)
                | Reason::TakesOver(_)
        )
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
    let after = before.after(mv);
    if let Some(outcome) = after.outcome() {
        let is_win = outcome.winners.contains(us);
        return is_win.then_some(Reason::Wins).into_iter().collect();
    }
    let change = Change {
        before,
        mv,
        after: &after,
        us,
        ours: side_of(before, us),
    };
    let mut reasons = Vec::new();
    change.threats_met(&mut reasons);
    change.goal(&mut reasons);
    change.threats_made(&mut reasons);
    change.control(&mut reasons);
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

/// Maximum number of missing pieces at which the goal is near.
const NEAR: u8 = 3;

/// Minimum number of pieces in a tall stack.
const TALL: usize = 3;

/// Positions before and after a move that does not end the game.
struct Change<'a> {
    before: &'a Position,
    mv: Move,
    after: &'a Position,
    us: Color,
    /// The mover and their partner.
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
            } else if let Some(takeover) = self.takeover(self.before, opponent)
                && self.tallest(self.after, opponent) < takeover.height
                && !self.splits(takeover)
            {
                reasons.push(Reason::SavesStack(takeover));
            }
        }
    }

    /// Returns whether the move leaves only a part of the stack that could be taken over.
    fn splits(&self, takeover: Takeover) -> bool {
        let square = takeover.mv.squares().last();
        let left = square.and_then(|square| self.after.board().get(square));
        left.is_some_and(|left| left.height() < takeover.height)
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

    fn control(&self, reasons: &mut Vec<Reason>) {
        let (from, to) = match self.mv {
            Move::Slide { from, to } => (Some(from), to),
            Move::Drop(to) => (None, to),
            Move::Pass | Move::Swap { .. } => return,
        };
        let covered = self.before.board().get(to);
        let taken = covered.filter(|stack| !self.ours.contains(stack.top()));
        reasons.extend(taken.map(Reason::TakesOver));
        let left = from.and_then(|from| self.after.board().get(from));
        let heir = left.map(Stack::top);
        match heir.filter(|&heir| self.after.still_in().contains(heir)) {
            Some(top) if top == self.us => {
                reasons.extend(self.uncovers().then_some(Reason::FreesOwn));
            }
            Some(partner) if self.ours.contains(partner) => {
                reasons.push(Reason::FreesPartner(partner));
            }
            Some(opponent) => reasons.push(Reason::HandsOver(opponent)),
            None => {}
        }
    }

    /// Returns whether the move lifts a piece of an opponent off its stack.
    fn uncovers(&self) -> bool {
        let Move::Slide { from, to } = self.mv else {
            return false;
        };
        let stack = self.before.board().get(from);
        let pieces = stack.into_iter().flat_map(|stack| stack.pieces().rev());
        let mut lifted = pieces.take(from.distance(to).map_or(0, usize::from));
        lifted.any(|piece| !self.ours.contains(piece))
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
        } else if let Some(takeover) = self.takeover(self.after, next)
            && self.tallest(self.before, next) < takeover.height
        {
            reasons.push(Reason::ExposesStack(takeover));
        }
    }

    /// Returns a move with which a color threatens to win.
    fn win(&self, position: &Position, color: Color) -> Option<Threat> {
        let position = turn(position, color)?;
        let wins = |&mv: &Move| {
            let outcome = position.after(mv).outcome();
            outcome.is_some_and(|outcome| outcome.winners.contains(color))
        };
        let mv = position.legal_moves().into_iter().find(wins)?;
        Some(self.threat(&position, mv))
    }

    /// Returns the first of the moves with which a color threatens to capture the most pieces of
    /// the other side, if it can capture any.
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

    /// Returns the first of the moves with which a color could take over the tallest stack of the
    /// other side, if there is a tall one within its reach.
    fn takeover(&self, position: &Position, color: Color) -> Option<Takeover> {
        let position = turn(position, color)?;
        let is_ours = self.ours.contains(color);
        let mut tallest: Option<Takeover> = None;
        position.for_each_move(|mv| {
            let target = mv.squares().last().and_then(|to| position.board().get(to));
            let stack = target.filter(|stack| self.ours.contains(stack.top()) != is_ours);
            let height = stack.map_or(0, Stack::height);
            if height >= TALL && height > tallest.map_or(0, |tallest| tallest.height) {
                tallest = Some(Takeover { color, mv, height });
            }
        });
        tallest
    }

    /// Returns the height of the tallest stack that a color could take over, 0 if it is not tall.
    fn tallest(&self, position: &Position, color: Color) -> usize {
        let takeover = self.takeover(position, color);
        takeover.map_or(0, |takeover| takeover.height)
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
pub(super) fn side_of(position: &Position, color: Color) -> ColorSet {
    let partner = position.rules().mode().partner(color);
    ColorSet::EMPTY.with(color).with(partner.unwrap_or(color))
}

/// Returns the position with a color to move; `None` if it could do nothing.
pub(super) fn turn(position: &Position, color: Color) -> Option<Position> {
    if position.is_over() || !position.can_act(color) {
        return None;
    }
    let mut position = position.clone();
    position.give_turn(color);
    Some(position)
}

pub(super) fn count(pieces: impl Iterator<Item = Color>) -> u8 {
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
        Reason::SavesStack(_) => 7,
        Reason::Threatens(_) => 8,
        Reason::TakesOver(_) => 9,
        Reason::FreesPartner(_) => 10,
        Reason::FreesOwn => 11,
        Reason::AllowsWin(_) => 12,
        Reason::Exposes(_) => 13,
        Reason::ExposesStack(_) => 14,
        Reason::HandsOver(_) => 15,
    }
}
