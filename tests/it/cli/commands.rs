//! Other commands, as another program or a person at a terminal sees them.

use crate::cli::engine::{START, end, focusbot};

/// Runs the program, and returns its exit code and both outputs.
fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = end(focusbot(arguments).spawn().expect("program"));
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

#[test]
fn perft_prints_its_count() {
    let rows: [(&[&str], &str); 5] = [
        (&["--depth", "3"], "nodes 299912"),
        (&["--mode", "3", "--depth", "4"], "nodes 156240"),
        (
            &[
                "--mode",
                "4t",
                "--rules",
                "setup=12 quiet=off",
                "--depth",
                "0",
            ],
            "nodes 1",
        ),
        (
            &["--mode", "2", "--rules", "opening=exchange", "--depth", "2"],
            "nodes 102240",
        ),
        (
            &["--fps", START.trim_start_matches("fps "), "--depth", "2"],
            "nodes 4460",
        ),
    ];
    for (arguments, expected) in rows {
        let (code, out, _) = run(&[&["perft"], arguments].concat());
        assert_eq!(code, Some(0), "{arguments:?}");
        let lines: Vec<_> = out.lines().collect();
        assert_eq!(lines[0], expected, "{arguments:?}");
        assert!(lines[1].starts_with("seconds "), "{out}");
        assert!(lines[2].starts_with("leaves per second "), "{out}");
    }
    let (_, out, _) = run(&["perft", "--depth", "2", "--divide"]);
    assert_eq!(out.lines().count(), 68 + 3);
    assert!(out.lines().any(|line| line == "b3-b4: 64"), "{out}");
}

#[test]
fn reader_that_has_gone_is_no_error() {
    let rows: [&[&str]; 2] = [
        &["perft", "--depth", "1", "--divide"],
        &["play", "--watch", "--nodes", "1"],
    ];
    for arguments in rows {
        let (reader, writer) = std::io::pipe().expect("pipe");
        drop(reader);
        let program = focusbot(arguments).stdout(writer).spawn();
        let output = end(program.expect("program"));
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {said}");
        assert_eq!(said, "", "{arguments:?}");
    }
}

#[test]
fn wrong_use_exits_with_two() {
    let rows: [(&[&str], &str); 9] = [
        (&["perft"], "--depth"),
        (&["perft", "--depth", "x"], "--depth"),
        (&["perft", "--depth", "256"], "0..=255"),
        (&["perft", "--depth", "1", "--mode", "5"], "expected a mode"),
        (
            &["perft", "--depth", "1", "--rules", "goal=x"],
            "expected a value of `goal`",
        ),
        (
            &["perft", "--depth", "1", "--fps", "x"],
            "expected eight fields",
        ),
        (
            &["perft", "--depth", "1", "--fps", "x", "--mode", "2"],
            "cannot be used with",
        ),
        (
            &["--config", "no/such.toml", "perft", "--depth", "1"],
            "cannot read `no/such.toml`",
        ),
        (&["nonsense"], "nonsense"),
    ];
    for (arguments, expected) in rows {
        let (code, out, error) = run(arguments);
        assert_eq!(code, Some(2), "{arguments:?}");
        assert_eq!(out, "");
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn help_says_what_each_command_is_for() {
    let (code, out, _) = run(&["--help"]);
    assert_eq!(code, Some(0));
    for command in ["perft", "engine"] {
        assert!(out.contains(command), "{out}");
    }
}
