//! Commands of a person whose games are in PostgreSQL.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use focusbot::store::postgres::{OpenError, PostgresStore};
use focusbot::store::records::envelope::Envelope;
use focusbot::store::{Batch, Expected, Store, Table};
use tempfile::TempDir;

use crate::store::postgres::{Database, database};
use crate::store::{everything, open, wait_until_free};
use crate::support::{program, until};

/// Output of a command that ended well, or its errors.
type Ended = Result<String, String>;

/// Runs the program in `folder` with the database as its store.
fn focusbot(folder: &Path, database: &Database, args: &[&str]) -> Ended {
    run(
        folder,
        &[("FOCUSBOT_STORE_URL", &database.url().to_string())],
        args,
    )
}

fn run(folder: &Path, settings: &[(&str, &str)], args: &[&str]) -> Ended {
    let output = program::focusbot()
        .args(args)
        .current_dir(folder)
        .env("FOCUSBOT_LOG_FILTER", "error")
        .envs(settings.iter().copied())
        .output()
        .expect("the program");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    let (out, error) = (text(output.stdout), text(output.stderr));
    if output.status.success() {
        Ok(out)
    } else {
        Err(error)
    }
}

/// Runs the program in `folder` once no other one is connected to the database any more.
fn run_alone(folder: &Path, database: &Database, args: &[&str]) -> Ended {
    database.wait_until_unused();
    run(folder, &[], args)
}

