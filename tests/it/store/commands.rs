//! `focusbot backup`, `restore`, `verify` and `config` as a person runs them.

use std::fs;
#[cfg(all(feature = "discord", feature = "sandbox"))]
use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::process::Command;

use focusbot::store::records::envelope::Envelope;
use focusbot::store::{Batch, Expected, Folder, Keys, Store, Table};
use tempfile::TempDir;

use crate::store::folder::compact::bloat;
use crate::store::folder::damage::{copy, flip, snapshots};
use crate::store::{open, wait_until_free};

/// Output and exit code of a command.
struct Ended {
    code: Option<i32>,
    out: String,
    error: String,
}

impl Ended {
    /// Checks that the command has failed, and that what it says begins like this.
    #[track_caller]
    fn fails_with(&self, beginning: &str) {
        assert_eq!(self.code, Some(1), "{}", self.out);
        assert!(self.error.starts_with(beginning), "{}", self.error);
    }

    /// Checks that the command has failed, and says these words.
    #[track_caller]
    fn fails(&self, words: &str) {
        assert_eq!(self.code, Some(1), "{}", self.out);
        assert!(self.error.contains(words), "{}", self.error);
    }
}

/// Runs the program with `folder` for its data, and no other environment.
fn focusbot(folder: &Path, args: &[&str]) -> Ended {
    let output = Command::new(env!("CARGO_BIN_EXE_focusbot"))
        .args(args)
        .current_dir(folder)
        .env_clear()
        .env("FOCUSBOT_DATA_DIR", "data")
        .output()
        .expect("the program");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    Ended {
        code: output.status.code(),
        out: text(output.stdout),
        error: text(output.stderr),
    }
}

/// Runs the program like [`focusbot`]; returns its output once it has ended well.
#[track_caller]
fn output_of(folder: &Path, args: &[&str]) -> String {
    let ended = focusbot(folder, args);
    assert_eq!(ended.code, Some(0), "{}", ended.error);
    ended.out
}

/// Returns a folder whose data folder holds one person's settings.
fn with_games() -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    put(folder.path(), b"\x07", br#"{"language":"de"}"#);
    folder
}

fn put(folder: &Path, key: &[u8], payload: &[u8]) {
    let data = folder.join("data");
    let bytes = Envelope { schema: 1, payload }.to_bytes();
    crate::store::put(&open(&data), Table::Players, key, bytes);
    wait_until_free(&data);
}

/// Removes the count of the records from a database, which is damaged without it.
fn lose_count(folder: &Path) {
    lose(folder, b"\0census");
}

/// Removes what is at this place of a database.
fn lose(folder: &Path, place: &[u8]) {
    let data = Folder::new(folder.join("data"));
    let db = crate::store::folder::lost::sled(&data);
    db.remove(place).expect("a database that can be written");
    drop(db);
    wait_until_free(data.path());
}

#[test]
fn games_go_to_a_backup_and_come_back() {
    let folder = with_games();
    let path = folder.path();
    let out = output_of(path, &["backup"]);
    let backup = out.trim_end().strip_prefix("2 records in ");
    let backup = backup.expect("the name of a backup");

    let out = output_of(path, &["verify", backup]);
    assert_eq!(out, format!("2 records in {backup}\n"));
    let ended = focusbot(path, &["restore", backup]);
    ended.fails_with("error: `data/store` is not empty");

    fs::rename(path.join("data/store"), path.join("elsewhere")).expect("a folder to move");
    let out = output_of(path, &["restore", backup]);
    assert_eq!(out, "2 records in data\n");
    assert_eq!(output_of(path, &["verify"]), "meta 1\nplayers 1\n");
}

