//! Boards that Discord refused because the bot may not write at their place.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};
use std::future::pending;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};

use crate::service::{ChannelId, GameId, GuildId};

/// Shortest time between two requested attempts in a channel. Discord bans bots that send thousands
/// of refused requests, and some servers change their roles and channels all the time.
const PAUSE: Duration = Duration::from_secs(10);

/// Place where Discord refused a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RefusedPlace {
    /// Its server.
    pub(crate) guild: GuildId,
    /// Channel or thread.
    pub(crate) channel: ChannelId,
    /// Parent channel of a thread, if known.
    pub(crate) parent: Option<ChannelId>,
}

/// Tables and games whose boards Discord refused, in this process, since it last accepted them. They
/// are tried again as soon as they may be accepted; otherwise their pauses would grow to an hour.
#[derive(Debug, Default)]
pub(crate) struct RefusedBoards {
    by_place: Mutex<RefusedByPlace>,
    requested: Notify,
}

#[derive(Debug, Default)]
struct RefusedByPlace {
    channels: HashMap<ChannelId, RefusedChannel>,
    /// Channel of each table or game.
    channel_of: HashMap<GameId, ChannelId>,
}

/// Channel or thread with refused boards.
#[derive(Debug)]
struct RefusedChannel {
    place: RefusedPlace,
    games: BTreeSet<GameId>,
    /// True if its boards may be accepted now.
    is_requested: bool,
    /// Earliest time of the next attempt, after a first one.
    not_before: Option<Instant>,
}

impl RefusedBoards {
    /// Records where Discord refused a board; `None` if it did not.
    pub(crate) fn note(&self, game: GameId, place: Option<RefusedPlace>) {
        let mut by_place = self.by_place.lock();
        let RefusedByPlace {
            channels,
            channel_of,
        } = &mut *by_place;
        let channel = place.map(|place| place.channel);
        let old = channel_of.remove(&game);
        if let Some(old) = old.filter(|old| Some(*old) != channel)
            && let Entry::Occupied(mut entry) = channels.entry(old)
        {
            entry.get_mut().games.remove(&game);
            if entry.get().games.is_empty() {
                entry.remove();
            }
        }
        let Some(place) = place else { return };
        channel_of.insert(game, place.channel);
        let channel = channels
            .entry(place.channel)
            .or_insert_with(|| RefusedChannel {
                place,
                games: BTreeSet::new(),
                is_requested: false,
                not_before: None,
            });
        channel.games.insert(game);
    }

    /// Returns whether Discord refused the board of a table or game.
    pub(crate) fn contains(&self, game: GameId) -> bool {
        self.by_place.lock().channel_of.contains_key(&game)
    }

    /// Requests an attempt in the places that satisfy a condition.
    pub(crate) fn try_again(&self, is_meant: impl Fn(&RefusedPlace) -> bool) {
        let mut by_place = self.by_place.lock();
        let channels = by_place.channels.values_mut();
        for channel in channels.filter(|channel| is_meant(&channel.place)) {
            channel.is_requested = true;
            self.requested.notify_one();
        }
    }

    /// Waits for the next attempt that was requested, and returns the tables and games of its
    /// channel.
    pub(crate) async fn next_channel(&self) -> Vec<GameId> {
        loop {
            let next = match self.take(Instant::now()) {
                Ok(games) => return games,
                Err(next) => next,
            };
            let pause = async {
                match next {
                    Some(at) => sleep_until(at).await,
                    None => pending().await,
                }
            };
            tokio::select! {
                () = self.requested.notified() => {}
                () = pause => {}
            }
        }
    }

    /// Takes the tables and games of a channel whose attempt is due; otherwise returns the time of
    /// the next attempt, if one is requested.
    fn take(&self, now: Instant) -> Result<Vec<GameId>, Option<Instant>> {
        let mut by_place = self.by_place.lock();
        let channels = by_place.channels.values_mut();
        let requested = channels.filter(|channel| channel.is_requested);
        let first = requested.min_by_key(|channel| channel.not_before);
        let Some(channel) = first else {
            return Err(None);
        };
        if channel.not_before.is_some_and(|at| at > now) {
            return Err(channel.not_before);
        }
        channel.is_requested = false;
        channel.not_before = Some(now + PAUSE);
        Ok(channel.games.iter().copied().collect())
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

    fn refused() -> RefusedBoards {
        let refused = RefusedBoards::default();
        for (game, place) in [(1, THREAD), (2, THREAD), (3, ELSEWHERE)] {
            refused.note(GameId(game), Some(place));
        }
        refused
    }

    #[test]
    fn only_the_places_that_are_meant_are_tried() {
        let (refused, now) = (refused(), Instant::now());
        assert_eq!(refused.take(now), Err(None));
        refused.try_again(|place| place.parent == Some(ChannelId(10)));
        assert_eq!(refused.take(now), Ok(vec![GameId(1), GameId(2)]));
        assert_eq!(refused.take(now), Err(None));
    }

    #[test]
    fn many_changes_of_a_server_lead_to_few_attempts_and_the_last_one_counts() {
        let (refused, now) = (refused(), Instant::now());
        let change = || refused.try_again(|place| place.guild == GuildId(2));
        change();
        assert_eq!(refused.take(now), Ok(vec![GameId(3)]));
        for _ in 0..1_000 {
            change();
            // The attempt has failed.
            refused.note(GameId(3), Some(ELSEWHERE));
            assert_eq!(refused.take(now), Err(Some(now + PAUSE)));
        }
        assert_eq!(refused.take(now + PAUSE), Ok(vec![GameId(3)]));
        assert_eq!(refused.take(now + PAUSE), Err(None));
    }

    #[test]
    fn board_that_is_shown_or_moved_is_not_tried_there() {
        let (refused, now) = (refused(), Instant::now());
        refused.note(GameId(1), None);
        refused.note(GameId(2), Some(ELSEWHERE));
        assert!(!refused.contains(GameId(1)) && refused.contains(GameId(2)));
        refused.try_again(|_| true);
        assert_eq!(refused.take(now), Ok(vec![GameId(2), GameId(3)]));
        assert_eq!(refused.take(now), Err(None));
    }

    #[tokio::test]
    async fn attempt_that_is_requested_while_nothing_is_due_is_made() {
        let refused = refused();
        let request = async { refused.try_again(|place| place.guild == GuildId(1)) };
        let (games, ()) = tokio::join!(refused.next_channel(), request);
        assert_eq!(games, [GameId(1), GameId(2)]);
    }
}
