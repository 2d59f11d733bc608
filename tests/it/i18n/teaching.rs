//! Pages of the rules, tasks of the practice game, and reasons for moves.

use super::sample;
use crate::support::unbroken;
use focus::{Color, Game, Leaving, Mode, Move, Position, Rules, Square};
use focus_engine::analysis::{GameReport, Moment};
use focus_engine::{Choice, Score, ScoredMove};
use focusbot::i18n::{Language, Task, Topic, Words};
use focusbot::service::Ending;

#[test]
fn the_first_page_says_what_the_game_is_about_and_the_last_gives_tips() {
    for words in Language::ALL.map(Words::new) {
        for mode in Mode::ALL {
            let topics = Topic::of(mode);
            let first = words.rules_topic(mode, topics[0]);
            assert!(first.starts_with("**"), "{first}");
            assert_eq!(topics.last(), Some(&Topic::Tips));
            let tips = words.rules_topic(mode, Topic::Tips);
            let count = tips.lines().filter(|line| line.starts_with("- ")).count();
            let expected = if mode == Mode::Partners { 8 } else { 5 };
            assert_eq!(count, expected, "{tips}");
        }
    }
}

/// A partner who moves onto the stack wins a reserve for its owner.
#[test]
fn tips_say_that_an_opponent_captures_the_piece_at_the_bottom() {
    for (language, opponent) in [
        (Language::English, "an opponent"),
        (Language::German, "ein Gegner"),
        (Language::Dutch, "een tegenstander"),
        (Language::Polish, "przeciwnik"),
        (Language::French, "un adversaire"),
    ] {
        let tips = Words::new(language).rules_topic(Mode::Partners, Topic::Tips);
        let tip = tips.lines().filter(|line| line.starts_with("- ")).nth(3);
        assert!(tip.is_some_and(|tip| tip.contains(opponent)), "{tips}");
    }
}

#[test]
fn notation_explains_no_sign_that_never_occurs_and_letters_before_their_use() {
    for words in Language::ALL.map(Words::new) {
        for mode in Mode::ALL {
            let text = words.rules_topic(mode, Topic::Notation);
            assert_eq!(text.contains("`--`"), mode != Mode::Duel, "{text}");
            assert_eq!(text.contains("`c4<>d4`"), mode == Mode::Duel, "{text}");
            assert_eq!(text.contains("`p1`"), mode == Mode::Partners, "{text}");
            for color in ["P ", "G "] {
                let expected = mode != Mode::Duel && (color != "P " || mode != Mode::ThreeWay);
                assert_eq!(text.contains(color), expected, "{color}: {text}");
            }
            let letters = text.find("O ").expect("the letter of orange");
            assert!(letters < text.find("`x").expect("a capture"), "{text}");
        }
    }
}

#[test]
fn golden_squares_are_named() {
    let c3: Square = "c3".parse().expect("a square");
    for words in Language::ALL.map(Words::new) {
        for topic in [Topic::Slide, Topic::Tower] {
            let text = words.rules_picture(topic, None, Some(c3));
            assert!(text.is_some_and(|text| text.contains("c3")));
        }
        for (task, square) in [
            (Task::Slide, "c3"),
            (Task::Tower, "c6"),
            (Task::Split, "c6"),
            (Task::Capture, "c5"),
            (Task::Reserve, " 4"),
        ] {
            let text = words.task(task);
            assert!(text.contains(square), "{text}");
        }
    }
}

#[test]
fn a_draw_names_the_options_that_change_it() {
    for words in Language::ALL.map(Words::new) {
        for option in ["option-name-repetition", "option-name-quiet"] {
            let name = format!("`{}`", words.text(option, &[]));
            let text = words.rules_topic(Mode::Duel, Topic::Options);
            assert!(text.contains(&name), "{text}");
        }
    }
}

/// Returns a line of moves, each the only one of its text that is legal.
fn line(start: &Position, texts: &[&str]) -> Vec<Move> {
    let mut position = start.clone();
    let play = |text: &&str| {
        let mut moves = position.legal_moves().into_iter();
        let mv = moves.find(|mv| mv.to_string() == *text);
        let mv = mv.expect("a legal move");
        position.play_unchecked(mv);
        mv
    };
    texts.iter().map(play).collect()
}

/// Returns the points that a message lists for a move, up to the end that follows them.
fn points<'a>(message: &'a str, mv: &str, end: &str) -> &'a str {
    let head = format!("**{}** – ", unbroken(mv));
    let (_, told) = message.split_once(&head).expect("the move");
    told.split_once(end).expect("the end").0
}

