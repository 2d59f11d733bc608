//! Tables and games of a person, a channel or a server, limits on their numbers, and games as one
//! person sees them.

pub(crate) mod limits;
pub(crate) mod lookup;
pub(crate) mod personal_view;
