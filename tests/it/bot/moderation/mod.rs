//! Rights: of the people of a server, of the bot in it, and limits of requests.

mod admin;
mod permissions;
mod rate_limits;
