//! Every message is there in five languages, fits where it is shown and is used.

mod catalogue;
mod escape;
mod limits;
mod lists;
mod position;
mod refusals;
mod sample;
mod step;
mod teaching;
mod typography;
mod views;
