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
pub(crate) fn drawable(wanted: &str, plain: &str, typeface: &Typeface) -> String {
    [wanted, plain]
        .into_iter()
        .map(normalized)
        .find(|name| !name.is_empty() && typeface.covers(name))
        .unwrap_or_default()
}

/// Returns the letters of a name in their plainest form.
fn normalized(name: &str) -> String {
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
pub(crate) fn fit(
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

/// Returns whether a character is a control other than white space, default-ignorable, or the
/// Braille pattern without dots.
///
/// Source: Unicode 16, `DerivedCoreProperties.txt`, `Default_Ignorable_Code_Point`.
fn is_invisible(letter: char) -> bool {
    (letter.is_control() && !letter.is_whitespace())
        || matches!(letter,
            '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}'..='\u{1160}' | '\u{17B4}'..='\u{17B5}'
            | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{2800}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}'
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

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop_assert, prop_assert_eq, prop_oneof, proptest};
    use proptest::strategy::Strategy;

    use super::*;

    #[track_caller]
    fn check(wanted: &str, expected: &str) {
        assert_eq!(drawable(wanted, "plain", &Typeface::bold()), expected);
    }

    #[test]
    fn letters_of_the_languages_around_stay() {
        for name in [
            "Jürgen Groß",
            "Maaike ĳsseldĳk",
            "Zażółć Gęślą",
            "François Œuvré",
            "Příšerně Žluťoučký",
            "Åse Øystein Ðæþ",
            "İlker Çağrı",
            "Nguyễn Thị Hằng",
            "Ελένη Παπαδοπούλου",
            "Евгений Їжакевич Ђорђе",
        ] {
            let plainer = name.replace('ĳ', "ij");
            check(name, &plainer);
        }
    }

    #[test]
    fn compatibility_forms_become_letters() {
        check("𝓐𝓷𝓷𝓪", "Anna");
        check("Ｌｕｋａｓ", "Lukas");
        check("Ｊu\u{308}rgen", "Jürgen");
        check("ﬁn", "fin");
    }

    #[test]
    fn what_draws_nothing_is_dropped() {
        check("An\u{200D}na", "Anna");
        check("\u{202E}Anna\u{202C}", "Anna");
        check("An\u{7}na\u{FE0F}", "Anna");
        check("A\u{E0067}n\u{AD}na", "Anna");
        check("e\u{200D}\u{301}", "é");
        check("Anna\u{2800}\u{3164}", "Anna");
    }

    #[test]
    fn emoji_are_dropped() {
        check("Anna 🦊", "Anna");
        check("🇵🇱 Łukasz ❤️‍🔥", "Łukasz");
        check("👩‍👩‍👧 Kim ⭐", "Kim");
        check("Team 1️⃣", "Team 1");
    }

    #[test]
    fn white_space_is_one_space() {
        check("  Anna \t\n van\u{3000}\u{A0}Dam ", "Anna van Dam");
    }

    #[test]
    fn a_name_without_letters_is_the_plain_one() {
        check("🦊🦊", "plain");
        check(" \u{3164}\u{200B}", "plain");
        check("\u{115F}\u{2800}\u{34F}", "plain");
        check("", "plain");
    }

    #[test]
    fn a_name_with_a_missing_letter_is_the_plain_one() {
        check("東京太郎", "plain");
        check("Anna ⌘", "plain");
        check("Z̷a̷l̷g̷o̷", "plain");
    }

    #[test]
    fn a_plain_name_that_cannot_be_drawn_is_none() {
        assert_eq!(drawable("東", "京", &Typeface::bold()), "");
    }

    #[test]
    fn a_long_name_shrinks_before_it_is_cut() {
        let bold = Typeface::bold();
        let sizes = (31.0, 25.0);
        let width = bold.width("Anna van Dam", 28.0);
        assert_eq!(fit("Anna", &bold, width, sizes), ("Anna".to_owned(), 31.0));
        let (name, em) = fit("Anna van Dam", &bold, width, sizes);
        assert_eq!(name, "Anna van Dam");
        assert!((em - 28.0).abs() < 0.01, "{em}");
        let (name, em) = fit("Anna van Dam-Jansen", &bold, width, sizes);
        // At 25 px the ellipsis just fits.
        assert_eq!((name.as_str(), em), ("Anna van Dam…", 25.0));
    }

    #[test]
    fn no_space_stands_before_the_ellipsis() {
        let bold = Typeface::bold();
        let width = bold.width("Anna …", 25.0) + 1.0;
        let (name, _) = fit("Anna van Dam", &bold, width, (31.0, 25.0));
        assert_eq!(name, "Anna…");
    }

    /// Generates any text, and texts of characters with special rules.
    fn name() -> impl Strategy<Value = String> {
        prop_oneof![
            any::<String>(),
            "[a-zà-žΑ-яẠ-ỹ \u{200B}-\u{200F}\u{300}-\u{310}\u{FE0F}🦊🇵❤]{0,40}",
        ]
    }

    proptest! {
        #[test]
        fn a_drawn_name_has_every_glyph_and_is_normalized(wanted in name(), plain in name()) {
            let bold = Typeface::bold();
            let drawn = drawable(&wanted, &plain, &bold);
            prop_assert!(bold.covers(&drawn), "{drawn:?}");
            prop_assert!(!drawn.contains(char::is_control), "{drawn:?}");
            prop_assert_eq!(drawn.trim(), &drawn);
            prop_assert_eq!(drawable(&drawn, "", &bold), drawn);
        }

        #[test]
        fn a_fitted_name_fits(wanted in name(), width in 60.0f32..300.0) {
            let bold = Typeface::bold();
            let drawn = drawable(&wanted, "plain", &bold);
            let (fitted, em) = fit(&drawn, &bold, width, (31.0, 25.0));
            prop_assert!((25.0..=31.0).contains(&em));
            prop_assert!(bold.width(&fitted, em) <= width + 0.01, "{fitted:?}");
        }
    }
}
