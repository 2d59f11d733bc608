//! Quotation marks, dashes and spaces according to each language.

use focusbot::i18n::{Language, Words};

use super::sample;
use crate::support::files::{files, read, root};

/// Returns the error in a line of the catalogue, if there is one.
fn fault(language: Language, line: &str) -> Option<&'static str> {
    // Names of variables and messages are not text; neither is code.
    let text = without(&without(line, '{', '}'), '`', '`');
    let value = text.split_once(" = ").map_or(&*text, |(_, value)| value);
    let between = value.trim_start().trim_start_matches("- ");
    if text.contains(['"', '\'']) {
        return Some("a straight quotation mark");
    }
    if between.contains(" - ") || text.contains('—') {
        return Some("a dash that is not an en dash between spaces");
    }
    if text.contains("...") {
        return Some("three periods");
    }
    let foreign: &[char] = match language {
        Language::English => &['„', '«', '»', '‚'],
        Language::German => &['”', '«', '»'],
        Language::Dutch => &['„', '“', '”', '«', '»'],
        Language::Polish => &['“', '«', '»'],
        Language::French => &['„', '“', '”'],
    };
    if text.contains(foreign) {
        return Some("quotation marks of another language");
    }
    if language == Language::French && !french_spaces(&text) {
        return Some("no narrow no-break space by a mark");
    }
    if !percent_spaces(language, &text) {
        return Some("a percent sign not set as the language sets it");
    }
    if !ellipsis_spaces(language, &text) {
        return Some("an ellipsis not set as the language sets it");
    }
    None
}

fn without(line: &str, from: char, to: char) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some((before, inside)) = rest.split_once(from) {
        text.push_str(before);
        // Keeps the place of what was removed between the spaces around it.
        text.push('x');
        rest = inside.split_once(to).map_or("", |(_, after)| after);
    }
    text + rest
}

fn french_spaces(text: &str) -> bool {
    let chars: Vec<char> = text.chars().collect();
    let narrow = '\u{202f}';
    chars.windows(2).all(|pair| match (pair[0], pair[1]) {
        (before, ':' | ';' | '!' | '?' | '»') => before == narrow,
        ('«', after) => after == narrow,
        _ => true,
    })
}

/// Returns whether percent signs have a narrow no-break space before them in German and French, and
/// none in the other languages.
fn percent_spaces(language: Language, text: &str) -> bool {
    let chars: Vec<char> = text.chars().collect();
    chars.windows(2).all(|pair| match (language, pair) {
        (Language::German | Language::French, [before, '%']) => *before == '\u{202f}',
        (_, [before, '%']) => !before.is_whitespace(),
        _ => true,
    })
}

/// Returns whether ellipses have a space before them in German, and none in the other languages.
fn ellipsis_spaces(language: Language, text: &str) -> bool {
    let chars: Vec<char> = text.chars().collect();
    chars.windows(2).all(|pair| match pair {
        [before, '…'] => before.is_whitespace() == (language == Language::German),
        _ => true,
    })
}

/// Returns the lines with text, without comments and selectors of variants.
fn lines(source: &str) -> impl Iterator<Item = &str> {
    source
        .lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
}

#[test]
fn catalogue_is_well_set() {
    for language in Language::ALL {
        let folder = root().join("assets/locales").join(language.code());
        for path in files(&folder, "ftl") {
            for line in lines(&read(&path)) {
                let fault = fault(language, line);
                assert_eq!(fault, None, "{}: {line}", path.display());
            }
        }
    }
}

#[test]
fn planted_faults_are_found() {
    let rows = [
        (Language::English, "a-b = It's here"),
        (Language::English, "a-b = one - two"),
        (Language::English, "a-b = wait..."),
        (Language::German, "a-b = Das “Brett”"),
        (Language::Dutch, "a-b = Het “bord”"),
        (Language::Polish, "a-b = To „plansza“"),
        (Language::French, "a-b = Bonjour !"),
        (Language::French, "a-b = Coup: { $move }"),
        (Language::French, "a-b = La « table\u{202f}»"),
        (Language::French, "a-b = { $x } %"),
        (Language::German, "a-b = { $x } %"),
        (Language::Polish, "a-b = { $x } %"),
        (Language::English, "a-b = wait …"),
        (Language::German, "a-b = warten…"),
    ];
    for (language, line) in rows {
        assert_ne!(fault(language, line), None, "{line}");
    }
    let good = "a-b = - La «\u{202f}table\u{202f}» – `c4<>d4`\u{202f}: { $x }";
    assert_eq!(fault(Language::French, good), None);
}

#[test]
fn generated_texts_are_well_set() {
    let words = Words::new(Language::French);
    for rules in sample::all_rules() {
        let view = sample::view(sample::random_game(rules, 8, 90), "Ann");
        for text in [
            words.options(&rules),
            words.alt_text(&view),
            words.board_text_after("", &view),
        ] {
            assert!(french_spaces(&text), "{text}");
        }
    }
}
