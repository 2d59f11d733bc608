//! All parsers of foreign input: each target takes any bytes, and compares what it parses with what
//! it prints.
//!
//! `FOCUSBOT_INPUTS` sets the number of inputs for each target.

use std::fs;
use std::path::Path;

use focus::notation::{MoveText, Record, parse_position};
use focus::{Color, Game, Mode, Position, Rules, Setup};
use focus_engine::protocol::check_line;
use focusbot::config::Config;
use focusbot::discord::features::admin::id::AdminButtonId;
use focusbot::discord::features::history::id::HistoryButtonId;
use focusbot::discord::features::import::id::ImportButtonId;
use focusbot::discord::features::play::autocomplete::offered_moves;
use focusbot::discord::features::ratings::id::RatingsButtonId;
use focusbot::discord::features::tables::time::offered_times;
use focusbot::discord::interaction::custom_id::game::GameButtonId;
use focusbot::discord::interaction::custom_id::setting::SettingButtonId;
use focusbot::i18n::{Language, Words, escape, plain};
use focusbot::service::GameId;
use focusbot::store::records::KINDS;
use focusbot::store::{RecordType, Table};

/// Parser under test.
pub struct Target {
    /// Name of the target.
    pub name: &'static str,
    /// Initial inputs, most of which are valid.
    pub seeds: fn() -> Vec<String>,
    /// Parses an input and returns whether that succeeded; panics if the result is wrong.
    pub run: fn(&[u8]) -> bool,
}

const FPS: &str = "2 OOB,x3/O,x2,BO,x,O/x,B,x,B,O,OOBOB,x2/x4,O,x3/x2,B,x2,BO,x2/\
                   x,BO,x,B,x2,OOB,x/B,BO,BBO,x3/x4 O B2 O:B1,B:O2 - 6 35";
const RECORD: &str = "[Game \"Focus\"]\n[Site \"x\"]\n[Date \"2024-05-31\"]\n[Rules \"mode=2\"]\n\
                      [First \"O\"]\n[Orange \"a\"]\n[Blue \"b\"]\n[Result \"*\"]\n\n\
                      1. b3-b4 b2-b3\n2. b4-b5 {x}\n";

/// All targets.
pub const ALL: [Target; 10] = [
    Target {
        name: "moves",
        seeds: || {
            texts(&[
                "b7-c7",
                "+c5",
                "--",
                "c4<>d4",
                "f3-b3:4xOOr1#",
                "@a5",
                "b7c7",
                "B7 > C7",
                "b7xc7",
                "b7:c7:1",
                "\u{ff42}\u{ff17}\u{200b}\u{ff0d}\u{ff43}\u{ff17}",
            ])
        },
        run: moves,
    },
    Target {
        name: "positions",
        seeds: || {
            texts(&[
                FPS,
                "4s O,O,O,OBPO/GO,x2,B,x,B/x4,GB,x3/x2,GOG,x,BPOG,G,x,G/P,x2,OG,x4/x,P,x2,GPBBP,x3/x2,OOP,x2,P/x,O,x,B O B2 O:G2B1P4,G:B1P1,B:O1G2,P:B1 - 6 45",
            ])
        },
        run: positions,
    },
    Target {
        name: "records",
        seeds: || {
            texts(&[
                RECORD,
                "[Game \"Focus\"][Rules \"mode=4t\"][First \"G\"][Result \"*\"] {O resignation}",
            ])
        },
        run: records,
    },
    Target {
        name: "rules",
        seeds: || {
            texts(&[
                "mode=2",
                "mode=3 goal=race stuck=skip quiet=off",
                "mode=4t setup=12 talk=open",
                "mode=2 draw=second_wins opening=exchange repetition=off quiet=80",
            ])
        },
        run: rules,
    },
    Target {
        name: "custom-ids",
        seeds: || {
            texts(&[
                "f1:join:1:0",
                "f1:play:1:0:b3-b4",
                "f1:place:2:3:+5",
                "f1:rules:0:0:2.1",
                "h1:p:1:2:0:w:0",
                "s1:theme",
                "a1:audit:3",
                "f1:top:s:2:b.1.s.1500.7",
                "f1:list:on:4t",
                "i1:next:1800000000000:7",
            ])
        },
        run: custom_ids,
    },
    Target {
        name: "offers",
        seeds: || {
            texts(&[
                "",
                "b7",
                "+c",
                "B7 c7",
                "b7-c7 – x",
                "2h+5m",
                "1d",
                "#12 · Duel",
            ])
        },
        run: offers,
    },
    Target {
        name: "names",
        seeds: || {
            texts(&[
                "Anna",
                "**b** <@1> @everyone `c`",
                "\u{202e}x\n# y",
                "z\u{300}\u{301}",
                "\u{1f469}\u{200d}\u{1f467}",
                "\u{3164}\u{fe0f}",
                "\u{1f3f4}\u{e0067}\u{e0062}\u{e007f}",
            ])
        },
        run: names,
    },
    Target {
        name: "settings",
        seeds: || {
            texts(&[
                include_str!("../../../config.example.toml"),
                "[discord]\ntoken = \"x\"",
                "[pace]\nacts_per_person = 0",
            ])
        },
        run: settings,
    },
    Target {
        name: "stored",
        seeds: records_of_every_schema,
        run: stored,
    },
    Target {
        name: "engine",
        seeds: || {
            texts(&[
                "fei",
                "setoption name Level value 3",
                "position startpos 2 rules goal=race moves b3-b4 b2-b3",
                "go movetime 10 nodes 5",
                "position fps 2 OOB,x3/O,x2,BO,x,O/x,B,x,B,O,OOBOB,x2/x4,O,x3/x2,B,x2,BO,x2/x,BO,x,B,x2,OOB,x/B,BO,BBO,x3/x4 O B2 O:B1,B:O2 - 6 35",
                "go perft 2",
            ])
        },
        run: engine,
    },
];

