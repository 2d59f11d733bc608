//! Preparation of user-chosen names for drawing.

use unicode_normalization::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;

use crate::pixels::text::Typeface;

/// Suffix of a truncated name.
const ELLIPSIS: &str = "…";

/// Returns a name that the font can draw: the wanted one, otherwise the plain one, otherwise an
/// empty string.
///
/// Compatibility forms become plain letters. Joiners, variation selectors, controls, direction
/// marks and emoji are removed. White space is collapsed to single spaces. A name with a letter
/// that the font lacks is not drawn at all, because part of a name is a different name.
#[must_use]
pub fn drawable(wanted: &str, plain: &str, typeface: &Typeface) -> String {
    [wanted, plain]
        .into_iter()
        .map(tidy)
        .find(|name| !name.is_empty() && typeface.covers(name))
        .unwrap_or_default()
}

/// Returns the letters of a name in their plainest form.
fn tidy(name: &str) -> String {
    // Letters separated by a removed joiner may now compose.
    let letters: String = name
        .nfkc()
        .filter(|letter| !is_dropped(*letter))
        .nfkc()
        .collect();
    letters.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the name to draw in a width, and its font size.
///
/// The name is shrunk from the first size to the second. If that is not enough, it is truncated
/// between grapheme clusters.
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

/// Returns whether a character is removed from names: emoji and invisible characters.
fn is_dropped(letter: char) -> bool {
    is_invisible(letter) || is_emoji(letter)
}

/// Returns whether a character is a control other than white space, or default-ignorable.
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

/// Returns whether a character is a pictograph or modifies one.
///
/// Source: Unicode 16, `emoji-data.txt`, `Extended_Pictographic` from U+2190 on, as whole blocks
/// except for arrows used in text.
fn is_emoji(letter: char) -> bool {
    matches!(letter,
        '\u{20E3}' | '\u{231A}'..='\u{23FF}' | '\u{25A0}'..='\u{27BF}' | '\u{2934}'..='\u{2935}'
        | '\u{2B00}'..='\u{2BFF}' | '\u{3030}' | '\u{303D}' | '\u{3297}' | '\u{3299}'
        | '\u{1F000}'..='\u{1FAFF}')
}
