//! Game records.

use focus::notation::{Record, parse_position};
use focus::{Color, ColorSet, Game, Leaving, Mode, Position, Rules, Termination};

use crate::rules::arrange::play_game;

fn new(rules: &str, first: Color) -> Game {
    Game::new(rules.parse().expect("rules"), first)
}

/// Checks the text of a record and that reading it returns the record.
#[track_caller]
fn check(record: Record, expected: &str) {
    assert_eq!(record.to_string(), expected);
    assert_eq!(expected.parse(), Ok(record));
}

#[test]
fn record_has_tags_and_rounds() {
    let mut game = new("mode=3 goal=last", Color::Green);
    play_game(&mut game, "+c1 +d1 +e1 g6-g7 f7-f8");
    let mut record = Record::new(game);
    record.site = "a \"quoted\" place".to_owned();
    record.date = "2024-05-31".to_owned();
    record.names = ["Ann", "Bob \\ Co", "C\nD", ""].map(str::to_owned);
    check(
        record,
        r#"[Game "Focus"]
[Site "a \"quoted\" place"]
[Date "2024-05-31"]
[Rules "mode=3 goal=last"]
[First "G"]
[Orange "Ann"]
[Green "Bob \\ Co"]
[Blue "C\u{a}D"]
[Result "*"]

1. +c1 +d1 +e1
2. g6-g7 f7-f8
"#,
    );
}

#[test]
fn exchanges_are_a_round_of_their_own() {
    let mut game = new("mode=2 opening=exchange", Color::Blue);
    play_game(&mut game, "b2<>b3 d2<>d3 c4-c5");
    let text = Record::new(game).to_string();
    assert!(text.ends_with("\n\ns. b2<>b3 d2<>d3\n1. c4-c5\n"), "{text}");
}

#[test]
fn resignation_in_a_duel_shows_in_the_tags_alone() {
    let mut game = new("mode=2", Color::Orange);
    play_game(&mut game, "b3-b4");
    game.leave(Color::Orange, Leaving::Resignation)
        .expect("player");
    let record = Record::new(game);
    let text = record.to_string();
    assert!(
        text.contains("[Termination \"resignation\"]\n[Result \"B\"]\n\n1. b3-b4\n"),
        "{text}"
    );
    assert_eq!(text.parse(), Ok(record));
}

#[test]
fn who_left_is_told_from_who_could_not_move_then() {
    let rules: Rules = "mode=3 goal=last".parse().expect("rules");
    let fps = "3 x4/x6/x8/x7,B/x2,G,O,x4/x8/x6/x4 G - G:O12B12,B:G12 - 5 20";
    for reason in [Leaving::Resignation, Leaving::Time] {
        let position = parse_position(fps, rules).expect("legal position");
        let mut game = Game::from_position(position);
        // Orange has nothing left, which matters only once it is orange's turn.
        play_game(&mut game, "c4-d4");
        game.leave(Color::Blue, reason).expect("player");
        let winners = game.outcome().map(|outcome| outcome.winners);
        assert_eq!(winners, Some(ColorSet::EMPTY.with(Color::Green)));
        let record = Record::new(game);
        let text = record.to_string();
        assert!(text.ends_with("\n1. c4-d4\n"), "{text}");
        assert_eq!(text.parse(), Ok(record));
    }
}

#[test]
fn who_leaves_a_game_that_goes_on_is_noted_where_it_happened() {
    let mut game = new("mode=4s", Color::Pink);
    play_game(&mut game, "c1-d1");
    game.leave(Color::Blue, Leaving::Time).expect("player");
    game.leave(Color::Orange, Leaving::Resignation)
        .expect("player");
    play_game(&mut game, "f6-g6 d1-c1");
    game.leave(Color::Pink, Leaving::Resignation)
        .expect("player");
    let record = Record::new(game);
    let text = record.to_string();
    let moves = "\n\n1. c1-d1 {B time} {O resignation} f6-g6\n2. d1-c1\n";
    assert!(text.ends_with(moves), "{text}");
    assert_eq!(text.parse(), Ok(record));
}

