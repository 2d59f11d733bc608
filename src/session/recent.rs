//! Games as they were last read, so that a move does not play all those before it again.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::session::history::History;
use crate::session::ids::GameId;
use crate::session::play::Play;

/// Games kept at most; each takes some tens of kilobytes.
const KEPT: usize = 256;

/// A game's history, and what it comes to.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) history: Arc<History>,
    pub(super) play: Arc<Play>,
}

/// The games that were read last.
///
/// Actions are only ever added, and what a game starts from does not change once it has begun: a
/// game with as many actions as the one that is kept here is the same.
#[derive(Debug, Default)]
pub(super) struct Recent(Mutex<Games>);

#[derive(Debug, Default)]
struct Games {
    /// With the moment at which each was last wanted.
    known: HashMap<GameId, (u64, Known)>,
    moments: u64,
}

impl Recent {
    /// The game, if it is known as it is after so many actions.
    pub(super) fn find(&self, game: GameId, actions: usize) -> Option<Known> {
        let mut games = self.games();
        games.moments += 1;
        let now = games.moments;
        let (wanted, known) = games.known.get_mut(&game)?;
        *wanted = now;
        (known.history.actions.len() == actions).then(|| known.clone())
    }

    /// Keeps a game as it is now.
    pub(super) fn keep(&self, game: GameId, known: Known) {
        let mut games = self.games();
        games.moments += 1;
        let now = games.moments;
        games.known.insert(game, (now, known));
        if games.known.len() > KEPT {
            // Half of them at once, so that it is seldom done.
            let mut moments: Vec<_> = games.known.values().map(|(wanted, _)| *wanted).collect();
            moments.sort_unstable();
            let oldest = moments[moments.len() / 2];
            games.known.retain(|_, (wanted, _)| *wanted >= oldest);
        }
    }

    fn games(&self) -> MutexGuard<'_, Games> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Color, ColorSet, Game, Mode, Rules};
    use crate::store::records::{ActKind, ActionRecord, ActionsRecord};

    fn known(actions: usize) -> Known {
        let game = Game::new(Rules::new(Mode::Duel), Color::Orange);
        let action = ActionRecord {
            at: 0,
            color: Color::Orange.letter(),
            what: ActKind::Draw,
        };
        let actions = ActionsRecord(vec![action; actions]);
        Known {
            history: Arc::new(History::from_iter([actions])),
            play: Arc::new(Play::new(game, ColorSet::EMPTY)),
        }
    }

    #[test]
    fn game_that_has_gone_on_is_not_found() {
        let recent = Recent::default();
        recent.keep(GameId(1), known(3));
        assert!(recent.find(GameId(1), 3).is_some());
        assert!(recent.find(GameId(1), 4).is_none());
        assert!(recent.find(GameId(2), 3).is_none());
    }

    #[test]
    fn what_is_wanted_least_is_forgotten_first() {
        let recent = Recent::default();
        recent.keep(GameId(0), known(0));
        for game in 1..2_000 {
            assert!(recent.find(GameId(0), 0).is_some(), "after {game}");
            recent.keep(GameId(game), known(0));
        }
        assert!(recent.games().known.len() <= KEPT);
    }
}
