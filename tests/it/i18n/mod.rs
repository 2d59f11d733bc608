//! Message catalogue: complete in five languages, within Discord's limits, without unused messages.

mod catalogue;
mod escape;
mod limits;
mod lists;
mod menus;
mod position;
mod refusals;
mod sample;
mod step;
mod teaching;
mod typography;
mod views;
