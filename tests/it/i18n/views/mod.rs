//! Texts beside boards and at tables.

use std::time::Duration;

use focus::notation::{MoveText, Record};
use focus::{
    Color, ColorSet, DrawRule, Game, Leaving, Mode, Move, Opening, Outcome, Rules, Termination,
};
use focus_engine::Level;
use focusbot::i18n::{Language, Words};
use focusbot::service::{
    ClockView, Computer, Ending, Event, GameId, GameView, Member, MessageForm, Overtime, Person,
    Player, TableKind, TableState, TableView, TakeBack, TakenBack, Teams, TimeRule, Timestamp,
};

use super::sample;

#[track_caller]
pub(super) fn check_text(text: &str, limit: usize) {
    let length = text.chars().count();
    assert!(
        length <= limit,
        "{length} characters instead of {limit}: {text}"
    );
    assert!(!text.contains(['{', '}']), "a variable is left: {text}");
    assert!(
        !text
            .lines()
            .any(|line| line.trim() != line || line.is_empty()),
        "blanks: {text:?}"
    );
}

fn taken(moves: u32, has_passes: bool) -> TakenBack {
    TakenBack { moves, has_passes }
}

/// Returns every event, for the colors of a mode.
fn events(view: &GameView) -> Vec<Event> {
    let played = view.game.plies().iter().map(|ply| Event::Moved {
        color: ply.color,
        mv: ply.mv,
        effect: ply.effect,
        text: String::new(),
    });
    let colors = view.game.rules().mode().colors().iter();
    let others = colors.flat_map(|color| {
        [
            Event::Passed(*color),
            Event::Out(*color),
            Event::Resigned(*color),
            Event::DrawOffered(*color),
            Event::DrawAccepted(*color),
            Event::DrawRefused(*color),
            Event::DrawWithdrawn(*color),
            Event::Aborted(*color),
            Event::Overdue(*color),
            Event::TimeOut(*color),
            Event::TakenOver(*color),
            Event::Premoved(*color),
            Event::TakeBackAsked(*color),
            Event::TakeBackAllowed(*color),
            Event::TakeBackRefused(*color),
            Event::TookBack {
                color: *color,
                taken: taken(3, false),
            },
            Event::TookBack {
                color: *color,
                taken: taken(3, true),
            },
        ]
    });
    [
        Event::Started,
        Event::Lapsed,
        Event::Stopped,
        Event::Abandoned,
    ]
    .into_iter()
    .chain(played)
    .chain(others)
    .collect()
}

fn endings(rules: Rules) -> Vec<Ending> {
    let colors = rules.mode().colors();
    let winners = [
        ColorSet::EMPTY,
        colors[..1].iter().copied().collect(),
        [colors[0], *colors.last().expect("two colors")]
            .into_iter()
            .collect(),
    ];
    let outcome = |winners, termination| {
        Ending::Decided(Outcome {
            winners,
            termination,
        })
    };
    winners
        .into_iter()
        .flat_map(|winners| Termination::ALL.map(|termination| outcome(winners, termination)))
        .chain([Ending::Aborted])
        .collect()
}

#[test]
fn captions_fit_and_mention_who_is_to_move() {
    for rules in sample::all_rules() {
        for seed in 0..20 {
            let plies = usize::try_from(seed).expect("small number") * 7;
            let game = sample::random_game(rules, seed, plies);
            let mut view = sample::view(game, sample::LONG_NAME);
            view.draw = ColorSet::EMPTY.with(rules.mode().colors()[0]);
            view.take_back = Some(TakeBack {
                by: rules.mode().colors()[0],
                taken: taken(2, seed % 2 == 0),
                waiting: rules.mode().colors()[1..].iter().copied().collect(),
            });
            let side = view.game.position().side();
            let mention = format!("<@{}>", sample::person(side).0);
            for words in Language::ALL.map(Words::new) {
                let caption = words.caption(&view);
                check_text(&caption, 2_000);
                assert_eq!(caption.matches("<@").count(), 1, "{caption}");
                assert!(caption.contains(&mention), "{caption}");
            }
        }
    }
}

#[test]
fn news_of_any_length_fits() {
    for rules in sample::all_rules() {
        let mut view = sample::view(sample::random_game(rules, 3, 100), sample::LONG_NAME);
        view.news = events(&view);
        for words in Language::ALL.map(Words::new) {
            check_text(&words.caption(&view), 2_000);
            for event in &view.news {
                check_text(&words.event(&view, event), 500);
            }
        }
    }
}

