//! Loading of settings, with errors that name the wrong setting and its place.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize as _;
use thiserror::Error;
use toml::{Table, Value};

use crate::config::token::hide_tokens;
use crate::config::{Config, Discord, Interactions, Password, Retention, Token, TokenError};

/// File that is read by default, if it exists.
const FILE: &str = "config.toml";
/// Prefix of the bot's environment variables.
const PREFIX: &str = "FOCUSBOT_";
/// Variable that names the file.
const FILE_VARIABLE: &str = "FOCUSBOT_CONFIG";
/// Variable that holds the token, under its customary name.
const TOKEN_VARIABLE: &str = "DISCORD_TOKEN";

/// Origin of a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Line of a file, counted from 1.
    Line(PathBuf, usize),
    /// File as a whole.
    File(PathBuf),
    /// Environment variable.
    Variable(String),
    /// Default of the program.
    Default,
    /// Several settings that do not go together.
    Together,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(path, line) => write!(f, "`{}`, line {line}", path.display()),
            Self::File(path) => write!(f, "`{}`", path.display()),
            Self::Variable(name) => write!(f, "environment variable `{name}`"),
            Self::Default => f.write_str("the defaults"),
            Self::Together => f.write_str("the settings"),
        }
    }
}

/// Error of the settings. Its text hides everything that looks like a token.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// A file cannot be read.
    #[error("{}", hide_tokens(&format!("cannot read `{}`: {source}", path.display())))]
    Read {
        /// Path of the file.
        path: PathBuf,
        /// Error of the system.
        source: io::Error,
    },
    /// A setting is invalid.
    #[error("{}", hide_tokens(&format!("{origin}: `{key}`: {reason}")))]
    Setting {
        /// Origin of the setting.
        origin: Origin,
        /// Section and name.
        key: String,
        /// Description of the expected value.
        reason: String,
    },
}

/// Returns the environment variables that concern the settings.
#[must_use]
pub fn variables() -> Vec<(String, String)> {
    let all = std::env::vars_os().map(|(name, value)| {
        let text = |part: std::ffi::OsString| part.to_string_lossy().into_owned();
        (text(name), text(value))
    });
    all.filter(|(name, _)| name.starts_with(PREFIX) || name == TOKEN_VARIABLE)
        .collect()
}

impl Config {
    /// Reads `file`, or the file that the environment names, or `config.toml` if it exists; then
    /// the other `variables`; then the file of the token.
    ///
    /// # Errors
    ///
    /// A file cannot be read, or a setting is unknown, of the wrong type or invalid.
    pub fn load(file: Option<&Path>, variables: &[(String, String)]) -> Result<Self, ConfigError> {
        let variable = |wanted: &str| {
            let found = variables.iter().find(|(name, _)| name == wanted);
            found
                .map(|(_, value)| value.as_str())
                .filter(|value| !value.is_empty())
        };
        let named = file.or_else(|| variable(FILE_VARIABLE).map(Path::new));
        let default = Path::new(FILE);
        // A link to a file that is gone is an error, unlike no file.
        let is_there = default.symlink_metadata().is_ok();
        let path = named.or_else(|| is_there.then_some(default));

        let mut settings = PartialConfig::default();
        if let Some(path) = path {
            settings.read_text(path, &read(path)?)?;
        }
        for (name, value) in variables {
            if name.starts_with(PREFIX) && name != FILE_VARIABLE {
                settings.override_by(name, value)?;
            }
        }
        if let Some(value) = variable(TOKEN_VARIABLE) {
            settings.config.discord.token = Some(token(value, variable_origin(TOKEN_VARIABLE))?);
            settings.token_origin = variable_origin(TOKEN_VARIABLE);
        }
        settings.finish()
    }

    /// Reads the settings from the text of a file at `path`.
    ///
    /// # Errors
    ///
    /// A setting is unknown, of the wrong type or invalid.
    pub fn from_toml(path: &Path, text: &str) -> Result<Self, ConfigError> {
        let mut settings = PartialConfig::default();
        settings.read_text(path, text)?;
        Ok(settings.config)
    }

    /// Returns the settings as a file, with token and password hidden everywhere.
    ///
    /// # Panics
    ///
    /// If the name of a folder is not UTF-8, which no file or variable can cause.
    #[must_use]
    pub fn to_toml(&self) -> String {
        hide_tokens(&toml::to_string(self).expect("settings that can be a file"))
    }
}

/// Settings while they are being loaded.
struct PartialConfig {
    /// Settings as written, to be overridden by the environment.
    table: Table,
    config: Config,
    token_origin: Origin,
}

impl Default for PartialConfig {
    fn default() -> Self {
        Self {
            table: Table::new(),
            config: Config::default(),
            token_origin: Origin::Default,
        }
    }
}

impl PartialConfig {
    fn read_text(&mut self, path: &Path, text: &str) -> Result<(), ConfigError> {
        let wrong = |error: toml::de::Error| {
            let at = error.span().map_or(0, |span| span.start);
            let (line, key) = place(text, at);
            ConfigError::Setting {
                origin: Origin::Line(path.to_owned(), line),
                key,
                // `Display` would also show the text around it, which may be the token.
                reason: error.message().to_owned(),
            }
        };
        self.config = toml::from_str(text).map_err(wrong)?;
        self.table = toml::from_str(text).map_err(wrong)?;
        self.token_origin = Origin::File(path.to_owned());
        Ok(())
    }

