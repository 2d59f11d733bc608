//! The five languages, and the locales Discord knows them by.

/// A language focusbot speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// American English, also spoken where a locale is not one of ours.
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
    pub const ALL: [Self; 5] = [
        Self::English,
        Self::German,
        Self::Dutch,
        Self::Polish,
        Self::French,
    ];

    /// The language of a locale as Discord writes it: `en-US`, `pl`.
    #[must_use]
    pub fn from_locale(locale: &str) -> Self {
        let code = locale.split(['-', '_']).next().unwrap_or(locale);
        let spoken = Self::ALL
            .into_iter()
            .find(|language| language.code() == code);
        spoken.unwrap_or_default()
    }

    /// The language of these two letters.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|language| language.code() == code)
    }

    /// What it calls itself.
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

    /// The locales of Discord in which this language is shown.
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

    /// The two letters of ISO 639-1, also the folder of its catalogue.
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
