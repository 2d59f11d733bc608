//! Boards that Discord refused because the bot may not write at their place.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio::time::{Instant, timeout_at};

use crate::service::{ChannelId, GameId, GuildId};

/// Pause after a first requested attempt on a server; it doubles until a refused board is accepted.
const PAUSE: Duration = Duration::from_secs(10);
/// Longest pause. Discord bans bots that send thousands of refused requests, and some servers change
/// their roles and channels all the time.
const LONGEST: Duration = Duration::from_secs(3_600);

/// Place where Discord may refuse a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RefusedPlace {
    /// Its server.
    pub(crate) guild: GuildId,
    /// Channel or thread.
    pub(crate) channel: ChannelId,
    /// Parent channel of a thread, if known.
    pub(crate) parent: Option<ChannelId>,
}

/// Tables and games whose boards Discord refused, in this process, since it last accepted them, and
/// those being sent. They are tried again as soon as they may be accepted, one at a time on each
/// server; otherwise their pauses would grow to an hour.
#[derive(Debug, Default)]
pub(crate) struct RefusedBoards {
    by_server: Mutex<BoardsByServer>,
    requested: Notify,
}

#[derive(Debug, Default)]
struct BoardsByServer {
    servers: HashMap<GuildId, Server>,
    /// Server of each table or game.
    guild_of: HashMap<GameId, GuildId>,
}

/// Server with refused boards.
#[derive(Debug, Default)]
struct Server {
    boards: BTreeMap<GameId, Board>,
    /// Earliest time of the next requested attempt, and the pause before it; `None` before the first
    /// one.
    next: Option<(Instant, Duration)>,
}

/// Board that was refused, or is being sent.
#[derive(Debug)]
struct Board {
    place: RefusedPlace,
    /// Time of the last refusal in its channel or the last requested attempt; `None` if Discord has
    /// not refused the board.
    tried: Option<Instant>,
    /// True if it may be accepted now, because something has changed since its last attempt began.
    is_requested: bool,
}

impl RefusedBoards {
    /// Notes that the board of a table or game is about to be sent; `None` for a place where no
    /// change of permissions would help.
    pub(crate) fn begin(&self, game: GameId, place: Option<RefusedPlace>) {
        let Some(place) = place else {
            return self.forget(game);
        };
        let mut by_server = self.by_server.lock();
        let old = by_server.guild_of.get(&game).copied();
        if old.is_some_and(|old| old != place.guild) {
            by_server.remove(game);
        }
        by_server.guild_of.insert(game, place.guild);
        let server = by_server.servers.entry(place.guild).or_default();
        let old = server.boards.get(&game);
        // In another channel, it has not been refused yet.
        let old = old.filter(|old| old.place.channel == place.channel);
        let board = Board {
            place,
            tried: old.and_then(|old| old.tried),
            is_requested: false,
        };
        server.boards.insert(game, board);
    }

    /// Notes that Discord has refused a board. It would refuse the others in the channel as well,
    /// unless something has changed meanwhile.
    pub(crate) fn refused(&self, game: GameId, now: Instant) {
        let mut by_server = self.by_server.lock();
        let Some(boards) = by_server.beside(game) else {
            return;
        };
        let Some(board) = boards.get_mut(&game) else {
            return;
        };
        board.tried = Some(now);
        let (channel, has_changed) = (board.place.channel, board.is_requested);
        for other in boards.values_mut() {
            if other.place.channel == channel {
                other.tried = other.tried.map(|_| now);
                other.is_requested &= has_changed;
            }
        }
        if has_changed {
            self.requested.notify_one();
        }
    }

    /// Notes that a board could not be sent for another reason, which says nothing about its place.
    pub(crate) fn failed(&self, game: GameId) {
        let mut by_server = self.by_server.lock();
        let board = by_server.beside(game).and_then(|boards| boards.get(&game));
        if board.is_some_and(|board| board.tried.is_none()) {
            by_server.remove(game);
        }
    }

    /// Notes that Discord has accepted a board. If it was refused before, the next one on the server
    /// is tried at once.
    pub(crate) fn accepted(&self, game: GameId) {
        let mut by_server = self.by_server.lock();
        let Some(board) = by_server.remove(game) else {
            return;
        };
        if board.tried.is_some()
            && let Some(server) = by_server.servers.get_mut(&board.place.guild)
        {
            server.next = None;
            self.requested.notify_one();
        }
    }

