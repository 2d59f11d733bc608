//! What is still to be shown, and where: boards, replaced boards, replays, followers, channels.

pub mod channels;
pub mod followers;
pub mod outbox;
pub mod replays;
pub mod superseded;
