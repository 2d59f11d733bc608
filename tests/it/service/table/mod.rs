//! Tables before their games.

mod colors;
mod custom_positions;
mod invitations;
mod rematches;
mod tables;
mod teams;