#[cfg(unix)]
#[test]
fn root_makes_no_files_among_the_games_of_another_user() {
    // Nobody else can give a folder away.
    if !rustix::process::geteuid().is_root() {
        return;
    }
    let folder = with_games();
    let path = folder.path();
    for own in ["data", "data/store"] {
        std::os::unix::fs::chown(path.join(own), Some(65_534), None).expect("a folder of ours");
    }
    for args in [["backup"], ["verify"], ["compact"], ["restore"]] {
        let ended = focusbot(path, &args);
        ended.fails_with("error: the games in `data` belong to user 65534, ");
    }
    for own in ["data", "data/store"] {
        std::os::unix::fs::chown(path.join(own), Some(0), None).expect("a folder");
    }
    output_of(path, &["verify"]);
}

#[test]
fn record_without_meaning_is_named_by_verify() {
    let folder = with_games();
    put(folder.path(), b"\x08", b"[1]");
    let ended = focusbot(folder.path(), &["verify"]);
    let expected = "meta 1\nplayers 2\nunreadable: `08` in table `players`: ";
    assert!(ended.out.starts_with(expected), "{}", ended.out);
    let advice = "records that cannot be read: 1; changes lost: 0; entries and games that are \
                  wrong: 0; `focusbot verify --repair` ";
    ended.fails(advice);
}

#[test]
fn damaged_database_is_written_down_as_far_as_it_goes() {
    let folder = with_games();
    lose_count(folder.path());
    let ended = focusbot(folder.path(), &["backup"]);
    ended.fails("is damaged: expected 0 records, found 2");
    for to in [
        &["--to", "data/backups"][..],
        &["--to", "./data/backups"],
        &[],
    ] {
        let args = [&["backup", "--damaged"][..], to].concat();
        let ended = focusbot(folder.path(), &args);
        assert_eq!(ended.code, Some(2), "a start would take it for a whole one");
    }
    // Otherwise, everything would come back from there.
    fs::remove_dir_all(folder.path().join("data/journal")).expect("a journal");
    for left in [2, 1] {
        let out = output_of(folder.path(), &["backup", "--damaged", "--to", "saved"]);
        let expected = format!("{left} records in saved/focusbot-");
        assert!(out.starts_with(&expected), "{out}");
        let ended = focusbot(folder.path(), &["backup"]);
        ended.fails(&format!("is damaged: expected 0 records, found {left}"));
        // The note of the format may be missing as well.
        lose(folder.path(), b"meta\0format");
    }
}

