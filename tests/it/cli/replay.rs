//! `focusbot replay`, as people run it.

use focus::notation::Record;
use tempfile::tempdir;

use crate::cli::frames::frames;
use crate::support::files::read;

/// Returns the first plies of a recorded duel.
fn first(plies: usize) -> String {
    let record: Record = read("tests/data/games/2.fgn").parse().expect("record");
    Record::new(record.game.after(plies)).to_string()
}

/// Runs the program; returns its exit code, its text, and the replay if there is one.
fn replay(game: &str, arguments: &[&str]) -> (Option<i32>, String, Option<Vec<u8>>) {
    let folder = tempdir().expect("folder");
    let (record, path) = (
        folder.path().join("game.fgn"),
        folder.path().join("game.gif"),
    );
    std::fs::write(&record, game).expect("a writable folder");
    let mut command = crate::support::program::focusbot();
    let command = command.arg("replay").arg(&record).arg("-o").arg(&path);
    let output = command.args(arguments).output().expect("program runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), said, std::fs::read(&path).ok())
}

#[test]
fn the_command_shows_a_record() {
    let record = first(6);
    let size = ["--size", "256"];
    let (code, said, gif) = replay(&record, &size);
    assert_eq!(code, Some(0), "{said}");
    let all = frames(&gif.expect("a replay"));
    assert_eq!(all.len(), 7);
    let (_, said, gif) = replay(
        &record,
        &[
            &size[..],
            &[
                "--from", "3", "--to", "4", "--speed", "fast", "--side", "blue",
            ],
        ]
        .concat(),
    );
    let part = frames(&gif.expect(&said));
    assert_eq!(part.len(), 3);
    assert_eq!(part[0].delay, 40);
    assert!(part[0].pixels != all[2].pixels, "the board is turned");
}

#[test]
fn the_command_refuses_what_it_cannot_show() {
    let record = first(6);
    for (game, arguments, expected) in [
        ("nonsense", &[][..], "expected"),
        (
            "[Game \"\u{1b}[2J\u{202e}\"]",
            &[],
            "got `\\u001b[2J\\u202e`",
        ),
        (&record, &["--from", "5", "--to", "4"], "expected moves"),
        (&record, &["--to", "7"], "expected moves"),
        (&first(0), &[], "expected a record with moves"),
        (&record, &["--speed", "warp"], "slow"),
        (&record, &["--side", "pink"], "a color that plays"),
    ] {
        let (code, said, gif) = replay(game, arguments);
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains(expected), "{said:?}");
        assert_eq!(gif, None);
    }
}
