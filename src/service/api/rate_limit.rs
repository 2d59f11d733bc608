//! Rate limits per person, channel and server.
//!
//! Every budget refills steadily and can be spent at once. Budgets are not stored: after a restart
//! all of them are full.

use std::collections::HashMap;
use std::time::Duration;

use parking_lot::Mutex;

use crate::service::api::ids::{PersonId, Place, Timestamp};
use crate::service::api::refusal::{BudgetOwner, Refusal};

/// Maximum number of budgets remembered; a budget not remembered is full.
const REMEMBERED: usize = 20_000;

/// Rate limits by kind of request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateLimits {
    /// Commands, presses and moves per minute.
    pub acts: RateLimit,
    /// Imported records per hour.
    pub imports: RateLimit,
}

impl RateLimits {
    /// Limits that are never reached in practice.
    pub const WIDE: Self = Self {
        acts: RateLimit::WIDE,
        imports: RateLimit::WIDE,
    };
}

impl RateLimit {
    /// Limit that is never reached in practice: one request per millisecond.
    pub const WIDE: Self = Self {
        person: 60_000,
        channel: 60_000,
        guild: 60_000,
    };
}

/// Number of requests allowed per refill time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateLimit {
    /// Number for one person.
    pub person: u32,
    /// Number in one channel.
    pub channel: u32,
    /// Number on one server.
    pub guild: u32,
}

/// Kind of request that spends a budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RequestKind {
    /// A command, a press or a move.
    Action,
    /// Autocompletion, which is requested with every letter typed.
    Completion,
    /// A mistake in a message, which is answered publicly.
    PublicReply,
    /// Reading an imported record.
    Import,
}

/// Number of offers that cost as much as one act.
const OFFERS: u32 = 5;

/// Number of acts that one public answer to a mistake costs.
const REMARKS: u32 = 10;

/// Time by which a request may be older than one that was counted before it, because both read the
/// clock at about the same time; it then counts as simultaneous.
const SKEW: Duration = Duration::from_millis(100);

/// Returns the time in which a budget refills.
const fn filled_in(asking: RequestKind) -> Duration {
    match asking {
        RequestKind::Action | RequestKind::Completion | RequestKind::PublicReply => {
            Duration::from_secs(60)
        }
        RequestKind::Import => Duration::from_secs(3_600),
    }
}

type Key = (RequestKind, BudgetOwner, u64);

/// Rate limiter with a bounded number of budgets.
#[derive(Debug)]
pub struct RateLimiter {
    limits: RateLimits,
    spent: Mutex<Spent>,
}

#[derive(Debug)]
struct Spent {
    /// Time of the last request.
    last: Timestamp,
    /// Time when each budget is full again, in milliseconds since 1970.
    full_at: HashMap<Key, u64>,
}

impl RateLimiter {
    /// Creates a limiter with all budgets full.
    #[must_use]
    pub fn new(limits: RateLimits) -> Self {
        Self {
            limits,
            spent: Mutex::new(Spent {
                last: Timestamp(0),
                full_at: HashMap::new(),
            }),
        }
    }

    /// Spends from all budgets concerned, or from none of them.
    ///
    /// # Errors
    ///
    /// Fails if one of the budgets is empty.
    pub fn spend(
        &self,
        now: Timestamp,
        asking: RequestKind,
        person: PersonId,
        place: Place,
    ) -> Result<(), Refusal> {
        let limit = self.limit(asking);
        let guild = place
            .guild
            .map(|guild| (BudgetOwner::Server, guild.0, limit.guild));
        let budgets = [
            (BudgetOwner::Person, person.0, limit.person),
            (BudgetOwner::Channel, place.channel.0, limit.channel),
        ];
        let budgets = budgets.into_iter().chain(guild);
        let mut spent = self.spent.lock();
        let Spent { last, full_at } = &mut *spent;
        let now = if *last <= now.after(SKEW) {
            now.max(*last)
        } else {
            // The clock was set back: every budget still takes as long to refill as before.
            let back = last.0 - now.0;
            for at in full_at.values_mut() {
                *at = at.saturating_sub(back);
            }
            now
        };
        *last = now;
        let mut spending = Vec::with_capacity(3);
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
            spending.push((key, then));
        }
        for (key, then) in spending {
            if full_at.len() >= REMEMBERED && !full_at.contains_key(&key) {
                forget(full_at, now);
            }
            full_at.insert(key, then);
        }
        Ok(())
    }

    fn limit(&self, asking: RequestKind) -> RateLimit {
        let acts = self.limits.acts;
        match asking {
            RequestKind::Action => acts,
            RequestKind::Completion => RateLimit {
                person: acts.person.saturating_mul(OFFERS),
                channel: acts.channel.saturating_mul(OFFERS),
                guild: acts.guild.saturating_mul(OFFERS),
            },
            RequestKind::PublicReply => RateLimit {
                person: acts.person / REMARKS,
                channel: acts.channel / REMARKS,
                guild: acts.guild / REMARKS,
            },
            RequestKind::Import => self.limits.imports,
        }
    }
}

/// Makes room by dropping budgets that are full again, or else the half that will be full soonest.
fn forget(full_at: &mut HashMap<Key, u64>, now: Timestamp) {
    full_at.retain(|_, at| *at > now.0);
    if full_at.len() < REMEMBERED {
        return;
    }
    let mut moments: Vec<_> = full_at.values().copied().collect();
    let half = moments.len() / 2;
    let (_, median, _) = moments.select_nth_unstable(half);
    let median = *median;
    // Budgets that become full at the same time are all dropped together.
    full_at.retain(|_, at| *at > median);
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::api::ids::{Access, ChannelId, GuildId};

    #[test]
    fn requests_side_by_side_are_counted_in_any_order() {
        let limits = RateLimits {
            acts: RateLimit {
                person: 2,
                ..RateLimit::WIDE
            },
            ..RateLimits::WIDE
        };
        let limiter = RateLimiter::new(limits);
        let here = Place {
            guild: None,
            channel: ChannelId(1),
            access: Access::Member,
        };
        let spend = |after: u64| {
            let now = Timestamp(1_800_000_000_000 + after);
            limiter.spend(now, RequestKind::Action, PersonId(1), here)
        };
        assert_eq!(spend(5), Ok(()));
        assert_eq!(spend(0), Ok(()), "its clock was read first");
        assert!(spend(6).is_err());
    }

    #[test]
    fn memory_is_bounded_however_many_ask() {
        let limiter = RateLimiter::new(RateLimits::WIDE);
        for number in 0..3 * REMEMBERED as u64 {
            let far = Place {
                guild: Some(GuildId(number)),
                channel: ChannelId(number),
                access: Access::Member,
            };
            let now = Timestamp(1_800_000_000_000).after(Duration::from_micros(number));
            let spent = limiter.spend(now, RequestKind::Action, PersonId(number), far);
            assert_eq!(spent, Ok(()));
            assert!(limiter.spent.lock().full_at.len() <= REMEMBERED);
        }
    }
}
