//! Moves and their effects in words.

use crate::i18n::Words;
use focus::{Effect, Move};

/// Hyphen at which no line breaks. Notation with it can be parsed, too, so moves can be copied.
const NO_BREAK_HYPHEN: &str = "\u{2011}";

impl Words {
    /// Returns a move and its effect for a list of choices; at most 100 characters, starting with
    /// the move.
    #[must_use]
    pub fn move_label(self, mv: Move, effect: Effect) -> String {
        let mut details = Vec::new();
        match mv {
            Move::Slide { from, to } => {
                let count = from.distance(to).unwrap_or_default();
                details.push(self.text("effect-pieces", &[("count", count.into())]));
            }
            Move::Drop(_) | Move::Pass | Move::Swap { .. } => details.extend(self.kind(mv)),
        }
        details.extend(self.takes(effect));
        if details.is_empty() {
            return mv.to_string();
        }
        format!("{mv} – {}", details.join(", "))
    }

    /// Counts the pieces that a move captures and the reserves it wins.
    pub(in crate::i18n) fn takes(self, effect: Effect) -> Vec<String> {
        let captured = effect.captured().len();
        let takes = || self.text("effect-takes", &[("count", captured.into())]);
        let takes = (captured > 0).then(takes);
        takes.into_iter().chain(self.reserves(effect)).collect()
    }

    /// Lists the effects that the notation does not show: captured colors by name, reserves won.
    pub(in crate::i18n) fn details(self, mv: Move, effect: Effect) -> Vec<String> {
        let kind = self.kind(mv).into_iter();
        kind.chain(self.effects(effect)).collect()
    }

    /// Lists the captured pieces, with the colors by name, and the reserves won.
    pub(in crate::i18n) fn effects(self, effect: Effect) -> Vec<String> {
        let mut details = Vec::new();
        let captured = effect.captured();
        if captured.len() > 0 {
            let (count, colors) = (captured.len(), self.pieces(captured));
            let args = [("count", count.into()), ("colors", colors.into())];
            details.push(self.text("effect-takes-colors", &args));
        }
        details.extend(self.reserves(effect));
        details
    }

    fn kind(self, mv: Move) -> Option<String> {
        match mv {
            Move::Slide { .. } | Move::Pass => None,
            Move::Drop(_) => Some(self.text("effect-drop", &[])),
            Move::Swap { .. } => Some(self.text("effect-swap", &[])),
        }
    }

    fn reserves(self, effect: Effect) -> Vec<String> {
        [
            ("effect-hand", effect.reserves()),
            ("effect-partner", effect.partner_reserves()),
        ]
        .into_iter()
        .filter(|(_, count)| *count > 0)
        .map(|(id, count)| self.text(id, &[("count", count.into())]))
        .collect()
    }
}

/// Returns a move for running text, in which no line breaks.
pub(in crate::i18n) fn unbroken(mv: Move) -> String {
    mv.to_string().replace('-', NO_BREAK_HYPHEN)
}
