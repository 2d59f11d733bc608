//! Hints: good moves, and why they are good.

use crate::i18n::Words;
use focus::{Move, Position};
use focus_engine::{Choice, Score};

/// Number of moves in a hint.
const MOST_MOVES: usize = 3;
/// Number of reasons for each of them.
const MOST_REASONS: usize = 3;

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
            let args = [
                ("number", number.into()),
                ("move", mv.to_string().into()),
                ("why", self.why(position, *mv, MOST_REASONS).into()),
                ("outlook", self.outlook(*score).into()),
            ];
            lines.push(self.text("hint-line", &args));
        }
        if choice.line.len() > 1 {
            let args = [("moves", self.line(position, &choice.line).into())];
            lines.push(self.text("hint-expected", &args));
        }
        lines.join("\n")
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
