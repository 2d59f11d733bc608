//! Leases of shards, shared out among the processes that use the same store.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tokio::sync::watch;
use tokio::time::sleep;

use crate::discord::bot::Bot;
use crate::discord::game_messages::delivery::find_unrecorded;
use crate::discord::gateway::session::Sessions;
use crate::discord::gateway::{Connecting, ShardRange, WantedShards};
use crate::discord::lifecycle::settings::Settings;
use crate::discord::runtime::supervisor::Heartbeat;
use crate::service::{
    Fault, KeptSession, LeaseHolder, LimitPart, ProcessId, RENEWAL_INTERVAL,
    RENEWAL_INTERVAL_WAITING, Shard, ShardAssignment, ShardQuota,
};

/// Policy of the settings for the shards that this process serves.
#[derive(Clone, Copy, Debug)]
enum ShardPolicy {
    /// Everything: no other process uses the store.
    Alone,
    /// A fixed range of shards.
    Fixed(ShardRange),
    /// Interactions arrive over HTTP: one process at a time does the unprompted work.
    Endpoint,
    /// As many shards as every other process.
    Fair,
}

/// Membership of this process among those that share a store.
#[derive(Debug)]
pub(crate) struct ShardLeases {
    policy: ShardPolicy,
    /// Shards that should be connected.
    pub(crate) wanted: watch::Sender<WantedShards>,
    /// Shards that are connected, or about to be disconnected.
    pub(crate) connecting: watch::Sender<Connecting>,
    /// Sessions of shards that are not connected.
    pub(crate) sessions: Sessions,
    holder: Arc<Mutex<LeaseHolder>>,
    /// Total number of shards that Discord recommends, and how many totals it had refused when
    /// asked.
    recommended: Mutex<Option<(u32, u32)>>,
    /// True if the last renewal failed, which was logged.
    has_failed: AtomicBool,
}

impl ShardLeases {
    /// Joins the processes that share the store: from then on, this one does the unprompted work
    /// only where it holds the shard. Without others, gives back the time since the last run.
    pub(crate) async fn begin(bot: &Bot, settings: &Settings) -> Self {
        let now = bot.clock.now();
        // Only the gateway reports servers.
        let hears_of_servers = settings.endpoint.is_none() || settings.shards.is_some();
        let begun = bot.service.ask(move |service| {
            if service.is_shared() {
                service.begin_sharing();
                return Ok(());
            }
            service.forget_leases()?;
            service.resume_outages()?;
            service.note_back_online(now)?;
            if hears_of_servers {
                return Ok(());
            }
            service.end_outages(now)
        });
        if let Err(error) = begun.await {
            tracing::error!(%error, "downtime before this start could not be recorded");
        }
        let held = bot
            .service
            .ask(|service| Ok::<_, Fault>(service.held_shards()));
        let is_shared = held.await.is_ok_and(|held| held.is_some());
        let (policy, wanted) = match (settings.shards, &settings.endpoint) {
            (shards, _) if !is_shared => (ShardPolicy::Alone, WantedShards::from(shards)),
            (Some(shards), _) => (ShardPolicy::Fixed(shards), WantedShards::NONE),
            (None, Some(_)) => (ShardPolicy::Endpoint, WantedShards::NONE),
            (None, None) => (ShardPolicy::Fair, WantedShards::NONE),
        };
        bot.rest.set_limit_part(match policy {
            ShardPolicy::Alone => LimitPart::WHOLE,
            ShardPolicy::Fixed(_) | ShardPolicy::Endpoint | ShardPolicy::Fair => LimitPart::LEAST,
        });
        let id = getrandom::u64().unwrap_or_else(|_| bot.clock.machine().0);
        let sessions = Sessions::default();
        if let ShardPolicy::Alone = policy {
            let kept = bot
                .service
                .ask(move |service| service.take_all_sessions(now));
            resume(&sessions, kept.await);
        }
        Self {
            policy,
            sessions,
            wanted: watch::Sender::new(wanted),
            connecting: watch::Sender::default(),
            holder: Arc::new(Mutex::new(LeaseHolder::new(ProcessId(id)))),
            recommended: Mutex::default(),
            has_failed: AtomicBool::new(false),
        }
    }

