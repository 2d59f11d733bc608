//! `focusbot verify`: reads every record and says which cannot be read.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::bail;

use crate::cli::data;
use crate::config::Config;
use crate::store::records::KINDS;
use crate::store::{Missing, Opened, check, restore};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A backup to read instead of the games
    backup: Option<PathBuf>,
}

/// Reads everything; what is damaged is set aside by the opening, as when the bot starts.
pub(super) fn run(config: &Config, args: &Args) -> anyhow::Result<()> {
    if let Some(backup) = &args.backup {
        return verify_backup(backup);
    }
    let Opened {
        store,
        set_aside,
        lost_commits,
        snapshots: _,
    } = data::open(config, Missing::Refuse)?;
    let report = check::check_records(&store, KINDS)?;
    let mut out = io::stdout().lock();
    for (table, count) in &report.counts {
        writeln!(out, "{table} {count}")?;
    }
    for flaw in set_aside.iter().chain(&report.flaws) {
        writeln!(out, "unreadable: {flaw}")?;
    }
    if lost_commits > 0 {
        writeln!(out, "lost: the last {lost_commits} changes")?;
    }
    let unreadable = set_aside.len() + report.flaws.len();
    if unreadable > 0 || lost_commits > 0 {
        bail!("records that cannot be read: {unreadable}; changes lost: {lost_commits}");
    }
    Ok(())
}

fn verify_backup(backup: &Path) -> anyhow::Result<()> {
    let records = restore::check(backup)?;
    let path = backup.display();
    writeln!(io::stdout(), "{records} records in {path}")?;
    Ok(())
}
