//! Games that cannot be shown in their channel: notification of players, and moving to another
//! channel.

pub(crate) mod go_on_here;
pub(crate) mod left_servers;
pub(crate) mod lost_places;
pub(crate) mod moved_games;
pub(crate) mod user_install;
