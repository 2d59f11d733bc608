//! Full disk and missing permissions: the program says in one sentence what is wrong and how to fix
//! it.

use std::fs::{self, Permissions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;

use focusbot::store::{
    Batch, CommitError, Entries, Expected, Key, Keys, MemoryStore, ReadPoint, Revision, Store,
    StoreError, Stored, Table, backup,
};
use tempfile::TempDir;

use crate::store::folder::child;
use crate::store::folder::damage::{envelope, fill, records};
use crate::store::open;

/// Returns a command for the program on a data folder, with no other environment.
fn program(path: &Path, data: &Path) -> Command {
    let mut command = Command::new(path);
    command
        .env_clear()
        .env("FOCUSBOT_DATA_DIR", data)
        .env("DISCORD_TOKEN", "made.up.token")
        .env("FOCUSBOT_DISCORD_API_BASE", "http://127.0.0.1:9");
    command
}

/// Returns the last line of the program, which must fail.
#[track_caller]
fn last_words(command: &mut Command) -> String {
    let output = command.output().expect("the program");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let text = String::from_utf8(output.stderr).expect("text");
    let last = text.lines().last().expect("a sentence");
    last.to_owned()
}

/// Sets the permissions of everything in `folder`.
fn allow(folder: &Path, folders: u32, files: u32) {
    fs::set_permissions(folder, Permissions::from_mode(0o755)).expect("a folder of ours");
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            allow(&path, folders, files);
        } else {
            fs::set_permissions(&path, Permissions::from_mode(files)).expect("a file of ours");
        }
    }
    fs::set_permissions(folder, Permissions::from_mode(folders)).expect("a folder of ours");
}

/// Returns a copy of the program that a user without any rights can run.
fn copied(folder: &Path) -> PathBuf {
    let path = folder.join("focusbot");
    // Not copied by this process: a child started by another test meanwhile would inherit the file,
    // open for writing, and such a file cannot be executed.
    let done = Command::new("cp")
        .args([Path::new(env!("CARGO_BIN_EXE_focusbot")), &path])
        .status();
    assert!(done.expect("a program that copies").success());
    fs::set_permissions(folder, Permissions::from_mode(0o755)).expect("a folder of ours");
    path
}

/// Returns what commands say that cannot use the data of a program.
#[track_caller]
fn refusals(path: &Path, data: &Path) -> [String; 3] {
    [["run"], ["verify"], ["backup"]].map(|args| {
        let mut command = program(path, data);
        command.args(args);
        // The superuser can read and write everything.
        if rustix::process::geteuid().is_root() {
            command.uid(65_534).gid(65_534);
        }
        let text = last_words(&mut command);
        assert!(text.starts_with("error: cannot use the folder `"), "{text}");
        text
    })
}

#[test]
fn unwritable_folder_is_named_with_a_remedy() {
    let data = TempDir::new().expect("a temporary folder");
    let programs = TempDir::new().expect("a temporary folder");
    fill(data.path());
    allow(data.path(), 0o555, 0o444);
    let path = copied(programs.path());
    for text in refusals(&path, data.path()) {
        assert!(text.contains(&*data.path().to_string_lossy()), "{text}");
        let advice = "let the user that runs focusbot write there, or set another `data.dir`";
        assert!(text.ends_with(advice), "{text}");
    }
    allow(data.path(), 0o755, 0o644);
    assert_eq!(records(&open(data.path())), 4000, "all is as it was");
}

#[test]
fn games_without_read_permission_are_not_called_none() {
    let data = TempDir::new().expect("a temporary folder");
    let programs = TempDir::new().expect("a temporary folder");
    fill(data.path());
    let path = copied(programs.path());
    let backups = data.path().join("backups");
    fs::create_dir(&backups).expect("a new folder");
    fs::write(backups.join("focusbot-2026-08-30T12-00-00-000Z.jsonl"), "").expect("a file");
    let folders = [
        data.path().join("store"),
        data.path().join("journal"),
        backups.clone(),
        data.path().to_owned(),
    ];
    let set = |folder: &Path, mode| {
        fs::set_permissions(folder, Permissions::from_mode(mode)).expect("a folder of ours");
    };
    set(&data.path().join("lock"), 0o666);
    for closed in &folders {
        for folder in &folders {
            set(folder, 0o777);
        }
        set(closed, 0o000);
        for text in refusals(&path, data.path()) {
            assert!(text.contains("permission denied; let the user"), "{text}");
        }
        set(data.path(), 0o777);
        set(closed, 0o777);
    }
    fs::remove_dir_all(backups).expect("a folder of ours");
    assert_eq!(records(&open(data.path())), 4000, "all is as it was");
}

