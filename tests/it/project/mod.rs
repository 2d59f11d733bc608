//! Checks of the project itself: its layers, its dependencies, and the files it is deployed with.

mod architecture;
mod dependencies;
mod deploy;
#[cfg(feature = "postgres")]
mod kubernetes;
