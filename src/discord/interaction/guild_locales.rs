//! Languages of servers, as sent by Discord.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use parking_lot::Mutex;

use crate::discord::runtime::bounded_map::BoundedMap;
use crate::i18n::Language;
use crate::metrics::Metrics;
use crate::service::{ChannelId, GuildId, Place, Shard, Timestamp};

/// Languages to use in public. Discord sends them again after every start.
#[derive(Debug, Default)]
pub struct GuildLocales(Mutex<Locales>);

#[derive(Debug, Default)]
struct Locales {
    languages: HashMap<GuildId, Language>,
    /// Servers that Discord has announced but not sent.
    expected: HashSet<GuildId>,
    /// Servers that the bot has left since the start, and when that was noticed.
    lost: HashMap<GuildId, Timestamp>,
    /// Servers on which people can play.
    served: HashSet<GuildId>,
    /// Shards whose servers Discord has announced, and when it did so first.
    announced: HashMap<Shard, Timestamp>,
    /// Languages of places that Discord does not report by itself: that of the server, or in
    /// private that of the person who spoke first.
    heard: BoundedMap<ChannelId, Language>,
    /// Times of the last checks of servers that no connection of the gateway reports.
    checked: BoundedMap<GuildId, Timestamp>,
}

/// Minimum time between checks of a server.
const CHECK_INTERVAL: Duration = Duration::from_secs(60);

impl Locales {
    /// Returns the time when the servers of the shard of `guild` were announced, if they were.
    fn announced_at(&self, guild: GuildId) -> Option<Timestamp> {
        let mut announced = self.announced.iter();
        let found = announced.find(|(shard, _)| shard.has(guild));
        found.map(|(_, at)| *at)
    }

    /// Returns whether the servers of the shard of `guild` have been announced.
    fn is_announced(&self, guild: GuildId) -> bool {
        self.announced_at(guild).is_some()
    }

    /// Returns whether a server is among those that were announced or sent.
    fn has(&self, guild: GuildId) -> bool {
        self.languages.contains_key(&guild) || self.expected.contains(&guild)
    }

    /// Returns what [`GuildLocales::lost_since`] does.
    fn lost_since(&self, guild: GuildId) -> Option<Timestamp> {
        let announced = self.announced_at(guild).filter(|_| !self.has(guild))?;
        Some(self.lost.get(&guild).copied().unwrap_or(announced))
    }
}

impl GuildLocales {
    /// Records the servers of a shard, which Discord will send next. Returns the known servers of
    /// the shard that are not among them: the bot has been removed from those.
    pub fn announce(&self, shard: Shard, guilds: &[GuildId], now: Timestamp) -> Vec<GuildId> {
        let mut locales = self.0.lock();
        let announced = &mut locales.announced;
        announced.retain(|other, _| other.total == shard.total);
        announced.entry(shard).or_insert(now);
        locales.expected.retain(|guild| !shard.has(*guild));
        locales.expected.extend(guilds);
        for guild in guilds {
            locales.lost.remove(guild);
        }
        let seen = locales.languages.keys().copied();
        seen.filter(|guild| shard.has(*guild) && !locales.expected.contains(guild))
            .collect()
    }

    /// Forgets the servers of a shard that another process serves from now on.
    pub fn leave(&self, shard: Shard) {
        let mut locales = self.0.lock();
        locales.announced.remove(&shard);
        locales.expected.retain(|guild| !shard.has(*guild));
        locales.languages.retain(|guild, _| !shard.has(*guild));
        locales.lost.retain(|guild, _| !shard.has(*guild));
        locales.served.retain(|guild| !shard.has(*guild));
    }

    /// Records the locale of a server. Returns whether the server was announced and not yet sent,
    /// or was unknown and is reported by no connection of the gateway.
    pub fn learn(&self, guild: GuildId, locale: &str) -> bool {
        let mut locales = self.0.lock();
        let language = Language::from_locale(locale);
        let is_new = locales.languages.insert(guild, language).is_none();
        locales.lost.remove(&guild);
        locales.expected.remove(&guild) || (is_new && !locales.is_announced(guild))
    }

