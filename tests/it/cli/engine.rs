//! `focusbot engine`, as another program sees it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Output, Stdio};

use focus::Rules;
use focus::notation::parse_position;

use crate::support::files::read;

pub(crate) fn focusbot(arguments: &[&str]) -> Command {
    let mut command = crate::support::program::focusbot();
    command
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Sends some bytes to the engine and returns all its answers.
fn answers_to(input: &[u8]) -> Vec<String> {
    let mut engine = focusbot(&["engine"]).spawn().expect("engine");
    crate::support::program::feed(&mut engine, input);
    let output = engine.wait_with_output().expect("engine that ends");
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("text");
    text.lines().map(str::to_owned).collect()
}

#[track_caller]
fn check(input: &str, expected: &[&str]) {
    assert_eq!(answers_to(input.as_bytes()), expected, "{input}");
}

pub(crate) const START: &str = "fps 2 x4/O,O,B,B,O,O/x,B,B,O,O,B,B,x/x,O,O,B,B,O,O,x/x,B,B,O,O,B,B,x/\
                     x,O,O,B,B,O,O,x/B,B,O,O,B,B/x4 O - - - 0 1";

#[test]
fn engine_identifies_itself() {
    let answers = answers_to(b"fei\n");
    assert!(answers[0].starts_with("id name focusbot "), "{answers:?}");
    assert!(answers[1].starts_with("id author "), "{answers:?}");
    let options = [
        "option name Hash type spin default 64 min 1 max 65536",
        "option name Threads type spin default 1 min 1 max 256",
        "option name Level type combo default full var beginner var novice var casual var skilled \
         var strong var expert var master var elite var champion var legend var full",
        "option name Seed type spin default 0 min 0 max 18446744073709551615",
        "feiok",
    ];
    assert_eq!(answers[2..], options);
}

#[test]
fn documented_example_is_what_the_engine_answers() {
    // The speed depends on the machine.
    let without_speed = |line: &str| match line.split_once(" nps ") {
        Some((before, speed)) => {
            let rest = speed.trim_start_matches(|digit: char| digit.is_ascii_digit());
            format!("{before}{rest}")
        }
        None => line.to_owned(),
    };
    let document = read("docs/engine-protocol.md");
    let part = |mark: &'static str| {
        document
            .lines()
            .filter_map(move |line| line.strip_prefix(mark))
    };
    let commands: Vec<_> = part("> ").collect();
    let documented: Vec<_> = part("< ").map(without_speed).collect();
    let answers = answers_to(commands.join("\n").as_bytes());
    let answers: Vec<_> = answers.iter().map(|line| without_speed(line)).collect();
    assert_eq!(answers, documented);
}

#[test]
fn engine_is_ready_and_takes_options() {
    check("isready\n", &["readyok"]);
    check("setoption name Hash value 64\nisready", &["readyok"]);
    check(
        "setoption name seed value 18446744073709551615\r\nisready\r\n",
        &["readyok"],
    );
    check(
        "setoption name Level value Expert\nsetoption name Threads value 2\nisready",
        &["readyok"],
    );
}

#[test]
fn options_outside_their_range_are_refused() {
    let rows = [
        (
            "Hash",
            "0",
            "expected a number from 1 to 65536 for `Hash`, got `0`",
        ),
        (
            "Hash",
            "99999999",
            "expected a number from 1 to 65536 for `Hash`, got `99999999`",
        ),
        (
            "Threads",
            "0",
            "expected a number from 1 to 256 for `Threads`, got `0`",
        ),
        (
            "Threads",
            "-1",
            "expected a number from 1 to 256 for `Threads`, got `-1`",
        ),
        (
            "Level",
            "7",
            "expected a level (`beginner`, `novice`, `casual`, `skilled`, `strong`, \
                        `expert`, `master`, `elite`, `champion`, `legend`, `full`), got `7`",
        ),
        (
            "Seed",
            "x",
            "expected a number from 0 to 18446744073709551615 for `Seed`, got `x`",
        ),
    ];
    for (name, value, error) in rows {
        check(
            &format!("setoption name {name} value {value}\nisready\n"),
            &[&format!("error {error}"), "readyok"],
        );
    }
}

/// Sends some lines to the engine and returns its last answer.
fn last_answer_to(input: &str) -> String {
    let mut answers = answers_to(input.as_bytes());
    answers.pop().expect("answer")
}

