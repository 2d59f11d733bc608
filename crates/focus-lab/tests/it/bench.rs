//! `focus-lab bench` as a person at a terminal sees it.

use std::process::Command;

#[test]
fn bench_finds_the_same_each_time() {
    let run = || {
        let mut lab = Command::new(env!("CARGO_BIN_EXE_focus-lab"));
        let lab = lab.args(["bench", "--depth", "4", "--nodes", "200", "--each"]);
        let output = lab.output().expect("program that runs");
        assert_eq!(output.status.code(), Some(0));
        let out = String::from_utf8(output.stdout).expect("text");
        let lines: Vec<_> = out.lines().map(str::to_owned).collect();
        // The last two lines report the speed.
        lines[..lines.len() - 2].to_vec()
    };
    let lines = run();
    assert!(
        lines.iter().any(|line| line.starts_with("4s ")),
        "{lines:?}"
    );
    let signature = lines
        .last()
        .and_then(|line| line.strip_prefix("signature "));
    assert_eq!(signature.map(str::len), Some(16), "{lines:?}");
    assert_eq!(run(), lines);
}