#[test]
fn every_ending_is_worded() {
    for rules in sample::all_rules() {
        let mut view = sample::view(sample::random_game(rules, 9, 400), sample::LONG_NAME);
        for ending in endings(rules) {
            view.ending = Some(ending);
            for words in Language::ALL.map(Words::new) {
                check_text(&words.caption(&view), 2_000);
                check_text(&words.alt_text(&view), 1_024);
                assert!(!words.caption(&view).contains("<@"), "nobody is to move");
            }
        }
    }
}

#[track_caller]
fn check(view: &GameView, expected: &[&str]) {
    let caption = Words::new(Language::English).caption(view);
    assert_eq!(caption.lines().collect::<Vec<_>>(), expected);
}

fn duel() -> Game {
    Game::new(Rules::new(Mode::Duel), Color::Orange)
}

#[test]
fn a_game_begins_with_the_lot() {
    let mut view = sample::view(duel(), "Ann_");
    view.news = vec![Event::Started];
    let expected = [
        "**Orange** to move: <@100>",
        "Colors and the first move were drawn by lot: Orange (Ann\\_), Blue (Ann\\_). \
         Orange (Ann\\_) begins.",
        "Goal: the last one left wins",
        "-# #12 · Duel · 0 moves played",
    ];
    check(&view, &expected);
}

#[test]
fn partners_are_told_at_the_table_and_in_the_game_how_teams_come_about_and_what_they_may_say() {
    let rules = Rules::new(Mode::Partners);
    let words = Words::new(Language::English);
    let table = table(TableKind::Open, rules);
    let shown = whole(words, &table);
    let teams = "**Team 1:** <@100> + free\n**Team 2:** Focusbot · Expert + free\n\
        Choose your team below. Whoever chooses none is drawn into a free place by lot.\n";
    assert!(shown.contains(teams), "{shown}");
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
    assert!(!shown.contains("drawn into") && shown.contains("**Team 2:** free + free"));

    let mut view = sample::view(Game::new(rules, Color::Orange), "Ann");
    view.news = vec![Event::Started];
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
}

#[test]
fn the_last_move_is_shown_again_with_what_came_after() {
    let mut game = duel();
    game.play(sample::slide("b3", "b4")).expect("legal move");
    let mut view = sample::view(game, "Ann");
    view.news = vec![Event::DrawOffered(Color::Orange)];
    view.draw = ColorSet::EMPTY.with(Color::Orange);
    let expected = [
        "**Blue** to move: <@102>",
        "Orange (Ann): **b3-b4**",
        "Orange (Ann) offers a draw.",
        "A draw has been offered. Agreed: Orange (Ann). Still to answer: Blue (Ann).",
        "-# #12 · Duel · last one left wins · 1 move played",
    ];
    check(&view, &expected);
}

#[test]
fn openings_say_what_to_do() {
    let exchange = Rules::new(Mode::Duel)
        .with_opening(Opening::Exchange)
        .expect("duel's option");
    let mut game = Game::new(exchange, Color::Blue);
    let first = Words::new(Language::English).caption(&sample::view(game.clone(), "Ann"));
    assert!(
        first.contains("Exchange opening: Blue swaps one of its pieces"),
        "{first}"
    );
    game.play(game.position().legal_moves()[0])
        .expect("legal move");
    let second = Words::new(Language::English).caption(&sample::view(game, "Ann"));
    assert!(second.contains("may not restore the symmetry"), "{second}");

    let placement = sample::view(Game::new(Rules::new(Mode::ThreeWay), Color::Green), "Ann");
    let caption = Words::new(Language::English).caption(&placement);
    assert!(
        caption.contains("places a reserve on an empty square"),
        "{caption}"
    );
    assert!(caption.contains("**+c1**"), "{caption}");
}

#[test]
fn reasons_tell_how_the_game_was_won() {
    let mut game = duel();
    game.leave(Color::Orange, Leaving::Resignation)
        .expect("player");
    let mut view = sample::view(game, "Ann");
    view.ending = view.game.outcome().map(Ending::Decided);
    view.news = vec![Event::Resigned(Color::Orange)];
    let expected = [
        "**Blue (Ann) wins!** By resignation.",
        "Orange (Ann) resigns.",
        "-# #12 · Duel · last one left wins · 0 moves played",
    ];
    check(&view, &expected);
}

#[test]
fn whose_time_ran_out_is_named_when_a_computer_plays_on() {
    let mut view = sample::view(duel(), "Ann");
    let late = Person {
        id: sample::person(Color::Orange),
        name: String::from("Eve"),
    };
    view.former = vec![(Color::Orange, late)];
    for (color, player) in &mut view.players {
        if *color == Color::Orange {
            *player = Player::Computer(Level::Expert);
        }
    }
    view.news = vec![Event::TakenOver(Color::Orange)];
    let caption = Words::new(Language::English).caption(&view);
    let told = "Orange (Eve) has run out of time: Focusbot · Expert takes over.";
    assert!(caption.contains(told), "{caption}");
}

