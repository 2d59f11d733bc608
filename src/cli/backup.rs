//! `focusbot backup`: all games as one text file.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime};

use anyhow::{Context, bail};

use crate::cli::data::{self, NotOpen};
use crate::cli::progress::Progress;
use crate::config::Config;
use crate::store::backup::{self, Requested};
use crate::store::{Damaged, Missing, OpenError, Opened};

/// How often to look how far a running bot has come.
const LOOK: Duration = Duration::from_millis(100);
/// How often to look before the bot counts as none that writes backups.
const LOOKS: u32 = 40;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Folder for the backup; `backups` in the data folder if nothing is said
    #[arg(long, value_name = "FOLDER")]
    to: Option<PathBuf>,
    /// Write down what is left of a damaged database
    #[arg(long)]
    damaged: bool,
}

/// Writes a backup and deletes none; while a bot uses the games, it is asked to write one.
pub(super) fn run(config: &Config, args: &Args) -> anyhow::Result<()> {
    let missing = if args.damaged {
        Missing::Accept
    } else {
        Missing::Refuse
    };
    let own = data::folder(config).backups();
    let opened = match data::open(config, missing, Damaged::Leave) {
        Err(NotOpen::Refused(in_use @ OpenError::InUse(_))) => {
            return ask(in_use, &own, args.to.as_deref());
        }
        opened => opened?,
    };
    let Opened { store, values, .. } = opened;
    let progress = Progress::of(values, "backup");
    let folder = args.to.as_ref().unwrap_or(&own);
    let now = SystemTime::now();
    let written = backup::write_with(&store, folder, now, usize::MAX, &mut |done| {
        progress.at(done);
    })?;
    drop(progress);
    let path = written.path.display();
    writeln!(io::stdout(), "{} records in {path}", written.records)?;
    Ok(())
}

/// Asks the bot that uses the games to write a backup, and waits for it.
fn ask(in_use: OpenError, folder: &Path, to: Option<&Path>) -> anyhow::Result<()> {
    let before = backup::newest(folder);
    let asked = backup::request(folder);
    asked.with_context(|| format!("cannot ask for a backup in `{}`", folder.display()))?;
    let mut looks = 0;
    loop {
        match backup::requested(folder) {
            Requested::Done => break,
            Requested::UnderWay => {}
            Requested::Waits if looks < LOOKS => looks += 1,
            Requested::Waits => {
                if backup::take_request(folder) {
                    backup::end_request(folder);
                    // Another command, or a bot of another version.
                    return Err(in_use.into());
                }
            }
        }
        thread::sleep(LOOK);
    }
    let newest = backup::newest(folder).filter(|newest| Some(newest) != before.as_ref());
    let Some(newest) = newest else {
        bail!("the running focusbot could not write a backup; its log says why");
    };
    let path = match (to, newest.file_name()) {
        (Some(to), Some(name)) => {
            let place = to.join(name);
            let copied = fs::create_dir_all(to).and_then(|()| fs::copy(&newest, &place));
            copied.with_context(|| format!("cannot write `{}`", place.display()))?;
            place
        }
        _ => newest,
    };
    let path = path.display();
    writeln!(io::stdout(), "written by the running focusbot: {path}")?;
    Ok(())
}
