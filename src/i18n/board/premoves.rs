//! Premoves, for the person who set them.

use crate::i18n::board::moves::unbroken;
use crate::i18n::{MenuEntry, Words};
use crate::service::{GameView, Premoves};
use focus::Move;

/// Separator of the moves of a line.
const THEN: &str = " → ";

/// Number of moves of a line in the label of a menu.
const IN_LABEL: usize = 5;

impl Words {
    /// Lists the premoves of a person who is not to move; the person's own moves are bold.
    #[must_use]
    pub fn premoves(self, view: &GameView, premoves: &Premoves) -> String {
        if premoves.lines.is_empty() {
            return self.text("premoves-none", &[]);
        }
        let mut text = self.text("premoves-title", &[]);
        for line in &premoves.lines {
            text.push_str("\n- ");
            text.push_str(&own_in_bold(view, line));
        }
        text
    }

    /// Returns a line of premoves for a menu.
    #[must_use]
    pub fn premove_entry(self, line: &[Move]) -> MenuEntry {
        let (first, rest) = line.split_at(line.len().min(IN_LABEL));
        let rest = (!rest.is_empty()).then(|| format!("→ {}", chained(rest)));
        MenuEntry {
            label: chained(first),
            description: rest,
        }
    }

    /// Asks for the next move of a line, after the moves before it: the person's own, or one of the
    /// player to move in the game at that point.
    #[must_use]
    pub fn premove_step(
        self,
        ahead: &GameView,
        before: impl Iterator<Item = Move>,
        is_own: bool,
    ) -> String {
        let before: Vec<_> = before.collect();
        let question = if is_own {
            self.text("premove-answer", &[])
        } else {
            let who = self.who(ahead, ahead.game.position().side());
            self.text("premove-expected", &[("who", who.into())])
        };
        if before.is_empty() {
            return question;
        }
        let moves = chained(&before).into();
        let args = [("moves", moves), ("question", question.into())];
        self.text("premove-after", &args)
    }

    /// Names the source of the move whose target is asked for.
    #[must_use]
    pub fn premove_from(self, source: &str) -> String {
        self.text("premove-from", &[("source", source.into())])
    }
}

fn chained(line: &[Move]) -> String {
    let moves: Vec<_> = line.iter().copied().map(unbroken).collect();
    moves.join(THEN)
}

/// Formats a line with the moves of the player of its last move in bold.
fn own_in_bold(view: &GameView, line: &[Move]) -> String {
    let mut game = view.game.clone();
    let mut moves = Vec::new();
    for mv in line {
        let side = game.position().side();
        if game.play(*mv).is_err() {
            break;
        }
        game.pass_while_forced();
        moves.push((side, *mv));
    }
    let own = moves.last().map(|(side, _)| *side);
    let texts = moves.into_iter().map(|(side, mv)| {
        let mv = unbroken(mv);
        if Some(side) == own {
            format!("**{mv}**")
        } else {
            mv
        }
    });
    texts.collect::<Vec<_>>().join(THEN)
}