/// Position in which the stack of three would be taken over by d3; c8 has nothing to do.
const THREATENED: &str = "2 O,x3/x6/x8/x2,B,x4,B/x8/x2,OOO,B,x4/x6/x4 O - O:B15,B:O14 - 0 61";

/// Returns the first moment of a game, in which Orange played one line and not a better one.
fn moment(played: &[Move], better: &[Move]) -> Moment {
    Moment {
        plies: 0,
        color: Color::Orange,
        played: played[0],
        reply: played[1..].to_vec(),
        better: better[0],
        line: better.to_vec(),
        score: Score::Value(0),
        before: 0.5,
        after: 0.25,
    }
}

/// Returns a report of a duel of one move, with these moments.
fn report_of(moments: Vec<Moment>) -> GameReport {
    GameReport {
        chances: vec![[0.5, 0.0, 0.5, 0.0]; 2],
        result: [0.5, 0.0, 0.5, 0.0],
        moments,
    }
}

#[test]
fn a_hint_and_a_review_say_why_in_the_same_words() {
    let start: Position = THREATENED.parse().expect("a position");
    let mut game = Game::from_position(start.clone());
    game.play(line(&start, &["c8-c7"])[0])
        .expect("a legal move");
    let view = sample::view(game, "Ann");
    let saves = line(&start, &["c3-f3", "h5-h6"]);
    let prepares = line(&start, &["c8-c7", "h5-h6", "c7-c6", "h6-h5", "c6-c5"]);
    let scored = |line: &Vec<Move>| ScoredMove {
        mv: line[0],
        score: Score::Value(0),
        line: line.clone(),
    };
    let choice = Choice {
        candidates: vec![scored(&saves), scored(&prepares)],
        line: saves.clone(),
        ..Choice::unscored(saves[0], 3, 100)
    };
    for words in Language::ALL.map(Words::new) {
        let hint = words.hint(&start, &choice);
        let why = points(&hint, "c3-f3", " · ");
        assert!(why.contains(&unbroken("d3-c3")), "saved from what: {hint}");
        let quiet = points(&hint, "c8-c7", " · ");
        assert!(quiet.contains(&unbroken("c6-c5")), "prepares what: {hint}");
        let moment = moment(&prepares, &saves);
        let told = words.explanation(&view, &moment);
        assert_eq!(points(&told, "c3-f3", " (50"), why, "{told}");
        let won = Moment {
            score: Score::Win(5),
            ..moment.clone()
        };
        let report = |moment| words.report(&view, &report_of(vec![moment]), 100);
        let told = report(moment);
        assert_eq!(points(&told, "c3-f3", " · 50"), why, "{told}");
        let told = report(won);
        let won = points(&told, "c3-f3", " · 50");
        assert!(won.contains('5') && won.ends_with(why), "{told}");
    }
}

/// Position in which `c3-c5` leaves one piece of Orange, which an enemy piece covered.
const COVERED: &str = "2 O,x3/x6/x8/x6,B,x/x8/x2,OBO,x5/x6/x4 O - O:B16,B:O15 - 0 61";

#[test]
fn a_single_piece_that_is_freed_is_not_called_a_tower() {
    let start: Position = COVERED.parse().expect("a position");
    let frees = line(&start, &["c3-c5"])[0];
    let scored = ScoredMove {
        mv: frees,
        score: Score::Value(0),
        line: vec![frees],
    };
    let choice = Choice {
        candidates: vec![scored],
        ..Choice::unscored(frees, 3, 100)
    };
    for (language, tower) in [
        (Language::English, "tower"),
        (Language::German, "Turm"),
        (Language::Dutch, "toren"),
        (Language::Polish, "wież"),
        (Language::French, "tour "),
    ] {
        let words = Words::new(language);
        let hint = words.hint(&start, &choice);
        let own = points(&hint, "c3-c5", " · ");
        assert!(own.contains("c3"), "{hint}");
        let partner = words.text("why-frees-partner", &[("square", "c3".into())]);
        for text in [own, partner.as_str()] {
            assert!(!text.contains(tower), "{text}");
        }
    }
}

#[test]
fn picture_of_a_hint_is_told_with_its_moves_first() {
    let start: Position = THREATENED.parse().expect("a position");
    let [saves, prepares] = ["c3-f3", "c8-d8"].map(|text| line(&start, &[text])[0]);
    let scored = |mv| ScoredMove {
        mv,
        score: Score::Value(0),
        line: vec![mv],
    };
    let choice = Choice {
        candidates: vec![scored(saves), scored(prepares)],
        ..Choice::unscored(saves, 3, 100)
    };
    let view = sample::view(Game::from_position(start), "Ann");
    for words in Language::ALL.map(Words::new) {
        let alt = words.hint_alt(&view, &choice);
        let (marked, position) = alt.split_once(". ").expect("several sentences");
        assert!(marked.ends_with('1'), "{alt}");
        assert!(position.starts_with("c3-f3, 2. c8-d8. "), "{alt}");
        assert!(position.ends_with(&words.alt_text(&view)), "{alt}");
    }
}

