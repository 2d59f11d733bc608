//! `focusbot config`: shows the effective settings.

use std::io::{self, Write};

use crate::config::Config;

/// Prints every setting, with the token hidden.
pub(crate) fn run(config: &Config) -> anyhow::Result<()> {
    write!(io::stdout(), "{}", config.to_toml())?;
    Ok(())
}
