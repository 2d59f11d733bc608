//! `focusbot sandbox`: sandbox and bot in one process.

use std::fs::{self, Permissions};
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use discord_sandbox::Person;
use tempfile::TempDir;

use crate::store::open_to_others;
use crate::support::program;
use crate::whole::harness::{Bot, PEOPLE, begin};

/// Starts the sandbox with a umask that opens every file to everybody, and returns the address of
/// its page.
fn start(data: &Path) -> (Bot, String) {
    let real = program::focusbot();
    let mut command = Command::new("sh");
    program::give_time(&mut command)
        .args(["-c", r#"umask 0; exec "$0" sandbox --port 0 --data "$1""#])
        .arg(real.get_program())
        .arg(data)
        .current_dir(data.parent().expect("a folder around it"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let mut child: Child = command.spawn().expect("a shell");
    let mut line = String::new();
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    output.read_line(&mut line).expect("text");
    let address = line.strip_prefix("Open ").expect("a greeting");
    let address = address.split(' ').next().expect("an address");
    (Bot(child), address.to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn files_of_the_sandbox_are_private_to_its_user() {
    let folder = TempDir::new().expect("a temporary folder");
    let data = folder.path().join("sandbox-data");
    let (bot, address) = start(&data);
    let mut people = Vec::new();
    for name in &PEOPLE[..2] {
        let person = Person::connect(&address, name).await;
        people.push(person.expect("a person of the sandbox"));
    }
    people[0].wait_for_bot("focus").await.expect("the bot");
    begin(&people, "0").await;
    let files = fs::read_dir(data.join("discord/files")).expect("a folder");
    assert!(files.count() > 0, "the bot has sent a picture");
    assert!(data.join("bot/store").exists());
    assert_eq!(open_to_others(&data), Vec::<PathBuf>::new());
    bot.terminate();
    bot.ended();
    assert_eq!(open_to_others(&data), Vec::<PathBuf>::new());

    // A folder of an older version is made private when it is opened next.
    let world = data.join("discord");
    fs::set_permissions(&world, Permissions::from_mode(0o755)).expect("a folder of ours");
    let (_bot, _) = start(&data);
    assert_eq!(open_to_others(&data), Vec::<PathBuf>::new());
}