#[test]
fn folder_without_games_is_left_as_it_is() {
    let folder = TempDir::new().expect("a temporary folder");
    for args in [["backup"], ["verify"], ["compact"]] {
        let ended = focusbot(folder.path(), &args);
        ended.fails_with("error: there are no games in `data`");
    }
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

#[test]
fn file_where_a_folder_is_expected_is_named() {
    let folder = with_games();
    let path = folder.path();
    fs::write(path.join("file"), "").expect("a file");
    let ended = focusbot(path, &["backup", "--to", "file"]);
    let expected = "not a directory; expected a folder: move what is there elsewhere";
    ended.fails(expected);
    fs::remove_dir_all(path.join("data")).expect("a folder of ours");
    fs::rename(path.join("file"), path.join("data")).expect("a rename");
    let backup = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/backups/1.jsonl");
    let ended = focusbot(path, &["restore", backup]);
    ended.fails(expected);
}

#[cfg(all(feature = "discord", feature = "sandbox"))]
#[test]
fn folder_that_keeps_the_sandbox_from_starting_is_not_called_a_port() {
    let folder = TempDir::new().expect("a temporary folder");
    fs::create_dir(folder.path().join("sandbox-data")).expect("a new folder");
    fs::write(folder.path().join("sandbox-data/discord"), "").expect("a file");
    let ended = focusbot(folder.path(), &["sandbox", "--no-bot", "--port", "0"]);
    ended.fails_with("error: cannot use the folder `sandbox-data/discord`: ");
}

#[test]
fn missing_games_are_hinted_to_be_those_of_the_sandbox() {
    let folder = with_games();
    let sandbox = Path::new("sandbox-data").join("bot");
    let hint = format!("`FOCUSBOT_DATA_DIR={}`", sandbox.display());
    let games = folder.path().join("data");
    let elsewhere = folder.path().join(&sandbox);
    fs::create_dir_all(&elsewhere).expect("a folder");

    fs::rename(&games, folder.path().join("away")).expect("a rename");
    let ended = focusbot(folder.path(), &["verify"]);
    assert_eq!(ended.code, Some(1));
    assert!(!ended.error.contains(&hint), "{}", ended.error);

    fs::remove_dir(&elsewhere).expect("an empty folder");
    fs::rename(folder.path().join("away"), &elsewhere).expect("a rename");
    let ended = focusbot(folder.path(), &["verify"]);
    ended.fails(&hint);
}

#[test]
fn store_in_use_is_left_alone() {
    let folder = with_games();
    let store = open(&folder.path().join("data"));
    for args in [["backup"], ["verify"], ["compact"]] {
        let ended = focusbot(folder.path(), &args);
        ended.fails_with("error: another focusbot is using `data/store`");
    }
    drop(store);
}

#[cfg(all(feature = "discord", feature = "sandbox"))]
#[test]
fn sandbox_that_runs_keeps_its_games_from_one_that_begins_anew() {
    let folder = with_games();
    let games = folder.path().join("sandbox-data").join("bot");
    fs::create_dir_all(games.parent().expect("a folder")).expect("a folder");
    fs::rename(folder.path().join("data"), &games).expect("a rename");
    let store = open(&games);
    let ended = focusbot(folder.path(), &["sandbox", "--fresh", "--port", "0"]);
    ended.fails("another focusbot is using");
    ended.fails("another folder with `--data` or `dir` in `[sandbox]`");
    drop(store);
    wait_until_free(&games);
    fs::rename(&games, folder.path().join("data")).expect("a rename");
    output_of(folder.path(), &["verify"]);
}

#[cfg(all(feature = "discord", feature = "sandbox"))]
#[test]
fn sandbox_that_cannot_start_keeps_its_games() {
    let folder = with_games();
    let channels = folder.path().join("sandbox-data/discord");
    fs::create_dir_all(&channels).expect("a folder");
    let games = folder.path().join("sandbox-data/bot");
    fs::rename(folder.path().join("data"), &games).expect("a rename");
    let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    let port = taken.local_addr().expect("an address").port().to_string();
    let ended = focusbot(folder.path(), &["sandbox", "--fresh", "--port", &port]);
    ended.fails_with("error: cannot listen at 127.0.0.1:");
    // As one does that runs without a bot.
    let lock = fs::File::create(channels.join("world.lock")).expect("a file");
    lock.lock().expect("a lock");
    let ended = focusbot(folder.path(), &["sandbox", "--fresh", "--port", "0"]);
    ended.fails("another sandbox is using it");
    fs::rename(&games, folder.path().join("data")).expect("a rename");
    let found = output_of(folder.path(), &["verify"]);
    assert!(found.contains("players 1"), "{found}");
}

#[cfg(all(feature = "discord", feature = "sandbox"))]
#[test]
fn sandbox_that_begins_anew_removes_no_folder_of_something_else() {
    let folder = TempDir::new().expect("a temporary folder");
    let foreign = folder.path().join("bot/main.py");
    fs::create_dir(folder.path().join("bot")).expect("a new folder");
    fs::write(&foreign, "mine").expect("a file");
    let args = ["sandbox", "--data", ".", "--fresh", "--port", "0"];
    let ended = focusbot(folder.path(), &args);
    ended.fails_with("error: cannot remove `./bot`: expected a folder with games");
    assert_eq!(fs::read_to_string(&foreign).expect("the file"), "mine");
    assert!(!folder.path().join("bot/lock").exists());
}

#[cfg(all(feature = "discord", feature = "sandbox", feature = "postgres"))]
#[test]
fn sandbox_does_not_take_the_games_of_the_bot() {
    let folder = TempDir::new().expect("a temporary folder");
    let url = "\"postgres://focusbot@127.0.0.1:1/focusbot\"";
    let text = format!("[store]\nurl = {url}\n[sandbox]\nstore_url = {url}\n");
    fs::write(folder.path().join("config.toml"), text).expect("a file");
    let ended = focusbot(folder.path(), &["sandbox", "--fresh"]);
    assert_eq!(ended.code, Some(2), "{}", ended.out);
    let expected = "error: expected another database as `store_url` in `[sandbox]`";
    assert!(ended.error.starts_with(expected), "{}", ended.error);
}

#[cfg(unix)]
#[test]
fn link_to_settings_that_are_gone_is_refused() {
    let folder = TempDir::new().expect("a temporary folder");
    let link = folder.path().join("config.toml");
    std::os::unix::fs::symlink("gone.toml", link).expect("a link");
    let ended = focusbot(folder.path(), &["config"]);
    assert_eq!(ended.code, Some(2), "{}", ended.out);
    let expected = "error: cannot read `config.toml`";
    assert!(ended.error.starts_with(expected), "{}", ended.error);
}

#[test]
fn settings_in_force_are_shown_without_the_token() {
    let folder = TempDir::new().expect("a temporary folder");
    let text = "[discord]\ntoken = \"MTE4NzY1.GfocUs.a-b_c1d2e3f4\"\n[data]\nbackups_kept = 3\n";
    fs::write(folder.path().join("config.toml"), text).expect("a file");
    let ended = focusbot(folder.path(), &["config"]);
    assert_eq!(ended.code, Some(0), "{}", ended.error);
    for line in [
        "token = \"(hidden)\"",
        "backups_kept = 3",
        "dir = \"data\"",
        "port = 8064",
    ] {
        assert!(ended.out.contains(line), "{}", ended.out);
    }
    assert!(!ended.out.contains("MTE4") && !ended.error.contains("MTE4"));

    let ended = focusbot(folder.path(), &["--config", "other.toml", "config"]);
    assert_eq!(ended.code, Some(2));
    assert!(
        ended.error.starts_with("error: cannot read `other.toml`"),
        "{}",
        ended.error
    );
}

/// Returns a folder with the games of a backup in the test data.
fn with_restored_games() -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    let backup = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/backups/1.jsonl");
    output_of(folder.path(), &["restore", backup]);
    folder
}

