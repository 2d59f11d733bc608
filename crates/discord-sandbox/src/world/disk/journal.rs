//! Journal of the world on disk: one JSON line per change, with files beside it.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::Write;
use std::path::Path;
use std::{fs, io};

use serde::{Deserialize, Serialize};

use crate::world::changes::interaction::Interaction;
use crate::world::commands::Command;
use crate::world::disk::files::files_folder;
use crate::world::model::{Channel, Emoji, Guild, Message, User};
use crate::world::snowflake::Id;

/// Version of the line format.
pub(crate) const VERSION: u32 = 3;

const NAME: &str = "world.jsonl";
const NEW: &str = "world.jsonl.new";
const LOCK: &str = "world.lock";

/// Line of the journal: the newest state of one object, or the fact that it is gone.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum JournalEntry {
    /// First line of every journal.
    Head {
        version: u32,
        bot: Id,
        secret: String,
    },
    Guild(Guild),
    User(User),
    Channel(Channel),
    ChannelGone(Id),
    Message(Box<Message>),
    MessageGone(Id),
    Command(Box<Command>),
    CommandGone(Id),
    Emoji(Emoji),
    EmojiGone(Id),
    Interaction(Box<Interaction>),
}

/// Appends records to `world.jsonl` in a folder.
#[derive(Debug)]
pub(crate) struct Journal {
    file: File,
    /// Length of the complete lines, so that a partly written one can be cut off.
    length: u64,
}

impl Journal {
    /// Returns every complete record of the journal in a folder; a torn last line is left out.
    ///
    /// # Errors
    ///
    /// The file cannot be read, is of another version, or a line before the last one is not a record.
    pub(crate) fn read(folder: &Path) -> io::Result<Vec<JournalEntry>> {
        let text = match fs::read(folder.join(NAME)) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let whole = text
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |at| at + 1);
        let lines = text[..whole].split(|&byte| byte == b'\n');
        let lines = lines.filter(|line| !line.is_empty()).zip(1..);
        lines.map(|(line, number)| parsed(line, number)).collect()
    }

    /// Starts a journal with exactly these records and atomically replaces an earlier one.
    ///
    /// # Errors
    ///
    /// The folder cannot be written.
    pub(crate) fn rewrite(folder: &Path, records: &[JournalEntry]) -> io::Result<Self> {
        fs::create_dir_all(files_folder(folder))?;
        make_private(folder);
        let new = folder.join(NEW);
        let mut text = Vec::new();
        for record in records {
            serde_json::to_writer(&mut text, record)?;
            text.push(b'\n');
        }
        let mut file = File::create(&new)?;
        file.write_all(&text)?;
        file.sync_all()?;
        fs::rename(&new, folder.join(NAME))?;
        let file = OpenOptions::new().append(true).open(folder.join(NAME))?;
        let length = file.metadata()?.len();
        Ok(Self { file, length })
    }

    /// Appends a record in a single write, so that a kill tears at most the last line.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub(crate) fn append(&mut self, record: &JournalEntry) -> io::Result<()> {
        let mut line = serde_json::to_vec(record)?;
        line.push(b'\n');
        if let Err(error) = self.file.write_all(&line) {
            self.file.set_len(self.length)?;
            return Err(error);
        }
        self.length += line.len() as u64;
        Ok(())
    }
}

fn parsed(line: &[u8], number: u32) -> io::Result<JournalEntry> {
    let entry: JournalEntry = serde_json::from_slice(line)
        .map_err(|error| damaged(format!("{NAME} line {number}: {error}")))?;
    match entry {
        JournalEntry::Head { version, .. } if version != VERSION => Err(damaged(format!(
            "expected a world of version {VERSION}, got one of version {version}; begin a new world \
             with `fresh`, or choose another folder"
        ))),
        entry => Ok(entry),
    }
}

/// Exclusive right to use a folder, released when dropped.
#[derive(Debug)]
pub(crate) struct FolderLock(File);

impl FolderLock {
    /// Locks a folder, and creates it if necessary.
    ///
    /// # Errors
    ///
    /// Another sandbox uses the folder, or it cannot be written.
    pub(crate) fn new(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let mut options = OpenOptions::new();
        let file = options.append(true).create(true).open(folder.join(LOCK))?;
        match file.try_lock() {
            Ok(()) => Ok(Self(file)),
            Err(TryLockError::WouldBlock) => {
                let text = "another sandbox is using it; stop that one first, or choose another \
                            folder";
                Err(io::Error::new(io::ErrorKind::ResourceBusy, text))
            }
            Err(TryLockError::Error(error)) => Err(error),
        }
    }
}

impl Drop for FolderLock {
    fn drop(&mut self) {
        // A process that another thread starts has the file, too, for a moment, so closing it is
        // not enough. If this fails, the lock ends with the last of the two.
        let _ = self.0.unlock();
    }
}

/// Returns the error of a journal that cannot be used.
pub(crate) fn damaged(text: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, text.into())
}

/// Keeps other users out of a folder that an older version made accessible to everybody.
#[cfg(unix)]
fn make_private(folder: &Path) {
    use std::os::unix::fs::PermissionsExt;

    // The folder may belong to another user, who has chosen other permissions.
    let _ = fs::set_permissions(folder, fs::Permissions::from_mode(0o700));
}

/// Does nothing: on other systems the permissions of the parent folder apply.
#[cfg(not(unix))]
const fn make_private(_: &Path) {}

/// Removes the sandbox's files from a folder and nothing else.
///
/// # Errors
///
/// A file cannot be removed.
pub(crate) fn clear(folder: &Path) -> io::Result<()> {
    for name in [NAME, NEW] {
        remove(&folder.join(name))?;
    }
    let Ok(entries) = fs::read_dir(files_folder(folder)) else {
        return Ok(());
    };
    for entry in entries {
        let entry = entry?;
        let is_ours = entry
            .file_name()
            .to_str()
            .is_some_and(|name| name.parse::<Id>().is_ok());
        if is_ours {
            remove(&entry.path())?;
        }
    }
    Ok(())
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
