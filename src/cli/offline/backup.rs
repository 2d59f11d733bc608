//! `focusbot backup`: writes all games to a text file.

use std::io::{self, Write};
use std::path::{self, Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime};

use anyhow::{Context, bail};

use crate::cli::data::{self, NotOpen};
use crate::cli::offline::progress::Progress;
use crate::cli::usage::Usage;
use crate::config::Config;
use crate::store::backup::{self, Requested, Written};
use crate::store::{Damaged, Missing, OpenError, Opened, Store};

/// Interval of checks for the progress of a running bot.
const LOOK: Duration = Duration::from_millis(100);
/// Number of checks without progress after which the bot counts as one that writes no backups.
const LOOKS: u32 = 40;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Folder for the backup; `backups` in the data folder by default
    #[arg(long, value_name = "FOLDER")]
    to: Option<PathBuf>,
    /// Write the readable part of a damaged database, apart from the backups that are whole
    #[arg(long, requires = "to")]
    damaged: bool,
}

/// Writes a backup and deletes none; if a bot is using the games, asks it to write one, which counts
/// as one of its own: it then deletes the oldest of them beyond `backups_kept`.
pub(crate) fn run(config: &Config, args: &Args) -> anyhow::Result<()> {
    let missing = if args.damaged {
        Missing::Accept
    } else {
        Missing::Refuse
    };
    let folder = data::folder(config);
    data::require_own(&folder)?;
    let own = folder.backups();
    let to = args.to.as_deref();
    if args.damaged && to.is_some_and(|to| is_same(to, &own)) {
        let wanted = "expected another folder after `--to` than that of the bot's backups: a start \
                      would take what is left of a damaged database for a whole backup";
        return Err(Usage::new(wanted).into());
    }
    if let Some(store) = data::open_database(config)? {
        return write(store.as_store(), store.values()?, to.unwrap_or(&own));
    }
    let open = || data::open(config, missing, Damaged::Leave);
    let opened = match open() {
        Err(NotOpen::Refused(OpenError::InUse(_))) => match ask(&own, open)? {
            Asked::Written(backup) => return hand_over(backup, to),
            Asked::Free(opened) => *opened,
        },
        opened => opened?,
    };
    let Opened { store, values, .. } = opened;
    write(&store, values, to.unwrap_or(&own))
}

/// Returns whether two paths lead to one folder.
fn is_same(one: &Path, other: &Path) -> bool {
    // They may not be there yet.
    let found = |path: &Path| path.canonicalize().or_else(|_| path::absolute(path)).ok();
    found(one).is_some_and(|one| Some(one) == found(other))
}

/// Writes all `values` of a store to a new backup, and shows the progress under a label.
pub(super) fn write_all(
    store: &dyn Store,
    values: u64,
    folder: &Path,
    label: &'static str,
) -> anyhow::Result<Written> {
    let (progress, now) = (Progress::of(values, label), SystemTime::now());
    let mut at = |done| progress.at(done);
    Ok(backup::write_with(store, folder, now, usize::MAX, &mut at)?)
}

fn write(store: &dyn Store, values: u64, folder: &Path) -> anyhow::Result<()> {
    let written = write_all(store, values, folder, "backup")?;
    let path = written.path.display();
    writeln!(io::stdout(), "{} records in {path}", written.records)?;
    Ok(())
}

/// Result of asking the bot that is using the games.
enum Asked {
    /// The bot has written this backup.
    Written(PathBuf),
    /// The bot has stopped in the meantime, and the games are open now.
    Free(Box<Opened>),
}

/// Asks the bot that is using the games to write a backup, and waits for it.
fn ask(folder: &Path, open: impl Fn() -> Result<Opened, NotOpen>) -> anyhow::Result<Asked> {
    let backups = || {
        let listed = backup::list(folder);
        listed.with_context(|| format!("cannot read the folder `{}`", folder.display()))
    };
    let before = backups()?;
    let asked = backup::request(folder);
    asked.with_context(|| format!("cannot ask for a backup in `{}`", folder.display()))?;
    let (mut looks, mut last) = (0, None);
    loop {
        let requested = backup::requested(folder);
        if requested == Requested::Done {
            break;
        }
        // It may be busy with a backup that was due anyway.
        let now = Some((requested, backup::unfinished_bytes(folder)));
        looks = if now == last { looks + 1 } else { 0 };
        last = now;
        if looks == LOOKS {
            looks = 0;
            match open() {
                Err(in_use @ NotOpen::Refused(OpenError::InUse(_))) => {
                    if backup::take_request(folder) {
                        backup::end_request(folder);
                        // Not a bot, but another command; or a bot of another version.
                        return Err(in_use.into());
                    }
                }
                opened => {
                    let _ = backup::take_request(folder);
                    backup::end_request(folder);
                    return Ok(Asked::Free(Box::new(opened?)));
                }
            }
        }
        thread::sleep(LOOK);
    }
    let mut written = backups()?;
    written.retain(|backup| !before.contains(backup));
    let Some(written) = written.pop() else {
        bail!("the running focusbot could not write a backup; its log says why");
    };
    Ok(Asked::Written(written))
}

/// Prints the path of the bot's backup, or of a copy in the requested folder.
fn hand_over(backup: PathBuf, to: Option<&Path>) -> anyhow::Result<()> {
    let path = match to {
        Some(to) => backup::copy(&backup, to)
            .with_context(|| format!("cannot write a copy in `{}`", to.display()))?,
        None => backup,
    };
    let path = path.display();
    writeln!(io::stdout(), "written by the running focusbot: {path}")?;
    Ok(())
}