#[test]
fn verify_repairs_its_findings_when_told_to() {
    let folder = with_restored_games();
    let path = folder.path();
    let store = open(&path.join("data"));
    let seats = store
        .scan(Table::Seats, &Keys::all())
        .expect("a readable store");
    let mut batch = Batch::new();
    batch.delete(Table::Seats, seats[0].0.clone(), Expected::Any);
    let torn = b"\x01torn".to_vec();
    batch.put(Table::Players, b"\x07", torn, Expected::Absent);
    store.commit(batch).expect("a commit without conditions");
    drop(store);
    wait_until_free(&path.join("data"));

    for _ in 0..2 {
        let ended = focusbot(path, &["verify"]);
        for line in ["unreadable: `07` in table `players`: ", "to repair: `"] {
            assert!(ended.out.contains(line), "{}", ended.out);
        }
        let advice = "records that cannot be read: 1; changes lost: 0; entries and games that are \
                      wrong: 1; `focusbot verify --repair` ";
        ended.fails(advice);
    }
    let out = output_of(path, &["verify", "--repair"]);
    let expected = "before the repair: data/backups/focusbot-";
    assert!(out.starts_with(expected), "{out}");
    assert!(out.ends_with("repaired: 1; left: 0\n"), "{out}");
    let out = output_of(path, &["verify"]);
    assert!(out.contains("quarantine 1\n"), "{out}");
}

#[test]
fn room_that_the_games_do_not_need_is_given_back() {
    let folder = with_restored_games();
    let path = folder.path();
    let listed = output_of(path, &["verify"]);
    bloat(&path.join("data"), 4, |_| {});
    let out = output_of(path, &["compact"]);
    assert!(
        out.contains(" MiB before, ") && out.ends_with(" MiB now, in data\n"),
        "{out}"
    );
    assert_eq!(output_of(path, &["verify"]), listed);
    let out = output_of(path, &["compact"]);
    assert!(out.starts_with("nothing to give back of "), "{out}");
}

