//! Settings, from a file, overridden by the environment, with defaults for the rest.
//!
//! `config.example.toml` shows every setting. `FOCUSBOT_DATA_DIR` overrides `dir` of `[data]`, and
//! so on; `DISCORD_TOKEN` is the token.

mod load;

mod formats;

mod retention;

mod shards;

mod public_key;

mod token;

mod password;

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::service::REQUESTS_PER_SECOND;

pub(crate) use self::formats::filters;
pub use self::load::{ConfigError, Origin, variables};
pub use self::password::Password;
pub use self::public_key::{NoPublicKey, PublicKey};
pub use self::retention::Retention;
pub use self::shards::Shards;
pub(crate) use self::token::hide_tokens;
pub use self::token::{Token, TokenError};

/// All settings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Access to Discord.
    pub discord: Discord,
    /// Folder of games and backups.
    pub data: Data,
    /// Database of games, instead of the folder.
    pub store: Store,
    /// Limits of tables and games.
    pub tables: Tables,
    /// Times after which data is removed.
    pub retention: Retention,
    /// Rate limits of people's requests.
    pub pace: RateLimitSettings,
    /// Computer players.
    pub engine: Engine,
    /// Look-alike of Discord on this machine.
    pub sandbox: Sandbox,
    /// Endpoints for the state of the bot.
    pub monitor: Monitor,
    /// Logging.
    pub log: Log,
}

/// Access to Discord.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Discord {
    /// Token that the bot logs in with.
    #[serde(with = "formats::token")]
    pub token: Option<Token>,
    /// File that holds the token, if it is not set elsewhere.
    #[serde(with = "formats::text")]
    pub token_file: Option<String>,
    /// Base URL of another implementation of Discord, such as the sandbox.
    #[serde(with = "formats::address")]
    pub api_base: Option<String>,
    /// Way in which interactions arrive.
    pub interactions: Interactions,
    /// Public key of the application, for interactions over HTTP.
    #[serde(with = "formats::text")]
    pub public_key: Option<PublicKey>,
    /// Address and port at which interactions over HTTP are received.
    #[serde(with = "formats::socket")]
    pub listen: Option<SocketAddr>,
    /// Servers that this process serves.
    #[serde(with = "formats::text")]
    pub shards: Option<Shards>,
    /// Requests per second that Discord grants the bot, or the share of them for this process and
    /// the others on the same database.
    pub requests_per_second: NonZero<u32>,
    /// Time for which Discord, or the sandbox, waits for the initial response to an interaction, in
    /// seconds.
    pub response_seconds: NonZero<u32>,
}

impl Discord {
    /// Returns the time for which Discord waits for the initial response to an interaction.
    #[must_use]
    pub const fn response_limit(&self) -> Duration {
        Duration::from_secs(self.response_seconds.get() as u64)
    }
}

/// Way in which interactions arrive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Interactions {
    /// Through the connections of the gateway.
    #[default]
    Gateway,
    /// Posted by Discord to an address of the operator.
    Http,
}

impl Default for Discord {
    fn default() -> Self {
        Self {
            token: None,
            token_file: None,
            api_base: None,
            interactions: Interactions::default(),
            public_key: None,
            listen: None,
            shards: None,
            requests_per_second: REQUESTS_PER_SECOND,
            response_seconds: const { NonZero::new(3).expect("three") },
        }
    }
}

/// Storage of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Data {
    /// Folder of the database and its backups.
    #[serde(deserialize_with = "formats::folder")]
    pub dir: PathBuf,
    /// Time between two backups, in hours.
    pub backup_every_hours: NonZero<u32>,
    /// Number of backups to keep.
    pub backups_kept: NonZero<u32>,
    /// Time limit for opening the database, after which it counts as damaged.
    pub open_limit_seconds: NonZero<u32>,
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