    /// Records the end of the run, so that others need not wait for the shards; `was_away` if people
    /// could not reach the bot.
    pub(crate) async fn end(&self, bot: &Bot, was_away: bool) {
        let (holder, now) = (Arc::clone(&self.holder), bot.clock.now());
        let is_alone = matches!(self.policy, ShardPolicy::Alone);
        let sessions = self.sessions.take_all(|_| true);
        let ended = bot.service.ask(move |service| {
            service.keep_sessions(sessions, now);
            if !is_alone {
                service.leave(&holder.lock(), now)?;
            }
            // If nobody could reach it, the next start gives back the time since people last could.
            if was_away {
                return Ok(());
            }
            service.note_online(now)
        });
        if let Err(error) = ended.await {
            tracing::error!(%error, "the presence of the bot could not be recorded");
        }
    }

    /// Keeps renewing the leases, and requests connections for the shards that this process holds.
    pub(crate) async fn keep(self: Arc<Self>, bot: Arc<Bot>, heartbeat: Heartbeat) {
        if matches!(self.policy, ShardPolicy::Alone) {
            return;
        }
        let mut pause = Duration::ZERO;
        let mut connecting = self.connecting.subscribe();
        loop {
            heartbeat.idle();
            tokio::select! {
                () = sleep(pause) => {}
                // Shards that were disconnected can be given up.
                Ok(()) = connecting.changed() => {}
            }
            heartbeat.busy();
            let waits = match self.quota(&bot).await {
                Some(quota) => self.renew(&bot, quota).await,
                None => false,
            };
            pause = if waits {
                RENEWAL_INTERVAL_WAITING
            } else {
                RENEWAL_INTERVAL
            };
        }
    }

    /// Returns the quota of this process, once it is known how many shards there are.
    async fn quota(&self, bot: &Bot) -> Option<ShardQuota> {
        let ShardRange { first, last, total } = match self.policy {
            ShardPolicy::Alone => return None,
            ShardPolicy::Fixed(shards) => shards,
            ShardPolicy::Endpoint => ShardRange {
                first: 0,
                last: 0,
                total: 1,
            },
            ShardPolicy::Fair => return self.fair_quota(bot).await,
        };
        Some(ShardQuota::Fixed { first, last, total })
    }

    async fn fair_quota(&self, bot: &Bot) -> Option<ShardQuota> {
        let refused = self.connecting.borrow().refused_totals;
        let known = *self.recommended.lock();
        let fair = |recommended, is_refused| ShardQuota::Fair {
            recommended,
            is_refused,
        };
        if let Some((recommended, _)) = known.filter(|(_, when)| *when == refused) {
            return Some(fair(recommended, false));
        }
        match bot.rest.gateway().await {
            Ok(gateway) => {
                let recommended = gateway.shards();
                *self.recommended.lock() = Some((recommended, refused));
                Some(fair(recommended, known.is_some()))
            }
            Err(error) => {
                tracing::debug!(%error, "the number of shards is not known yet");
                known.map(|(recommended, _)| fair(recommended, false))
            }
        }
    }

    /// Renews the leases once; returns whether the process waits for shards.
    async fn renew(&self, bot: &Bot, quota: ShardQuota) -> bool {
        let (holder, now) = (Arc::clone(&self.holder), bot.clock.now());
        let limits = bot.rest.limit_report();
        let assigned = bot.service.ask_in_parallel(move |service| {
            let mut holder = holder.lock();
            holder.limits = limits;
            service.renew_and_assign(&mut holder, (now, Instant::now()), quota)
        });
        match assigned.await {
            Ok(assignment) => {
                self.has_failed.store(false, Relaxed);
                let waits = assignment.lacking > 0;
                bot.rest.set_limit_part(assignment.limits);
                self.follow(bot, &assignment).await;
                waits
            }
            Err(error) => {
                // The others may already use the part of this process.
                bot.rest.set_limit_part(LimitPart::LEAST);
                if !self.has_failed.swap(true, Relaxed) {
                    tracing::error!(%error, "the leases of the shards could not be renewed");
                }
                false
            }
        }
    }