#[test]
fn erased_data_is_removed_even_if_that_gives_nothing_back() {
    let folder = with_games();
    let data = folder.path().join("data");
    let store = open(&data);
    let mut batch = Batch::new();
    batch
        .delete(Table::Players, *b"\x07", Expected::Any)
        .erase_past();
    store.commit(batch).expect("a commit");
    drop(store);
    wait_until_free(&data);
    let removed = "removed traces of erased data from the database\n";
    for is_first in [true, false] {
        let out = output_of(folder.path(), &["compact"]);
        assert_eq!(out.starts_with(removed), is_first, "{out}");
    }
}

#[test]
fn damaged_database_goes_on_with_what_is_left_when_told_to() {
    let folder = with_restored_games();
    lose_count(folder.path());
    let ended = focusbot(folder.path(), &["verify"]);
    ended.fails("`focusbot verify --repair` sets it aside");
    for args in [&["verify", "--repair"][..], &["verify"]] {
        output_of(folder.path(), args);
    }
}

#[test]
fn repair_says_how_many_changes_are_lost() {
    let folder = with_games();
    let path = folder.path();
    let data = Folder::new(path.join("data"));
    let before = TempDir::new().expect("a temporary folder");
    copy(&data.store(), before.path());
    let store = open(data.path());
    for key in [8, 9, 10] {
        let payload = br#"{"language":"pl"}"#;
        let bytes = Envelope { schema: 1, payload }.to_bytes();
        crate::store::put(&store, Table::Players, &[key], bytes);
    }
    drop(store);
    wait_until_free(data.path());
    fs::remove_dir_all(data.store()).expect("a database");
    fs::create_dir(data.store()).expect("a new folder");
    copy(before.path(), &data.store());
    // The second of the three changes that only the journal has.
    let files = fs::read_dir(data.journal()).expect("a journal");
    let files = files.map(|file| file.expect("a file").path());
    let newest = files.max().expect("a segment");
    let middle = fs::metadata(&newest).expect("a file").len() / 2;
    flip(&newest, usize::try_from(middle).expect("a small file"));
    let out = output_of(path, &["verify", "--repair"]);
    let expected = "players 3\nlost: the last 1 changes\nrepaired: 0; left: 0\n";
    assert!(out.ends_with(expected), "{out}");
}

#[test]
fn database_that_cannot_be_read_is_replaced_by_what_the_backups_have_when_told_to() {
    for names_history in [true, false] {
        let folder = with_games();
        let path = folder.path();
        let out = output_of(path, &["backup"]);
        let backup = out.trim_end().strip_prefix("2 records in ");
        let backup = path.join(backup.expect("the name of a backup"));
        let text = fs::read_to_string(&backup).expect("a backup");
        if !names_history {
            // As backups were before there was a journal.
            let (rest, _) = text.rsplit_once(",\"lineage\"").expect("a history");
            fs::write(&backup, format!("{rest}}}}}\n")).expect("a backup");
        }
        let newest = backup.with_file_name("focusbot-2100-01-01T00-00-00-000Z.jsonl");
        fs::write(newest, &text[..text.len() / 2]).expect("a damaged backup");
        put(path, b"\x08", br#"{"language":"pl"}"#);
        let data = Folder::new(path.join("data"));
        fs::remove_dir_all(data.journal()).expect("a journal");
        for snapshot in snapshots(data.path()) {
            fs::remove_file(snapshot).expect("a snapshot");
        }
        fs::write(data.store().join("db"), "").expect("the data file");
        let out = output_of(path, &["verify", "--repair"]);
        let expected = "what the backups and the journal have is back; the damaged database is in \
                        data/store-damaged\nbefore the repair: data/backups/";
        assert!(out.starts_with(expected), "{out}");
        assert_eq!(output_of(path, &["verify"]), "meta 1\nplayers 1\n");
    }
}
