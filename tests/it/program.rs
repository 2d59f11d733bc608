//! The program as tests run it.

use std::io::{ErrorKind, Write};
use std::process::{Child, Command};

/// The program, with no setting of whoever runs the tests; some variables are the tests' own, and
/// would be refused as settings that do not exist.
pub(crate) fn focusbot() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_focusbot"));
    command.env_remove("DISCORD_TOKEN");
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("FOCUSBOT_") {
            command.env_remove(name);
        }
    }
    command
}

/// Gives a program all its input; one that ends early may leave the rest of it unread.
pub(crate) fn feed(program: &mut Child, input: &[u8]) {
    let mut stdin = program.stdin.take().expect("pipe");
    match stdin.write_all(input) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => {}
        written => written.expect("program that reads"),
    }
}
