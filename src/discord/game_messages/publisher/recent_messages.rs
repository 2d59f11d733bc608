//! Messages of others in the channels of games, as far as Discord has sent them.

use std::collections::HashMap;

use parking_lot::Mutex;

use crate::service::{ChannelId, MessageId};

/// Number of channels at which all are forgotten.
const MOST: usize = 10_000;

/// Newest message of others in each channel. A board with a message below it is no longer where
/// people look.
#[derive(Debug, Default)]
pub(crate) struct RecentMessages(Mutex<HashMap<ChannelId, MessageId>>);

impl RecentMessages {
    /// Notes a message of another author.
    pub(crate) fn note(&self, channel: ChannelId, message: MessageId) {
        let mut newest = self.0.lock();
        if newest.len() >= MOST && !newest.contains_key(&channel) {
            newest.clear();
        }
        newest.insert(channel, message);
    }

    /// Returns whether another author is known to have posted below a message.
    pub(crate) fn is_below(&self, channel: ChannelId, message: MessageId) -> bool {
        let newest = self.0.lock();
        newest.get(&channel).is_some_and(|newest| *newest > message)
    }
}
