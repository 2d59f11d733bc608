//! Places: servers and their channels, DMs, groups, and where the application is installed.

mod channels;
mod installs;
mod private;
mod server;
mod servers;