#[test]
fn a_draw_that_is_a_win_says_so() {
    let rules = Rules::new(Mode::Duel)
        .with_draw(DrawRule::SecondWins)
        .expect("duel's option");
    let mut game = Game::new(rules, Color::Orange);
    let outcome = game.agree_draw().expect("running game");
    let mut view = sample::view(game, "Ann");
    view.ending = Some(Ending::Decided(outcome));
    let expected = [
        "**Blue (Ann) wins!** Everybody agreed. Under the rules of this game, a draw is a win for \
         the side that did not begin.",
        "-# #12 · Duel · last one left wins · Draw: a win for whoever did not begin · 0 moves played",
    ];
    check(&view, &expected);
}

#[test]
fn a_board_says_who_would_win_by_a_draw() {
    let told = |draw: DrawRule| {
        let rules = Rules::new(Mode::Duel).with_draw(draw);
        let game = Game::new(rules.expect("duel's option"), Color::Orange);
        // It says so before any offer, since a computer opponent would agree at once.
        let caption = Words::new(Language::English).caption(&sample::view(game, "Ann"));
        let mut lines = caption.lines().map(str::to_owned);
        lines.find(|line| line.contains("draw"))
    };
    let of = |who: &str| {
        Some(format!(
            "Under the rules of this game, a draw counts as a win for {who}."
        ))
    };
    assert_eq!(told(DrawRule::Split), None);
    assert_eq!(told(DrawRule::SecondLoses), of("Orange (Ann)"));
    assert_eq!(told(DrawRule::SecondWins), of("Blue (Ann)"));
}

#[test]
fn labels_of_moves_begin_with_the_move_and_fit() {
    for rules in sample::all_rules() {
        let mut game = sample::random_game(rules, 4, 60);
        while game.outcome().is_none() && game.plies().len() < 120 {
            let moves = game.position().legal_moves();
            for mv in &moves {
                let effect = game.position().effect(*mv);
                for words in Language::ALL.map(Words::new) {
                    let label = words.move_label(*mv, effect);
                    check_text(&label, 100);
                    let text = label.split(" – ").next().expect("a first part");
                    let read: MoveText = text.parse().expect("well-written move");
                    assert_eq!(read.mv(), *mv);
                }
            }
            game.play(moves[0]).expect("legal move");
        }
    }
}

#[test]
fn every_move_has_a_label() {
    let none = focus::Effect::NONE;
    for mv in sample::all_moves() {
        check_text(&Words::new(Language::Polish).move_label(mv, none), 100);
    }
    let label = Words::new(Language::Polish).move_label(sample::slide("c4", "c8"), none);
    assert_eq!(label, "c4-c8 – 4 pionki");
    assert_eq!(
        Words::new(Language::English).move_label(Move::Pass, none),
        "--"
    );
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
    let colors = "**Team 1 (Orange, Blue):** <@100> + free\n\
        **Team 2 (Green, Pink):** Focusbot · Expert + free\n\
        Choose your team below. Whoever chooses none is drawn into a free place by lot.\n\
        **Orange:** free · **Green:** Focusbot · Expert · **Blue:** <@100> · **Pink:** free\n\
        Choose your color below. Whoever chooses none gets one by lot.\n";
    assert!(shown.contains(colors), "{shown}");
    assert!(shown.contains("\n-# The first move is drawn by lot.\n"));
    let from = TableView {
        start: Some(sample::crowded(5).position().to_string()),
        ..open
    };
    assert!(!words.table_terms(&from).contains("first move"));

    let mut view = sample::view(Game::new(from.rules, Color::Orange), "Ann");
    view.news = vec![Event::Started];
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

fn table(kind: TableKind, rules: Rules) -> TableView {
    TableView {
        id: GameId(12),
        place: sample::PLACE,
        parent: None,
        kind,
        state: TableState::Open,
        rules,
        people: vec![Person {
            id: sample::person(Color::Orange),
            name: "Ann".to_owned(),
        }],
        computers: vec![Computer {
            level: Level::Expert,
            is_partner: false,
        }],
        teams: (rules.mode() == Mode::Partners).then(|| Teams {
            members: [
                vec![Member::Person(sample::person(Color::Orange))],
                vec![Member::Computer(0)],
            ],
            can_change: true,
        }),
        colors: None,
        in_thread: true,
        time: None,
        is_private: false,
        rematch_of: None,
        start: None,
        rated: true,
        created: Timestamp(0),
        expires: Timestamp(1_800_000_000_000),
        message: None,
        form: MessageForm::Components,
        version: 1,
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
    let expected = "**Three-way** · table #12\n\
        By invitation only.\n\
        At the table (2 of 3): <@100>, Focusbot · Expert\n\
        Invited: <@102>";
    let words = Words::new(Language::English);
    assert_eq!(words.table(&table), expected);
    let terms = "Goal: race – first to capture 3 of each opponent, or to have 10 in front of you; \
        Moves without capture: never a draw\n\
        **Rated:** the result counts for the ratings of all players; by joining you agree to \
        that.\n\
        -# The game starts when the table is full. <@100> can start earlier: two play a duel, \
        three a three-way game.\n\
        -# <@100> can also invite somebody and open the table to all.\n\
        -# Colors and the first move are drawn by lot.\n\
        -# The game is played in a thread of its own.\n\
        -# The table closes <t:1800000000:R>.";
    assert_eq!(words.table_terms(&table), terms);
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
                    is_overdue: overtime == Overtime::Claim,
                    left: Color::ALL.map(|color| (color, minutes(1_501))).into(),
                });
                view.news = events(&view);
                let caption = words.caption(&view);
                check_text(&caption, 2_000);
                assert!(caption.contains("<t:1800000000:R>"), "{caption}");
            }
        }
    }
    let english = Words::new(Language::English);
    assert_eq!(english.duration(minutes(1_501)), "1 day 1 hour");
    assert_eq!(english.duration(minutes(2)), "2 minutes");
    assert_eq!(english.duration(Duration::ZERO), "0 seconds");
}

