//! Who was called to move, and when: nobody is called twice within a minute because somebody takes
//! a move back.

use std::time::Duration;

use crate::service::api::ids::Timestamp;
use crate::store::records::ActKind;
use focus::Color;

/// Whoever was called so short a while ago need not be called again.
const AGAIN: Duration = Duration::from_secs(60);

/// The newest call of every color.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Calls {
    /// Shape: `[color]`.
    newest: [Option<Call>; 4],
    /// When something was last taken back.
    taken_back: Option<Timestamp>,
    /// How many actions there were at the earlier call that stands for that of the color to move.
    earlier: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Call {
    at: Timestamp,
    /// How many actions there were then; who is shown those is called.
    actions: usize,
}

impl Calls {
    /// Notes that a game begins.
    pub(crate) fn begin(&mut self, now: Timestamp, first: Color) {
        self.newest[first.index()] = Some(Call {
            at: now,
            actions: 0,
        });
    }

    /// Takes note of an action, of which there are so many now, that made it a color's turn.
    pub(crate) fn note(&mut self, now: Timestamp, actions: usize, next: Color, what: &ActKind) {
        if matches!(what, ActKind::TakeBack(_)) {
            self.taken_back = Some(now);
        }
        let call = &mut self.newest[next.index()];
        let earlier = call.filter(|call| {
            let is_same = self.taken_back.is_some_and(|back| back >= call.at);
            is_same && now.since(call.at) < AGAIN
        });
        self.earlier = earlier.map(|call| call.actions);
        if earlier.is_none() {
            *call = Some(Call { at: now, actions });
        }
    }

    /// Takes note that it is not this color's turn after all, as it can only pass.
    pub(crate) fn pass_over(&mut self, color: Color) {
        self.newest[color.index()] = None;
    }

    /// Whether the color to move was called by what was shown of so many actions; before anything
    /// was, there is no number.
    pub(crate) fn stands(&self, shown: Option<u32>) -> bool {
        let shown = shown.and_then(|shown| usize::try_from(shown).ok());
        shown
            .zip(self.earlier)
            .is_some_and(|(shown, earlier)| earlier <= shown)
    }
}
