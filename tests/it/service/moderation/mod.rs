//! Moderation: restrictions and roles of a server, its audit log, and limits of requests.

mod rate_limits;
mod server;