#[test]
fn a_draw_says_who_shares_it_if_not_all_do() {
    let mut game = Game::new(Rules::new(Mode::ThreeWay), Color::Orange);
    game.leave(Color::Green, Leaving::Resignation)
        .expect("player");
    game.agree_draw().expect("running game");
    let record = Record::new(game.clone());
    let read: Record = record.to_string().parse().expect("a record");
    let mut view = sample::view(game, "Ann");
    view.ending = view.game.outcome().map(Ending::Decided);
    view.sharing = view.game.sharing();
    let expected = [
        "**Draw between Orange (Ann) and Blue (Ann).** Everybody agreed.",
        "Out of the game: Green (Ann).",
        "-# #12 · Three-way · race · 0 moves played",
    ];
    check(&view, &expected);
    let english = Words::new(Language::English);
    let alt = english.alt_text(&view);
    let drawn = "The game was drawn between Orange (Ann) and Blue (Ann).";
    assert!(alt.starts_with(drawn), "{alt}");
    let shown = english.imported(&read, &read.game);
    assert!(shown.contains("draw between Orange and Blue"), "{shown}");
    assert!(record.to_string().contains("[Result \"=\"]"), "{record}");
    for words in Language::ALL.map(Words::new) {
        check_text(&words.caption(&view), 2_000);
        check_text(&words.alt_text(&view), 1_024);
        let whole = GameView {
            sharing: view.game.rules().mode().colors().iter().copied().collect(),
            ..view.clone()
        };
        assert_ne!(words.caption(&whole), words.caption(&view));
        assert_ne!(words.alt_text(&whole), words.alt_text(&view));
    }
}

#[test]
fn a_game_that_people_have_left_says_that_it_ends_there() {
    let mut game = Game::new(Rules::new(Mode::FreeForAll), Color::Orange);
    game.leave(Color::Green, Leaving::Resignation)
        .expect("player");
    let mut view = sample::view(game, "Ann");
    for (color, player) in &mut view.players {
        if *color != Color::Green {
            *player = Player::Computer(Level::Expert);
        }
    }
    let winners = view.game.position().still_in();
    view.ending = Some(Ending::Decided(Outcome {
        winners,
        termination: Termination::Resignation,
    }));
    assert!(view.is_deserted());
    let english = Words::new(Language::English);
    let caption = english.caption(&view);
    let headline = caption.lines().next().expect("a headline");
    let ends = "**Only computers are left, so the game ends here.** It counts as a win for Orange";
    assert!(headline.starts_with(ends), "{headline}");
    let alt = english.alt_text(&view);
    assert!(alt.starts_with("Only computers are left"), "{alt}");
    for words in Language::ALL.map(Words::new) {
        let (caption, alt) = (words.caption(&view), words.alt_text(&view));
        check_text(&caption, 2_000);
        check_text(&alt, 1_024);
        let headline = caption.lines().next().expect("a headline");
        assert!(!headline.contains('!'), "nobody cheers: {headline}");
    }
}