    /// Returns whether to check for a note that the bot has left a server from which a request comes:
    /// no connection of the gateway reports the server, so that another process may have noted that,
    /// and the last check was a while ago.
    pub fn is_check_due(&self, guild: GuildId, now: Timestamp) -> bool {
        let mut locales = self.0.lock();
        if locales.is_announced(guild) {
            return false;
        }
        let last = locales.checked.peek(&guild);
        // The machine's clock may be set back.
        if last.is_some_and(|last| (*last..last.after(CHECK_INTERVAL)).contains(&now)) {
            return false;
        }
        locales.checked.put(guild, now);
        true
    }

    /// Removes a server that the bot has left, as is noticed `now`, unless Discord has left it out of
    /// its shard's servers before.
    pub fn forget(&self, guild: GuildId, now: Timestamp) {
        let mut locales = self.0.lock();
        let since = locales.lost_since(guild).unwrap_or(now);
        locales.lost.entry(guild).or_insert(since);
        locales.expected.remove(&guild);
        locales.languages.remove(&guild);
        locales.served.remove(&guild);
    }

    /// Returns whether Discord has announced the servers of a server's shard.
    #[must_use]
    pub fn is_announced(&self, guild: GuildId) -> bool {
        self.0.lock().is_announced(guild)
    }

    /// Returns whether the bot is not on a server, as far as Discord has reported.
    #[must_use]
    pub fn is_lost(&self, guild: GuildId) -> bool {
        self.lost_since(guild).is_some()
    }

    /// Returns the time since which the bot is not on a server, as far as Discord has reported:
    /// when its removal was noticed, or else when the servers of its shard were first announced.
    #[must_use]
    pub fn lost_since(&self, guild: GuildId) -> Option<Timestamp> {
        self.0.lock().lost_since(guild)
    }

    /// Returns whether the bot is on a server, as far as Discord has reported.
    #[must_use]
    pub fn is_member(&self, guild: GuildId) -> bool {
        let locales = self.0.lock();
        locales.is_announced(guild) && locales.has(guild)
    }

    /// Returns whether a server is announced but has not arrived yet.
    #[must_use]
    pub fn is_unknown(&self, guild: GuildId) -> bool {
        let locales = self.0.lock();
        locales.expected.contains(&guild) && !locales.languages.contains_key(&guild)
    }

    /// Records that people can play on a server.
    pub fn note_served(&self, guild: GuildId) {
        let mut locales = self.0.lock();
        // The bot may have left it meanwhile.
        if locales.languages.contains_key(&guild) {
            locales.served.insert(guild);
        }
    }

    /// Records that nobody can play on these servers until [`Self::note_served`].
    pub fn note_out(&self, guilds: &[GuildId]) {
        let mut locales = self.0.lock();
        for guild in guilds {
            locales.served.remove(guild);
        }
    }

    /// Reports the number of servers on which people can play, as far as Discord has announced
    /// them.
    pub fn report_count(&self, metrics: &Metrics) {
        // The lock is held meanwhile, so that the latest number is reported last.
        let locales = self.0.lock();
        metrics.guilds(locales.served.len());
    }

    /// Returns the language of a server; English if it is unknown.
    #[must_use]
    pub fn language(&self, guild: Option<GuildId>) -> Language {
        let locales = self.0.lock();
        guild
            .and_then(|guild| locales.languages.get(&guild).copied())
            .unwrap_or_default()
    }

    /// Records the language of a place that Discord does not report by itself, unless one was heard
    /// there before.
    pub fn hear(&self, place: Place, language: Language) {
        let mut locales = self.0.lock();
        locales.heard.get_or_insert(place.channel, || language);
    }

