//! Names people chose, made fit to draw.

use unicode_normalization::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;

use crate::pixels::text::Typeface;

/// What follows a name that was cut.
const ELLIPSIS: &str = "…";

/// A name the font can draw: the wanted one, or else the plain one, or else nothing.
///
/// Compatibility forms become plain letters; joiners, variation selectors, controls, marks of
/// direction and emoji are dropped; white space is one space between words. A name with a letter
/// the font lacks is not drawn at all, because half a name is another name.
#[must_use]
pub fn drawable(wanted: &str, plain: &str, typeface: &Typeface) -> String {
    [wanted, plain]
        .into_iter()
        .map(tidy)
        .find(|name| !name.is_empty() && typeface.covers(name))
        .unwrap_or_default()
}

/// The part of a name that is letters, in its plainest form.
fn tidy(name: &str) -> String {
    // Letters that a dropped joiner kept apart may go together after all.
    let letters: String = name
        .nfkc()
        .filter(|letter| !is_dropped(*letter))
        .nfkc()
        .collect();
    letters.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A name as it fits into a width, and the size it is set in.
///
/// It shrinks from the first size to the second; if that is not enough, letters are cut from its
/// end, whole ones as people see them.
#[must_use]
pub fn fit(
    name: &str,
    typeface: &Typeface,
    width: f32,
    (large, small): (f32, f32),
) -> (String, f32) {
    let natural = typeface.width(name, large);
    if natural <= width {
        return (name.to_owned(), large);
    }
    let shrunk = large * width / natural;
    if shrunk >= small {
        return (name.to_owned(), shrunk);
    }
    let mut left = width - typeface.width(ELLIPSIS, small);
    let mut end = 0;
    for (start, letter) in name.grapheme_indices(true) {
        left -= typeface.width(letter, small);
        if left < 0.0 {
            break;
        }
        end = start + letter.len();
    }
    (format!("{}{ELLIPSIS}", name[..end].trim_end()), small)
}

/// Whether a character is left out of names: emoji, and what draws nothing.
fn is_dropped(letter: char) -> bool {
    is_invisible(letter) || is_emoji(letter)
}

/// Controls except white space, and what Unicode calls default-ignorable.
///
/// Source: Unicode 16, `DerivedCoreProperties.txt`, `Default_Ignorable_Code_Point`.
fn is_invisible(letter: char) -> bool {
    (letter.is_control() && !letter.is_whitespace())
        || matches!(letter,
            '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}'..='\u{1160}' | '\u{17B4}'..='\u{17B5}'
            | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}'
            | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}' | '\u{1BCA0}'..='\u{1BCA3}'
            | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}')
}

/// The blocks of pictographs, and what modifies them.
///
/// Source: Unicode 16, `emoji-data.txt`, `Extended_Pictographic` from U+2190 on, by whole blocks
/// but for the arrows that are text.
fn is_emoji(letter: char) -> bool {
    matches!(letter,
        '\u{20E3}' | '\u{231A}'..='\u{23FF}' | '\u{25A0}'..='\u{27BF}' | '\u{2934}'..='\u{2935}'
        | '\u{2B00}'..='\u{2BFF}' | '\u{3030}' | '\u{303D}' | '\u{3297}' | '\u{3299}'
        | '\u{1F000}'..='\u{1FAFF}')
}
