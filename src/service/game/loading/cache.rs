//! Cache of games, so that a move does not apply all actions before it again.

use std::sync::Arc;

use lru::LruCache;
use parking_lot::Mutex;

use crate::service::api::ids::{GameId, MachineTime};
use crate::service::api::view::event::GameEvent;
use crate::service::api::view::update::Announcement;
use crate::service::game::state::match_state::MatchState;
use crate::service::model::TableOrGame;
use crate::service::model::action::Action;
use crate::service::model::game::StartedGame;
use crate::service::people::read_settings::ReadSettings;
use crate::service::repository::action_log::ActionLog;
use crate::store::{Revision, Versioned};
use focus::Played;

/// Maximum size of the cache in bytes; a single larger game is kept nevertheless.
const KEPT: usize = 16 << 20;

/// Size in bytes of a game without its actions: two positions and the fields around them, and
/// players with their names.
const GAME: usize =
    size_of::<MatchState>() + size_of::<ActionLog>() + size_of::<StartedGame>() + 1024;

/// Size in bytes of an action: the action, its events, and the move with the key of its position
/// and its text; doubled because a growing list reserves up to twice the room it needs.
const ACTION: usize = 2 * (size_of::<Action>() + size_of::<Vec<GameEvent>>() + size_of::<Played>())
    + size_of::<GameEvent>()
    + 64;

/// Game as stored, its actions, and the state they lead to.
#[derive(Clone, Debug)]
pub(crate) struct CachedGame {
    /// The game without its actions, as it was read or written.
    pub(crate) held: Versioned<Arc<TableOrGame>>,
    /// Time at which it was read or changed.
    pub(crate) at: MachineTime,
    pub(crate) log: Arc<ActionLog>,
    pub(crate) state: Arc<MatchState>,
    /// Set if this process made the last change, and has not begun to show it.
    pub(crate) unshown: Option<UnshownChange>,
}

/// Change that this process has just committed.
#[derive(Clone, Debug)]
pub(crate) struct UnshownChange {
    /// Way to show it.
    pub(crate) announce: Announcement,
    /// Time before anything was read for it.
    pub(crate) since: MachineTime,
    /// Settings as read for it.
    pub(crate) settings: ReadSettings,
    /// True if channels followed the game.
    pub(crate) is_followed: bool,
}

impl CachedGame {
    /// Returns its approximate size in bytes.
    fn bytes(&self) -> usize {
        GAME + ACTION * self.log.actions.len()
    }
}

/// Most recently read games.
///
/// Each is recognized by its revision. The number of actions is not enough: after a store has gone
/// back, as to a standby that lacks the last commits, another action can take the place of a lost
/// one.
#[derive(Debug, Default)]
pub(crate) struct GameCache(Mutex<Games>);

#[derive(Debug)]
struct Games {
    known: LruCache<GameId, CachedGame>,
    /// Size in bytes of all of them.
    bytes: usize,
}

impl Default for Games {
    fn default() -> Self {
        Self {
            known: LruCache::unbounded(),
            bytes: 0,
        }
    }
}

impl GameCache {
    /// Returns the game without its actions as it was last read or written, if it is cached.
    pub(crate) fn last_known(&self, game: GameId) -> Option<Versioned<Arc<TableOrGame>>> {
        let games = self.0.lock();
        Some(games.known.peek(&game)?.held.clone())
    }

    /// Returns the game if it is cached, even if it has changed since.
    pub(crate) fn latest(&self, game: GameId) -> Option<CachedGame> {
        self.0.lock().known.peek(&game).cloned()
    }

    /// Takes the change of a game that this process has just committed, with the game after it.
    pub(crate) fn take_unshown(&self, game: GameId) -> Option<(CachedGame, UnshownChange)> {
        let mut games = self.0.lock();
        let known = games.known.peek_mut(&game)?;
        let unshown = known.unshown.take()?;
        Some((known.clone(), unshown))
    }

    /// Forgets the change of a game that this process was about to show, because another commit
    /// follows.
    pub(crate) fn forget_unshown(&self, game: GameId) {
        if let Some(known) = self.0.lock().known.peek_mut(&game) {
            known.unshown = None;
        }
    }

    /// Replaces the game with its version after a commit without another action, if it is still
    /// cached as it was read for that commit.
    pub(crate) fn note(&self, game: GameId, read: Revision, written: Versioned<TableOrGame>) {
        let mut games = self.0.lock();
        let known = games.known.peek_mut(&game);
        if let Some(known) = known.filter(|known| known.held.revision == read) {
            known.held.record = Arc::new(written.record);
            known.held.revision = written.revision;
            known.at = MachineTime::now();
        }
    }

