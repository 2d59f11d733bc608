//! Load of many games at once, as the command `load` makes it.

use crate::program::focusbot;

#[test]
fn games_of_a_crowd_are_played_and_their_requests_counted() {
    let mut load = focusbot();
    load.args(["load", "--games", "3", "--plies", "4"]);
    let output = load.output().expect("the program");
    let told = String::from_utf8_lossy(&output.stdout);
    let failed = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}{failed}");
    assert!(
        told.contains("3 games at once on 1 server, 12 moves"),
        "{told}"
    );
    assert!(told.contains("requests a move: callback "), "{told}");
}
