//! `focusbot config`: the settings as they are in force.

use std::io::{self, Write};

use crate::config::Config;

/// Shows every setting, the token hidden.
pub(super) fn run(config: &Config) -> anyhow::Result<()> {
    write!(io::stdout(), "{}", config.to_toml())?;
    Ok(())
}
