//! Texts about the end of a game.

use focus::notation::Record;
use focus::{Color, ColorSet, DrawRule, Game, Leaving, Mode, Outcome, Rules, Termination};
use focus_engine::Level;
use focusbot::i18n::{Language, Words};
use focusbot::service::{Ending, GameEvent, GameView, Person, Player};

use super::{check, check_text, duel, sample};

pub(super) fn endings(rules: Rules) -> Vec<Ending> {
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

#[test]
fn reasons_tell_how_the_game_was_won() {
    let mut game = duel();
    game.leave(Color::Orange, Leaving::Resignation)
        .expect("player");
    let mut view = sample::view(game, "Ann");
    view.ending = view.game.outcome().map(Ending::Decided);
    view.news = vec![GameEvent::Resigned(Color::Orange)];
    let expected = [
        "**Blue (Ann) wins!** By resignation.",
        "-# #12 · Duel · whoever cannot move loses · 0 moves played",
    ];
    check(&view, &expected);
}

#[test]
fn late_player_is_named_when_a_computer_takes_over() {
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
    view.news = vec![GameEvent::TakenOver(Color::Orange)];
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
        "-# #12 · Duel · whoever cannot move loses · Draw: a win for whoever did not begin · 0 moves \
         played",
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
fn players_of_a_record_come_after_the_emojis_of_their_pieces() {
    let mut game = duel();
    game.play(sample::slide("b3", "b4")).expect("legal move");
    let mut record = Record::new(game);
    record.names[Color::Orange.index()] = "Ann".to_owned();
    let words = sample::with_emojis(Words::new(Language::English));
    let shown = words.imported(&record, &record.game);
    let expected = "\n<:Orange:1> Orange (Ann)\n<:Orange:1> Orange: **b3-b4**\n";
    assert!(shown.contains(expected), "{shown}");
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

#[test]
fn french_says_of_one_color_alone_that_it_is_out() {
    let mut game = Game::new(Rules::new(Mode::FreeForAll), Color::Orange);
    let left = game.leave(Color::Green, Leaving::Resignation);
    left.expect("a player");
    let (words, view) = (Words::new(Language::French), sample::view(game, "Ann"));
    let caption = words.caption(&view);
    let out = "Hors de la partie\u{202f}: Vert";
    assert!(caption.contains(out), "{caption}");
    let alt = words.alt_text(&view);
    assert!(alt.contains(out), "{alt}");
}

#[test]
fn french_says_of_a_deletion_what_it_will_do() {
    let question = Words::new(Language::French).erase_question(2);
    let games = "Tes 2 parties en cours seront abandonnées.";
    assert!(question.contains(games), "{question}");
}