/// Database of games, instead of the folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Store {
    /// Address of the database, without a password.
    #[serde(with = "formats::database")]
    pub url: Option<String>,
    /// Password of the database.
    #[serde(with = "formats::password")]
    pub password: Option<Password>,
    /// File that holds the password, if it is not set elsewhere.
    #[serde(with = "formats::text")]
    pub password_file: Option<String>,
    /// File with the root certificates, one of which must have signed the database's certificate.
    #[serde(with = "formats::text")]
    pub root_certificate: Option<String>,
    /// Maximum number of connections for requests.
    pub connections: NonZero<u32>,
}

impl Default for Store {
    fn default() -> Self {
        Self {
            url: None,
            password: None,
            password_file: None,
            root_certificate: None,
            connections: const { NonZero::new(4).expect("four") },
        }
    }
}

/// Limits of tables and games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Tables {
    /// Tables and games per person.
    pub per_person: NonZero<u32>,
    /// Tables and games per channel.
    pub per_channel: NonZero<u32>,
    /// Tables and games per server.
    pub per_server: NonZero<u32>,
    /// Games of other channels that a channel can follow.
    pub watches_per_channel: NonZero<u32>,
    /// Games that a person can make channels follow.
    pub watches_per_person: NonZero<u32>,
    /// Games that the channels of a server can follow.
    pub watches_per_server: NonZero<u32>,
    /// Imported records per person that remain available.
    pub imports_per_person: NonZero<u32>,
    /// Time that a table stays open.
    pub open_for_hours: NonZero<u32>,
    /// Time in which a move can be taken back without asking, if no one has answered it.
    pub take_back_seconds: u32,
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

/// Rate limits: burst sizes, each of which is replenished within a minute or an hour.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RateLimitSettings {
    /// Commands, presses and moves of a person per minute.
    pub acts_per_person: NonZero<u32>,
    /// Commands, presses and moves in a channel per minute.
    pub acts_per_channel: NonZero<u32>,
    /// Commands, presses and moves on a server per minute.
    pub acts_per_server: NonZero<u32>,
    /// Records that a person imports per hour.
    pub imports_per_person: NonZero<u32>,
    /// Records imported in a channel per hour.
    pub imports_per_channel: NonZero<u32>,
    /// Records imported on a server per hour.
    pub imports_per_server: NonZero<u32>,
}

impl Default for RateLimitSettings {
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

/// Computer players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Engine {
    /// Number of computers that think at the same time.
    pub threads: NonZero<u32>,
    /// Memory per computer for positions, in MiB.
    pub hash_mib: NonZero<u32>,
    /// Longest time to think.
    pub think_milliseconds: NonZero<u32>,
    /// Shortest duration of a move that a person waits for.
    pub pace_milliseconds: u32,
    /// Shortest duration of a move in a game among computers only.
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

/// Folder of the bot's games within the folder of the [`Sandbox`].
pub const SANDBOX_GAMES: &str = "bot";

/// Look-alike of Discord on this machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Sandbox {
    /// Address to listen on.
    pub bind: IpAddr,
    /// Port to listen on; 0 for any free one.
    pub port: u16,
    /// Folder of the sandbox's own games, separate from those of the real bot.
    #[serde(deserialize_with = "formats::folder")]
    pub dir: PathBuf,
    /// Address of a database for the sandbox's own games, instead of the folder.
    #[serde(with = "formats::database")]
    pub store_url: Option<String>,
}

impl Default for Sandbox {
    fn default() -> Self {
        Self {
            bind: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 8064,
            dir: PathBuf::from("sandbox-data"),
            store_url: None,
        }
    }
}

/// Endpoints for the state of the bot.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Monitor {
    /// Address and port of `/healthz`, `/readyz` and `/metrics`.
    #[serde(with = "formats::socket")]
    pub listen: Option<SocketAddr>,
}

/// Format of log lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// For people to read.
    #[default]
    Human,
    /// JSON object per line, for programs.
    Json,
}

/// Logging.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Log {
    /// Levels by part of the program, in the syntax of `tracing` filters.
    #[serde(deserialize_with = "formats::filter")]
    pub filter: String,
    /// Format of lines.
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
