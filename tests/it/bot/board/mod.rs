//! Messages that everybody sees: boards, and what follows them.

mod emojis;
mod followers;
mod quiet;
mod superseded;
mod unreachable;
