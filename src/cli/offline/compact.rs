//! `focusbot compact`: frees disk space that the games do not need.

use std::io::{self, Write};

use anyhow::bail;

use crate::cli::data;
use crate::cli::offline::progress::Progress;
use crate::config::Config;
use crate::store::{Compacted, SledStore};

/// Rewrites the games if that makes them smaller or removes erased data; no bot can use them in the
/// meantime.
pub(crate) fn run(config: &Config) -> anyhow::Result<()> {
    if config.store.url.is_some() {
        bail!("the games are in PostgreSQL, which frees disk space by itself (autovacuum)");
    }
    let folder = data::existing(config)?;
    let mut bar = None;
    let compacted = SledStore::compact(&folder, data::usual(config), &mut |done, total| {
        let bar = bar.get_or_insert_with(|| Progress::of(total, "compact"));
        bar.at(done);
    });
    drop(bar);
    let Compacted {
        before,
        after,
        had_traces,
    } = compacted?;
    let path = folder.path().display();
    let mut out = io::stdout();
    if had_traces {
        writeln!(out, "removed traces of erased data from the database")?;
    }
    if after < before {
        let [before, after] = [before, after].map(mib);
        writeln!(out, "{before} MiB before, {after} MiB now, in {path}")?;
    } else {
        writeln!(out, "nothing to give back of {} MiB in {path}", mib(after))?;
    }
    Ok(())
}

/// Formats bytes in MiB with one decimal.
fn mib(bytes: u64) -> String {
    let tenths = (bytes * 10) >> 20;
    format!("{}.{}", tenths / 10, tenths % 10)
}
