//! Log of the latest mentions of players to move, so that nobody is mentioned twice for a turn
//! because somebody else leaves, or within a minute because somebody takes a move back.

use std::time::Duration;

use crate::service::api::ids::Timestamp;
use crate::service::model::action::ActionKind;
use focus::Color;

/// Time within which a player need not be mentioned again.
pub(crate) const AGAIN: Duration = Duration::from_secs(60);

/// Most recent mention of every color.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct MentionLog {
    /// Shape: `[color]`.
    newest: [Option<Mention>; 4],
    /// Number of actions at the earlier mention that counts as the mention of the color to move.
    earlier: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mention {
    at: Timestamp,
    /// Number of actions at that time; a message that shows these actions mentions the player.
    actions: usize,
    /// Number of plies before the turn.
    plies: usize,
    /// True if the turn was taken back, and the color will have it again.
    comes_again: bool,
}

impl MentionLog {
    /// Records that a game begins.
    pub(crate) fn begin(&mut self, now: Timestamp, first: Color) {
        self.newest[first.index()] = Some(Mention {
            at: now,
            actions: 0,
            plies: 0,
            comes_again: false,
        });
    }

    /// Records an action, the `actions`-th of the game, that made it the turn of `next` after some
    /// plies.
    pub(crate) fn note(
        &mut self,
        now: Timestamp,
        (actions, plies): (usize, usize),
        next: Color,
        what: ActionKind,
    ) {
        if matches!(what, ActionKind::TakeBack(_)) {
            for mention in self.newest.iter_mut().flatten() {
                mention.comes_again |= mention.plies >= plies;
            }
        }
        let newest = &mut self.newest[next.index()];
        let recurs = |mention: &Mention| mention.comes_again && now.since(mention.at) < AGAIN;
        let earlier = newest.filter(recurs);
        self.earlier = earlier.map(|mention| mention.actions);
        let (at, actions) = earlier.map_or((now, actions), |mention| (mention.at, mention.actions));
        *newest = Some(Mention {
            at,
            actions,
            plies,
            comes_again: false,
        });
    }

    /// Records an action after which it is still the turn of `side`.
    pub(crate) fn keep(&mut self, side: Color) {
        self.earlier = self.newest[side.index()].map(|mention| mention.actions);
    }

    /// Records that nobody needs to mention this color for its turn: it can only pass, or a premove
    /// has ended the turn before any message could show it.
    pub(crate) fn pass_over(&mut self, color: Color) {
        self.newest[color.index()] = None;
    }

    /// Returns whether the message that showed the first `shown` actions mentioned the color to
    /// move; `shown` is `None` before the first message.
    pub(crate) fn stands(&self, shown: Option<u32>) -> bool {
        let shown = shown.and_then(|shown| usize::try_from(shown).ok());
        shown
            .zip(self.earlier)
            .is_some_and(|(shown, earlier)| earlier <= shown)
    }
}
