//! Reasons for and against moves, in words.

use crate::i18n::Words;
use focus::{Color, Move, Position, Square};
use focus_engine::analysis::{Balance, Reason, Threat, reasons};

/// Number of moves of a line that are shown.
const MOST_EXPECTED: usize = 5;

impl Words {
    /// Lists what a move wins and what speaks for it, at most `most` points in all and at least one.
    pub(in crate::i18n) fn why(self, position: &Position, mv: Move, most: usize) -> String {
        let mut why = self.details(mv, position.effect(mv));
        let reasons = reasons(position, mv).into_iter();
        why.extend(
            reasons
                .filter(|reason| reason.is_for())
                .map(|reason| self.move_reason(mv, reason)),
        );
        why.truncate(most);
        if why.is_empty() {
            why.push(self.text("hint-quiet", &[]));
        }
        why.join(", ")
    }

    /// Lists what speaks against a move, if anything does.
    pub(in crate::i18n) fn why_not(self, position: &Position, mv: Move) -> Option<String> {
        let reasons = reasons(position, mv).into_iter();
        let against = reasons.filter(|reason| !reason.is_for());
        let against: Vec<_> = against.map(|reason| self.move_reason(mv, reason)).collect();
        (!against.is_empty()).then(|| against.join(", "))
    }

    /// Returns the first moves of a line and what they win and lose for the side to move.
    pub(in crate::i18n) fn line(self, position: &Position, line: &[Move]) -> String {
        let line = &line[..line.len().min(MOST_EXPECTED)];
        let moves: Vec<_> = line.iter().map(ToString::to_string).collect();
        let moves = moves.join(" ");
        let balance = Balance::of(position, line);
        if balance == Balance::default() {
            return moves;
        }
        let args = [
            ("moves", moves.into()),
            ("captured", balance.captured.into()),
            ("lost", balance.lost.into()),
        ];
        self.text("why-line", &args)
    }

    fn move_reason(self, mv: Move, reason: Reason) -> String {
        match reason {
            Reason::Wins => self.text("why-wins", &[]),
            Reason::PreventsWin(threat) => self.threat("why-prevents-win", threat),
            Reason::LeavesWithoutMoves(color) => {
                self.text("why-stuck", &[("color", self.color(color).into())])
            }
            Reason::ThreatensWin(threat) => self.threat("why-threatens-win", threat),
            Reason::NearsGoal(pieces) => self.text("why-goal", &[("count", pieces.into())]),
            Reason::MeetsThreat(threat) => self.threat("why-meets-threat", threat),
            Reason::TakesOver(stack) => {
                let id = match stack.height() {
                    1 => "hint-takes-over",
                    _ => "why-takes-stack",
                };
                self.on(id, target(mv), stack.top(), stack.height())
            }
            Reason::Threatens(threat) => self.threat("why-threatens", threat),
            Reason::FreesPartner(color) => self.on("why-frees-partner", source(mv), color, 0),
            Reason::AllowsWin(threat) => self.threat("why-allows-win", threat),
            Reason::Exposes(threat) => self.threat("why-exposes", threat),
            Reason::HandsOver(color) => self.on("why-hands-over", source(mv), color, 0),
        }
    }

    fn threat(self, id: &str, threat: Threat) -> String {
        let args = [
            ("color", self.color(threat.color).into()),
            ("move", threat.mv.to_string().into()),
            ("count", threat.pieces.into()),
        ];
        self.text(id, &args)
    }

    /// Words something about a stack of some height on a square.
    fn on(self, id: &str, square: Option<Square>, color: Color, height: usize) -> String {
        let square = square.map(|square| square.to_string()).unwrap_or_default();
        let args = [
            ("square", square.into()),
            ("color", self.color(color).into()),
            ("count", height.into()),
        ];
        self.text(id, &args)
    }
}

fn source(mv: Move) -> Option<Square> {
    mv.squares().next()
}

fn target(mv: Move) -> Option<Square> {
    mv.squares().last()
}