    /// Forgets a board that is not sent to its place anymore.
    pub(crate) fn forget(&self, game: GameId) {
        self.by_server.lock().remove(game);
    }

    /// Requests attempts in the places of a server that satisfy a condition.
    pub(crate) fn try_again(&self, guild: GuildId, is_meant: impl Fn(&RefusedPlace) -> bool) {
        let mut by_server = self.by_server.lock();
        let Some(server) = by_server.servers.get_mut(&guild) else {
            return;
        };
        let boards = server.boards.values_mut();
        for board in boards.filter(|board| !board.is_requested && is_meant(&board.place)) {
            board.is_requested = true;
            self.requested.notify_one();
        }
    }

    /// Waits for the next attempt that was requested, and returns its table or game.
    pub(crate) async fn next_board(&self) -> GameId {
        loop {
            match self.take(Instant::now()) {
                Ok(game) => return game,
                // Either way, an attempt may be due now.
                Err(Some(at)) => _ = timeout_at(at, self.requested.notified()).await,
                Err(None) => self.requested.notified().await,
            }
        }
    }

    /// Returns a table or game whose requested attempt is due, and begins the pause of its server;
    /// otherwise returns the time of the next attempt, if one is requested. A channel that refuses
    /// everything does not keep the others of its server waiting, because the board that was tried
    /// least recently comes first.
    fn take(&self, now: Instant) -> Result<GameId, Option<Instant>> {
        let mut by_server = self.by_server.lock();
        let requested = by_server.servers.values_mut().filter_map(|server| {
            let boards = server.boards.iter_mut();
            let (game, board) = boards
                .filter(|(_, board)| board.is_requested && board.tried.is_some())
                .min_by_key(|(_, board)| board.tried)?;
            Some((*game, board, &mut server.next))
        });
        let Some((game, board, next)) = requested.min_by_key(|(_, _, next)| **next) else {
            return Err(None);
        };
        if let Some((at, _)) = *next
            && at > now
        {
            return Err(Some(at));
        }
        // After a quiet time, pauses begin anew.
        let last = next.filter(|(at, _)| now < *at + LONGEST);
        let pause = last.map_or(PAUSE, |(_, pause)| (pause * 2).min(LONGEST));
        *next = Some((now + pause, pause));
        board.tried = Some(now);
        Ok(game)
    }
}

impl BoardsByServer {
    /// Returns the boards on the server of a table or game.
    fn beside(&mut self, game: GameId) -> Option<&mut BTreeMap<GameId, Board>> {
        let guild = self.guild_of.get(&game)?;
        let server = self.servers.get_mut(guild)?;
        Some(&mut server.boards)
    }

