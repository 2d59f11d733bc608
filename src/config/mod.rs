//! Settings: a file, over it the environment, and defaults for the rest.
//!
//! `config.example.toml` shows every setting. `FOCUSBOT_DATA_DIR` overrides `dir` of `[data]`, and
//! so on; `DISCORD_TOKEN` is the token.

mod load;

mod check;

mod shards;

mod token;

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

pub(crate) use self::check::filters;
pub use self::load::{ConfigError, Origin, variables};
pub use self::shards::Shards;
pub use self::token::{Token, TokenError};

/// Everything that can be set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// How to reach Discord.
    pub discord: Discord,
    /// Where games are kept.
    pub data: Data,
    /// How much there may be of everything.
    pub tables: Tables,
    /// How much may be asked in a row.
    pub pace: Pace,
    /// How computers think.
    pub engine: Engine,
    /// The Discord on this machine.
    pub sandbox: Sandbox,
    /// Where the bot tells how it is.
    pub monitor: Monitor,
    /// What is logged.
    pub log: Log,
}

/// How to reach Discord.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Discord {
    /// What the bot signs in with.
    #[serde(with = "check::token")]
    pub token: Option<Token>,
    /// File that holds the token, if that is set nowhere else.
    #[serde(with = "check::text")]
    pub token_file: Option<String>,
    /// Address of another Discord than Discord's own, such as the sandbox.
    #[serde(with = "check::address")]
    pub api_base: Option<String>,
    /// The part of the servers that this process looks after.
    #[serde(with = "check::shards")]
    pub shards: Option<Shards>,
    /// Requests that this process may send in a second, of those that Discord grants the bot.
    pub requests_per_second: NonZero<u32>,
}

impl Default for Discord {
    fn default() -> Self {
        Self {
            token: None,
            token_file: None,
            api_base: None,
            shards: None,
            requests_per_second: const { NonZero::new(50).expect("fifty") },
        }
    }
}

/// Where games are kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Data {
    /// Folder of the database and its backups.
    #[serde(deserialize_with = "check::folder")]
    pub dir: PathBuf,
    /// Time between two backups.
    pub backup_every_hours: NonZero<u32>,
    /// How many backups are kept.
    pub backups_kept: NonZero<u32>,
    /// How long the database may take to open before it counts as damaged.
    pub open_limit_seconds: NonZero<u32>,
}

impl Data {
    /// Time between two backups.
    #[must_use]
    pub const fn backup_interval(&self) -> Duration {
        Duration::from_secs(self.backup_every_hours.get() as u64 * 3600)
    }

    /// How long the database may take to open before it counts as damaged.
    #[must_use]
    pub const fn open_limit(&self) -> Duration {
        Duration::from_secs(self.open_limit_seconds.get() as u64)
    }
}

impl Default for Data {
    fn default() -> Self {
        Self {
            dir: PathBuf::from("data"),
            backup_every_hours: const { NonZero::new(6).expect("six") },
            backups_kept: const { NonZero::new(7).expect("seven") },
            open_limit_seconds: const { NonZero::new(120).expect("two minutes") },
        }
    }
}

/// How much there may be of everything.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Tables {
    /// Tables and games at which one person sits.
    pub per_person: NonZero<u32>,
    /// Tables and games in one channel.
    pub per_channel: NonZero<u32>,
    /// Tables and games on one server.
    pub per_server: NonZero<u32>,
    /// Games of other channels that one channel follows.
    pub watches_per_channel: NonZero<u32>,
    /// Games that one person has channels follow.
    pub watches_per_person: NonZero<u32>,
    /// Games that the channels of one server follow.
    pub watches_per_server: NonZero<u32>,
    /// Records that a person has brought along and can come back to.
    pub imports_per_person: NonZero<u32>,
    /// How long a table waits for people.
    pub open_for_hours: NonZero<u32>,
    /// How long a move can be taken back without asking, if nobody has answered it.
    pub take_back_seconds: u32,
}

impl Tables {
    /// How long a table waits for people.
    #[must_use]
    pub const fn open_for(&self) -> Duration {
        Duration::from_secs(self.open_for_hours.get() as u64 * 3600)
    }