#[test]
fn a_review_tells_its_moves_and_buttons_apart() {
    let start: Position = THREATENED.parse().expect("a position");
    let played = line(&start, &["c8-d8", "h5-h6", "c3-c5"]);
    let moment = moment(&played, &line(&start, &["c3-f3", "h5-h6"]));
    let mut game = Game::from_position(start);
    game.play(played[0]).expect("a legal move");
    let view = sample::view(game, "Ann");
    for words in Language::ALL.map(Words::new) {
        let told = words.explanation(&view, &moment);
        let expected = told.lines().filter(|line| line.starts_with("-# "));
        let labels: Vec<_> = expected.filter_map(|line| line.split(':').next()).collect();
        assert_eq!(labels.len(), 2, "{told}");
        assert_ne!(labels[0], labels[1], "{told}");
        let about_buttons = |moments| {
            let told = words.report(&view, &report_of(moments), 100);
            let line = told.lines().nth_back(1);
            line.expect("a line").to_owned()
        };
        let of_one = about_buttons(vec![moment.clone()]);
        let of_two = about_buttons(vec![moment.clone(), moment.clone()]);
        assert_ne!(of_one, of_two);
        let chances = words.report_alt(&view, &report_of(Vec::new()));
        assert!(
            !chances.contains(" 0:") && !chances.contains(" 0\u{202f}:"),
            "{chances}"
        );
    }
}

#[test]
fn a_picture_is_told_with_a_better_move_only_if_there_was_one() {
    let start: Position = THREATENED.parse().expect("a position");
    let [saves, other] = ["c3-f3", "c8-c7"].map(|text| line(&start, &[text]));
    let mistake = moment(&other, &saves);
    let equal = Moment {
        after: mistake.before,
        ..mistake.clone()
    };
    let best = moment(&saves, &saves);
    for words in Language::ALL.map(Words::new) {
        let alt = words.moment_alt(&best);
        assert_eq!(alt.matches("c3-f3").count(), 1, "{alt}");
        let [worse, equal] = [&mistake, &equal].map(|moment| words.moment_alt(moment));
        for alt in [&worse, &equal] {
            assert!(alt.contains("c8-c7") && alt.contains("c3-f3"), "{alt}");
        }
        assert_ne!(worse, equal);
    }
}

#[test]
fn a_chart_of_chances_is_told_in_numbers_and_with_the_result() {
    let start: Position = THREATENED.parse().expect("a position");
    let mut game = Game::from_position(start.clone());
    game.play(line(&start, &["c8-d8"])[0])
        .expect("a legal move");
    game.leave(Color::Orange, Leaving::Resignation)
        .expect("a player");
    let mut view = sample::view(game, "Ann");
    view.ending = view.game.outcome().map(Ending::Decided);
    let report = GameReport {
        chances: vec![[0.8, 0.0, 0.2, 0.0]; 2],
        result: [0.0, 0.0, 1.0, 0.0],
        moments: Vec::new(),
    };
    let told = Words::new(Language::English).report_alt(&view, &report);
    let numbers = "over 1 move: before the first move: Orange 80%, Blue 20%; \
        after move 1: Orange 80%, Blue 20%. Blue won.";
    assert!(told.ends_with(numbers), "{told}");
    for (language, result) in [
        (Language::German, ". Blau hat gewonnen."),
        (Language::Dutch, ". Blauw heeft gewonnen."),
        (Language::Polish, ". Wygrana: Niebieskie."),
        (Language::French, ". Bleu a gagné."),
    ] {
        let told = Words::new(language).report_alt(&view, &report);
        assert!(told.contains("80") && told.ends_with(result), "{told}");
    }
}

#[test]
fn chances_of_partners_are_told_together() {
    let game = sample::random_game(Rules::new(Mode::Partners), 1, 1);
    let view = sample::view(game, "Ann");
    let won = [0.5, 0.0, 0.5, 0.0];
    let report = GameReport {
        chances: vec![[0.25; 4], won],
        result: won,
        moments: Vec::new(),
    };
    let told = Words::new(Language::English).report_alt(&view, &report);
    let numbers = ": before the first move: Orange and Blue 50%, Green and Pink 50%; \
        after move 1: Orange and Blue 100%, Green and Pink 0%.";
    assert!(told.ends_with(numbers), "{told}");
}
