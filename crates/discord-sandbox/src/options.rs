//! How a sandbox is started.

use std::net::{IpAddr, Ipv4Addr};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use crate::clock::Clock;
use crate::gateway::intents;

/// What a sandbox is started with; the default is a new world in memory on a free port.
#[derive(Clone, Debug)]
pub struct SandboxOptions {
    /// Address to listen on; other than loopback, the whole network gets in.
    pub bind: IpAddr,
    /// Port to listen on, 0 for any free one.
    pub port: u16,
    /// Folder that keeps the world, if it is to outlive the sandbox.
    pub data: Option<PathBuf>,
    /// Begin anew, removing what an earlier sandbox kept in the folder.
    pub fresh: bool,
    /// How many servers a new world has; one that is found again keeps those it has.
    pub servers: NonZeroUsize,
    /// Name of the bot's user and application.
    pub bot_name: String,
    /// Token of the bot, unless the sandbox makes one.
    pub token: Option<String>,
    /// Clock of the world.
    pub clock: Clock,
    /// Whether requests and logins are limited as on Discord.
    pub rate_limits: bool,
    /// Privileged intents switched on for the application.
    pub intents: Vec<Intent>,
    /// How often the bot's gateway connection has to beat.
    pub heartbeat_interval: Duration,
    /// Host names, beside `localhost`, under which a browser may reach the sandbox.
    pub hosts: Vec<String>,
    /// Address under which others reach the sandbox, such as `http://box:8080`.
    pub public_url: Option<String>,
}

/// An intent that Discord grants to an application on request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intent {
    /// Lists of members and who comes and goes.
    GuildMembers,
    /// Who is online.
    GuildPresences,
    /// The text of messages that do not concern the bot.
    MessageContent,
}

impl Intent {
    /// All three.
    pub const ALL: [Self; 3] = [
        Self::GuildMembers,
        Self::GuildPresences,
        Self::MessageContent,
    ];

    pub(crate) fn bit(self) -> u64 {
        match self {
            Self::GuildMembers => intents::GUILD_MEMBERS,
            Self::GuildPresences => intents::GUILD_PRESENCES,
            Self::MessageContent => intents::MESSAGE_CONTENT,
        }
    }
}

impl Default for SandboxOptions {
    fn default() -> Self {
        Self {
            bind: Ipv4Addr::LOCALHOST.into(),
            port: 0,
            data: None,
            fresh: false,
            servers: NonZeroUsize::new(2).expect("two servers"),
            bot_name: "Bot".to_owned(),
            token: None,
            clock: Clock::system(),
            rate_limits: true,
            intents: Vec::new(),
            heartbeat_interval: Duration::from_millis(41_250),
            hosts: Vec::new(),
            public_url: None,
        }
    }
}
