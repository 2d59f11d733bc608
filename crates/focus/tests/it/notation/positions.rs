//! Parsing and writing of FPS.

use focus::{Position, Setup};

/// Positions from the page of the rules.
const SAMPLES: [&str; 5] = [
    "2 x4/O,O,B,B,O,O/x,B,B,O,O,B,B,x/x,O,O,B,B,O,O,x/x,B,B,O,O,B,B,x/x,O,O,B,B,O,O,x/B,B,O,O,B,B/x4 O - - - 0 1",
    "3 x4/O,O,G,G,B,B/x,B,B,O,O,G,G,x/x,G,G,B,B,O,O,x/x,O,O,G,G,B,B,x/x,B,B,O,O,G,G,x/G,G,B,B,O,O/x4 O O1G1B1 - - 0 1",
    "4t O,O,B,G/G,G,G,B,G,B/O,O,O,O,B,G,B,G/G,G,G,G,B,G,B,G/P,O,P,O,P,P,P,P/P,O,P,O,B,B,B,B/O,P,O,P,P,P/P,O,B,B O - - - 0 1",
    "2 OOB,x3/O,x2,BO,x,O/x,B,x,B,O,OOBOB,x2/x4,O,x3/x2,B,x2,BO,x2/x,BO,x,B,x2,OOB,x/B,BO,BBO,x3/x4 O B2 O:B1,B:O2 - 6 35",
    "4s O,O,O,OBPO/GO,x2,B,x,B/x4,GB,x3/x2,GOG,x,BPOG,G,x,G/P,x2,OG,x4/x,P,x2,GPBBP,x3/x2,OOP,x2,P/x,O,x,B O B2 O:G2B1P4,G:B1P1,B:O1G2,P:B1 - 6 45",
];

#[test]
fn positions_come_back_letter_by_letter() {
    for fps in SAMPLES {
        let position: Position = fps.parse().expect("legal position");
        assert_eq!(position.to_string(), fps);
    }
}

/// Replaces one field of the last sample and checks the error.
#[track_caller]
fn check(field: usize, text: &str, expected: &str) {
    let mut fields: Vec<_> = SAMPLES[4].split(' ').collect();
    fields[field] = text;
    let error = fields.join(" ").parse::<Setup>().expect_err("no FPS");
    assert_eq!(error.to_string(), format!("expected {expected}"));
}

#[test]
fn fields_are_eight_with_one_space_between() {
    for fps in [
        "",
        "2",
        &SAMPLES[0].replace(' ', "  "),
        &format!("{} ", SAMPLES[0]),
    ] {
        let error = fps.parse::<Setup>().expect_err("no FPS");
        assert_eq!(
            error.to_string(),
            format!("expected eight fields with one space between, got `{fps}`")
        );
    }
}

#[test]
fn fields_are_read_strictly() {
    check(0, "5", "a mode (`2`, `3`, `4t` or `4s`), got `5`");
    check(2, "o", "the letter of the side to move, got `o`");
    check(2, "OG", "the letter of the side to move, got `OG`");
    for hands in ["O0", "B1O1", "B02", "B", "2", "B1B1", "b1", ""] {
        check(
            3,
            hands,
            &format!(
                "`-` or the pieces in hand in the order O G B P, such as `O2B1`, got `{hands}`"
            ),
        );
    }
    for captures in [
        "O",
        "O:",
        "O:G0",
        "B:O1,O:G1",
        "O:G1,O:B1",
        "O:G1,",
        "OG:B1",
        "O:P1G1",
    ] {
        check(
            4,
            captures,
            &format!(
                "`-` or the captures in the order O G B P, such as `O:G2P1,B:P1`, got `{captures}`"
            ),
        );
    }
    for out in ["GO", "GG", "X", "", "--"] {
        check(
            5,
            out,
            &format!(
                "`-` or the colors that are out in the order O G B P, such as `GP`, got `{out}`"
            ),
        );
    }
    for clock in ["-1", "+1", "01", "65536", "", "x"] {
        check(
            6,
            clock,
            &format!("the plies since the last capture, 0 to 65535, got `{clock}`"),
        );
    }
    for ply in ["0", "s3", "+1", "01", "", "x"] {
        check(
            7,
            ply,
            &format!("a ply number from 1, or `s1` or `s2`, got `{ply}`"),
        );
    }
}

#[test]
fn board_is_read_strictly() {
    check(1, "x4/x6", "eight ranks with `/` between, got `x4/x6`");
    let with_rank_8 = |rank: &str| format!("{rank}/x6/x8/x8/x8/x8/x6/x4");
    for rank in ["x3", "x5", "O,O,O,O,O", "O,x,O", "x8"] {
        check(
            1,
            &with_rank_8(rank),
            &format!("4 squares on rank 8, got `{rank}`"),
        );
    }
    check(
        1,
        &with_rank_8("x,x3"),
        "a run of empty squares as long as it can be, got `x,x3`",
    );
    for run in ["x1", "x0", "x04", "xx", "x+4", "x4 "] {
        if !run.contains(' ') {
            check(
                1,
                &with_rank_8(run),
                &format!("a run of empty squares such as `x` or `x3`, got `{run}`"),
            );
        }
    }
    for stack in ["OOOOOO", "A", "o", "", "OxO"] {
        let rank = format!("{stack},x3");
        check(
            1,
            &with_rank_8(&rank),
            &format!("one to five color letters, or `x` for an empty square, got `{stack}`"),
        );
    }
}