#[test]
fn go_says_what_it_finds_and_then_the_move() {
    for position in [
        "2",
        "3",
        "4t",
        "4s",
        "2 rules goal=race",
        "3 rules goal=last",
        "4s rules goal=last",
        "2 rules opening=exchange",
    ] {
        let input = format!("position startpos {position}\ngo nodes 2000\n");
        let answers = answers_to(input.as_bytes());
        let (best, infos) = answers.split_last().expect("answers");
        let mv = best.strip_prefix("bestmove ").expect("move");
        let last = infos.last().expect("info");
        let words: Vec<_> = last.split(' ').collect();
        assert_eq!(
            [words[0], words[1], words[3], words[5]],
            ["info", "depth", "nodes", "nps"]
        );
        let nodes: u64 = words[4].parse().expect("a number");
        assert!((1..=2000).contains(&nodes), "{position}: {last}");
        assert_eq!(words[7], "score", "{last}");
        assert!(last.contains(&format!(" pv {mv}")), "{last}");
        let legal = last_answer_to(&format!("position startpos {position}\nlegal\n"));
        assert!(legal.split(' ').any(|legal| legal == mv), "{mv} in {legal}");
    }
}

#[test]
fn go_keeps_to_its_limits() {
    let answers = answers_to(b"go depth 3\n");
    let depths: Vec<_> = answers
        .iter()
        .filter_map(|line| line.strip_prefix("info depth "))
        .filter_map(|rest| rest.split(' ').next())
        .collect();
    assert_eq!(depths, ["1", "2", "3"]);
    let answers = answers_to(b"go nodes 777 depth 60\n");
    let mut nodes = answers.iter().filter_map(|line| line.split(' ').nth(4));
    assert_eq!(nodes.next_back(), Some("777"));
    assert!(last_answer_to("go movetime 20\n").starts_with("bestmove "));
}

#[test]
fn search_without_limits_ends_with_stop_quit_or_the_input() {
    for input in [
        "go infinite\nstop\n",
        "go\nquit\n",
        "go infinite\n",
        "stop\ngo\n",
    ] {
        let last = last_answer_to(input);
        assert!(last.starts_with("bestmove "), "{input}: {last}");
    }
}

#[test]
fn engine_begins_with_a_duel() {
    check("show\nquit\nshow\n", &[START, "result *"]);
    check(
        "position startpos 4s\nnewgame\nshow\n",
        &[START, "result *"],
    );
}

#[test]
fn engine_goes_to_a_position() {
    check(
        "position startpos 3 rules goal=last first b moves +c1 +d1 +e1 d5-d6\nshow\n",
        &[
            "fps 3 x4/O,O,G,G,B,B/x,B,B,OB,O,G,G,x/x,G,G,x,B,O,O,x/x,O,O,G,G,B,B,x/\
             x,B,B,O,O,G,G,x/G,G,B,B,O,O/B,O,G,x O - - - 4 5",
            "result *",
        ],
    );
    let fps = START.trim_start_matches("fps ");
    check(
        &format!("position startpos 3\nposition fps {fps}\nshow\n"),
        &[START, "result *"],
    );
}

#[test]
fn legal_moves_carry_their_suffixes() {
    let fps = "2 x4/x6/x8/x3,BOOOB,x4/x3,O,x4/x8/x6/x4 O O1 O:B16,B:O13 - 0 101";
    let answers = answers_to(format!("position fps {fps}\nlegal\n").as_bytes());
    let words: Vec<_> = answers[0].split(' ').collect();
    assert_eq!(words[..2], ["legal", "56"]);
    assert_eq!(words.len(), 2 + 56);
    for expected in ["d4-d5xB#", "d4-e4", "+d5xB#", "+c1"] {
        assert!(words.contains(&expected), "{expected} in {words:?}");
    }
}

#[test]
fn finished_game_has_no_moves() {
    let fps = "2 x4/x6/x8/x3,B,x4/x3,O,x4/x8/x6/x4 O - O:B17,B:O17 - 0 101";
    check(
        &format!("position fps {fps} moves d4-d5#\nlegal\nshow\ngo perft 3\ngo\n"),
        &[
            "legal 0",
            "fps 2 x4/x6/x8/x3,BO,x4/x8/x8/x6/x4 O - O:B17,B:O17 B 1 102",
            "result O",
            "nodes 0",
            "bestmove none",
        ],
    );
}

#[test]
fn repetition_counts_from_the_moves_given() {
    let fps = "2 x4/x6/x8/x8/x3,O,x3,B/x8/x6/x4 O - O:B17,B:O17 - 0 101";
    let cycle = "d4-d5 h4-h5 d5-d4 h5-h4 ".repeat(2);
    let answers = answers_to(format!("position fps {fps} moves {cycle}\nlegal\nshow\n").as_bytes());
    assert_eq!(answers[0], "legal 0");
    assert_eq!(answers[2], "result =");
}