    /// Requests connections for exactly the wanted shards; gives up those that are no longer
    /// connected.
    async fn follow(&self, bot: &Bot, assignment: &ShardAssignment) {
        let ShardAssignment {
            wanted, surplus, ..
        } = assignment;
        // Other processes have taken those that are lost, and begun sessions of their own.
        self.sessions
            .take_all(|shard| !wanted.contains(&shard) && !surplus.contains(&shard));
        if assignment.has_taken {
            self.take_over_sessions(bot, wanted).await;
        }
        if let ShardPolicy::Endpoint = self.policy {
            end_outages(bot).await;
        }
        if !matches!(self.policy, ShardPolicy::Endpoint) {
            let is_idle = assignment.wanted.is_empty() && assignment.surplus.is_empty();
            let health = bot.metrics.health();
            health.note_lacking_shards(assignment.lacking);
            health.note_standby(is_idle && assignment.lacking == 0);
            self.want(bot, &assignment.wanted);
        }
        let unused = surplus - &self.connecting.borrow().shards;
        if !unused.is_empty() {
            let now = bot.clock.now();
            let sessions = self.sessions.take_all(|shard| unused.contains(&shard));
            let given = bot.service.ask_in_parallel(move |service| {
                service.keep_sessions(sessions, now);
                service.give_up(&unused, now)
            });
            if let Err(error) = given.await {
                tracing::warn!(%error, "shards could not be released; trying again");
            }
        }
        if assignment.has_taken {
            tracing::info!(
                shards = assignment.wanted.len(),
                "this process serves more shards"
            );
            take_over(bot).await;
        } else if assignment.another_has_ended && bot.metrics.health().has_endpoint() {
            // Over HTTP, it may have sent boards of games on this process's shards.
            find_unrecorded::doubt_what_waits(bot).await;
        }
    }

    /// Takes over the sessions of shards that other processes have left.
    async fn take_over_sessions(&self, bot: &Bot, shards: &BTreeSet<Shard>) {
        let (shards, now) = (shards.clone(), bot.clock.now());
        let taken = bot
            .service
            .ask_in_parallel(move |service| service.take_sessions(&shards, now));
        resume(&self.sessions, taken.await);
    }

    /// Requests connections for these shards, and forgets the servers of others.
    fn want(&self, bot: &Bot, wanted: &BTreeSet<Shard>) {
        self.wanted.send_if_modified(|before| {
            if let WantedShards::Set(before) = before {
                for shard in before.difference(wanted) {
                    bot.languages.guilds.leave(*shard);
                }
            }
            let new = WantedShards::Set(wanted.clone());
            let is_new = *before != new;
            *before = new;
            is_new
        });
        bot.languages.guilds.report_count(&bot.metrics);
    }
}

/// Ends the outages of servers that the previous process noted, because no connection of the
/// gateway reports their end.
async fn end_outages(bot: &Bot) {
    let now = bot.clock.now();
    let ended = bot
        .service
        .ask_in_parallel(move |service| service.end_outages(now));
    if let Err(error) = ended.await {
        tracing::error!(
            %error,
            "time lost in server outages could not be given back"
        );
    }
}

/// Adds the sessions that were kept, so that their shards resume them.
fn resume(sessions: &Sessions, kept: Result<Vec<(Shard, KeptSession)>, impl fmt::Display>) {
    match kept {
        Ok(kept) => {
            for (shard, session) in kept {
                sessions.put(shard, session);
            }
        }
        Err(error) => tracing::warn!(%error, "sessions could not be read; none is resumed"),
    }
}

/// Does the work that a previous process of some shards may have left.
async fn take_over(bot: &Bot) {
    find_unrecorded::doubt_what_waits(bot).await;
    bot.computer_turns.wake_all();
    bot.deadline_set.notify_one();
    bot.reminders_due.notify_one();
    bot.following.wake_all();
    bot.superseded.wake_all();
    bot.returned.notify_one();
}
