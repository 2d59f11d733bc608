//! Supported languages and Discord's locales for them.

use strum::{EnumString, IntoStaticStr, VariantArray};

/// Language of the bot.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, EnumString, IntoStaticStr, VariantArray,
)]
pub enum Language {
    /// American English, also used for locales without a translation.
    #[default]
    #[strum(serialize = "en")]
    English,
    /// German.
    #[strum(serialize = "de")]
    German,
    /// Dutch.
    #[strum(serialize = "nl")]
    Dutch,
    /// Polish.
    #[strum(serialize = "pl")]
    Polish,
    /// French.
    #[strum(serialize = "fr")]
    French,
}

impl Language {
    /// Every language, English first.
    pub const ALL: [Self; Self::VARIANTS.len()] =
        *Self::VARIANTS.first_chunk().expect("all variants");

    /// Returns the language of a locale as Discord writes it: `en-US`, `pl`.
    #[must_use]
    pub fn from_locale(locale: &str) -> Self {
        let code = locale.split(['-', '_']).next().unwrap_or(locale);
        Self::from_code(code).unwrap_or_default()
    }

    /// Returns the language with this two-letter code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        code.parse().ok()
    }

    /// Returns the language's name for itself.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::German => "Deutsch",
            Self::Dutch => "Nederlands",
            Self::Polish => "Polski",
            Self::French => "Français",
        }
    }

    /// Writes a number with its digits in groups of three, as this language separates them.
    #[must_use]
    pub fn grouped(self, number: u64) -> String {
        let separator = match self {
            Self::English => ',',
            Self::German | Self::Dutch => '.',
            Self::Polish => '\u{a0}',
            Self::French => '\u{202f}',
        };
        let digits = number.to_string();
        let mut grouped = String::new();
        for (at, digit) in digits.char_indices() {
            if at > 0 && (digits.len() - at).is_multiple_of(3) {
                grouped.push(separator);
            }
            grouped.push(digit);
        }
        grouped
    }

    /// Returns the locales of Discord in which this language is shown.
    ///
    /// Source: Discord, "Locales" in the API reference.
    #[must_use]
    pub fn locale_codes(self) -> &'static [&'static str] {
        match self {
            Self::English => &["en-US", "en-GB"],
            Self::German => &["de"],
            Self::Dutch => &["nl"],
            Self::Polish => &["pl"],
            Self::French => &["fr"],
        }
    }

    /// Returns the two-letter code of ISO 639-1, which is also the folder of the language's
    /// catalogue.
    #[must_use]
    pub fn code(self) -> &'static str {
        self.into()
    }

    pub(super) fn index(self) -> usize {
        self as usize
    }
}

#[cfg(test)]
mod tests {
    use super::Language;

    #[test]
    fn digits_are_grouped_as_each_language_does() {
        let written = Language::ALL.map(|language| language.grouped(1_234_567));
        let expected = [
            "1,234,567",
            "1.234.567",
            "1.234.567",
            "1\u{a0}234\u{a0}567",
            "1\u{202f}234\u{202f}567",
        ];
        assert_eq!(written, expected);
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1_000, "1,000"),
            (100_000, "100,000"),
        ] {
            assert_eq!(Language::English.grouped(number), text);
        }
    }
}