fn texts(list: &[&str]) -> Vec<String> {
    list.iter().map(|text| (*text).to_owned()).collect()
}

fn text(input: &[u8]) -> String {
    String::from_utf8_lossy(input).into_owned()
}

fn moves(input: &[u8]) -> bool {
    thread_local! {
        static GAME: Game = Game::from_position(Position::start(Rules::new(Mode::Duel), Color::Orange));
    }
    let Ok(read) = text(input).parse::<MoveText>() else {
        return false;
    };
    let again = read
        .mv()
        .to_string()
        .parse::<MoveText>()
        .expect("a move as it is written");
    assert_eq!(again.mv(), read.mv());
    // Its legality does not matter here.
    let _ = GAME.with(|game| read.resolve_in(game));
    true
}

fn positions(input: &[u8]) -> bool {
    let text = text(input);
    let Ok(setup) = text.parse::<Setup>() else {
        return false;
    };
    assert_eq!(setup.to_string(), text, "one spelling each");
    let rules = setup.implied_rules();
    if let Ok(position) = parse_position(&text, rules) {
        let legal = position.legal_moves();
        assert_eq!(legal.is_empty(), position.is_over(), "{text}");
    }
    true
}

fn records(input: &[u8]) -> bool {
    let Ok(record) = Record::read(&text(input)) else {
        return false;
    };
    assert_eq!(record.to_string().parse(), Ok(record));
    true
}

fn rules(input: &[u8]) -> bool {
    let Ok(rules) = text(input).parse::<Rules>() else {
        return false;
    };
    assert_eq!(rules.to_string().parse(), Ok(rules));
    true
}

fn custom_ids(input: &[u8]) -> bool {
    let text = text(input);
    let written = [
        text.parse::<GameButtonId>().ok().map(|id| id.to_string()),
        text.parse::<HistoryButtonId>()
            .ok()
            .map(|id| id.to_string()),
        text.parse::<ImportButtonId>().ok().map(|id| id.to_string()),
        text.parse::<SettingButtonId>()
            .ok()
            .map(|id| id.to_string()),
        text.parse::<AdminButtonId>().ok().map(|id| id.to_string()),
        text.parse::<RatingsButtonId>()
            .ok()
            .map(|id| id.to_string()),
    ];
    let mut written = written.into_iter().flatten();
    let first = written.next();
    assert_eq!(written.next(), None, "two kinds of {text}");
    first.is_some_and(|written| {
        assert_eq!(written, text, "one spelling each");
        true
    })
}

