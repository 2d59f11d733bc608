//! Escaping of text that people wrote.

use focusbot::i18n::{escape, plain};
use proptest::prelude::*;

/// Unescapes a text as Discord does when it shows a message.
fn shown(escaped: &str) -> String {
    let mut shown = String::new();
    let mut chars = escaped.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => shown.extend(chars.next()),
            '\u{200b}' => {}
            _ => shown.push(c),
        }
    }
    shown
}

#[track_caller]
fn check(written: &str, escaped: &str) {
    assert_eq!(escape(written), escaped);
}

#[test]
fn markdown_is_shown_as_written() {
    check("**Ann**", r"\*\*Ann\*\*");
    check("a_b", r"a\_b");
    check("# Ann", r"\# Ann");
}

#[test]
fn mentions_are_disarmed() {
    check("@everyone", "@\u{200b}everyone");
    check("<@123>", "\\<@\u{200b}123\\>");
}

#[test]
fn links_are_text() {
    check("https://a.b", r"https\:\/\/a\.b");
    check("[a](b)", r"\[a\]\(b\)");
}

#[test]
fn a_name_is_one_line() {
    check("Ann\n\n Bob", "Ann Bob");
}

#[test]
fn a_name_does_not_turn_the_sentence_around() {
    check("Ann\u{202e}nnA", "AnnnnA");
}

#[test]
fn a_name_of_nothing_is_a_question_mark() {
    assert_eq!(plain("\u{200b} \n"), "?");
}

proptest! {
    #[test]
    fn escaped_text_shows_as_the_plain_one(text in any::<String>()) {
        prop_assert_eq!(shown(&escape(&text)), plain(&text));
    }

    #[test]
    fn every_mark_is_escaped(text in r"[a-z@<>*_~`|\[\]()#\n: /.\\-]{0,40}") {
        let escaped = escape(&text);
        let mut chars = escaped.chars();
        while let Some(c) = chars.next() {
            match c {
                '\\' => prop_assert!(chars.next().is_some_and(|c| c.is_ascii_punctuation())),
                '@' => prop_assert_eq!(chars.next(), Some('\u{200b}')),
                _ => prop_assert!(!c.is_ascii_punctuation() && c != '\n', "{:?} is bare", c),
            }
        }
    }
}
