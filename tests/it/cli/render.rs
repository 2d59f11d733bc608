//! `focusbot render`, as people run it.

use std::process::Output;

use tempfile::tempdir;

use crate::cli::picture::Picture;

const FPS: &str = "2 OOB,x3/O,x2,BO,x,O/x,B,x,B,O,OOBOB,x2/x4,O,x3/x2,B,x2,BO,x2/\
                   x,BO,x,B,x2,OOB,x/B,BO,BBO,x3/x4 O B2 O:B1,B:O2 - 6 35";

/// Runs the program; its output is `board.png` in a temporary folder.
fn render(arguments: &[&str]) -> (Output, Option<Vec<u8>>) {
    let folder = tempdir().expect("folder");
    let path = folder.path().join("board.png");
    let mut command = crate::support::program::focusbot();
    let command = command.arg("render").args(arguments).arg("-o").arg(&path);
    let output = command.output().expect("program runs");
    (output, std::fs::read(&path).ok())
}

#[track_caller]
fn drawn(arguments: &[&str]) -> Picture {
    let (output, png) = render(arguments);
    assert!(output.status.success(), "{output:?}");
    Picture::decode(&png.expect("picture"))
}

#[track_caller]
fn check_refused(arguments: &[&str], expected: &str) {
    let (output, png) = render(arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains(expected), "{said}");
    assert_eq!(png, None);
}

#[test]
fn a_position_is_drawn() {
    assert_eq!(drawn(&[FPS]).size, 1024);
}

#[test]
fn each_option_changes_the_picture() {
    let plain = drawn(&[FPS, "--size", "300"]);
    assert_eq!(plain.size, 300);
    for option in [
        ["--name", "orange=Anna"],
        ["--last", "b7-c8"],
        ["--last", "+d6"],
        ["--side", "blue"],
        ["--rules", "goal=race"],
    ] {
        let [name, value] = option;
        let changed = drawn(&[FPS, "--size", "300", name, value]);
        assert!(changed != plain, "{option:?}");
    }
}

#[test]
fn arguments_that_cannot_be_drawn_are_refused() {
    check_refused(&["2 nonsense"], "expected");
    check_refused(&[FPS, "--last", "a1-a2"], "a1");
    check_refused(&[FPS, "--last", "+e1"], "a square with a stack");
    check_refused(&[FPS, "--name", "Anna"], "orange=Anna");
    check_refused(
        &[FPS, "--name", "pink=Anna"],
        "a color that plays in mode 2",
    );
    check_refused(&[FPS, "--side", "green"], "a color that plays in mode 2");
    check_refused(&[FPS, "--size", "99"], "256..=2048");
}
