//! Hints: good moves, and why they are good.

use crate::i18n::Words;
use crate::i18n::board::moves::unbroken;
use crate::service::GameView;
use focus::Position;
use focus_engine::{Choice, ScoredMove};

/// Number of moves in a hint.
const MOST_MOVES: usize = 3;
/// Number of reasons for each of them.
const MOST_REASONS: usize = 3;

/// Returns the moves of a hint, best first.
#[must_use]
pub fn hinted_moves(choice: &Choice) -> Vec<&ScoredMove> {
    // The search ranks moves by number of visits, which differs slightly from their outlook.
    let mut best: Vec<_> = choice.candidates.iter().take(MOST_MOVES).collect();
    best.sort_by(|one, other| other.score.chance().total_cmp(&one.score.chance()));
    best
}

impl Words {
    /// Lists the best moves, best first and numbered, with their effects, the outlook of the side to
    /// move, and the moves expected after each.
    #[must_use]
    pub fn hint(self, position: &Position, choice: &Choice) -> String {
        let mut lines = vec![self.text("hint-title", &[])];
        for (number, hinted) in (1_u8..).zip(hinted_moves(choice)) {
            let args = [
                ("number", number.into()),
                ("move", unbroken(hinted.mv).into()),
                ("why", self.why(position, &hinted.line, MOST_REASONS).into()),
                ("outlook", self.outlook(hinted.score).into()),
            ];
            lines.push(self.text("hint-line", &args));
            if hinted.line.len() > 1 {
                let args = [("moves", self.line(position, &hinted.line).into())];
                lines.push(self.text("hint-expected", &args));
            }
        }
        lines.join("\n")
    }

    /// Returns the alt text of the picture of a hint: its numbered moves, then the position.
    #[must_use]
    pub fn hint_alt(self, view: &GameView, choice: &Choice) -> String {
        let moves = (1_u8..).zip(hinted_moves(choice));
        let moves: Vec<_> = moves
            .map(|(number, hinted)| format!("{number}. {}", hinted.mv))
            .collect();
        let marked = self.text("hint-alt", &[("moves", moves.join(", ").into())]);
        self.alt_text_after(&marked, view)
    }
}

#[cfg(test)]
mod tests {
    use crate::i18n::board::moves::unbroken;
    use crate::i18n::{Language, Words};
    use focus::{Color, Mode, Position, Rules};
    use focus_engine::{Choice, Score, ScoredMove};

    #[test]
    fn moves_are_named_by_their_outlook() {
        let position = Position::start(Rules::new(Mode::FreeForAll), Color::Orange);
        let moves = position.legal_moves();
        let chances = [0.33, 0.36, 0.34, 0.9];
        let reply = |mv| {
            let mut next = position.clone();
            next.play_unchecked(mv);
            next.legal_moves()[0]
        };
        let scored = |(&mv, chance)| ScoredMove {
            mv,
            score: Score::from_chance(chance),
            line: vec![mv, reply(mv)],
        };
        let candidates: Vec<_> = moves.iter().zip(chances).map(scored).collect();
        let choice = Choice {
            mv: moves[0],
            score: candidates[0].score,
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
        for mv in &moves[..3] {
            let [played, reply] = [*mv, reply(*mv)].map(unbroken);
            let expected = format!("Expected: {played} {reply}");
            assert_eq!(hint.matches(&expected).count(), 1, "{hint}");
        }
    }
}
