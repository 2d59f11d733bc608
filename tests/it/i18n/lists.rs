//! Texts of lists: games, and results against computers.

use focus::{Color, Mode, Rules};
use focus_engine::Level;
use focusbot::i18n::{Language, Words};
use focusbot::service::ratings::profile::{ComputerResults, Profile};
use focusbot::service::{GameId, GameSummary, MessageId, Person, Player, Timestamp};

use super::sample;
use super::views::check_text;

fn long_name() -> Player {
    Player::Person(Person {
        id: sample::person(Color::Orange),
        name: sample::LONG_NAME.to_owned(),
    })
}

fn summary(number: u32) -> GameSummary {
    GameSummary {
        id: GameId(number),
        place: sample::PLACE,
        message: (number.is_multiple_of(2)).then_some(MessageId(1_400_000_000_000_000_000)),
        rules: Rules::new(Mode::FreeForAll),
        begun: !number.is_multiple_of(3),
        seated: !number.is_multiple_of(5),
        is_open: number.is_multiple_of(3),
        is_out: number % 5 == 4,
        your_turn: number.is_multiple_of(4),
        is_overdue: number.is_multiple_of(7),
        others: vec![long_name(); usize::try_from(number % 4).expect("small")],
        plies: number,
        steps: 0,
        runs_out: (number.is_multiple_of(8)).then_some(Timestamp(1_800_000_000_000)),
        is_paused: number % 8 == 4,
    }
}

#[test]
fn a_list_of_games_fits_and_counts_the_rest() {
    for words in Language::ALL.map(Words::new) {
        for count in [0, 1, 2, 30] {
            let games: Vec<_> = (0..count).map(summary).collect();
            check_text(&words.games(&games), 2_000);
        }
    }
    let games: Vec<_> = (0..30).map(summary).collect();
    let text = Words::new(Language::English).games(&games);
    let shown = text.matches("\n- ").count();
    assert!(
        text.ends_with(&format!("and {} more", 30 - shown)),
        "{text}"
    );
    assert!(text.contains("- [#2](https://discord.com/channels/7/70/1400000000000000000) "));
    assert!(text.contains("- [#1](https://discord.com/channels/7/70) "));
}

#[test]
fn a_list_says_what_waits_for_somebody() {
    let line = |your_turn, is_overdue, begun, runs_out: Option<u64>| {
        let game = GameSummary {
            begun,
            seated: begun,
            your_turn,
            is_overdue,
            is_out: false,
            runs_out: runs_out.map(Timestamp),
            ..summary(1)
        };
        let text = Words::new(Language::English).games(&[game]);
        let (_, mark) = text.rsplit_once(" · ").expect("parts of a line");
        mark.to_owned()
    };
    assert_eq!(line(true, false, true, None), "**your turn**");
    assert_eq!(
        line(true, false, true, Some(60_000)),
        "**your turn**, deadline: <t:60:R>"
    );
    assert_eq!(line(true, true, true, None), "**your turn**, time is up");
    assert_eq!(
        line(false, true, true, None),
        "**time is up**, you may claim it"
    );
    let paused = GameSummary {
        your_turn: true,
        is_overdue: false,
        is_out: false,
        is_paused: true,
        ..summary(1)
    };
    let text = Words::new(Language::English).games(&[paused]);
    assert!(text.ends_with(" · **your turn**, clock paused"), "{text}");
    assert_eq!(line(false, false, true, None), "1 move");
    assert_eq!(line(true, false, false, None), "you are invited");
}

#[test]
fn a_game_in_a_menu_is_named_by_its_number_on_a_phone() {
    for words in Language::ALL.map(Words::new) {
        for number in 1..4 {
            let entry = words.game_choice(&summary(number));
            check_text(&entry.label, 40);
            assert!(entry.label.starts_with(&format!("#{number} · ")));
            check_text(&entry.description.expect("the others"), 100);
        }
        let alone = words.game_choice(&summary(4));
        check_text(&alone.label, 40);
        assert_eq!(alone.description, None);
    }
}

#[test]
fn a_profile_lists_results_against_computers_with_beaten_levels_in_bold() {
    let result = |(level, record)| ComputerResults {
        mode: Mode::ThreeWay,
        level,
        record,
    };
    let results = [(Level::Beginner, [2, 1, 3]), (Level::Casual, [0, 4, 1])];
    let profile = Profile {
        person: sample::person(Color::Orange),
        modes: Vec::new(),
        form: Vec::new(),
        versus: None,
        computers: results.map(result).into(),
    };
    for words in Language::ALL.map(Words::new) {
        let text = words.profile(&profile, Some("Ann"), None);
        let [beaten, other] = results.map(|(level, _)| words.level(level));
        let levels = format!("**{beaten}** +2 =1 \u{2212}3 · {other} +0 =4 \u{2212}1");
        let line = text.lines().find(|line| line.ends_with(&levels));
        let line = line.unwrap_or_else(|| panic!("no {levels} in: {text}"));
        assert!(line.contains(&words.mode(Mode::ThreeWay)), "{line}");
    }
}
