//! Shares of channels in the boards that are shown at once.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use parking_lot::Mutex;

use crate::service::{ChannelId, GameId};

/// Number of boards shown at once in one channel. Discord takes about five messages in five seconds
/// there, so that more would only wait.
const IN_CHANNEL: usize = 8;

/// Boards that are shown in each channel, and those that wait for them, so that a channel in which
/// Discord makes the bot wait leaves room for others.
#[derive(Debug, Default)]
pub(crate) struct ChannelShares(Mutex<HashMap<ChannelId, ChannelShare>>);

#[derive(Debug, Default)]
struct ChannelShare {
    /// Number of turns that are taken.
    taken: usize,
    /// Tables and games that wait, in order.
    waiting: VecDeque<GameId>,
}

/// Turn to show boards in a channel, one after the other.
#[derive(Debug)]
pub(crate) struct ChannelTurn {
    shares: Arc<ChannelShares>,
    channel: ChannelId,
    is_over: bool,
}

impl ChannelShares {
    /// Takes a turn in a channel for a table or game. If all are taken, the game waits, and is
    /// shown in one of those turns.
    pub(crate) fn enter(self: &Arc<Self>, channel: ChannelId, game: GameId) -> Option<ChannelTurn> {
        let mut channels = self.0.lock();
        let share = channels.entry(channel).or_default();
        if share.taken < IN_CHANNEL {
            share.taken += 1;
            return Some(ChannelTurn {
                shares: Arc::clone(self),
                channel,
                is_over: false,
            });
        }
        if !share.waiting.contains(&game) {
            share.waiting.push_back(game);
        }
        None
    }
}

impl ChannelTurn {
    /// Returns the table or game that has waited longest in the channel; without one, the turn is
    /// over.
    pub(crate) fn next_game(&mut self) -> Option<GameId> {
        let mut channels = self.shares.0.lock();
        let share = channels.get_mut(&self.channel)?;
        let next = share.waiting.pop_front();
        if next.is_none() {
            give_back(&mut channels, self.channel);
            self.is_over = true;
        }
        next
    }
}

impl Drop for ChannelTurn {
    fn drop(&mut self) {
        if !self.is_over {
            give_back(&mut self.shares.0.lock(), self.channel);
        }
    }
}

/// Gives a turn back. After the last one, games that still wait are left to the next attempt.
fn give_back(channels: &mut HashMap<ChannelId, ChannelShare>, channel: ChannelId) {
    let Entry::Occupied(mut share) = channels.entry(channel) else {
        return;
    };
    share.get_mut().taken -= 1;
    if share.get().taken == 0 {
        share.remove();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: ChannelId = ChannelId(1);
    const THERE: ChannelId = ChannelId(2);

    #[test]
    fn boards_of_a_busy_channel_wait_in_order_and_hold_up_no_other() {
        let shares = Arc::new(ChannelShares::default());
        let enter = |channel, game| shares.enter(channel, GameId(game));
        let turns = (0..).map_while(|game| enter(HERE, game));
        let mut turns: Vec<_> = turns.collect();
        assert_eq!(turns.len(), IN_CHANNEL);
        let mut turn = turns.pop().expect("a turn");
        let first = turn.next_game();
        assert_eq!(first, Some(GameId(8)), "the first one that had to wait");
        for game in [20, 10, 20] {
            assert!(enter(HERE, game).is_none());
        }
        assert!(enter(THERE, 30).is_some());
        let next = [(); 3].map(|()| turn.next_game());
        assert_eq!(next, [Some(GameId(20)), Some(GameId(10)), None]);
        let other = enter(HERE, 40);
        assert!(other.is_some(), "the turn was given back");
        drop((turn, other, turns));
        assert!(shares.0.lock().is_empty());
    }
}