/// Returns the paths in `folder`, including itself, that other users may read. Files that a bot
/// removes meanwhile do not count.
pub(crate) fn open_to_others(folder: &Path) -> Vec<PathBuf> {
    let mode = |path: &Path| match fs::symlink_metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => 0,
        found => found.expect("a file").permissions().mode(),
    };
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(open_to_others(&path));
        } else if mode(&path) & 0o077 != 0 {
            found.push(path);
        }
    }
    if mode(folder) & 0o077 != 0 {
        found.push(folder.to_owned());
    }
    found
}

#[test]
fn files_of_the_program_are_private_to_its_user() {
    let folder = TempDir::new().expect("a temporary folder");
    let data = folder.path().join("deep").join("data");
    let backup = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/backups/1.jsonl");
    let script = r#"umask 0; "$0" restore "$1" && "$0" backup && "$0" verify && "$0" compact"#;
    let mut command = program(Path::new("sh"), &data);
    command.args(["-c", script, env!("CARGO_BIN_EXE_focusbot"), backup]);
    let output = command
        .env("PATH", "/usr/bin:/bin")
        .output()
        .expect("a shell");
    assert!(output.status.success(), "{output:?}");
    assert_eq!(
        open_to_others(&folder.path().join("deep")),
        Vec::<PathBuf>::new()
    );
    // Folders of older versions are made private when they are opened next.
    for name in ["store", "journal", "backups"] {
        let folder = data.join(name);
        fs::create_dir_all(&folder).expect("a folder");
        fs::set_permissions(&folder, Permissions::from_mode(0o755)).expect("a folder of ours");
        drop(open(&data));
        assert!(!open_to_others(&data).contains(&folder), "{name}");
    }
}

#[test]
fn full_disk_is_named_at_the_start_with_a_remedy() {
    let data = TempDir::new().expect("a temporary folder");
    fill(data.path());
    // Any write exceeds the maximum file size.
    let script = r#"trap "" XFSZ; ulimit -f 0; exec "$0" "$@""#;
    let mut command = program(Path::new("sh"), data.path());
    let path = env!("CARGO_BIN_EXE_focusbot");
    command
        .args(["-c", script, path, "run"])
        .env("PATH", "/usr/bin:/bin");
    let text = last_words(&mut command);
    let advice = "free some space on its disk and start focusbot again";
    assert!(
        text.starts_with("error: ") && text.ends_with(advice),
        "{text}"
    );
    assert_eq!(records(&open(data.path())), 4000, "all is as it was");
}

/// Store that notes how much of a backup is on the disk once all of it was read.
struct Observed {
    store: MemoryStore,
    backups: PathBuf,
    bytes: AtomicU64,
}

impl Store for Observed {
    fn get(&self, table: Table, key: &[u8]) -> Result<Option<Stored>, StoreError> {
        self.store.get(table, key)
    }

    fn scan(&self, table: Table, keys: &Keys) -> Result<Entries<Stored>, StoreError> {
        self.store.scan(table, keys)
    }

    fn visit(&self, visit: &mut dyn FnMut(Table, &[u8], Stored)) -> Result<ReadPoint, StoreError> {
        let moment = self.store.visit(visit)?;
        let bytes = backup::unfinished_bytes(&self.backups);
        self.bytes.store(bytes, Ordering::Relaxed);
        Ok(moment)
    }

    fn commit(&self, batch: Batch) -> Result<Revision, CommitError> {
        self.store.commit(batch)
    }
}

/// Entry point of the child; does nothing without a folder.
#[test]
fn child_has_no_room_for_a_backup() {
    let Some(backups) = child::folder() else {
        return;
    };
    let store = Observed {
        store: MemoryStore::new(),
        backups: backups.clone(),
        bytes: AtomicU64::new(u64::MAX),
    };
    let mut batch = Batch::new();
    for number in 0..3_000 {
        let key = Key::new().u32(number);
        let bytes = envelope(1, br#"{"move":"a3-a4"}"#);
        batch.put(Table::Actions, key, bytes, Expected::Absent);
    }
    store.commit(batch).expect("a commit to an empty store");
    let written = backup::write(&store, &backups, SystemTime::now(), 1);
    let error = written.expect_err("a file that must not grow");
    let bytes = store.bytes.into_inner();
    writeln!(io::stdout(), "left {bytes}: {error}").expect("a parent that reads");
}

#[test]
fn backup_that_fills_the_disk_gives_the_room_back_at_once() {
    let backups = TempDir::new().expect("a temporary folder");
    let name = "disk::child_has_no_room_for_a_backup";
    let child = child::command_on_small_disk(name, backups.path(), 64).output();
    let said = String::from_utf8(child.expect("a child").stdout).expect("text");
    assert!(said.contains("left 0: cannot write the backup"), "{said}");
    let files = fs::read_dir(backups.path()).expect("a folder");
    assert_eq!(files.count(), 0);
}
