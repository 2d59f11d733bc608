//! Tables, from the panel to the beginning of the game, and rematches.

mod custom_positions;
mod invitations;
mod panel;
mod rematches;
