//! Pages of the rules and tasks of the practice game.

use focus::{Mode, Square};
use focusbot::i18n::{Language, Task, Topic, Words};

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
