//! Child processes that use a store: this test binary again, controlled by its environment.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Environment variable with the data folder of the child.
const FOLDER: &str = "FOCUSBOT_TEST_STORE";

/// Returns a command that runs the test `name` of the module `store::folder`, with `folder` for its data.
pub(crate) fn command(name: &str, folder: &Path) -> Command {
    let program = env::current_exe().expect("the path of this program");
    let mut command = Command::new(program);
    describe(&mut command, name, folder);
    command
}

/// Returns a command as [`command`] does, with a file size limit that fails a write but does not
/// end the process.
#[cfg(unix)]
pub(crate) fn command_on_small_disk(name: &str, folder: &Path, blocks: u32) -> Command {
    let program = env::current_exe().expect("the path of this program");
    let mut command = Command::new("sh");
    let script = format!(r#"trap "" XFSZ; ulimit -f {blocks}; exec "$0" "$@""#);
    command.arg("-c").arg(script).arg(program);
    describe(&mut command, name, folder);
    command
}

fn describe(command: &mut Command, name: &str, folder: &Path) {
    command
        .args(["--exact", "--nocapture", "--test-threads=1"])
        .arg(format!("store::folder::{name}"))
        .env(FOLDER, folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
}

/// Returns the data folder of this process, if it is such a child.
pub(crate) fn folder() -> Option<PathBuf> {
    env::var_os(FOLDER).map(PathBuf::from)
}
