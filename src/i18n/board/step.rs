//! Making a move step by step: prompts, choices and their effects.

use std::ops::RangeInclusive;

use crate::i18n::Words;
use crate::service::GameView;
use focus::{Color, Direction, Effect, Move, Outcome, Position, Square, Stack};

/// Largest number of characters of the description of a choice.
const DETAIL: usize = 100;

/// Arrows clockwise from the top of the picture.
const ARROWS: [char; 4] = ['↑', '→', '↓', '←'];

impl Words {
    /// Asks which stack to move or, if `hand`, whether to play a piece from hand.
    #[must_use]
    pub fn source_step(self, hand: bool) -> String {
        let id = if hand {
            "step-source-hand"
        } else {
            "step-source"
        };
        self.text(id, &[])
    }

    /// Asks which piece to swap with the one on a square.
    #[must_use]
    pub fn swap_with_step(self, own: Square) -> String {
        self.text("step-swap-with", &[("square", own.to_string().into())])
    }

    /// Asks where to move a stack.
    #[must_use]
    pub fn target_step(self, from: Square) -> String {
        self.text("step-target", &[("square", from.to_string().into())])
    }

    /// Asks a color whether to play a move, and describes its effects and the events that follow
    /// automatically. `after` is the game when the next decision is due.
    #[must_use]
    pub fn confirm_step(self, color: Color, mv: Move, effect: Effect, after: &GameView) -> String {
        let mut details = self.details(mv, effect);
        details.extend(self.end(color, after.game.outcome()));
        let text = mv.to_string().into();
        let question = if details.is_empty() {
            self.text("step-confirm", &[("move", text)])
        } else {
            let effect = details.join(", ").into();
            self.text("step-confirm-effect", &[("move", text), ("effect", effect)])
        };
        let mut lines = vec![question];
        lines.extend(after.news.iter().map(|event| self.event(after, event)));
        lines.join("\n")
    }

    /// Returns the prompt of the menu of squares on some ranks (0 to 7), at most 150 characters.
    #[must_use]
    pub fn drop_prompt(self, ranks: &RangeInclusive<u8>) -> String {
        let [first, last] = [ranks.start(), ranks.end()].map(|rank| u32::from(rank + 1));
        let args = [("first", first.into()), ("last", last.into())];
        self.text("menu-drop", &args)
    }

    /// Returns the label of a rank (0 to 7), at most 100 characters.
    #[must_use]
    pub fn rank_choice(self, rank: u8) -> String {
        self.text("rank-choice", &[("rank", (rank + 1).into())])
    }

    /// Returns the label of a move whose start is known, at most 100 characters: a slide by its
    /// direction in the picture, which has the side `down` at the bottom, and by its number of
    /// pieces.
    #[must_use]
    pub fn target_choice(self, mv: Move, down: Direction) -> String {
        match mv {
            Move::Slide { from, to } => {
                let count = from.distance(to).unwrap_or_default();
                let pieces = self.text("effect-pieces", &[("count", count.into())]);
                format!("{} {to} – {pieces}", arrow(from, to, down))
            }
            Move::Drop(to) => to.to_string(),
            Move::Swap { own, enemy } => format!("{own} ↔ {enemy}"),
            Move::Pass => mv.to_string(),
        }
    }

    /// Describes where a move lands and its effects, in at most 100 characters; `None` for an
    /// exchange.
    #[must_use]
    pub fn target_detail(
        self,
        position: &Position,
        mv: Move,
        outcome: Option<Outcome>,
    ) -> Option<String> {
        let (to, moved) = match mv {
            Move::Slide { from, to } => (to, from.distance(to).unwrap_or_default()),
            Move::Drop(to) => (to, 1),
            Move::Swap { .. } | Move::Pass => return None,
        };
        let effect = position.effect(mv);
        let landing = self.landing(position.board().get(to), moved, position.side());
        let short = self.takes(effect);
        let end = self.end(position.side(), outcome);
        let line = |takes: Vec<String>| {
            let parts = std::iter::once(landing.clone()).chain(takes);
            parts.chain(end.clone()).collect::<Vec<_>>().join(", ")
        };
        let long = line(self.effects(effect));
        Some(if long.chars().count() <= DETAIL {
            long
        } else {
            line(short)
        })
    }

    /// Returns the alt text of a picture with framed squares and, optionally, a golden square.
    #[must_use]
    pub fn framed(self, view: &GameView, chosen: Option<Square>, squares: &[Square]) -> String {
        self.alt_text_after(&self.marks(chosen, squares), view)
    }

    /// Describes the marks in a picture: the golden square and the framed ones.
    pub(in crate::i18n) fn marks(self, chosen: Option<Square>, squares: &[Square]) -> String {
        let golden = chosen
            .map(|square| self.text("golden-square", &[("square", square.to_string().into())]));
        let names: Vec<_> = squares.iter().map(Square::to_string).collect();
        let framed = (!names.is_empty())
            .then(|| self.text("framed-squares", &[("squares", names.join(", ").into())]));
        let marks: Vec<_> = golden.into_iter().chain(framed).collect();
        marks.join(" ")
    }

    fn landing(self, below: Option<Stack>, moved: u8, side: Color) -> String {
        let Some(below) = below else {
            return self.text("target-empty", &[]);
        };
        let height = (below.height() + usize::from(moved)).min(Stack::MAX_HEIGHT);
        if below.top() == side {
            return self.text("target-own", &[("height", height.into())]);
        }
        let color = self.color(below.top());
        let args = [("color", color.into()), ("height", height.into())];
        self.text("target-over", &args)
    }

    /// Says how a move ends the game for the color that plays it. A draw may count as the
    /// opponent's win.
    fn end(self, color: Color, outcome: Option<Outcome>) -> Option<String> {
        let outcome = outcome?;
        let id = if outcome.is_draw() {
            "target-draws"
        } else if outcome.winners.contains(color) {
            "target-wins"
        } else {
            "target-loses"
        };
        Some(self.text(id, &[]))
    }
}

/// Returns the arrow for a slide's direction in the picture.
fn arrow(from: Square, to: Square, down: Direction) -> char {
    let goes = |direction: &Direction| {
        from.distance(to).and_then(|d| from.step(*direction, d)) == Some(to)
    };
    let way = Direction::ALL.into_iter().find(goes).unwrap_or(down);
    ARROWS[(way as usize + 2 + 4 - down as usize) % 4]
}
