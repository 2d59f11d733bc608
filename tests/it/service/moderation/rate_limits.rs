//! Rate limits of people, channels and servers.

use std::time::Duration;

use focusbot::service::api::rate_limit::{RateLimit, RateLimiter, RateLimits, RequestKind};
use focusbot::service::api::refusal::BudgetOwner;
use focusbot::service::{PersonId, Place, Refusal, Timestamp};

use crate::service::harness::{AFAR, ELSEWHERE, HERE, NOW};

const LIMITS: RateLimits = RateLimits {
    acts: RateLimit {
        person: 3,
        channel: 5,
        guild: 6,
    },
    imports: RateLimit {
        person: 2,
        channel: 2,
        guild: 2,
    },
};

fn act(
    limiter: &RateLimiter,
    now: Timestamp,
    person: u64,
    at: Place,
) -> Result<(), (BudgetOwner, Duration)> {
    match limiter.spend(now, RequestKind::Action, PersonId(person), at) {
        Ok(()) => Ok(()),
        Err(Refusal::TooFast { whose, wait }) => Err((whose, wait)),
        Err(other) => panic!("{other:?}"),
    }
}

#[test]
fn budget_is_spent_at_once_and_comes_back_steadily() {
    let limiter = RateLimiter::new(LIMITS);
    for _ in 0..3 {
        assert_eq!(act(&limiter, NOW, 1, HERE), Ok(()));
    }
    let wait = Duration::from_secs(20);
    assert_eq!(
        act(&limiter, NOW, 1, HERE),
        Err((BudgetOwner::Person, wait))
    );
    let half = NOW.after(wait / 2);
    assert_eq!(
        act(&limiter, half, 1, HERE),
        Err((BudgetOwner::Person, wait / 2))
    );
    assert_eq!(act(&limiter, NOW.after(wait), 1, HERE), Ok(()));
    assert_eq!(
        act(&limiter, NOW.after(wait), 1, HERE),
        Err((BudgetOwner::Person, wait))
    );
}

#[test]
fn channel_and_server_have_budgets_of_their_own() {
    let limiter = RateLimiter::new(LIMITS);
    for person in [1, 2, 3, 4, 5] {
        assert_eq!(act(&limiter, NOW, person, HERE), Ok(()));
    }
    let full = |result: Result<(), (BudgetOwner, Duration)>| result.expect_err("too fast").0;
    assert_eq!(full(act(&limiter, NOW, 6, HERE)), BudgetOwner::Channel);
    assert_eq!(act(&limiter, NOW, 6, ELSEWHERE), Ok(()));
    assert_eq!(full(act(&limiter, NOW, 7, ELSEWHERE)), BudgetOwner::Server);
    assert_eq!(act(&limiter, NOW, 6, AFAR), Ok(()));
}

#[test]
fn clock_that_is_set_back_locks_nobody_out() {
    let limiter = RateLimiter::new(LIMITS);
    assert_eq!(act(&limiter, NOW, 1, HERE), Ok(()));
    let back = NOW.before(Duration::from_secs(3_600));
    assert_eq!(act(&limiter, back, 2, HERE), Ok(()));
    assert_eq!(act(&limiter, back, 1, HERE), Ok(()));
    assert_eq!(act(&limiter, back, 1, HERE), Ok(()));
    // Acts from before count as they would have.
    let wait = Duration::from_secs(20);
    assert_eq!(
        act(&limiter, back, 1, HERE),
        Err((BudgetOwner::Person, wait))
    );
}

#[test]
fn refused_requests_cost_nothing() {
    let limiter = RateLimiter::new(LIMITS);
    for _ in 0..100 {
        let _ = act(&limiter, NOW, 1, HERE);
    }
    // Two of the channel's five are left for others.
    assert_eq!(act(&limiter, NOW, 2, HERE), Ok(()));
    assert_eq!(act(&limiter, NOW, 2, HERE), Ok(()));
    assert!(act(&limiter, NOW, 2, HERE).is_err());
}

#[test]
fn each_kind_is_counted_for_itself() {
    let limiter = RateLimiter::new(LIMITS);
    let import = || limiter.spend(NOW, RequestKind::Import, PersonId(1), HERE);
    assert_eq!(
        [import().is_ok(), import().is_ok(), import().is_ok()],
        [true, true, false]
    );
    assert_eq!(act(&limiter, NOW, 1, HERE), Ok(()));
    let offers = (0..100).filter(|_| {
        let offer = limiter.spend(NOW, RequestKind::Completion, PersonId(1), HERE);
        offer.is_ok()
    });
    assert_eq!(offers.count(), 15);
}