    fn override_by(&mut self, name: &str, value: &str) -> Result<(), ConfigError> {
        let wrong = |key: String, reason: String| ConfigError::Setting {
            origin: variable_origin(name),
            key,
            reason,
        };
        let defaults = Table::try_from(Config::default()).expect("settings that can be a file");
        let Some((section, key, default)) = find(&defaults, name) else {
            let reason = format!(
                "no setting is called so; `focusbot config` shows all, and \
                {PREFIX}DATA_DIR is `dir` of `[data]`"
            );
            return Err(wrong(name.to_owned(), reason));
        };
        let path = format!("{section}.{key}");
        let value = match default {
            Value::Integer(_) => Value::Integer(value.trim().parse().map_err(|_| {
                wrong(
                    path.clone(),
                    format!("expected a whole number, got `{value}`"),
                )
            })?),
            _ => Value::String(value.to_owned()),
        };
        let entry = self
            .table
            .entry(section)
            .or_insert_with(|| Value::Table(Table::new()));
        let section = entry
            .as_table_mut()
            .expect("a section that has been read as such");
        section.insert(key.clone(), value);
        self.config = Config::deserialize(self.table.clone())
            .map_err(|error| wrong(path.clone(), error.message().to_owned()))?;
        if path == "discord.token" {
            self.token_origin = variable_origin(name);
        }
        Ok(())
    }

    /// Reads the files of the token and the password, and checks the token.
    fn finish(self) -> Result<Config, ConfigError> {
        let Self {
            mut config,
            mut token_origin,
            ..
        } = self;
        let discord = &mut config.discord;
        if let (None, Some(path)) = (&discord.token, &discord.token_file) {
            token_origin = Origin::File(PathBuf::from(path));
            discord.token = Some(token(&read(Path::new(path))?, token_origin.clone())?);
        }
        let store = &mut config.store;
        if let (None, Some(path)) = (&store.password, &store.password_file) {
            store.password = Password::new(&read(Path::new(path))?);
        }
        check_endpoint(discord)?;
        check_notice(&config.retention)?;
        // Another implementation of Discord may use tokens of any form.
        if let (None, Some(token)) = (&discord.api_base, &discord.token) {
            token
                .check_shape()
                .map_err(|error| token_error(token_origin, error))?;
        }
        Ok(config)
    }
}

fn read(path: &Path) -> Result<String, ConfigError> {
    fs::read_to_string(path).map_err(|source| ConfigError::Read {
        path: path.to_owned(),
        source,
    })
}

/// Checks that all settings that interactions over HTTP need are present.
fn check_endpoint(discord: &Discord) -> Result<(), ConfigError> {
    let missing = match discord.interactions {
        Interactions::Http if discord.public_key.is_none() => "public_key",
        Interactions::Http if discord.listen.is_none() => "listen",
        Interactions::Gateway | Interactions::Http => return Ok(()),
    };
    Err(ConfigError::Setting {
        origin: Origin::Default,
        key: format!("discord.{missing}"),
        reason: "expected a value with `interactions = \"http\"`, got nothing".to_owned(),
    })
}

/// Checks that the notice before an idle game is called off is not due at once, after every move.
fn check_notice(retention: &Retention) -> Result<(), ConfigError> {
    let (notice, idle) = (retention.idle_notice_days, retention.idle_games_days);
    if idle == 0 || notice < idle {
        return Ok(());
    }
    Err(ConfigError::Setting {
        origin: Origin::Together,
        key: "retention.idle_notice_days".to_owned(),
        reason: format!("expected less than the {idle} of `idle_games_days`, got {notice}"),
    })
}

fn token(text: &str, origin: Origin) -> Result<Token, ConfigError> {
    Token::new(text).map_err(|error| token_error(origin, error))
}

fn token_error(origin: Origin, error: TokenError) -> ConfigError {
    ConfigError::Setting {
        origin,
        key: "discord.token".to_owned(),
        reason: error.to_string(),
    }
}

fn variable_origin(name: &str) -> Origin {
    Origin::Variable(name.to_owned())
}

/// Returns the section, the key and the default of the variable `name`.
fn find(defaults: &Table, name: &str) -> Option<(String, String, Value)> {
    defaults.iter().find_map(|(section, keys)| {
        keys.as_table()?.iter().find_map(|(key, default)| {
            let variable = format!("{PREFIX}{section}_{key}").to_uppercase();
            (variable == name).then(|| (section.clone(), key.clone(), default.clone()))
        })
    })
}

/// Returns the line and the key at a byte of a file.
fn place(text: &str, at: usize) -> (usize, String) {
    let before = text.get(..at).unwrap_or(text);
    let line = before.matches('\n').count();
    let section = text
        .lines()
        .take(line + 1)
        .filter(|line| line.trim_start().starts_with('['));
    let section = section.last().unwrap_or_default().trim();
    let name = text.lines().nth(line).unwrap_or_default();
    let name = name.split_once('=').map(|(key, _)| key.trim());
    let section = section.trim_start_matches('[');
    // A comment may follow.
    let section = section.split_once(']').map_or(section, |(name, _)| name);
    let key = match name {
        Some(name) if section.is_empty() => name.to_owned(),
        Some(name) => format!("{section}.{name}"),
        None => section.to_owned(),
    };
    (line + 1, key)
}