#[test]
fn every_way_of_leaving_comes_back() {
    let orders: [&[Color]; 4] = [
        &[Color::Green, Color::Pink],
        &[Color::Orange, Color::Blue],
        &[Color::Orange, Color::Green, Color::Blue],
        &[Color::Pink, Color::Orange, Color::Green],
    ];
    for (mode, order) in [Mode::Partners, Mode::FreeForAll]
        .into_iter()
        .flat_map(|mode| orders.map(|order| (mode, order)))
    {
        for plies in 0..3 {
            for reason in [Leaving::Resignation, Leaving::Time] {
                let mut game = Game::new(Rules::new(mode), Color::Orange);
                for (number, &color) in order.iter().enumerate() {
                    for _ in 0..plies * number {
                        if let Some(&mv) = game.position().legal_moves().first() {
                            game.play(mv).expect("legal move");
                        }
                    }
                    let first = if number == 0 { Leaving::Time } else { reason };
                    // A partners game is over after two departures.
                    let left = game.leave(color, first).is_ok();
                    assert!(left || game.outcome().is_some());
                }
                let record = Record::new(game);
                assert_eq!(record.to_string().parse(), Ok(record));
            }
        }
    }
}

#[test]
fn agreed_draw_comes_back() {
    for rules in ["mode=2", "mode=2 draw=second_wins", "mode=4t"] {
        let mut game = new(rules, Color::Orange);
        game.agree_draw().expect("running game");
        let record = Record::new(game);
        let text = record.to_string();
        assert!(text.contains("[Termination \"agreement\"]"), "{text}");
        assert_eq!(text.parse(), Ok(record));
    }
}

#[test]
fn game_from_another_start_keeps_it() {
    let fps = "4s O,O,O,OBPO/GO,x2,B,x,B/x4,GB,x3/x2,GOG,x,BPOG,G,x,G/P,x2,OG,x4/x,P,x2,GPBBP,x3/x2,OOP,x2,P/x,O,x,B O B2 O:G2B1P4,G:B1P1,B:O1G2,P:B1 - 6 45";
    let position: Position = fps.parse().expect("legal position");
    let mut game = Game::from_position(position);
    play_game(&mut game, "b7-c7 c5-c6");
    let record = Record::new(game);
    let text = record.to_string();
    assert!(text.contains("[First \"O\"]"), "{text}");
    assert!(text.contains(&format!("[FPS \"{fps}\"]")), "{text}");
    assert_eq!(text.parse(), Ok(record));
}

const DUEL: &str = r#"[Game "Focus"]
[Rules "mode=2"]
[First "O"]
[Result "*"]

1. b3-b4 b2-b3
2. b4-b5
"#;

#[test]
fn layout_comments_and_other_tags_do_not_matter() {
    let plain: Record = DUEL.parse().expect("record");
    let other = "\n[Game \"Focus\"]\r\n[Rules \"mode=2\"]\r\n[First \"O\"]\n[Event \"x\"]\n[Result \"*\"]\n\
                 1.b3-b4 b2b3 {a comment} 2.b4-b5{x}";
    assert_eq!(other.parse(), Ok(plain));
}

#[test]
fn a_record_in_one_line_is_read_like_any_other() {
    let plain: Record = DUEL.parse().expect("record");
    for other in [
        DUEL.replace('\n', " "),
        DUEL.replace('\n', "\r\n"),
        format!("\u{feff}{DUEL}"),
        DUEL.replace("]\n[", "]["),
    ] {
        assert_eq!(other.parse(), Ok(plain.clone()), "{other}");
    }
}

