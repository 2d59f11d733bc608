//! `focusbot verify`: reads every record, replays every game, and reports errors.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context, bail};

use crate::cli::data::{self, NotOpen};
use crate::cli::offline::progress::Progress;
use crate::config::Config;
use crate::service::upkeep::consistency::{Finding, audit, audit_in_use, repair};
use crate::store::backup;
use crate::store::backup::read::check as check_backup;
use crate::store::backup::restore;
use crate::store::records::KINDS;
use crate::store::records::check::{self, Flaw};
use crate::store::{Backend, Batch, Damaged, Missing, OpenError, Opened, Options, Store};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// A backup to read instead of the games
    backup: Option<PathBuf>,
    /// Repair as much as possible, and continue with the readable part of a damaged database; a
    /// backup is written first
    #[arg(long, conflicts_with = "backup")]
    repair: bool,
}

/// Checks everything; changes nothing except for a repair.
pub(crate) fn run(config: &Config, args: &Args) -> anyhow::Result<()> {
    if let Some(backup) = &args.backup {
        return verify_backup(backup);
    }
    if args.repair {
        data::require_unused(config)?;
    }
    if let Some(store) = data::open_database(config)? {
        return verify_database(config, &store, args.repair);
    }
    let opened = if args.repair {
        // Damaged records are set aside only after they are in the backup.
        let before = open_or_replace(config)?;
        let lost = before.lost_commits;
        back_up(config, &before.store)?;
        drop(before);
        let opened = data::open(config, Missing::Accept, Damaged::SetAside)?;
        // What the journal has after a gap is in the database by now, and hides the gap.
        Opened {
            lost_commits: opened.lost_commits.max(lost),
            ..opened
        }
    } else {
        data::open(config, Missing::Refuse, Damaged::Leave)?
    };
    let Opened {
        store,
        set_aside,
        lost_commits,
        values,
        ..
    } = opened;
    verify_store(&store, values, &set_aside, lost_commits, args.repair)
}

/// Writes everything to a backup before a repair.
fn back_up(config: &Config, store: &dyn Store) -> anyhow::Result<()> {
    let folder = data::folder(config);
    data::require_own(&folder)?;
    let written = backup::write(store, &folder.backups(), SystemTime::now(), usize::MAX)?;
    let path = written.path.display();
    writeln!(io::stdout(), "before the repair: {path}")?;
    Ok(())
}

/// Opens the games for a repair; if nothing in a damaged database can be read, the games of the
/// backups and the journal replace it.
fn open_or_replace(config: &Config) -> anyhow::Result<Opened> {
    let (opened, returned) = match data::open(config, Missing::Accept, Damaged::Leave) {
        // A database that only takes too long to read may hold more than the backups do.
        Err(NotOpen::Refused(OpenError::Damaged {
            reason,
            is_late: false,
            ..
        })) => {
            let options = Options {
                missing: Missing::Accept,
                damaged: Damaged::Leave,
                ..data::usual(config)
            };
            let replaced = restore::replace(&data::folder(config), options);
            let replaced = replaced.with_context(|| {
                format!("the database is damaged ({reason}), and nothing can take its place")
            });
            (replaced?, "what the backups and the journal have")
        }
        opened => (opened?, "everything"),
    };
    if let Some(aside) = &opened.aside {
        let aside = aside.display();
        writeln!(
            io::stdout(),
            "{returned} is back; the damaged database is in {aside}"
        )?;
    }
    Ok(opened)
}

/// Checks the games in a database, which a bot may be using except for a repair.
fn verify_database(config: &Config, database: &Backend, is_repair: bool) -> anyhow::Result<()> {
    let store = database.as_store();
    let mut set_aside = Vec::new();
    if is_repair {
        back_up(config, store)?;
        set_aside = check::check_records(store, KINDS)?.flaws;
        set_aside.retain(|flaw| flaw.reason.is_damage());
        for flaw in &set_aside {
            check::set_aside(store, flaw)?;
        }
    }
    verify_store(store, database.values()?, &set_aside, 0, is_repair)
}

/// Checks all `values` of a store, of which some have been set aside or are lost.
fn verify_store(
    store: &dyn Store,
    values: u64,
    set_aside: &[Flaw],
    lost_commits: u64,
    is_repair: bool,
) -> anyhow::Result<()> {
    let report = check::check_records(store, KINDS)?;
    let findings = audit_all(store, values)?;
    let mut out = io::stdout().lock();
    for (table, count) in &report.counts {
        writeln!(out, "{table} {count}")?;
    }
    // Without a repair, flaws stay in place, so the report has them too.
    let aside = set_aside.iter().filter(|_| is_repair);
    let unreadable = aside.chain(&report.flaws);
    for flaw in unreadable.clone() {
        writeln!(out, "unreadable: {flaw}")?;
    }
    if lost_commits > 0 {
        writeln!(out, "lost: the last {lost_commits} changes")?;
    }
    for finding in &findings {
        writeln!(out, "{}: {finding}", what_becomes(finding, is_repair))?;
    }
    let can_be = findings.iter().filter(|finding| finding.can_be_repaired());
    let (can_be, unreadable) = (can_be.count(), unreadable.count());
    if !is_repair {
        return conclude(unreadable, lost_commits, findings.len(), can_be);
    }
    repair(store, &findings)?;
    // An empty commit records the current content as the expected one.
    store.commit(Batch::new())?;
    let left = audit_all(store, values)?.len();
    writeln!(out, "repaired: {can_be}; left: {left}")?;
    conclude(report.flaws.len(), 0, left, 0)
}

/// Checks everything that is derived from the games.
fn audit_all(store: &dyn Store, values: u64) -> anyhow::Result<Vec<Finding>> {
    let progress = Progress::of(values, "verify");
    let mut more = || progress.more(1);
    let findings = if store.is_shared() {
        audit_in_use(store, &mut more)
    } else {
        audit(store, &mut more)
    };
    Ok(findings?)
}

fn what_becomes(finding: &Finding, is_repair: bool) -> &'static str {
    match (finding.can_be_repaired(), is_repair) {
        (true, true) => "repaired",
        (true, false) => "to repair",
        (false, true | false) => "wrong",
    }
}

/// Fails if there is any error.
fn conclude(unreadable: usize, lost: u64, wrong: usize, can_be: usize) -> anyhow::Result<()> {
    if unreadable == 0 && lost == 0 && wrong == 0 {
        return Ok(());
    }
    let advice = if unreadable + can_be > 0 {
        "; `focusbot verify --repair` sets aside what cannot be read and puts right what can be"
    } else {
        ""
    };
    bail!(
        "records that cannot be read: {unreadable}; changes lost: {lost}; entries and games that \
         are wrong: {wrong}{advice}"
    )
}

fn verify_backup(backup: &Path) -> anyhow::Result<()> {
    // An unreadable backup is reported below.
    let length = fs::metadata(backup).map_or(0, |file| file.len());
    let progress = Progress::of(length, "verify");
    let records = check_backup(backup, &mut |bytes| progress.more(bytes))?;
    drop(progress);
    let path = backup.display();
    writeln!(io::stdout(), "{records} records in {path}")?;
    Ok(())
}
