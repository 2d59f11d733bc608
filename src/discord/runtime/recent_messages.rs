//! What others say in the channels of games, as far as Discord has told.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::service::{ChannelId, MessageId};

/// Channels remembered before all are forgotten.
const MOST: usize = 10_000;

/// The newest message of others in each channel. A board below which somebody has said something is
/// no longer where people look.
#[derive(Debug, Default)]
pub struct Talk(Mutex<HashMap<ChannelId, MessageId>>);

impl Talk {
    /// Notes a message of somebody else.
    pub fn note(&self, channel: ChannelId, message: MessageId) {
        let mut newest = self.newest();
        if newest.len() >= MOST && !newest.contains_key(&channel) {
            newest.clear();
        }
        newest.insert(channel, message);
    }

    /// Whether somebody is known to have said something below a message.
    #[must_use]
    pub fn is_below(&self, channel: ChannelId, message: MessageId) -> bool {
        let newest = self.newest();
        newest.get(&channel).is_some_and(|newest| *newest > message)
    }

    fn newest(&self) -> MutexGuard<'_, HashMap<ChannelId, MessageId>> {
        // What is inside is whole after each line of code that changes it.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
