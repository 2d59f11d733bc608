//! Cache of games, so that a move does not replay all moves before it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::service::api::ids::GameId;
use crate::service::api::view::Event;
use crate::service::game::match_state::MatchState;
use crate::service::repository::action_log::ActionLog;
use crate::store::records::ActionRecord;
use focus::Played;

/// Maximum size of the cache in bytes; a single larger game is kept nevertheless.
const KEPT: usize = 16 << 20;

/// Size in bytes of a game without its actions: two positions and what surrounds them.
const GAME: usize = size_of::<MatchState>() + size_of::<ActionLog>() + 512;

/// Size in bytes of an action: its record, its events, and the move with the key of its position
/// and its text; doubled because a growing list reserves up to twice the room it needs.
const ACTION: usize = 2
    * (size_of::<ActionRecord>() + size_of::<Vec<Event>>() + size_of::<Played>())
    + size_of::<Event>()
    + 64;

/// ActionLog of a game and the state it leads to.
#[derive(Clone, Debug)]
pub(crate) struct CachedGame {
    pub(crate) history: Arc<ActionLog>,
    pub(crate) play: Arc<MatchState>,
}

impl CachedGame {
    /// Returns its approximate size in bytes.
    fn bytes(&self) -> usize {
        GAME + ACTION * self.history.actions.len()
    }
}

/// Most recently read games.
///
/// Actions are only ever added, and the start of a game does not change once it has begun, so a
/// game with the same number of actions as the cached one is the same.
#[derive(Debug, Default)]
pub(crate) struct GameCache(Mutex<Games>);

#[derive(Debug, Default)]
struct Games {
    /// Games with the counter value of their last use.
    known: HashMap<GameId, (u64, CachedGame)>,
    moments: u64,
    /// Size in bytes of all of them.
    bytes: usize,
}

impl Games {
    /// Evicts the least recently used games until half of the room is free; many at once, so that
    /// it happens rarely.
    fn forget_half(&mut self) {
        let games = self.known.iter();
        let mut wanted: Vec<_> = games.map(|(game, (wanted, _))| (*wanted, *game)).collect();
        wanted.sort_unstable();
        // The most recently used one stays, however large.
        wanted.pop();
        for (_, game) in wanted {
            if self.bytes <= KEPT / 2 {
                break;
            }
            let forgotten = self.known.remove(&game);
            self.bytes -= forgotten.map_or(0, |(_, known)| known.bytes());
        }
    }
}

impl GameCache {
    /// Returns the game if it is cached with exactly this number of actions.
    pub(crate) fn find(&self, game: GameId, actions: usize) -> Option<CachedGame> {
        let mut games = self.games();
        games.moments += 1;
        let now = games.moments;
        let (wanted, known) = games.known.get_mut(&game)?;
        *wanted = now;
        (known.history.actions.len() == actions).then(|| known.clone())
    }

    /// Caches a game in its current state.
    pub(crate) fn keep(&self, game: GameId, known: CachedGame) {
        let mut games = self.games();
        games.moments += 1;
        let now = games.moments;
        let more = known.bytes();
        let old = games.known.insert(game, (now, known));
        let less = old.map_or(0, |(_, known)| known.bytes());
        games.bytes = games.bytes + more - less;
        if games.bytes > KEPT {
            games.forget_half();
        }
    }

    fn games(&self) -> MutexGuard<'_, Games> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::records::{ActionKind, ActionRecord, ActionsRecord};
    use focus::{Color, ColorSet, Game, Mode, Rules};

    fn known(actions: usize) -> CachedGame {
        let game = Game::new(Rules::new(Mode::Duel), Color::Orange);
        let action = ActionRecord {
            at: 0,
            color: Color::Orange.letter(),
            what: ActionKind::Draw,
        };
        let actions = ActionsRecord(vec![action; actions]);
        CachedGame {
            history: Arc::new(ActionLog::from_iter([actions])),
            play: Arc::new(MatchState::new(game, ColorSet::EMPTY)),
        }
    }

    #[test]
    fn game_that_has_gone_on_is_not_found() {
        let recent = GameCache::default();
        recent.keep(GameId(1), known(3));
        assert!(recent.find(GameId(1), 3).is_some());
        assert!(recent.find(GameId(1), 4).is_none());
        assert!(recent.find(GameId(2), 3).is_none());
    }

    #[test]
    fn what_is_wanted_least_is_forgotten_first() {
        let recent = GameCache::default();
        recent.keep(GameId(0), known(0));
        for game in 1..20_000 {
            assert!(recent.find(GameId(0), 0).is_some(), "after {game}");
            recent.keep(GameId(game), known(0));
        }
        assert!(recent.games().known.len() <= KEPT / GAME);
    }

    #[test]
    fn long_games_are_kept_by_the_room_they_take() {
        let recent = GameCache::default();
        for game in 0..64 {
            recent.keep(GameId(game), known(10_000));
            assert!(recent.find(GameId(game), 10_000).is_some());
        }
        let games = recent.games();
        let bytes: usize = games.known.values().map(|(_, known)| known.bytes()).sum();
        assert_eq!(bytes, games.bytes);
        assert!(bytes <= KEPT, "{bytes} in {} games", games.known.len());
    }
}