    fn remove(&mut self, game: GameId) -> Option<Board> {
        let guild = self.guild_of.remove(&game)?;
        let server = self.servers.get_mut(&guild)?;
        let board = server.boards.remove(&game);
        if server.boards.is_empty() {
            self.servers.remove(&guild);
        }
        board
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const THREAD: RefusedPlace = RefusedPlace {
        guild: GuildId(1),
        channel: ChannelId(11),
        parent: Some(ChannelId(10)),
    };
    const ELSEWHERE: RefusedPlace = RefusedPlace {
        guild: GuildId(2),
        channel: ChannelId(20),
        parent: None,
    };

    /// Returns the thread of a game, one of many on the same server.
    fn thread_of(game: GameId) -> RefusedPlace {
        RefusedPlace {
            channel: ChannelId(100 + u64::from(game.0)),
            ..THREAD
        }
    }

    fn refuse(boards: &RefusedBoards, game: GameId, place: RefusedPlace, now: Instant) {
        boards.begin(game, Some(place));
        boards.refused(game, now);
    }

    fn refused(now: Instant) -> RefusedBoards {
        let boards = RefusedBoards::default();
        for (game, place) in [(1, THREAD), (2, THREAD), (3, ELSEWHERE)] {
            refuse(&boards, GameId(game), place, now);
        }
        boards
    }

    fn change(boards: &RefusedBoards, place: RefusedPlace) {
        boards.try_again(place.guild, |_| true);
    }

    #[test]
    fn only_the_places_that_are_meant_are_tried() {
        let now = Instant::now();
        let boards = refused(now);
        boards.try_again(THREAD.guild, |place| place.channel == ChannelId(10));
        assert_eq!(boards.take(now), Err(None));
        boards.try_again(THREAD.guild, |place| place.parent == Some(ChannelId(10)));
        assert_eq!(boards.take(now), Ok(GameId(1)));
        refuse(&boards, GameId(1), THREAD, now);
        assert_eq!(boards.take(now), Err(None), "the channel refuses both");
    }

    #[test]
    fn changes_of_a_server_with_many_threads_lead_to_few_attempts_and_the_last_change_counts() {
        let (boards, begun) = (RefusedBoards::default(), Instant::now());
        for game in (0..100).map(GameId) {
            refuse(&boards, game, thread_of(game), begun);
        }
        let mut tried = Vec::new();
        for second in 1..=600 {
            let now = begun + Duration::from_secs(second);
            change(&boards, THREAD);
            while let Ok(game) = boards.take(now) {
                tried.push(game);
                refuse(&boards, game, thread_of(game), now);
            }
        }
        assert_eq!(tried, [0, 1, 2, 3, 4, 5].map(GameId));
        let (mut shown, now) = (0, begun + LONGEST);
        while let Ok(game) = boards.take(now) {
            boards.begin(game, Some(thread_of(game)));
            boards.accepted(game);
            shown += 1;
        }
        assert_eq!(shown, 100);
        assert_eq!(boards.take(now), Err(None));
    }

    #[test]
    fn pauses_begin_anew_after_a_quiet_time() {
        let mut now = Instant::now();
        let boards = refused(now);
        let pause_after_attempt = |now: Instant| {
            change(&boards, ELSEWHERE);
            assert_eq!(boards.take(now), Ok(GameId(3)));
            refuse(&boards, GameId(3), ELSEWHERE, now);
            change(&boards, ELSEWHERE);
            let next = boards.take(now).expect_err("a pause");
            next.expect("an attempt") - now
        };
        for doubled in 0..20 {
            let pause = pause_after_attempt(now);
            assert_eq!(pause, LONGEST.min(PAUSE * (1 << doubled)));
            now += pause;
        }
        assert_eq!(pause_after_attempt(now + LONGEST * 2), PAUSE);
    }

    #[test]
    fn change_during_an_attempt_leads_to_another_one() {
        let now = Instant::now();
        let boards = RefusedBoards::default();
        boards.begin(GameId(1), Some(THREAD));
        change(&boards, THREAD);
        assert_eq!(boards.take(now), Err(None), "it is still being sent");
        boards.refused(GameId(1), now);
        assert_eq!(boards.take(now), Ok(GameId(1)));
    }

    #[test]
    fn another_failure_neither_clears_a_refusal_nor_counts_as_one() {
        let now = Instant::now();
        let boards = refused(now);
        for game in [GameId(3), GameId(4)] {
            boards.begin(game, Some(ELSEWHERE));
            boards.failed(game);
        }
        change(&boards, ELSEWHERE);
        assert_eq!(boards.take(now), Ok(GameId(3)));
        boards.begin(GameId(3), Some(ELSEWHERE));
        boards.failed(GameId(3));
        assert_eq!(boards.take(now + PAUSE), Err(None));
    }

    #[test]
    fn after_another_failure_the_next_board_is_tried_but_not_at_once() {
        let now = Instant::now();
        let boards = refused(now);
        change(&boards, THREAD);
        assert_eq!(boards.take(now), Ok(GameId(1)));
        boards.begin(GameId(1), Some(THREAD));
        boards.failed(GameId(1));
        assert_eq!(boards.take(now), Err(Some(now + PAUSE)));
        assert_eq!(boards.take(now + PAUSE), Ok(GameId(2)));
    }

    #[test]
    fn board_that_is_shown_or_moved_is_not_tried_there() {
        let now = Instant::now();
        let boards = refused(now);
        boards.accepted(GameId(1));
        refuse(&boards, GameId(2), ELSEWHERE, now);
        change(&boards, THREAD);
        assert_eq!(boards.take(now), Err(None));
        boards.forget(GameId(3));
        change(&boards, ELSEWHERE);
        assert_eq!(boards.take(now), Ok(GameId(2)));
    }

    #[tokio::test]
    async fn attempt_that_is_requested_while_nothing_is_due_is_made() {
        let boards = refused(Instant::now());
        let request = async { change(&boards, THREAD) };
        let (game, ()) = tokio::join!(boards.next_board(), request);
        assert_eq!(game, GameId(1));
    }
}
