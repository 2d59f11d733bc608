//! Tables, from the panel to the beginning of the game, and rematches.

mod calls;
mod colors;
mod custom_positions;
mod invitations;
mod messages;
mod panel;
mod panel_clocks;
mod rematches;
mod teams;
