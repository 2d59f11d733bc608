//! Gateway sessions of the bot, with the events sent on each and its connection, if there is one.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedSender;

use crate::gateway::shard::{Shard, guild_of};

/// Events kept per session for a RESUME.
const KEPT: usize = 2_000;

/// Sessions without a connection that are kept for a RESUME.
const KEPT_SESSIONS: usize = 16;

/// Instruction to a connection.
#[derive(Clone, Debug)]
pub(crate) enum Order {
    /// Send this text.
    Send(String),
    /// Close with this code.
    Close(u16, &'static str),
    /// Drop the connection without a close frame.
    Drop,
}

/// Gateway session, which may outlive its connection.
#[derive(Debug)]
struct Session {
    sequence: u64,
    intents: u64,
    shard: Shard,
    sent: VecDeque<(u64, String)>,
    link: Option<(u64, UnboundedSender<Order>)>,
}

#[derive(Debug, Default)]
pub(crate) struct Hub {
    sessions: BTreeMap<String, Session>,
    made: u64,
    /// True if new connections are refused.
    pub(crate) refuses: bool,
    /// True if heartbeats are not acknowledged.
    pub(crate) is_mute: bool,
    /// Guilds with an outage, whose events are not sent.
    pub(crate) outages: BTreeSet<String>,
    /// Numbers of shards that are not let in.
    shards_out: BTreeSet<u64>,
}

impl Hub {
    /// Returns a number for a new connection.
    pub(crate) fn next_link(&mut self) -> u64 {
        self.made += 1;
        self.made
    }

    /// Begins a session on a connection.
    pub(crate) fn begin(
        &mut self,
        session: &str,
        (intents, shard): (u64, Shard),
        link: u64,
        orders: UnboundedSender<Order>,
    ) {
        self.forget_old();
        self.sessions.insert(
            session.to_owned(),
            Session {
                sequence: 0,
                intents,
                shard,
                sent: VecDeque::new(),
                link: Some((link, orders)),
            },
        );
    }

    fn forget_old(&mut self) {
        while self.sessions.len() >= KEPT_SESSIONS {
            let old = self
                .sessions
                .iter()
                .find(|(_, session)| session.link.is_none());
            let Some(name) = old.map(|(name, _)| name.clone()) else {
                return;
            };
            self.sessions.remove(&name);
        }
    }

    /// Resumes a session on a new connection and replays the events after `sequence`. Returns
    /// whether that was possible.
    pub(crate) fn resume(
        &mut self,
        name: &str,
        sequence: u64,
        link: u64,
        orders: &UnboundedSender<Order>,
    ) -> bool {
        let Some(session) = self.sessions.get_mut(name) else {
            return false;
        };
        let first_kept = session
            .sent
            .front()
            .map_or(session.sequence + 1, |(first, _)| *first);
        if sequence > session.sequence || sequence + 1 < first_kept {
            self.sessions.remove(name);
            return false;
        }
        if let Some((_, old)) = session.link.replace((link, orders.clone())) {
            // The old connection may already be gone.
            let _ = old.send(Order::Close(4000, "Session is continued elsewhere."));
        }
        for (number, text) in &session.sent {
            if *number > sequence {
                // Nothing is lost on failure: the next RESUME replays it.
                let _ = orders.send(Order::Send(text.clone()));
            }
        }
        true
    }

    /// Ends the sessions of a shard and locks it out, or lets it in again.
    pub(crate) fn set_shard_out(&mut self, number: u64, is_out: bool) {
        if !is_out {
            self.shards_out.remove(&number);
            return;
        }
        self.shards_out.insert(number);
        self.sessions.retain(|_, session| {
            let stays = session.shard.number != number;
            if let Some((_, link)) = session.link.as_ref().filter(|_| !stays) {
                // A connection that is gone needs no instruction.
                let _ = link.send(Order::Drop);
            }
            stays
        });
    }

    /// Returns whether a shard may begin a session.
    pub(crate) fn lets_in(&self, shard: Shard) -> bool {
        !self.shards_out.contains(&shard.number)
    }

    /// Returns whether the session exists.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.sessions.contains_key(name)
    }

    /// Removes a connection; its session waits for a RESUME unless `ended`.
    pub(crate) fn unlink(&mut self, link: u64, ended: bool) {
        let linked = |session: &Session| session.link.as_ref().is_some_and(|(id, _)| *id == link);
        if ended {
            self.sessions.retain(|_, session| !linked(session));
        }
        for session in self.sessions.values_mut() {
            if linked(session) {
                session.link = None;
            }
        }
    }

    /// Sends an event to one session.
    pub(crate) fn send_to(&mut self, name: &str, event: &str, data: &Value) {
        if let Some(session) = self.sessions.get_mut(name) {
            session.send(event, data);
        }
    }

    /// Sends an event to every session with the right intents and shard.
    ///
    /// One of the intents `wanted` is enough; 0 means that no intent is needed. `data` gets the
    /// intents of the session; if it returns `None`, the event is not sent.
    pub(crate) fn dispatch(
        &mut self,
        event: &str,
        wanted: u64,
        data: impl Fn(u64) -> Option<Value>,
    ) {
        for session in self.sessions.values_mut() {
            if wanted != 0 && session.intents & wanted == 0 {
                continue;
            }
            let Some(data) = data(session.intents) else {
                continue;
            };
            let guild = guild_of(event, &data);
            let is_out = guild.as_str().is_some_and(|id| self.outages.contains(id));
            if session.shard.has(guild) && !is_out {
                session.send(event, &data);
            }
        }
    }

    /// Sends an instruction to every connection, and ends all sessions if `ends_sessions`.
    pub(crate) fn order_all(&mut self, order: &Order, ends_sessions: bool) {
        for session in self.sessions.values() {
            if let Some((_, link)) = &session.link {
                // A connection that is gone needs no instruction.
                let _ = link.send(order.clone());
            }
        }
        if ends_sessions {
            self.sessions.clear();
        }
    }

    /// Returns whether the bot is connected.
    pub(crate) fn is_online(&self) -> bool {
        self.sessions.values().any(|session| session.link.is_some())
    }
}

impl Session {
    fn send(&mut self, event: &str, data: &Value) {
        self.sequence += 1;
        let text = json!({"op": 0, "s": self.sequence, "t": event, "d": data}).to_string();
        if self.sent.len() == KEPT {
            self.sent.pop_front();
        }
        if let Some((_, link)) = &self.link {
            // A connection that is gone receives it with RESUME.
            let _ = link.send(Order::Send(text.clone()));
        }
        self.sent.push_back((self.sequence, text));
    }
}