#[test]
fn the_place_of_what_is_wrong_is_said() {
    for (from, to, line) in [
        ("b4-b5", "b4-b7", Some(7)),
        ("b2-b3", "zz", Some(6)),
        ("1. b3-b4", "{x}\r\n\r\n1. b3-b9", Some(8)),
        ("b4-b5", "{O time", Some(7)),
        ("\"O\"]", "\"O]", Some(3)),
        ("[Rules", "[First \"O\"] [First \"O\"]\n[Rules", Some(2)),
        ("[Game \"Focus\"]\n", "", None),
        ("\"*\"", "\"O\"", None),
    ] {
        assert!(DUEL.contains(from), "{from}");
        let wrong = Record::read(&DUEL.replace(from, to)).expect_err("no record");
        assert_eq!(wrong.line, line, "{wrong}");
    }
}

/// Checks the error for a record with one part replaced.
#[track_caller]
fn unreadable(from: &str, to: &str, expected: &str) {
    assert!(DUEL.contains(from), "{from}");
    let error = DUEL
        .replace(from, to)
        .parse::<Record>()
        .expect_err("no record");
    assert_eq!(error.to_string(), expected);
}

#[test]
fn what_is_wrong_with_a_record_is_said() {
    unreadable("[Game \"Focus\"]\n", "", "expected a tag `Game`, got none");
    unreadable(
        "Focus",
        "Chess",
        "expected a record of the game `Focus`, got `Chess`",
    );
    unreadable(
        "[Rules",
        "[First \"O\"]\n[Rules",
        "expected the tag `First` once, got it twice",
    );
    unreadable(
        "\"O\"]",
        "\"O]",
        "expected a tag such as `[First \"O\"]`, got `[First \"O]`",
    );
    unreadable("\"O\"", "\"G\"", "expected one of `OB` to start, got `G`");
    unreadable(
        "mode=2",
        "mode=2 x",
        "expected an option such as `goal=last`, got `x`",
    );
    unreadable(
        "\"*\"",
        "\"O\"",
        "expected moves that lead to the result `O`, got `*`",
    );
    unreadable(
        "[Result",
        "[Termination \"quiet\"]\n[Result",
        "expected the end `quiet`, got `none`",
    );
    unreadable(
        "[Result \"*\"]",
        "[Termination \"time\"]\n[Result \"=\"]",
        "expected moves that lead to the result `=`, got `O`",
    );
    unreadable(
        "[Result",
        "[FPS \"x\"]\n[Result",
        "expected eight fields with one space between, got `x`",
    );
    unreadable(
        "b4-b5",
        "b4-b7",
        "ply 3, `b4-b7`: b4 holds only 2 pieces, and a move to b7 needs 3",
    );
    unreadable(
        "b4-b5",
        "b4+b5",
        "ply 3, `b4+b5`: expected a move such as `b7-c7`, `+c5` or `--`, got `b4+b5`",
    );
    unreadable(
        "b4-b5",
        "{O time}",
        "expected moves that lead to the result `*`, got `B`",
    );
    unreadable("b4-b5", "{P time}", "Pink does not play");
    unreadable(
        "b4-b5",
        "{O time",
        "expected `}` after a comment, got the end",
    );
}

#[test]
fn wrong_move_is_counted_from_the_start_of_the_record() {
    let mut game = new("mode=2 opening=exchange", Color::Blue);
    play_game(&mut game, "b2<>b3 d2<>d3 c4-c5");
    let mut later = Game::from_position(game.position().clone());
    play_game(&mut later, "b5-b6");
    for (game, last, ply) in [(game, "c4-c5", 3), (later, "b5-b6", 1)] {
        let text = Record::new(game).to_string().replace(last, "c4-c9");
        let error = text.parse::<Record>().expect_err("no record");
        let named = format!("ply {ply}, `c4-c9`");
        assert!(error.to_string().starts_with(&named), "{error}");
    }
}

#[test]
fn names_of_the_ends_come_back() {
    for termination in Termination::ALL {
        let same = Termination::ALL
            .into_iter()
            .find(|other| other.token() == termination.token());
        assert_eq!(same, Some(termination));
    }
}
