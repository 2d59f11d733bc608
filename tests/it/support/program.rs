//! The program, as tests run it.

use std::io::{ErrorKind, Write};
use std::process::{Child, Command};

/// Returns a command for the program, without settings from the environment of the tests; some
/// variables are the tests' own, and would be rejected as unknown settings.
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

/// Gives a bot on a busy machine time for responses.
#[cfg(all(feature = "discord", feature = "sandbox"))]
pub(crate) fn give_time(command: &mut Command) -> &mut Command {
    let seconds = crate::support::RESPONSE_LIMIT.as_secs().to_string();
    command.env("FOCUSBOT_DISCORD_RESPONSE_SECONDS", seconds)
}

/// Writes all input to a program; a program that ends early may leave some of it unread.
pub(crate) fn feed(program: &mut Child, input: &[u8]) {
    let mut stdin = program.stdin.take().expect("pipe");
    match stdin.write_all(input) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => {}
        written => written.expect("program that reads"),
    }
}