    /// Returns the language heard at a place.
    #[must_use]
    pub fn heard(&self, place: Place) -> Option<Language> {
        self.0.lock().heard.get(&place.channel).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::{CHECK_INTERVAL, GuildLocales, Shard};
    use crate::service::{GuildId, Timestamp};

    const NOW: Timestamp = Timestamp(1);

    /// Returns a server of one of two shards.
    const fn guild(shard: u64, number: u64) -> GuildId {
        GuildId((number << 23) | (shard << 22))
    }

    fn shard(number: u32, total: u32) -> Shard {
        Shard { number, total }
    }

    #[test]
    fn server_is_lost_once_its_shard_is_announced_without_it() {
        let guilds = GuildLocales::default();
        let (first, second) = (guild(0, 1), guild(1, 1));
        assert!(!guilds.is_lost(first) && !guilds.is_lost(second));
        assert_eq!(guilds.announce(shard(0, 2), &[], NOW), []);
        assert!(guilds.is_lost(first) && !guilds.is_lost(second));
        assert_eq!(guilds.announce(shard(1, 2), &[second], NOW), []);
        assert!(!guilds.is_lost(second));
        assert!(guilds.is_member(second) && !guilds.is_member(first));
        guilds.learn(first, "en-US");
        assert!(!guilds.is_lost(first) && guilds.is_member(first));
        // Other shards, of which nothing is known yet.
        guilds.forget(first, NOW);
        assert_eq!(guilds.announce(shard(1, 3), &[], NOW), []);
        assert!(!guilds.is_lost(guild(0, 3)));
    }

    #[test]
    fn server_is_lost_since_the_first_announcement_of_its_shard() {
        let guilds = GuildLocales::default();
        for now in [NOW, Timestamp(2)] {
            assert_eq!(guilds.announce(shard(0, 2), &[guild(0, 1)], now), []);
        }
        assert_eq!(guilds.lost_since(guild(0, 2)), Some(NOW));
        // It is looked at later, as after an outage of the server that had begun before.
        guilds.forget(guild(0, 2), Timestamp(3));
        assert_eq!(guilds.lost_since(guild(0, 2)), Some(NOW));
        assert_eq!(guilds.lost_since(guild(0, 1)), None);
        assert_eq!(guilds.lost_since(guild(1, 1)), None);
    }

    #[test]
    fn server_is_lost_since_its_removal_was_noticed_first() {
        let guilds = GuildLocales::default();
        let server = guild(0, 1);
        let (removed, later) = (Timestamp(2), Timestamp(3));
        let remove = || {
            for now in [removed, later] {
                guilds.forget(server, now);
            }
            assert_eq!(guilds.lost_since(server), Some(removed));
        };
        guilds.announce(shard(0, 2), &[server], NOW);
        remove();
        guilds.learn(server, "en-US");
        guilds.forget(server, later);
        assert_eq!(guilds.lost_since(server), Some(later));
        guilds.announce(shard(0, 2), &[server], NOW);
        assert_eq!(guilds.lost_since(server), None);
        remove();
        guilds.leave(shard(0, 2));
        guilds.announce(shard(0, 2), &[], NOW);
        assert_eq!(guilds.lost_since(server), Some(NOW));
    }

    #[test]
    fn server_that_no_connection_reports_is_new_after_each_loss() {
        let guilds = GuildLocales::default();
        let server = guild(0, 1);
        assert!(guilds.learn(server, "en-US") && !guilds.learn(server, "en-US"));
        guilds.forget(server, NOW);
        assert!(guilds.learn(server, "en-US"));
        // A connection reports its return.
        guilds.announce(shard(0, 1), &[], NOW);
        guilds.forget(server, NOW);
        assert!(!guilds.learn(server, "en-US"));
    }

    #[test]
    fn server_that_no_connection_reports_is_checked_once_in_a_while() {
        let guilds = GuildLocales::default();
        let (first, second) = (guild(0, 1), guild(1, 1));
        let later = NOW.after(CHECK_INTERVAL);
        assert!(guilds.is_check_due(first, NOW) && !guilds.is_check_due(first, NOW));
        assert!(guilds.is_check_due(second, NOW) && guilds.is_check_due(first, later));
        assert!(!guilds.is_check_due(first, later) && guilds.is_check_due(first, NOW));
        guilds.announce(shard(1, 2), &[second], later);
        assert!(!guilds.is_check_due(second, later) && guilds.is_check_due(first, later));
    }

    #[test]
    fn server_that_is_announced_no_more_was_lost_meanwhile() {
        let guilds = GuildLocales::default();
        let (kept, lost, other) = (guild(0, 1), guild(0, 2), guild(1, 1));
        for known in [kept, lost, other] {
            guilds.learn(known, "en-US");
        }
        assert_eq!(guilds.announce(shard(0, 2), &[kept], NOW), [lost]);
        assert!(!guilds.is_unknown(kept), "its language is known");
        guilds.forget(lost, NOW);
        assert_eq!(guilds.announce(shard(0, 2), &[kept, lost], NOW), []);
        assert!(guilds.is_unknown(lost));
    }
}
