//! Types that callers of the service see: ids, requests, refusals, faults and views.

pub mod damage;
pub mod discord_limits;
pub mod fault;
pub mod ids;
pub mod kept_session;
pub mod rate_limit;
pub mod rating;
pub mod refusal;
pub mod request;
pub mod teams;
pub mod time_control;
pub mod view;