fn offers(input: &[u8]) -> bool {
    thread_local! {
        static POSITION: Position = FPS.parse().expect("a position");
    }
    let text = text(input);
    let words = Words::new(Language::German);
    let moves = POSITION.with(|position| offered_moves(position, &text, words));
    let times = offered_times(&text, words);
    for (label, value) in moves.iter().chain(&times) {
        assert!(label.starts_with(value.as_str()), "{label}: {value}");
    }
    text.parse::<GameId>().is_ok() || !moves.is_empty() || !times.is_empty()
}

fn names(input: &[u8]) -> bool {
    let name = text(input);
    for shown in [plain(&name), escape(&name)] {
        assert!(!shown.is_empty() && !shown.contains('\n'), "{shown:?}");
        assert!(!shown.contains(|c: char| c.is_control()), "{shown:?}");
    }
    let escaped = escape(&name);
    assert!(
        !escaped.contains("@everyone") && !escaped.contains("@here"),
        "{escaped:?}"
    );
    let mut before = ' ';
    for c in escaped.chars() {
        let is_bare = c.is_ascii_punctuation() && c != '@' && c != '\\' && before != '\\';
        assert!(!is_bare, "{escaped:?}");
        before = if before == '\\' && c == '\\' { ' ' } else { c };
    }
    true
}

fn settings(input: &[u8]) -> bool {
    let path = Path::new("config.toml");
    let Ok(config) = Config::from_toml(path, &text(input)) else {
        return false;
    };
    !config.to_toml().is_empty()
}

/// Parses a table, a schema and a payload, separated by spaces; other input is treated as a value
/// from a damaged disk.
fn stored(input: &[u8]) -> bool {
    let Some((kind, schema, payload)) = parted(input) else {
        return KINDS.iter().any(|kind| (kind.check)(input).is_ok());
    };
    (kind.check)(&sealed(schema, payload)).is_ok()
}

fn parted(input: &[u8]) -> Option<(&'static RecordType, u16, &[u8])> {
    let mut parts = input.splitn(3, |byte| *byte == b' ');
    let mut word = || str::from_utf8(parts.next()?).ok();
    let (table, schema) = (Table::from_name(word()?)?, word()?.parse().ok()?);
    let kind = KINDS.iter().find(|kind| kind.table == table)?;
    Some((kind, schema, parts.next()?))
}

/// Returns an envelope with a plain payload: deflating would take most of the time.
fn sealed(schema: u16, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).expect("a short input");
    let head = [&[1][..], &schema.to_be_bytes(), &length.to_be_bytes()].concat();
    let mut checksum = crc32fast::Hasher::new();
    checksum.update(&head);
    checksum.update(payload);
    [&head[..], &checksum.finalize().to_be_bytes(), payload].concat()
}

/// Returns every line of `tests/data/schema`, in the form that [`stored`] takes.
fn records_of_every_schema() -> Vec<String> {
    // The crate for fuzzing is in a folder of the project.
    let folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let mut folders = folders.map(|folder| folder.join("tests/data/schema"));
    let folder = folders.find(|folder| folder.is_dir());
    let folder = folder.expect("a folder of records");
    let kinds = KINDS.iter();
    let files = kinds.flat_map(|kind| (1..=kind.schema).map(move |schema| (kind.table, schema)));
    let lines = files.flat_map(|(table, schema)| {
        let text = fs::read_to_string(folder.join(format!("{table}/{schema}.jsonl")));
        let text = text.expect("records of every schema");
        let lines = text.lines().map(|line| format!("{table} {schema} {line}"));
        lines.collect::<Vec<_>>()
    });
    lines.collect()
}

fn engine(input: &[u8]) -> bool {
    match check_line(&text(input)) {
        Ok(()) => true,
        Err(expected) => {
            assert!(!expected.is_empty());
            false
        }
    }
}
