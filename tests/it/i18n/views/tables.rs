//! Texts at tables.

use std::time::Duration;

use focus::{Color, Game, Mode, Rules};
use focusbot::i18n::{Language, Words};
use focusbot::service::{
    ClockView, GameEvent, GameId, GameView, Member, Overtime, TableKind, TableState, TableView,
    Teams, TimeRule, Timestamp,
};

use super::news::events;
use super::{check_text, sample, table};

#[test]
fn table_and_game_explain_how_teams_form_and_how_partners_may_talk() {
    let rules = Rules::new(Mode::Partners);
    let words = Words::new(Language::English);
    let table = table(TableKind::Open, rules);
    let shown = whole(words, &table);
    let teams = "Seats (2 of 4): **Team 1:** <@100> + free · \
        **Team 2:** Focusbot · Expert + free\n";
    assert!(shown.contains(teams), "{shown}");
    let lots = " · drawn by lot: teams not chosen, colors and the first move · ";
    assert!(shown.contains(lots), "{shown}");
    let talk = "Talk between partners: silent, no hints";
    assert!(shown.contains(talk), "{shown}");
    let again = TableView {
        rematch_of: Some(GameId(11)),
        teams: table.teams.clone().map(|teams| Teams {
            can_change: false,
            ..teams
        }),
        ..table.clone()
    };
    let shown = whole(words, &again);
    assert!(!shown.contains("drawn") && shown.contains("**Team 1:** <@100>"));
    let certain = TableView {
        teams: table.teams.map(|teams| Teams {
            members: [teams.members.concat(), Vec::new()],
            ..teams
        }),
        ..table
    };
    let shown = whole(words, &certain);
    assert!(!shown.contains("teams not chosen") && shown.contains("**Team 2:** free + free"));
    let alone = TableView {
        teams: certain.teams.map(|teams| Teams {
            members: [vec![Member::Computer(0)], Vec::new()],
            ..teams
        }),
        ..certain
    };
    let shown = whole(words, &alone);
    let seats = "**Team 2:** free + free · **No team yet:** <@100>\n";
    assert!(shown.contains(seats), "{shown}");

    let mut view = sample::view(Game::new(rules, Color::Orange), "Ann");
    view.news = vec![GameEvent::Started];
    let caption = words.caption(&view);
    let chosen = "Colors and the first move were drawn by lot: Orange";
    assert!(caption.contains(chosen), "{caption}");
    view.are_partners_drawn = true;
    let caption = words.caption(&view);
    let begun = "Colors, partners and the first move were drawn by lot: Orange (Ann), Green (Ann), \
        Blue (Ann), Pink (Ann). Orange (Ann) begins.\nPartners: Orange and Blue; \
        Green and Pink.\n";
    assert!(
        caption.contains(begun) && caption.contains(talk),
        "{caption}"
    );
    for words in Language::ALL.map(Words::new) {
        check_text(&words.caption(&view), 2_000);
    }
    view.news = vec![GameEvent::Passed(Color::Pink)];
    let caption = words.caption(&view);
    let teams = " · Partners · Orange and Blue against Green and Pink · ";
    assert!(caption.contains(teams), "{caption}");
}

#[test]
fn caption_of_a_first_board_lists_everything_drawn_by_lot() {
    let words = Words::new(Language::English);
    let usual = Game::new(Rules::new(Mode::Partners), Color::Orange);
    let from = sample::crowded(2);
    for (game, are_colors_chosen, drawn) in [
        (
            &usual,
            true,
            "Partners, the remaining colors and the first move were drawn by lot: ",
        ),
        (
            &from,
            false,
            "The game starts from the given position; colors and partners were drawn by lot: ",
        ),
        (
            &from,
            true,
            "The game starts from the given position; partners and the remaining colors were \
             drawn by lot: ",
        ),
    ] {
        let view = GameView {
            news: vec![GameEvent::Started],
            are_partners_drawn: true,
            are_colors_chosen,
            ..sample::view(game.clone(), "Ann")
        };
        let caption = words.caption(&view);
        let line = format!("{drawn}Orange (Ann), Green (Ann), ");
        assert!(caption.contains(&line), "{caption}");
        for words in Language::ALL.map(Words::new) {
            check_text(&words.caption(&view), 2_000);
        }
    }
}

