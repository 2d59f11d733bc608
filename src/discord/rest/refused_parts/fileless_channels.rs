//! Channels in which the bot may attach no files.

use std::collections::HashSet;

use parking_lot::Mutex;
use serenity::all::ChannelId;

/// Number of channels above which all are forgotten; a refusal names them again.
const MOST: usize = 10_000;

/// Channels in which the bot may attach no files, as last reported: by the permissions that come
/// with each interaction, or by a refusal. Refusals count toward a limit of Discord.
#[derive(Debug, Default)]
pub(in crate::discord::rest) struct FilelessChannels(Mutex<HashSet<ChannelId>>);

impl FilelessChannels {
    /// Records whether files may be attached in a channel.
    pub(in crate::discord::rest) fn note(&self, channel: ChannelId, may_attach: bool) {
        let mut channels = self.0.lock();
        if may_attach {
            channels.remove(&channel);
            return;
        }
        if channels.len() >= MOST {
            channels.clear();
        }
        channels.insert(channel);
    }

    /// Returns whether no files may be attached in a channel.
    pub(in crate::discord::rest) fn has(&self, channel: ChannelId) -> bool {
        self.0.lock().contains(&channel)
    }
}

#[cfg(test)]
mod tests {
    use super::{FilelessChannels, MOST};
    use serenity::all::ChannelId;

    #[test]
    fn newest_word_on_a_channel_counts() {
        let (channels, channel) = (FilelessChannels::default(), ChannelId::new(7));
        assert!(!channels.has(channel));
        channels.note(channel, false);
        assert!(channels.has(channel) && !channels.has(ChannelId::new(8)));
        channels.note(channel, true);
        assert!(!channels.has(channel));
    }

    #[test]
    fn number_of_channels_is_bounded() {
        let channels = FilelessChannels::default();
        for id in 1..=MOST + 1 {
            channels.note(ChannelId::new(id as u64), false);
        }
        assert_eq!(channels.0.lock().len(), 1);
    }
}
