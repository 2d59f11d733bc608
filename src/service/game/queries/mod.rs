//! Tables and games of a person, a channel or a server, and limits on their numbers.

pub(crate) mod limits;
pub(crate) mod lookup;
