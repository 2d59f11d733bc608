//! Hints: good moves, and why they are good.

use crate::i18n::Words;
use focus::{Effect, Move, Position, Stack};
use focus_engine::{Choice, Score};

/// Number of moves in a hint.
const MOST_MOVES: usize = 3;
const MOST_EXPECTED: usize = 4;

/// Returns the moves of a hint, best first.
#[must_use]
pub fn hinted_moves(choice: &Choice) -> Vec<&(Move, Score)> {
    // The search ranks moves by number of visits, which differs slightly from their outlook.
    let mut best: Vec<_> = choice.candidates.iter().take(MOST_MOVES).collect();
    best.sort_by(|(_, one), (_, other)| other.chance().total_cmp(&one.chance()));
    best
}

impl Words {
    /// Lists the best moves, best first and numbered, with their effects and the outlook of the side
    /// to move.
    #[must_use]
    pub fn hint(self, position: &Position, choice: &Choice) -> String {
        let mut lines = vec![self.text("hint-title", &[])];
        for (number, (mv, score)) in (1_u8..).zip(hinted_moves(choice)) {
            let why = self.why(position, *mv, position.effect(*mv)).join(", ");
            let args = [
                ("number", number.into()),
                ("move", mv.to_string().into()),
                ("why", why.into()),
                ("outlook", self.outlook(*score).into()),
            ];
            lines.push(self.text("hint-line", &args));
        }
        let expected = choice.line.iter().take(MOST_EXPECTED);
        let expected: Vec<_> = expected.map(ToString::to_string).collect();
        if expected.len() > 1 {
            let args = [("moves", expected.join(" ").into())];
            lines.push(self.text("hint-expected", &args));
        }
        lines.join("\n")
    }

    /// Lists the obvious advantages of a move.
    fn why(self, position: &Position, mv: Move, effect: Effect) -> Vec<String> {
        let mut why = self.details(mv, effect);
        let target = match mv {
            Move::Slide { to, .. } | Move::Drop(to) => Some(to),
            Move::Swap { .. } | Move::Pass => None,
        };
        if let Some(to) = target {
            let covered = position.board().get(to).map(Stack::top);
            if let Some(color) = covered.filter(|color| *color != position.side()) {
                let args = [
                    ("square", to.to_string().into()),
                    ("color", self.color(color).into()),
                ];
                why.push(self.text("hint-takes-over", &args));
            }
        }
        if why.is_empty() {
            why.push(self.text("hint-quiet", &[]));
        }
        why
    }

    fn outlook(self, score: Score) -> String {
        match score {
            Score::Value(_) => {
                let percent = format!("{:.0}", score.chance() * 100.0);
                self.text("hint-chance", &[("percent", percent.into())])
            }
            Score::Win(plies) => self.text("hint-win", &[("plies", plies.into())]),
            Score::Loss(plies) => self.text("hint-loss", &[("plies", plies.into())]),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::i18n::{Language, Words};
    use focus::{Color, Mode, Position, Rules};
    use focus_engine::{Choice, Score};

    #[test]
    fn moves_are_named_by_their_outlook() {
        let position = Position::start(Rules::new(Mode::FreeForAll), Color::Orange);
        let moves = position.legal_moves();
        let chances = [0.33, 0.36, 0.34, 0.9];
        let candidates = moves.iter().copied();
        let candidates: Vec<_> = candidates.zip(chances.map(Score::from_chance)).collect();
        let choice = Choice {
            mv: moves[0],
            score: candidates[0].1,
            chances: [0.25; 4],
            depth: 1,
            nodes: 4,
            line: vec![moves[0]],
            candidates,
        };
        let hint = Words::new(Language::English).hint(&position, &choice);
        let places = ["36", "34", "33"].map(|percent| hint.find(percent).expect("a chance"));
        assert!(places.is_sorted(), "{hint}");
        assert!(!hint.contains("90"), "tried too little: {hint}");
    }
}