    /// Returns the actions and the state of a game if it is cached at this revision.
    pub(crate) fn find(
        &self,
        game: GameId,
        revision: Revision,
    ) -> Option<(Arc<ActionLog>, Arc<MatchState>)> {
        let mut games = self.0.lock();
        let known = games.known.get(&game)?;
        let is_same = known.held.revision == revision;
        is_same.then(|| (Arc::clone(&known.log), Arc::clone(&known.state)))
    }

    /// Caches a game, unless it is cached in a later state.
    pub(crate) fn keep(&self, game: GameId, known: CachedGame) {
        let mut games = self.0.lock();
        let is_later = |kept: &CachedGame| kept.log.actions.len() > known.log.actions.len();
        if games.known.peek(&game).is_some_and(is_later) {
            return;
        }
        games.bytes += known.bytes();
        let old = games.known.put(game, known);
        games.bytes -= old.map_or(0, |old| old.bytes());
        // The most recently used one stays, however large.
        while games.bytes > KEPT && games.known.len() > 1 {
            let oldest = games.known.pop_lru();
            games.bytes -= oldest.map_or(0, |(_, oldest)| oldest.bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::api::ids::{Access, ChannelId, Place, Timestamp};
    use crate::service::api::view::message::MessageForm;
    use crate::service::api::view::table::TableState;
    use crate::service::model::action::ActionKind;
    use crate::service::model::common::{Admission, Common};
    use crate::service::model::table::GameTable;
    use focus::{Color, ColorSet, Game, Mode, Rules};

    fn stored() -> TableOrGame {
        let common = Common {
            place: Place {
                guild: None,
                channel: ChannelId(1),
                access: Access::Member,
            },
            parent: None,
            wants_thread: false,
            message: None,
            form: MessageForm::default(),
            version: 1,
            lost: None,
            admission: Admission::Open,
            rules: Rules::new(Mode::Duel),
            seed: 0,
            watcher: None,
            created: Timestamp(0),
            expires: Timestamp(0),
            is_private: false,
            rated: false,
            start: None,
            rotation: None,
            chooses_colors: false,
            idle: None,
        };
        TableOrGame::Table(Box::new(GameTable {
            common,
            state: TableState::Open,
            invited: Vec::new(),
            uncalled: Vec::new(),
            called: Vec::new(),
            declined: Vec::new(),
            people: Vec::new(),
            reserved: Vec::new(),
            computers: Vec::new(),
            time: None,
        }))
    }

    /// Returns the revision of a game with this number of actions.
    fn revision(actions: usize) -> Revision {
        Revision(actions as u64)
    }

    fn known(actions: usize) -> CachedGame {
        let game = Game::new(Rules::new(Mode::Duel), Color::Orange);
        let action = Action {
            at: Timestamp(0),
            by: Color::Orange,
            kind: ActionKind::Draw,
        };
        CachedGame {
            held: Versioned {
                record: Arc::new(stored()),
                revision: revision(actions),
            },
            at: MachineTime::now(),
            log: Arc::new(ActionLog::with(vec![action; actions])),
            state: Arc::new(MatchState::new(game, ColorSet::EMPTY)),
            unshown: None,
        }
    }

    #[test]
    fn game_that_has_gone_on_is_not_found() {
        let cache = GameCache::default();
        cache.keep(GameId(1), known(3));
        assert!(cache.find(GameId(1), revision(3)).is_some());
        assert!(cache.find(GameId(1), revision(4)).is_none());
        assert!(cache.find(GameId(2), revision(3)).is_none());
    }

    #[test]
    fn state_that_arrives_late_replaces_no_later_one() {
        let cache = GameCache::default();
        cache.keep(GameId(1), known(4));
        cache.keep(GameId(1), known(3));
        assert!(cache.find(GameId(1), revision(4)).is_some());
    }

    #[test]
    fn what_is_wanted_least_is_forgotten_first() {
        let cache = GameCache::default();
        cache.keep(GameId(0), known(0));
        for game in 1..20_000 {
            assert!(cache.find(GameId(0), revision(0)).is_some(), "after {game}");
            cache.keep(GameId(game), known(0));
        }
        assert!(cache.0.lock().known.len() <= KEPT / GAME);
    }

    #[test]
    fn long_games_are_kept_by_the_room_they_take() {
        let cache = GameCache::default();
        for game in 0..64 {
            cache.keep(GameId(game), known(10_000));
            assert!(cache.find(GameId(game), revision(10_000)).is_some());
        }
        let games = cache.0.lock();
        let bytes: usize = games.known.iter().map(|(_, known)| known.bytes()).sum();
        assert_eq!(bytes, games.bytes);
        assert!(bytes <= KEPT, "{bytes} in {} games", games.known.len());
    }
}
