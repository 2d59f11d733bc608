//! Options of a sandbox.

use std::net::{IpAddr, Ipv4Addr};
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;

use strum::VariantArray;

use crate::clock::Clock;
use crate::gateway::intents;

/// Options of a sandbox; the default is a new world in memory on a free port.
#[derive(Clone, Debug)]
pub struct SandboxOptions {
    /// Address to listen on; any other than loopback lets in the whole network.
    pub bind: IpAddr,
    /// Port to listen on, 0 for any free one.
    pub port: u16,
    /// Folder in which the world is stored; without one, the world ends with the sandbox.
    pub data: Option<PathBuf>,
    /// True to start a new world and remove the one stored in the folder.
    pub fresh: bool,
    /// Number of servers in a new world; a stored world keeps its own.
    pub servers: NonZeroUsize,
    /// Name of the bot's user and application.
    pub bot_name: String,
    /// Token of the bot; without one, the sandbox makes one.
    pub token: Option<String>,
    /// Clock of the world.
    pub clock: Clock,
    /// True if requests and logins are rate limited as on Discord.
    pub rate_limits: bool,
    /// Privileged intents switched on for the application.
    pub intents: Vec<Intent>,
    /// Number of shards that is recommended to the bot.
    pub shards: NonZeroU32,
    /// Number of shards that may log in at the same time, if their numbers differ modulo this one.
    pub concurrency: NonZeroU32,
    /// Interval at which the bot must send gateway heartbeats.
    pub heartbeat_interval: Duration,
    /// Time limit of the initial response to an interaction.
    pub response_limit: Duration,
    /// Host names, in addition to `localhost`, under which a browser may reach the sandbox.
    pub hosts: Vec<String>,
    /// URL under which others reach the sandbox, such as `http://box:8080`.
    pub public_url: Option<String>,
}

/// Intent that Discord grants to an application on request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, VariantArray)]
pub enum Intent {
    /// Member lists, and members joining and leaving.
    GuildMembers,
    /// Online status of members.
    GuildPresences,
    /// Text of messages that do not concern the bot.
    MessageContent,
}

impl Intent {
    /// Every intent.
    pub const ALL: &'static [Self] = Self::VARIANTS;

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
            shards: NonZeroU32::MIN,
            concurrency: NonZeroU32::MIN,
            heartbeat_interval: Duration::from_millis(41_250),
            response_limit: Duration::from_secs(3),
            hosts: Vec::new(),
            public_url: None,
        }
    }
}