#[test]
fn a_table_says_who_has_chosen_which_color() {
    let words = Words::new(Language::English);
    let chosen = vec![
        (Member::Person(sample::person(Color::Orange)), Color::Blue),
        (Member::Computer(0), Color::Green),
    ];
    let open = TableView {
        colors: Some(chosen),
        ..table(TableKind::Open, Rules::new(Mode::Partners))
    };
    let shown = whole(words, &open);
    let colors = "**Team 1 (Orange, Blue):** Blue (<@100>) + Orange (free) · \
        **Team 2 (Green, Pink):** Green (Focusbot · Expert) + Pink (free)\n";
    assert!(shown.contains(colors), "{shown}");
    let lots = "drawn by lot: teams not chosen, colors not chosen and the first move";
    assert!(shown.contains(lots), "{shown}");
    let shown = sample::with_emojis(words).table(&open);
    let colors = "<:Blue:3> Blue (<@100>) + <:Orange:1> Orange (free)";
    assert!(shown.contains(colors), "{shown}");
    // As long as a player has not chosen, it is open which colors are left.
    let undecided = TableView {
        colors: Some(vec![(Member::Computer(0), Color::Green)]),
        ..table(TableKind::Open, Rules::new(Mode::ThreeWay))
    };
    let shown = words.table(&undecided);
    let seats = "Seats (2 of 3): <@100>, Green (Focusbot · Expert), free";
    assert!(shown.ends_with(seats), "{shown}");
    let from = TableView {
        start: Some(sample::crowded(5).position().to_string()),
        ..open
    };
    assert!(!words.table_terms(&from).contains("first move"));

    let mut view = sample::view(Game::new(from.rules, Color::Orange), "Ann");
    view.news = vec![GameEvent::Started];
    view.are_colors_chosen = true;
    let caption = words.caption(&view);
    let begun = "The first move was drawn by lot: Orange (Ann), Green (Ann), Blue (Ann), \
        Pink (Ann). Orange (Ann) begins.\n";
    assert!(caption.contains(begun), "{caption}");
}

/// Returns all that is said about a table.
fn whole(words: Words, table: &TableView) -> String {
    format!("{}\n{}", words.table(table), words.table_terms(table))
}

#[test]
fn a_call_addresses_everybody_whom_it_mentions() {
    let people = [Color::Orange, Color::Blue].map(sample::person);
    for (language, call) in [
        (Language::English, ": Ann invites you to play FOCUS. there"),
        (
            Language::German,
            ": Ann lädt zu einer Partie FOCUS ein. there",
        ),
        (
            Language::Dutch,
            ": Ann nodigt uit voor een partij FOCUS. there",
        ),
        (Language::Polish, ": Ann zaprasza do gry w FOCUS. there"),
        (
            Language::French,
            "\u{202f}: Ann propose une partie de FOCUS. there",
        ),
    ] {
        let said = Words::new(language).table_call("Ann", &people, "there");
        assert_eq!(said, format!("<@100>, <@102>{call}"));
    }
}

#[test]
fn tables_are_worded_in_every_state() {
    let people: Vec<_> = Color::ALL[1..]
        .iter()
        .map(|color| sample::person(*color))
        .collect();
    let kinds = [
        TableKind::Open,
        TableKind::Invited(people.clone()),
        TableKind::Challenge(people.clone()),
    ];
    let states = [
        TableState::Open,
        TableState::Closed,
        TableState::Declined(people[0]),
        TableState::Expired,
    ];
    for rules in sample::all_rules() {
        for kind in &kinds {
            for state in &states {
                let table = TableView {
                    state: state.clone(),
                    is_private: true,
                    rematch_of: Some(GameId(11)),
                    start: Some(sample::crowded(5).position().to_string()),
                    ..table(kind.clone(), rules)
                };
                for words in Language::ALL.map(Words::new) {
                    // A message of text has both.
                    check_text(&whole(words, &table), 2_000);
                    check_text(&words.table_alt(&table), 1_024);
                }
            }
        }
    }
}

