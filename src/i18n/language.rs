//! Supported languages and Discord's locales for them.

use strum::VariantArray;

/// Language of the bot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, VariantArray)]
pub enum Language {
    /// American English, also used for locales without a translation.
    #[default]
    English,
    /// German.
    German,
    /// Dutch.
    Dutch,
    /// Polish.
    Polish,
    /// French.
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
        let spoken = Self::ALL
            .into_iter()
            .find(|language| language.code() == code);
        spoken.unwrap_or_default()
    }

    /// Returns the language with this two-letter code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|language| language.code() == code)
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
        match self {
            Self::English => "en",
            Self::German => "de",
            Self::Dutch => "nl",
            Self::Polish => "pl",
            Self::French => "fr",
        }
    }

    pub(super) fn index(self) -> usize {
        self as usize
    }
}