    /// How long a move can be taken back without asking.
    #[must_use]
    pub const fn take_back_grace(&self) -> Duration {
        Duration::from_secs(self.take_back_seconds as u64)
    }
}

impl Default for Tables {
    fn default() -> Self {
        Self {
            per_person: const { NonZero::new(20).expect("twenty") },
            per_channel: const { NonZero::new(50).expect("fifty") },
            per_server: const { NonZero::new(500).expect("five hundred") },
            watches_per_channel: const { NonZero::new(5).expect("five") },
            watches_per_person: const { NonZero::new(10).expect("ten") },
            watches_per_server: const { NonZero::new(50).expect("fifty") },
            imports_per_person: const { NonZero::new(5).expect("five") },
            open_for_hours: const { NonZero::new(48).expect("two days") },
            take_back_seconds: 20,
        }
    }
}

/// How much may be asked in a row; so much again comes back in a minute, or in an hour.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Pace {
    /// Commands, presses and moves of one person in a minute.
    pub acts_per_person: NonZero<u32>,
    /// The same in one channel.
    pub acts_per_channel: NonZero<u32>,
    /// The same on one server.
    pub acts_per_server: NonZero<u32>,
    /// Records that one person brings along in an hour.
    pub imports_per_person: NonZero<u32>,
    /// The same in one channel.
    pub imports_per_channel: NonZero<u32>,
    /// The same on one server.
    pub imports_per_server: NonZero<u32>,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            acts_per_person: const { NonZero::new(60).expect("one a second") },
            acts_per_channel: const { NonZero::new(300).expect("five a second") },
            acts_per_server: const { NonZero::new(1200).expect("twenty a second") },
            imports_per_person: const { NonZero::new(20).expect("twenty") },
            imports_per_channel: const { NonZero::new(60).expect("one a minute") },
            imports_per_server: const { NonZero::new(240).expect("four a minute") },
        }
    }
}

/// How computers think.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Engine {
    /// How many of them think at the same time.
    pub threads: NonZero<u32>,
    /// Memory each of them has for positions, in MiB.
    pub hash_mib: NonZero<u32>,
    /// How long one of them thinks at most.
    pub think_milliseconds: NonZero<u32>,
    /// How long a move takes at least that a person waits for.
    pub pace_milliseconds: u32,
    /// How long a move takes at least in a game that only computers play.
    pub watch_pace_milliseconds: u32,
}

impl Default for Engine {
    fn default() -> Self {
        Self {
            threads: const { NonZero::new(1).expect("one") },
            hash_mib: const { NonZero::new(16).expect("sixteen") },
            think_milliseconds: const { NonZero::new(3000).expect("three seconds") },
            pace_milliseconds: 1500,
            watch_pace_milliseconds: 5000,
        }
    }
}

/// Folder below that of the [`Sandbox`] in which its bot keeps the games.
pub const SANDBOX_GAMES: &str = "bot";

/// The Discord on this machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Sandbox {
    /// Address to listen at.
    pub bind: IpAddr,
    /// Port to listen at; 0 takes any that is free.
    pub port: u16,
    /// Folder of the sandbox's own games, apart from those of the real bot.
    #[serde(deserialize_with = "check::folder")]
    pub dir: PathBuf,
}

impl Default for Sandbox {
    fn default() -> Self {
        Self {
            bind: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 8064,
            dir: PathBuf::from("sandbox-data"),
        }
    }
}

/// Where the bot tells how it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Monitor {
    /// Address and port of `/healthz`, `/readyz` and `/metrics`.
    #[serde(with = "check::socket")]
    pub listen: Option<SocketAddr>,
}

/// How a line of the log looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// For people.
    #[default]
    Human,
    /// An object of JSON a line, for programs.
    Json,
}

/// What is logged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Log {
    /// Which parts of the program log how much, as `tracing` filters are written.
    #[serde(deserialize_with = "check::filter")]
    pub filter: String,
    /// How a line looks.
    pub format: LogFormat,
}

impl Default for Log {
    fn default() -> Self {
        Self {
            format: LogFormat::default(),
            filter: String::from("warn,focusbot=info"),
        }
    }
}