#[test]
fn a_table_says_all_there_is_to_know() {
    let rules = Rules::new(Mode::ThreeWay).with_quiet(None);
    let table = table(TableKind::Invited(vec![sample::person(Color::Blue)]), rules);
    let expected = "**Ann would like to play**\n\
        Three-way · Goal: race – first to capture 3 of each opponent, or have 10 in front; \
        Moves without capture: never a draw · No clock · in a thread\n\
        Seats (2 of 3): <@100>, Focusbot · Expert, free\n\
        By invitation only: <@102>";
    let words = Words::new(Language::English);
    assert_eq!(words.table(&table), expected);
    let terms = "**Rated:** the result counts for the ratings of all players; by joining you agree to \
        that.\n\
        -# The game starts when the table is full. <@100> can start earlier: two play a duel, \
        three a three-way game.\n\
        -# Table #12 · drawn by lot: colors and the first move · closes <t:1800000000:R>";
    assert_eq!(words.table_terms(&table), terms);
    let day = TimeRule {
        control: "1d".parse().expect("a time control"),
        overtime: Overtime::Out,
    };
    let table = TableView {
        rated: false,
        is_private: true,
        time: Some(day),
        ..table
    };
    let shown = words.table(&table);
    let all = " · Clock: 1 day per move · when time runs out: out of the game · unrated · \
        in a thread · in this channel only\n";
    assert!(shown.contains(all), "{shown}");
}

#[test]
fn clocks_are_worded_at_tables_and_boards() {
    let controls = ["5m", "1d", "14d", "36h", "2h+5m", "2d+1h30m", "5m+0m"];
    let minutes = |count: u64| Duration::from_secs(count * 60);
    for words in Language::ALL.map(Words::new) {
        for overtime in [Overtime::Out, Overtime::Claim, Overtime::Computer] {
            for control in controls {
                let rule = TimeRule {
                    control: control.parse().expect("a time control"),
                    overtime,
                };
                let table = TableView {
                    time: Some(rule),
                    ..table(TableKind::Open, Rules::new(Mode::Duel))
                };
                check_text(&whole(words, &table), 2_000);
                check_text(
                    &format!("14d+24h – {}", words.time_control(rule.control)),
                    100,
                );
                let rules = Rules::new(Mode::FreeForAll);
                let mut view = sample::view(sample::random_game(rules, 1, 9), sample::LONG_NAME);
                view.clock = Some(ClockView {
                    rule,
                    runs_out: Some(Timestamp(1_800_000_000_000)),
                    away: Some(Timestamp(1_800_000_000_000)),
                    claimable_until: (overtime == Overtime::Claim)
                        .then_some(Timestamp(1_800_600_000_000)),
                    is_paused: false,
                    left: Color::ALL.map(|color| (color, minutes(1_501))).into(),
                });
                view.news = events(&view);
                let caption = words.caption(&view);
                check_text(&caption, 2_000);
                assert!(caption.contains("<t:1800000000:R>"), "{caption}");
                let ends = caption.contains("<t:1800600000:R>");
                assert_eq!(ends, overtime == Overtime::Claim, "{caption}");
                for claimant in view.claimants().iter() {
                    let mention = format!("<@{}>", sample::person(claimant).0);
                    assert!(caption.contains(&mention), "{caption}");
                }
            }
        }
    }
    let english = Words::new(Language::English);
    assert_eq!(english.duration(minutes(1_501)), "1 day 1 hour");
    assert_eq!(english.duration(minutes(2)), "2 minutes");
    assert_eq!(english.duration(Duration::ZERO), "0 seconds");
}

#[test]
fn board_of_a_paused_clock_shows_no_deadline() {
    let rule = TimeRule {
        control: "1d".parse().expect("a time control"),
        overtime: Overtime::Out,
    };
    let mut view = sample::view(sample::random_game(Rules::new(Mode::Duel), 1, 9), "Ann");
    view.clock = Some(ClockView {
        rule,
        runs_out: Some(Timestamp(1_800_000_000_000)),
        away: None,
        claimable_until: None,
        is_paused: true,
        left: Vec::new(),
    });
    for words in Language::ALL.map(Words::new) {
        let caption = words.caption(&view);
        check_text(&caption, 2_000);
        let paused = words.text("clock-paused", &[]);
        assert!(caption.contains(&paused), "{caption}");
        assert!(!caption.contains("<t:"), "{caption}");
    }
}
