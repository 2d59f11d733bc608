//! Checks of the project itself: its layers, its dependencies, its documents, and the files it is
//! deployed with.

mod architecture;
mod changelog;
mod cycles;
mod dependencies;
mod deploy;
mod documents;
#[cfg(feature = "postgres")]
mod kubernetes;
mod methods;
mod sources;
