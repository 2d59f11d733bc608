//! How much may be asked in a row, by a person, in a channel, on a server.
//!
//! Every budget fills up steadily and can be spent at once. Nothing of it is on disk: after a
//! restart all budgets are full.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::service::api::ids::{PersonId, Place, Timestamp};
use crate::service::api::refusal::Refusal;

/// Most budgets that are remembered; one that is not is full.
pub const REMEMBERED: usize = 20_000;

/// How much may be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PaceLimits {
    /// Commands, presses and moves a minute.
    pub acts: PaceLimit,
    /// Records brought along in an hour.
    pub imports: PaceLimit,
}

impl PaceLimits {
    /// Limits that nobody meets.
    pub const WIDE: Self = Self {
        acts: PaceLimit::WIDE,
        imports: PaceLimit::WIDE,
    };
}

impl PaceLimit {
    /// A limit that nobody meets: one a millisecond.
    pub const WIDE: Self = Self {
        person: 60_000,
        channel: 60_000,
        guild: 60_000,
    };
}

/// How often something may be asked in its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PaceLimit {
    /// By one person.
    pub person: u32,
    /// In one channel.
    pub channel: u32,
    /// On one server.
    pub guild: u32,
}

/// Something that is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Asking {
    /// A command, a press, a move.
    Act,
    /// What can be offered while somebody types, which is asked with every letter.
    Offer,
    /// A mistake in a message, which is answered for everybody to see.
    Remark,
    /// To read a record that is brought along.
    Import,
}

/// Whose budget is spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Whose {
    /// That of the person.
    Person,
    /// That of everybody in the channel.
    Channel,
    /// That of everybody on the server.
    Server,
}

/// For each act, so many offers.
const OFFERS: u32 = 5;

/// So many acts for each public answer to a mistake.
const REMARKS: u32 = 10;

/// How long a budget takes to fill.
const fn filled_in(asking: Asking) -> Duration {
    match asking {
        Asking::Act | Asking::Offer | Asking::Remark => Duration::from_secs(60),
        Asking::Import => Duration::from_secs(3_600),
    }
}

type Key = (Asking, Whose, u64);

/// Who has asked how much. It remembers a bounded number of budgets.
#[derive(Debug)]
pub struct Pace {
    limits: PaceLimits,
    /// When each budget is full again, in milliseconds since 1970.
    full_at: Mutex<HashMap<Key, u64>>,
}

impl Pace {
    /// Nobody has asked anything yet.
    #[must_use]
    pub fn new(limits: PaceLimits) -> Self {
        Self {
            limits,
            full_at: Mutex::default(),
        }
    }

    /// Takes what is asked from the budgets, or from none of them.
    ///
    /// # Errors
    ///
    /// One of them is empty.
    pub fn spend(
        &self,
        now: Timestamp,
        asking: Asking,
        person: PersonId,
        place: Place,
    ) -> Result<(), Refusal> {
        let limit = self.limit(asking);
        let guild = place
            .guild
            .map(|guild| (Whose::Server, guild.0, limit.guild));
        let budgets = [
            (Whose::Person, person.0, limit.person),
            (Whose::Channel, place.channel.0, limit.channel),
        ];
        let budgets = budgets.into_iter().chain(guild);
        let mut full_at = self.full_at.lock().unwrap_or_else(PoisonError::into_inner);
        let mut spent = Vec::with_capacity(3);
        for (whose, number, count) in budgets {
            let key = (asking, whose, number);
            let was = full_at.get(&key).copied().unwrap_or(0).max(now.0);
            let full = filled_in(asking);
            let step = millis(full) / u64::from(count.max(1));
            let then = was.saturating_add(step);
            let latest = now.after(full).0;
            if then > latest {
                let wait = Duration::from_millis(then - latest);
                return Err(Refusal::TooFast { whose, wait });
            }
            spent.push((key, then));
        }
        for (key, then) in spent {
            if full_at.len() >= REMEMBERED && !full_at.contains_key(&key) {
                forget(&mut full_at, now);
            }
            full_at.insert(key, then);
        }
        Ok(())
    }

    /// How many budgets are remembered.
    #[must_use]
    pub fn remembered(&self) -> usize {
        let full_at = self.full_at.lock().unwrap_or_else(PoisonError::into_inner);
        full_at.len()
    }

    fn limit(&self, asking: Asking) -> PaceLimit {
        let acts = self.limits.acts;
        match asking {
            Asking::Act => acts,
            Asking::Offer => PaceLimit {
                person: acts.person.saturating_mul(OFFERS),
                channel: acts.channel.saturating_mul(OFFERS),
                guild: acts.guild.saturating_mul(OFFERS),
            },
            Asking::Remark => PaceLimit {
                person: acts.person / REMARKS,
                channel: acts.channel / REMARKS,
                guild: acts.guild / REMARKS,
            },
            Asking::Import => self.limits.imports,
        }
    }
}

/// Makes room: for budgets that are full again, or else for the half that will be soonest.
fn forget(full_at: &mut HashMap<Key, u64>, now: Timestamp) {
    full_at.retain(|_, at| *at > now.0);
    if full_at.len() < REMEMBERED {
        return;
    }
    let mut moments: Vec<_> = full_at.values().copied().collect();
    let half = moments.len() / 2;
    let (_, median, _) = moments.select_nth_unstable(half);
    let median = *median;
    // Of those that are full at the same moment, all go.
    full_at.retain(|_, at| *at > median);
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
