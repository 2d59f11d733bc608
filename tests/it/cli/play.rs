//! `focusbot play`, as a person sees it.

use crate::cli::engine::{end, focusbot};
use crate::support::program::feed;

/// Plays a game with these lines typed, and returns the exit code and output.
fn play(arguments: &[&str], lines: impl AsRef<[u8]>) -> (Option<i32>, String) {
    let mut program = focusbot(&[&["play"], arguments].concat());
    let mut program = program.spawn().expect("program");
    feed(&mut program, lines.as_ref());
    let output = end(program);
    let text = String::from_utf8(output.stdout).expect("text");
    (output.status.code(), text)
}

const QUICK: &[&str] = &["--nodes", "50"];

#[test]
fn person_and_engine_take_turns() {
    let (code, out) = play(QUICK, "b3-b4\n");
    assert_eq!(code, Some(0));
    assert!(out.contains("Orange plays b3-b4\n"), "{out}");
    assert!(out.contains("Blue plays "), "{out}");
    assert!(!out.contains('\x1b'), "{out}");
    assert!(
        out.contains("\n8              .     .     .     .\n"),
        "{out}"
    );
}

#[test]
fn beginning_of_a_move_is_completed_or_answered_with_what_it_could_be() {
    let (_, out) = play(QUICK, "b3\nb3-a\nquit\n");
    assert!(out.contains("> b3-b4 b3-c3 "), "{out}");
    assert!(out.contains("Orange plays b3-a3\n"), "{out}");
}

#[test]
fn unplayable_input_is_answered_with_the_reason() {
    let (_, out) = play(QUICK, "b2-b3\nxyzzy\nmoves\n?\n");
    assert!(out.contains("so Orange cannot move it"), "{out}");
    assert!(out.contains("expected "), "{out}");
    assert!(out.contains(" more: type how it begins"), "{out}");
}

#[test]
fn move_is_taken_back_after_another_color_has_resigned() {
    let two = ["--mode", "4t", "--as", "O", "--as", "B"];
    let arguments: Vec<&str> = QUICK.iter().copied().chain(two).collect();
    let (code, out) = play(&arguments, "resign\ne1-e2\nundo\ne1-e2\nquit\n");
    assert_eq!(code, Some(0), "{out}");
    assert_eq!(out.matches("Blue plays e1-e2\n").count(), 2, "{out}");
    assert_eq!(out.matches("Orange> ").count(), 1, "{out}");
}

#[test]
fn input_that_is_not_text_is_answered_as_an_unreadable_move() {
    let (code, out) = play(QUICK, b"b3-\xff\nb3-b4\nquit\n");
    assert_eq!(code, Some(0));
    assert!(out.contains("expected "), "{out}");
    assert!(out.contains("Orange plays b3-b4\n"), "{out}");
}

#[test]
fn moves_are_taken_back() {
    let (_, out) = play(QUICK, "b3-b4\nundo\nhint\nb3-b4\nquit\n");
    assert_eq!(out.matches("Orange plays b3-b4\n").count(), 2, "{out}");
    assert!(out.contains("value "), "{out}");
}

#[test]
fn forced_pass_is_neither_asked_for_nor_taken_back() {
    let fps = "4t x4/x6/x8/x7,G/x8/x2,B,x4,P/x6/x4 O - O:G12P12,G:O13B12 - 0 61";
    let partners = ["--as", "O", "--as", "B", "--fps", fps];
    let (_, out) = play(&[QUICK, &partners].concat(), "c3-c4\nundo\nc3-c4\nquit\n");
    assert!(out.contains("Orange plays --\n"), "{out}");
    assert!(!out.contains("Orange> "), "{out}");
    assert_eq!(out.matches("Blue plays c3-c4\n").count(), 2, "{out}");
}

#[test]
fn end_of_the_game_is_said() {
    let fps = "2 x4/x6/x8/x3,B,x4/x3,O,x4/x8/x6/x4 O - O:B17,B:O17 - 0 101";
    let (code, out) = play(&["--fps", fps], "d4-d5\n");
    assert_eq!(code, Some(0));
    assert!(out.ends_with("Orange wins.\n"), "{out}");
    let marked = out.lines().filter(|line| line.starts_with("> "));
    assert_eq!(marked.count(), 1, "nobody is to move at the end: {out}");
    let (_, out) = play(
        &["--mode", "4t", "--as", "O", "--as", "B"],
        "resign\nquit\n",
    );
    assert!(out.contains("Orange: 0 in hand, has left"), "{out}");
}

#[test]
fn engine_plays_every_color_when_it_is_watched() {
    let arguments = ["--watch", "--nodes", "20", "--rules", "goal=race quiet=40"];
    let (code, out) = play(&arguments, "");
    assert_eq!(code, Some(0));
    let last = out.lines().last().expect("line");
    assert!(
        last.ends_with(" wins.") || last.starts_with("A draw"),
        "{last}"
    );
}

#[test]
fn wrong_use_exits_with_two() {
    assert_eq!(play(&["--as", "G"], "").0, Some(2));
    assert_eq!(play(&["--level", "god"], "").0, Some(2));
    assert_eq!(play(&["--rules", "goal=x"], "").0, Some(2));
}
