//! Data stored about a person, and a person's rights to it.

use strum::VariantArray;

use crate::i18n::{Language, Words};

/// Document that every player agrees to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray)]
pub enum LegalDocument {
    /// Privacy policy: what is stored, why and for how long.
    Privacy,
    /// Terms of service.
    Terms,
}

/// Lists the files of a document, languages in the order of [`Language::ALL`].
macro_rules! documents {
    ($name:literal: $($code:literal)+) => {
        [$(include_str!(concat!("../../../assets/legal/", $name, ".", $code, ".md"))),+]
    };
}

const PRIVACY: [&str; 5] = documents!("privacy": "en" "de" "nl" "pl" "fr");
const TERMS: [&str; 5] = documents!("terms": "en" "de" "nl" "pl" "fr");

impl LegalDocument {
    /// Every document.
    pub const ALL: [Self; Self::VARIANTS.len()] =
        *Self::VARIANTS.first_chunk().expect("all variants");

    /// Returns the text in a language, at most 4,096 characters.
    #[must_use]
    pub fn text(self, language: Language) -> &'static str {
        let texts = match self {
            Self::Privacy => PRIVACY,
            Self::Terms => TERMS,
        };
        texts[language.index()].trim()
    }
}

impl Words {
    /// Returns the heading of a document, also used on the button that shows it.
    #[must_use]
    pub fn document_title(self, document: LegalDocument) -> String {
        let id = match document {
            LegalDocument::Privacy => "document-privacy",
            LegalDocument::Terms => "document-terms",
        };
        self.text(id, &[])
    }

    /// Asks whether to really delete everything; `games` games are in progress.
    #[must_use]
    pub fn erase_question(self, games: usize) -> String {
        self.text("data-question", &[("games", games.into())])
    }
}
