//! Reasons for and against moves, in words.

use crate::i18n::Words;
use crate::i18n::board::moves::unbroken;
use focus::{Color, Effect, Move, Position, Square};
use focus_engine::Score;
use focus_engine::analysis::{Balance, Moment, Reason, Takeover, Threat, prepared, reasons};

/// Number of moves of a line that are shown.
const MOST_EXPECTED: usize = 5;

impl Words {
    /// Lists the gains of the first move of a line and the reasons for it, at most `most` points in
    /// all and at least one.
    pub(in crate::i18n) fn why(self, position: &Position, line: &[Move], most: usize) -> String {
        let mut why = self.points(position, line);
        why.truncate(most);
        if why.is_empty() {
            why.push(self.text("hint-quiet", &[]));
        }
        why.join(", ")
    }

    /// Says why the best move at a moment of a game is the best, in at most `most` points.
    pub(in crate::i18n) fn why_better(
        self,
        position: &Position,
        moment: &Moment,
        most: usize,
    ) -> String {
        match moment.score {
            Score::Win(plies) if plies > 1 => {
                let mut why = self.points(position, &moment.line);
                why.insert(0, self.outlook(moment.score));
                why.truncate(most);
                why.join(", ")
            }
            _ => self.why(position, &moment.line, most),
        }
    }

    /// Lists the gains of the first move of a line and the reasons for it; if there are none, the
    /// plans it prepares.
    fn points(self, position: &Position, line: &[Move]) -> Vec<String> {
        let Some(&mv) = line.first() else {
            return Vec::new();
        };
        let effect = position.effect(mv);
        let mut reasons = reasons(position, mv);
        reasons.retain(|reason| reason.is_for());
        let is_quiet = effect == Effect::NONE && reasons.is_empty();
        let mut points = self.details(mv, effect);
        points.extend(
            reasons
                .into_iter()
                .map(|reason| self.move_reason(mv, reason)),
        );
        let prepared = is_quiet.then(|| prepared(position, expected(line)));
        points.extend(prepared.flatten().map(|(later, mv)| {
            let args = [
                ("move", unbroken(mv).into()),
                ("why", self.why(&later, &[mv], 1).into()),
            ];
            self.text("why-prepares", &args)
        }));
        points
    }

    /// Lists the reasons against a move, if there are any.
    pub(in crate::i18n) fn why_not(self, position: &Position, mv: Move) -> Option<String> {
        let reasons = reasons(position, mv).into_iter();
        let against = reasons.filter(|reason| !reason.is_for());
        let against: Vec<_> = against.map(|reason| self.move_reason(mv, reason)).collect();
        (!against.is_empty()).then(|| against.join(", "))
    }

    /// Returns the first moves of a line and their gains and losses for the side to move.
    pub(in crate::i18n) fn line(self, position: &Position, line: &[Move]) -> String {
        let line = expected(line);
        let moves: Vec<_> = line.iter().copied().map(unbroken).collect();
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

    /// Says how a game will end from a position with this score.
    pub(in crate::i18n) fn outlook(self, score: Score) -> String {
        match score {
            Score::Value(_) => {
                let percent = format!("{:.0}", score.chance() * 100.0);
                self.text("hint-chance", &[("percent", percent.into())])
            }
            Score::Win(plies) => self.text("hint-win", &[("plies", plies.into())]),
            Score::Loss(plies) => self.text("hint-loss", &[("plies", plies.into())]),
        }
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
            Reason::SavesStack(takeover) => self.takeover("why-saves-stack", takeover),
            Reason::Threatens(threat) => self.threat("why-threatens", threat),
            Reason::FreesPartner(color) => self.on("why-frees-partner", source(mv), color, 0),
            Reason::FreesOwn => {
                let square = source(mv).map(|square| square.to_string());
                let args = [("square", square.unwrap_or_default().into())];
                self.text("why-frees-own", &args)
            }
            Reason::AllowsWin(threat) => self.threat("why-allows-win", threat),
            Reason::Exposes(threat) => self.threat("why-exposes", threat),
            Reason::ExposesStack(takeover) => self.takeover("why-exposes-stack", takeover),
            Reason::HandsOver(color) => self.on("why-hands-over", source(mv), color, 0),
        }
    }

    fn threat(self, id: &str, threat: Threat) -> String {
        let args = [
            ("color", self.color(threat.color).into()),
            ("move", unbroken(threat.mv).into()),
            ("count", threat.pieces.into()),
        ];
        self.text(id, &args)
    }

    fn takeover(self, id: &str, takeover: Takeover) -> String {
        let square = target(takeover.mv).map(|square| square.to_string());
        let args = [
            ("color", self.color(takeover.color).into()),
            ("move", unbroken(takeover.mv).into()),
            ("square", square.unwrap_or_default().into()),
            ("count", takeover.height.into()),
        ];
        self.text(id, &args)
    }

    /// Words a fact about a stack of some height on a square.
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

/// Returns the moves of a line that are shown.
fn expected(line: &[Move]) -> &[Move] {
    &line[..line.len().min(MOST_EXPECTED)]
}

fn source(mv: Move) -> Option<Square> {
    mv.squares().next()
}

fn target(mv: Move) -> Option<Square> {
    mv.squares().last()
}
