//! Tables before their games.

mod colors;
mod custom_positions;
mod rematches;
mod tables;
mod teams;
