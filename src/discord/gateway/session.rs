//! Session of a shard, which outlives its connections and, if it is kept, its process.

use std::collections::BTreeMap;
use std::time::Duration;
use std::{iter, mem};

use parking_lot::Mutex;
use serde_json::{Value, json};
use serenity::all::{ApplicationId, GuildId as DiscordGuildId, UserId};
use tokio::time::Instant;

use crate::discord::gateway::event::{
    Account, GatewayEvent, GoneGuild, Guild, Ready, ReadyApplication,
};
use crate::service::{GuildId, KeptSession, Shard};

/// Number of failed connections in a row after which a session is no longer resumed.
const MOST_RESUMES: u32 = 3;
/// Time for which a connection that cannot be opened says more about the network than about the
/// session.
const NETWORK_AWAY: Duration = Duration::from_secs(15);

/// Session, and its failures to resume.
pub(super) struct Session {
    kept: KeptSession,
    /// Number of connections that failed to resume it.
    failures: u32,
    /// True if the next attempt to resume it is at its own URL.
    is_own_next: bool,
    /// Time of the first attempt to resume it since it last went on.
    tried: Option<Instant>,
}

impl From<KeptSession> for Session {
    fn from(kept: KeptSession) -> Self {
        Self {
            kept,
            failures: 0,
            is_own_next: true,
            tried: None,
        }
    }
}

impl Session {
    /// Returns the session that an event with this number begins.
    pub(super) fn begun(ready: &Ready, sequence: u64) -> Self {
        let guilds = ready.guilds.iter();
        Self::from(KeptSession {
            id: ready.session_id.clone(),
            url: ready.resume_gateway_url.clone(),
            sequence,
            account: ready.user.id.get(),
            name: ready.user.username.clone(),
            application: ready.application.id.get(),
            guilds: guilds.map(|guild| (id(guild.id), None)).collect(),
        })
    }

    /// Returns the data that another process needs to resume it.
    pub(super) fn into_kept(self) -> KeptSession {
        self.kept
    }

    /// Returns the number of the last event.
    pub(super) fn sequence(&self) -> u64 {
        self.kept.sequence
    }

    pub(super) fn is_worth_resuming(&self) -> bool {
        self.failures < MOST_RESUMES
    }

    /// Counts an attempt to resume it as failed until [`Self::go_on`], and returns the URL: in turn
    /// its own and that of new sessions, because only one of them may be away. Discord accepts both,
    /// and ends connections at its own less often.
    pub(super) fn attempt(&mut self, url_of_new: &str) -> String {
        self.failures += 1;
        self.tried.get_or_insert_with(Instant::now);
        let is_own = self.is_own_next;
        self.is_own_next = !is_own;
        let url = if is_own { &*self.kept.url } else { url_of_new };
        url.to_owned()
    }

    /// Notes that the last attempt could not open a connection. At first, it does not count; after a
    /// while, the session is given up.
    pub(super) fn note_unreachable(&mut self) {
        let is_new = self
            .tried
            .is_some_and(|tried| tried.elapsed() < NETWORK_AWAY);
        self.failures = if is_new {
            self.failures - 1
        } else {
            MOST_RESUMES
        };
    }

    /// Notes that it has begun, or was resumed.
    pub(super) fn go_on(&mut self) {
        (self.failures, self.is_own_next, self.tried) = (0, true, None);
    }

    /// Returns the data of RESUME.
    pub(super) fn resume(&self, token: &str) -> Value {
        let (id, sequence) = (&self.kept.id, self.kept.sequence);
        json!({"token": token, "session_id": id, "seq": sequence})
    }

    /// Notes an event and its number.
    pub(super) fn note(&mut self, sequence: Option<u64>, event: Option<&GatewayEvent>) {
        self.kept.sequence = sequence.unwrap_or(self.kept.sequence);
        let guilds = &mut self.kept.guilds;
        match event {
            Some(GatewayEvent::GuildCreate(guild)) => {
                guilds.insert(id(guild.id), Some(guild.preferred_locale.clone()));
            }
            Some(GatewayEvent::GuildUpdate(guild)) => {
                if let Some(Some(locale)) = guilds.get_mut(&id(guild.id)) {
                    locale.clone_from(&guild.preferred_locale);
                }
            }
            Some(GatewayEvent::GuildDelete(gone)) if gone.unavailable => {
                guilds.insert(id(gone.id), None);
            }
            Some(GatewayEvent::GuildDelete(gone)) => {
                guilds.remove(&id(gone.id));
            }
            Some(
                GatewayEvent::Ready(_)
                | GatewayEvent::Identity(_)
                | GatewayEvent::ChannelUpdate(_)
                | GatewayEvent::ChannelDelete(_)
                | GatewayEvent::RoleUpdate(_)
                | GatewayEvent::RoleDelete(_)
                | GatewayEvent::Interaction(_)
                | GatewayEvent::Message(_),
            )
            | None => {}
        }
    }

    /// Returns the events that told the process that began it about the bot and its servers.
    pub(super) fn introduction(&self, shard: Shard) -> Vec<GatewayEvent> {
        let kept = &self.kept;
        let guilds = kept.guilds.keys().map(|guild| GoneGuild {
            id: DiscordGuildId::new(guild.0),
            unavailable: true,
        });
        let ready = Ready {
            session_id: kept.id.clone(),
            resume_gateway_url: kept.url.clone(),
            user: Account {
                id: UserId::new(kept.account),
                username: kept.name.clone(),
            },
            guilds: guilds.collect(),
            shard: Some([shard.number, shard.total]),
            application: ReadyApplication {
                id: ApplicationId::new(kept.application),
            },
        };
        let there = kept.guilds.iter().filter_map(|(guild, locale)| {
            let preferred_locale = locale.clone()?;
            let id = DiscordGuildId::new(guild.0);
            Some(GatewayEvent::GuildCreate(Guild {
                id,
                preferred_locale,
            }))
        });
        iter::once(GatewayEvent::Ready(Box::new(ready)))
            .chain(there)
            .collect()
    }
}

fn id(guild: DiscordGuildId) -> GuildId {
    GuildId(guild.get())
}

/// Sessions of shards that are not connected, for this process or another one to resume.
#[derive(Debug, Default)]
pub struct Sessions(Mutex<BTreeMap<Shard, KeptSession>>);

impl Sessions {
    /// Adds the session of a shard.
    pub fn put(&self, shard: Shard, session: KeptSession) {
        self.0.lock().insert(shard, session);
    }

    /// Removes the session of a shard and returns it, if there is one.
    pub fn take(&self, shard: Shard) -> Option<KeptSession> {
        self.0.lock().remove(&shard)
    }

    /// Removes the sessions of some shards and returns them.
    pub fn take_all(&self, is_meant: impl Fn(Shard) -> bool) -> Vec<(Shard, KeptSession)> {
        let mut kept = self.0.lock();
        let all = mem::take(&mut *kept).into_iter();
        let (taken, rest): (BTreeMap<_, _>, _) = all.partition(|(shard, _)| is_meant(*shard));
        *kept = rest;
        taken.into_iter().collect()
    }
}