/// Puts the settings of two people into a store, and one value that is damaged.
fn fill(store: &dyn Store) {
    let mut batch = Batch::new();
    for (key, language) in [(b"\x07", "de"), (b"\x08", "pl")] {
        let payload = format!(r#"{{"language":"{language}"}}"#);
        let payload = payload.as_bytes();
        let bytes = Envelope { schema: 1, payload }.to_bytes();
        batch.put(Table::Players, *key, bytes, Expected::Absent);
    }
    batch.put(
        Table::Quarantine,
        *b"\xff",
        b"damaged".to_vec(),
        Expected::Absent,
    );
    store.commit(batch).expect("a commit of new keys");
}

/// Returns the last word of an output: the path of a backup.
fn path_in(out: &str) -> &str {
    out.split_whitespace().last().expect("a path")
}

#[test]
fn games_move_to_a_database_and_back() {
    let Some(database) = database() else { return };
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path();
    let before = {
        let store = open(&path.join("data"));
        fill(&store);
        everything(&store)
    };
    wait_until_free(&path.join("data"));
    let url = database.url().to_string();
    let there = ["migrate", "--from", "data", "--to", &url];
    let out = run(path, &[], &there).expect("a migration");
    assert!(
        out.starts_with("4 records moved, by way of the backup data/backups/"),
        "{out}"
    );
    assert_eq!(everything(&database.store()), before);
    let error = run_alone(path, &database, &there).expect_err("a refusal");
    assert_eq!(
        error,
        "error: the database has games in it; name an empty one\n"
    );

    let back = ["migrate", "--from", &url, "--to", "new"];
    run_alone(path, &database, &back).expect("a migration");
    assert_eq!(everything(&open(&path.join("new"))), before);
    let error = run_alone(path, &database, &back).expect_err("a refusal");
    assert!(
        error.starts_with("error: `new/store` is not empty"),
        "{error}"
    );
    let error = run(path, &[], &["migrate", "--from", "none", "--to", "other"]);
    let error = error.expect_err("a refusal");
    assert!(
        error.starts_with("error: there are no games in `none`"),
        "{error}"
    );
}

#[test]
fn backups_that_cannot_be_read_are_not_called_none() {
    let Some(database) = database() else { return };
    let folder = TempDir::new().expect("a temporary folder");
    let data = folder.path().join("data");
    fs::create_dir(&data).expect("a new folder");
    fs::write(data.join("backups"), "in the way").expect("a file");
    let error = focusbot(folder.path(), &database, &["restore"]).expect_err("a refusal");
    let expected = "error: cannot read the folder `data/backups`: ";
    assert!(error.starts_with(expected), "{error}");
}

#[test]
fn changes_in_the_journal_of_a_folder_are_not_left_out_without_a_word() {
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path();
    fill(&open(&path.join("data")));
    wait_until_free(&path.join("data"));
    let out = run(path, &[], &["backup"]).expect("a backup");
    fill_with_people(&open(&path.join("data")), 3);
    let url = [(
        "FOCUSBOT_STORE_URL",
        "postgres://focusbot@127.0.0.1:1/focusbot",
    )];
    let error = run(path, &url, &["restore"]).expect_err("a refusal");
    let expected = "error: the journal has later changes than `data/backups/";
    assert!(error.starts_with(expected), "{error}");
    let error = run(path, &url, &["restore", path_in(&out)]).expect_err("no database");
    let expected = "error: the database cannot be reached: ";
    assert!(error.starts_with(expected), "{error}");
}

#[test]
fn database_that_was_filled_has_statistics_on_all_keys() {
    let (Some(database), Some(empty)) = (database(), database()) else {
        return;
    };
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path();
    fill(&database.store());
    focusbot(path, &database, &["backup"]).expect("a backup");
    focusbot(path, &empty, &["restore"]).expect("a restore");
    // The server itself does not analyze tables with so few rows.
    let text = "SELECT tablename::text FROM pg_stats WHERE schemaname = 'focusbot' \
                AND attname = 'k' ORDER BY 1";
    let rows = empty.client().query(text, &[]).expect("an answer");
    let analyzed: Vec<String> = rows.iter().map(|row| row.get(0)).collect();
    assert_eq!(analyzed, ["meta", "players", "quarantine"]);
}

/// Puts the settings of many people into a store.
fn fill_with_people(store: &dyn Store, people: u16) {
    let mut batch = Batch::new();
    for person in 0..people {
        let payload = br#"{"language":"de"}"#;
        let bytes = Envelope { schema: 1, payload }.to_bytes();
        batch.put(
            Table::Players,
            person.to_be_bytes(),
            bytes,
            Expected::Absent,
        );
    }
    store.commit(batch).expect("a commit of new keys");
}

#[test]
fn migration_that_was_killed_is_gone_on_with() {
    let Some(database) = database() else { return };
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path();
    let before = {
        let store = open(&path.join("data"));
        fill_with_people(&store, 2_300);
        everything(&store)
    };
    fill(&open(&path.join("other")));
    for name in ["data", "other"] {
        wait_until_free(&path.join(name));
    }
    // The database stops at one of the last people until it is told to go on.
    drop(database.store());
    database.wait_until_unused();
    let mut keeper = database.client();
    let text = "SELECT pg_advisory_lock(1); \
                CREATE FUNCTION focusbot.hold() RETURNS trigger LANGUAGE plpgsql AS \
                $$BEGIN PERFORM pg_advisory_lock(1); RETURN NEW; END$$; \
                CREATE TRIGGER hold BEFORE INSERT ON focusbot.players FOR EACH ROW \
                WHEN (NEW.k = '\\x0898') EXECUTE FUNCTION focusbot.hold()";
    keeper.batch_execute(text).expect("a trigger");
    let url = database.url().to_string();
    let migrate = ["migrate", "--from", "data", "--to", &url];
    let mut killed = program::focusbot()
        .args(migrate)
        .current_dir(path)
        .env("FOCUSBOT_LOG_FILTER", "error")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program");
    let waits = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() \
                 AND wait_event_type = 'Lock'";
    until("a program that waits", || {
        assert!(killed.try_wait().expect("a program").is_none());
        let waiting = keeper.query_one(waits, &[]).expect("an answer");
        waiting.get::<_, i64>(0) > 0
    });
    killed.kill().expect("a program that runs");
    killed.wait().expect("a program that was killed");
    let text = "SELECT pg_advisory_unlock(1); DROP FUNCTION focusbot.hold CASCADE";
    keeper.batch_execute(text).expect("no trigger");

    let opened = PostgresStore::open(database.options());
    assert_eq!(opened.err(), Some(OpenError::HalfFilled));
    let other = ["migrate", "--from", "other", "--to", &url];
    let error = run_alone(path, &database, &other).expect_err("a refusal");
    assert!(
        error.starts_with("error: the database has a part of other games"),
        "{error}"
    );
    let out = run_alone(path, &database, &migrate).expect("a migration");
    let expected = "2001 records were there already\n2301 records moved, by way of the backup";
    assert!(out.starts_with(expected), "{out}");
    assert_eq!(everything(&database.store()), before);
    let error = run_alone(path, &database, &migrate).expect_err("a refusal");
    assert_eq!(
        error,
        "error: the database has games in it; name an empty one\n"
    );
}

#[test]
fn database_in_use_is_not_moved() {
    let Some(database) = database() else { return };
    let folder = TempDir::new().expect("a temporary folder");
    let store = database.store();
    fill(&store);
    let url = database.url().to_string();
    let moved = run(
        folder.path(),
        &[],
        &["migrate", "--from", &url, "--to", "new"],
    );
    let expected = "error: another focusbot is using the database; stop that one first\n";
    assert_eq!(moved, Err(expected.to_owned()));
    assert!(!folder.path().join("new/store").exists());
}

#[test]
fn backup_is_written_verified_and_restored() {
    let (Some(database), Some(empty)) = (database(), database()) else {
        return;
    };
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path();
    let before = {
        let store = database.store();
        fill(&store);
        // A bot may be using it.
        let out = focusbot(path, &database, &["backup"]).expect("a backup");
        assert!(out.starts_with("4 records in data/backups/"), "{out}");
        everything(&store)
    };
    let verified = focusbot(path, &database, &["verify"]).expect("sound records");
    assert_eq!(verified, "meta 1\nplayers 2\nquarantine 1\n");
    database.wait_until_unused();
    let error = focusbot(path, &database, &["restore"]).expect_err("a refusal");
    assert_eq!(
        error,
        "error: the database has games in it; name an empty one\n"
    );
    let out = focusbot(path, &empty, &["restore"]).expect("a restore");
    assert_eq!(out, "4 records in the database\n");
    assert_eq!(everything(&empty.store()), before);
}

#[test]
fn damaged_backup_leaves_the_database_empty() {
    let (Some(database), Some(empty)) = (database(), database()) else {
        return;
    };
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path();
    fill(&database.store());
    let out = focusbot(path, &database, &["backup"]).expect("a backup");
    let backup = path.join(path_in(&out));
    let text = fs::read_to_string(&backup)
        .expect("a backup")
        .replace("de", "en");
    fs::write(&backup, text).expect("a backup");
    let error = focusbot(path, &empty, &["restore"]).expect_err("a refusal");
    assert!(error.contains("the backup has been changed"), "{error}");
    assert_eq!(
        everything(&empty.store()).len(),
        1,
        "the note of the format alone"
    );
}

#[test]
fn restore_that_the_database_has_altered_is_refused_until_it_is_emptied() {
    let (Some(database), Some(altering)) = (database(), database()) else {
        return;
    };
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path();
    let before = {
        let store = database.store();
        fill(&store);
        everything(&store)
    };
    focusbot(path, &database, &["backup"]).expect("a backup");
    drop(altering.store());
    altering.run(
        "CREATE FUNCTION focusbot.alter_value() RETURNS trigger LANGUAGE plpgsql AS \
         $$BEGIN NEW.v := '\\x00'; RETURN NEW; END$$; \
         CREATE TRIGGER alter_value BEFORE INSERT ON focusbot.players FOR EACH ROW \
         WHEN (NEW.k = '\\x07') EXECUTE FUNCTION focusbot.alter_value()",
    );
    altering.wait_until_unused();
    let error = focusbot(path, &altering, &["restore"]).expect_err("a refusal");
    let expected = "error: expected the 4 values of the backup, found others or 4: empty the \
                    database with `DROP SCHEMA focusbot CASCADE`, and try again\n";
    assert_eq!(error, expected);
    let opened = PostgresStore::open(altering.options());
    assert_eq!(opened.err(), Some(OpenError::HalfFilled));
    altering.run("DROP SCHEMA focusbot CASCADE");
    altering.wait_until_unused();
    focusbot(path, &altering, &["restore"]).expect("a restore");
    assert_eq!(everything(&altering.store()), before);
}

#[test]
fn damaged_record_is_found_and_set_aside() {
    let Some(database) = database() else { return };
    let folder = TempDir::new().expect("a temporary folder");
    fill(&database.store());
    database.run("UPDATE focusbot.players SET v = '\\x00' WHERE k = '\\x07'");
    let error = focusbot(folder.path(), &database, &["verify"]).expect_err("damage");
    assert!(error.contains("records that cannot be read: 1"), "{error}");
    database.wait_until_unused();
    let out = focusbot(folder.path(), &database, &["verify", "--repair"]).expect("a repair");
    assert!(out.contains("unreadable: `07` in table `players`"), "{out}");
    let out = focusbot(folder.path(), &database, &["verify"]).expect("sound records");
    assert_eq!(out, "meta 1\nplayers 1\nquarantine 2\n");
}

#[test]
fn database_in_use_is_verified_and_not_repaired() {
    let Some(database) = database() else { return };
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path();
    let store = database.store();
    fill(&store);
    let verified = focusbot(path, &database, &["verify"]).expect("sound records");
    assert_eq!(verified, "meta 1\nplayers 2\nquarantine 1\n");
    let repaired = focusbot(path, &database, &["verify", "--repair"]);
    let expected = "error: another focusbot is using the database; stop that one first\n";
    assert_eq!(repaired, Err(expected.to_owned()));
    assert!(!path.join("data/backups").exists(), "nothing was begun");
}

#[test]
fn settings_show_no_password() {
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path();
    let url = "postgres://focusbot@db1,db2/focusbot?target_session_attrs=read-write";
    fs::write(path.join("secret"), "open sesame\n").expect("a file");
    for secret in [
        ("FOCUSBOT_STORE_PASSWORD", "open sesame"),
        ("FOCUSBOT_STORE_PASSWORD_FILE", "secret"),
    ] {
        let out = run(path, &[("FOCUSBOT_STORE_URL", url), secret], &["config"]);
        let out = out.expect("settings");
        assert!(
            out.contains(url) && out.contains("password = \"(hidden)\""),
            "{out}"
        );
        assert!(!out.contains("sesame"), "{out}");
    }
    let url = "postgres://focusbot:sesame@db1/focusbot";
    let error = run(path, &[("FOCUSBOT_STORE_URL", url)], &["config"]).expect_err("a refusal");
    assert!(
        error.contains("`store.url`: expected an address without a password"),
        "{error}"
    );
    assert!(!error.contains("sesame"), "{error}");
}

#[test]
fn refused_move_names_its_own_options() {
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path();
    let migrate = |from, to| run(path, &[], &["migrate", "--from", from, "--to", to]);
    let error = migrate("data", "new").expect_err("a refusal");
    assert!(
        error.ends_with("in `data`; `--from` says where to look\n"),
        "{error}"
    );
    let store = open(&path.join("data"));
    fill(&store);
    let error = migrate("data", "new").expect_err("a refusal");
    assert!(
        error.ends_with("using `data/store`; stop that one first\n"),
        "{error}"
    );
    let error = migrate("new", "data").expect_err("a refusal");
    assert!(
        error.ends_with("or name another place with `--to`\n"),
        "{error}"
    );
}

#[test]
fn address_with_a_password_is_not_repeated() {
    let folder = TempDir::new().expect("a temporary folder");
    for url in [
        "postgres://focusbot:sesame@db1/focusbot",
        "postgres://focusbot@db1/focusbot?password=sesame",
        "mysql://focusbot:sesame@db1/focusbot",
    ] {
        for (option, [from, to]) in [("--from", [url, "new"]), ("--to", ["data", url])] {
            let args = ["migrate", "--from", from, "--to", to];
            let error = run(folder.path(), &[], &args).expect_err("a refusal");
            let expected = format!("error: `{option}`: expected an address ");
            assert!(error.starts_with(&expected), "{error}");
            assert!(!error.contains("sesame"), "{error}");
        }
    }
}

#[test]
fn database_that_was_never_used_is_refused_and_left_as_it_is() {
    let Some(database) = database() else { return };
    let folder = TempDir::new().expect("a temporary folder");
    for command in ["verify", "backup"] {
        let refused = focusbot(folder.path(), &database, &[command]);
        let expected = "error: the database has no games of focusbot in it\n";
        assert_eq!(refused, Err(expected.to_owned()), "{command}");
    }
    let text = "SELECT to_regnamespace('focusbot') IS NULL";
    let row = database.client().query_one(text, &[]).expect("an answer");
    assert!(row.get::<_, bool>(0), "no schema was made");
}

#[test]
fn unreachable_database_is_told_of_in_one_sentence() {
    let folder = TempDir::new().expect("a temporary folder");
    let url = "postgres://focusbot@127.0.0.1:1/focusbot";
    for command in ["verify", "backup", "restore"] {
        fs::create_dir_all(folder.path().join("data/backups")).expect("a folder");
        let name = "data/backups/focusbot-2026-01-01T00-00-00-000Z.jsonl";
        fs::write(
            folder.path().join(name),
            include_str!("../../../data/backups/2.jsonl"),
        )
        .expect("a file");
        let error = run(folder.path(), &[("FOCUSBOT_STORE_URL", url)], &[command]);
        let error = error.expect_err(command);
        let expected = "error: the database cannot be reached: ";
        assert!(
            error.starts_with(expected) && error.lines().count() == 1,
            "{command}: {error}"
        );
    }
}
