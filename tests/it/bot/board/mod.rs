//! Messages that everybody sees: boards, and what follows them.

mod emojis;
mod followers;
mod lost_servers;
mod quiet;
mod superseded;
mod unreachable;
