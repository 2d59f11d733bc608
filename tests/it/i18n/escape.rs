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
    for name in [
        "\u{200b} \n",
        "\u{3164}",
        "\u{115f}\u{1160}\u{ffa0}",
        "\u{2800}\u{2800}",
        "\u{ad}\u{34f}\u{180e}",
        "\u{e0067}\u{e007f}",
        "\u{200d}\u{200c} \u{fe0f}",
        "\u{e0100}",
    ] {
        assert_eq!(plain(name), "?", "{name:?}");
    }
}

#[test]
fn what_shows_as_nothing_is_left_out_of_a_name() {
    check("An\u{ad}n\u{3164}\u{e0041}", "Ann");
    check("Ann\u{2800}Bob", "Ann Bob");
}

#[test]
fn emoji_keep_what_they_are_made_of() {
    for name in [
        "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
        "\u{1f469}\u{200d}\u{1f467}",
        "\u{2764}\u{fe0f}",
    ] {
        check(name, name);
    }
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
