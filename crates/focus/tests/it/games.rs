//! Complete games from an independent program, checked ply by ply: every token with its suffix,
//! every position, and the result.

use std::fs;
use std::path::{Path, PathBuf};

use focus::notation::{Record, parse_position, tokens};
use focus::{Game, Rules};

use crate::rules::arrange::play_game;

/// A game from a file of `tests/data/vectors`.
struct Expected {
    rules: String,
    first: String,
    start: String,
    result: String,
    /// Tokens of several consecutive plies, the checksum of the positions after them, and the last
    /// of these positions.
    plies: Vec<(Vec<String>, String, String)>,
}

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/vectors");
    let entries = fs::read_dir(folder).expect("folder of games");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("entry").path()).collect();
    files.sort();
    files
}

fn read(file: &Path) -> Expected {
    let text = fs::read_to_string(file).expect("file of a game");
    let (head, plies) = text.split_once("\n\n").expect("empty line after the head");
    let field = |name: &str| {
        let mut lines = head.lines();
        let value = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        value.expect("line that begins with its name").to_owned()
    };
    let lines: Vec<_> = plies.lines().collect();
    let plies = lines.chunks(2).map(|pair| {
        let tokens = pair[0].split(' ').map(str::to_owned).collect();
        let (checksum, fps) = pair[1].trim_start().split_once(' ').expect("two fields");
        (tokens, checksum.to_owned(), fps.to_owned())
    });
    Expected {
        rules: field("rules"),
        first: field("first"),
        start: field("start"),
        result: field("result"),
        plies: plies.collect(),
    }
}

fn begin(rules: &str, first: &str, start: &str) -> Game {
    let rules: Rules = rules.parse().expect("rules");
    let game = Game::new(rules, first.parse().expect("color"));
    assert_eq!(game.position().to_string(), start);
    assert_eq!(parse_position(start, rules).as_ref(), Ok(game.position()));
    game
}

fn result(game: &Game) -> String {
    game.outcome()
        .map_or_else(|| "*".to_owned(), |outcome| outcome.to_string())
}

#[test]
fn every_ply_of_every_game_is_as_expected() {
    let mut plies = 0;
    for file in files() {
        let expected = read(&file);
        let mut game = begin(&expected.rules, &expected.first, &expected.start);
        for (tokens, checksum, last) in &expected.plies {
            let mut positions = Vec::new();
            for token in tokens {
                play_game(&mut game, token);
                positions.push(game.position().to_string());
            }
            let name = file.display();
            assert_eq!(positions.last(), Some(last), "{name} after {tokens:?}");
            let positions = positions.join("\n");
            let sum = format!("{:08x}", crc32fast::hash(positions.as_bytes()));
            assert_eq!(&sum, checksum, "{name}, among\n{positions}");
            plies += tokens.len();
        }
        assert_eq!(result(&game), expected.result, "{}", file.display());
        assert!(tokens(&game).eq(expected.plies.into_iter().flat_map(|(tokens, ..)| tokens)));
    }
    assert_eq!(plies, 11_505);
}

#[test]
fn every_game_is_the_same_after_a_record() {
    for file in files() {
        let expected = read(&file);
        let mut game = begin(&expected.rules, &expected.first, &expected.start);
        for token in expected.plies.iter().flat_map(|(tokens, ..)| tokens) {
            play_game(&mut game, token);
        }
        let record = Record::new(game);
        assert_eq!(record.to_string().parse(), Ok(record));
    }
}

/// Checks the same games against the files of the program itself, which name the ply of a
/// difference.
#[test]
fn original_vectors_agree_where_there_are_any() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/vectors/games.json");
    let Ok(text) = fs::read_to_string(&file) else {
        eprintln!("skipped: no {}", file.display());
        return;
    };
    let games: Vec<serde_json::Value> = serde_json::from_str(&text).expect("list of games");
    for expected in games {
        let field = |name: &str| expected[name].as_str().expect("text").to_owned();
        let list = |name: &str| {
            let values = expected[name].as_array().expect("list").clone();
            values
                .into_iter()
                .map(|value| value.as_str().expect("text").to_owned())
        };
        let mut game = begin(&field("rules"), &field("first"), &field("start"));
        for (token, fps) in list("tokens").zip(list("fps")) {
            play_game(&mut game, &token);
            assert_eq!(game.position().to_string(), fps, "after {token}");
        }
        assert_eq!(result(&game), field("result"));
    }
}
