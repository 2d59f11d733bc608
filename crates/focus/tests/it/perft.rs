//! Move generator, verified by perft counts that independent programs agree on.

use std::fs;
use std::path::Path;

use focus::notation::parse_position;
use focus::{Color, Mode, Position, Rules, Symmetry, perft};

/// Counts from the start setups, depth 1 first. Source: perft table of the rules.
const STARTS: [(Mode, &[u64]); 4] = [
    (Mode::Duel, &[68, 4_460, 299_912, 19_521_582, 1_298_133_752]),
    (
        Mode::ThreeWay,
        &[16, 240, 3_360, 156_240, 7_381_388, 340_006_190],
    ),
    (Mode::Partners, &[44, 1_895, 80_983, 3_387_764, 146_074_699]),
    (
        Mode::FreeForAll,
        &[44, 1_895, 80_983, 3_387_764, 146_074_699],
    ),
];

/// Deepest count unless `DEEP` is set.
const ORDINARY_DEPTH: usize = 4;
/// Environment variable that enables every depth of the table.
const DEEP: &str = "FOCUSBOT_DEEP_PERFT";

#[test]
fn counts_from_the_setups_agree_with_the_table() {
    let is_deep = std::env::var_os(DEEP).is_some();
    for (mode, counts) in STARTS {
        let start = Position::start(Rules::new(mode), mode.colors()[0]);
        let most = if is_deep {
            counts.len()
        } else {
            ORDINARY_DEPTH
        };
        for (depth, &count) in (1..).zip(counts).take(most) {
            assert_eq!(perft(&start, depth), count, "mode {mode}, depth {depth}");
        }
    }
}

/// A position with its rules and its counts, depth 1 first.
struct Row {
    position: Position,
    counts: Vec<u64>,
}

fn rows() -> Vec<Row> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/perft/positions.txt");
    let text = fs::read_to_string(path).expect("table of perft positions");
    let lines: Vec<_> = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect();
    let field = |line: &str, name: &str| {
        let value = line
            .strip_prefix(name)
            .and_then(|rest| rest.strip_prefix(' '));
        value.expect("line that begins with its name").to_owned()
    };
    lines
        .chunks(3)
        .map(|chunk| {
            let rules: Rules = field(chunk[0], "rules").parse().expect("rules");
            let fps = field(chunk[1], "fps");
            let position = parse_position(&fps, rules).expect("legal position");
            assert_eq!(position.to_string(), fps);
            let counts = field(chunk[2], "perft");
            let counts = counts.split(' ').map(|count| count.parse().expect("count"));
            Row {
                position,
                counts: counts.collect(),
            }
        })
        .collect()
}

#[test]
fn counts_from_play_agree_with_an_independent_program() {
    let rows = rows();
    assert_eq!(rows.len(), 54);
    for Row { position, counts } in rows {
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(perft(&position, depth), count, "{position}, depth {depth}");
        }
    }
}

#[test]
fn counts_are_the_same_under_every_symmetry() {
    for Row { position, counts } in rows() {
        for symmetry in Symmetry::ALL {
            let image = symmetry.position(&position);
            assert_eq!(perft(&image, 2), counts[1], "{position}, {symmetry:?}");
        }
    }
    for (mode, counts) in STARTS {
        let start = Position::start(Rules::new(mode), Color::Orange);
        for symmetry in Symmetry::ALL {
            let image = symmetry.position(&start);
            assert_eq!(perft(&image, 3), counts[2], "mode {mode}, {symmetry:?}");
        }
    }
}

#[test]
fn bulk_counts_agree_with_moves_played_one_by_one() {
    fn one_by_one(position: &Position, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = position.legal_moves();
        moves
            .iter()
            .map(|&mv| {
                let mut child = position.clone();
                child.play(mv).expect("legal move");
                one_by_one(&child, depth - 1)
            })
            .sum()
    }
    for Row { position, counts } in rows() {
        assert_eq!(one_by_one(&position, 2), counts[1], "{position}");
    }
    let exchange: Rules = "mode=2 opening=exchange".parse().expect("rules");
    let start = Position::start(exchange, Color::Orange);
    assert_eq!(one_by_one(&start, 2), perft(&start, 2));
}

/// Checks the counts in the file of the program itself.
#[test]
fn original_positions_agree_where_there_are_any() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/vectors/perft.json");
    let Ok(text) = fs::read_to_string(&file) else {
        eprintln!("skipped: no {}", file.display());
        return;
    };
    let rows: Vec<serde_json::Value> = serde_json::from_str(&text).expect("list of positions");
    for row in rows {
        let rules: Rules = row["rules"].as_str().expect("text").parse().expect("rules");
        let fps = row["fps"].as_str().expect("text");
        let position = parse_position(fps, rules).expect("legal position");
        for (depth, count) in (1..).zip(row["perft"].as_array().expect("list")) {
            assert_eq!(Some(perft(&position, depth)), count.as_u64(), "{fps}");
        }
    }
}