#[test]
fn perft_is_divided() {
    for (position, depth, moves, total) in
        [("2", 2, 68, 4_460), ("3", 4, 16, 156_240), ("3", 1, 16, 16)]
    {
        let input = format!("position startpos {position}\ngo perft {depth}\n");
        let answers = answers_to(input.as_bytes());
        let (last, divided) = answers.split_last().expect("answers");
        assert_eq!(*last, format!("nodes {total}"));
        assert_eq!(divided.len(), moves);
        let counts = divided
            .iter()
            .map(|line| line.split_once(": ").expect("move and count").1);
        let counts = counts.map(|count| count.parse::<u64>().expect("count"));
        assert_eq!(counts.sum::<u64>(), total);
    }
}

#[test]
fn stop_ends_a_perft_that_would_not() {
    let mut engine = focusbot(&["engine"]).spawn().expect("engine");
    let mut stdin = engine.stdin.take().expect("pipe");
    let mut answers = BufReader::new(engine.stdout.take().expect("pipe")).lines();
    writeln!(stdin, "isready\ngo perft 40\nstop\nisready").expect("engine that reads");
    let mut seen = Vec::new();
    while seen.iter().filter(|line| *line == "readyok").count() < 2 {
        seen.push(answers.next().expect("answer").expect("line"));
    }
    assert!(seen.contains(&"info stopped".to_owned()), "{seen:?}");
    // The stop does not affect later commands.
    writeln!(stdin, "go perft 1\nquit").expect("engine that reads");
    let last = answers.map(|line| line.expect("line")).last();
    assert_eq!(last.as_deref(), Some("nodes 68"));
    assert!(end(engine).status.success());
}

pub(crate) fn end(child: Child) -> Output {
    child.wait_with_output().expect("program that ends")
}

#[test]
fn broken_lines_are_answered_and_change_nothing() {
    let broken: [&[u8]; 37] = [
        b"hello",
        b"FEI",
        b"isready now",
        b"go now",
        b"go nodes",
        b"go nodes 0",
        b"go nodes -5",
        b"go depth 256",
        b"go depth 3 depth 4",
        b"go infinite nodes 5",
        b"go movetime soon",
        b"go perft",
        b"go perft x",
        b"go perft -1",
        b"go perft 256",
        b"go perft 99999999999",
        b"position",
        b"position startpos",
        b"position startpos 5",
        b"position startpos 2 rules stuck=out",
        b"position startpos 2 rules mode=3",
        b"position startpos 2 first G",
        b"position startpos 2 first",
        b"position startpos 2 first O B",
        b"position startpos 2 moves b3-b5",
        b"position startpos 2 moves b3-b4 b3-b4",
        b"position startpos 2 moves b3-b4x",
        b"position startpos 2 b3-b4",
        b"position startpos 2 moves b3-b4 moves b2-b3",
        b"position fps 2 x4",
        b"position fps 2 x4/x6/x8/x8/x8/x8/x6/x4 O - - - 0 1",
        b"position fps 2 x4/x6/x8/x8/x8/x8/x6/x4 O - - - 0 1 first O",
        b"setoption",
        b"setoption name Hash",
        b"setoption name Speed value 1",
        b"setoption name Hash value lots",
        b"\xff\xfe\x00 position",
    ];
    for line in broken {
        let input = [b"position startpos 2 moves b3-b4\n", line, b"\nshow\n"].concat();
        let answers = answers_to(&input);
        assert_eq!(answers.len(), 3, "{answers:?}");
        assert!(answers[0].starts_with("error expected "), "{answers:?}");
        assert!(answers[1].ends_with(" B - - - 1 2"), "{answers:?}");
    }
    check("\n   \n\nisready\n", &["readyok"]);
}

#[test]
fn errors_name_the_rule_broken() {
    check(
        "position startpos 2 moves b3-b5\n",
        &["error expected a legal move at ply 1, got `b3-b5`: \
           b3 holds only 1 piece, and a move to b5 needs 2"],
    );
    check(
        "go nodes none\n",
        &["error expected a number from 1 to 18446744073709551615 after `nodes`, got `none`"],
    );
}

#[test]
fn shown_position_is_read_back() {
    let moves = "b3-b4 b2-c2 c3-c2 d3-c3";
    let answers =
        answers_to(format!("position startpos 2 rules goal=race moves {moves}\nshow\n").as_bytes());
    let fps = answers[0].strip_prefix("fps ").expect("position");
    let rules: Rules = "mode=2 goal=race".parse().expect("rules");
    let position = parse_position(fps, rules).expect("legal position");
    assert_eq!(position.to_string(), fps);
    let again = answers_to(format!("position fps {fps} rules mode=2 goal=race\nshow\n").as_bytes());
    assert_eq!(answers, again);
}
