//! What is kept about a person, and what a person can do about it.

use crate::i18n::{Language, Words};

/// A text that everybody who plays agrees to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Paper {
    /// What is kept, why and for how long.
    Privacy,
    /// On what terms people play.
    Terms,
}

/// Lists the files of a paper, languages in the order of [`Language::ALL`].
macro_rules! papers {
    ($name:literal: $($code:literal)+) => {
        [$(include_str!(concat!("../../../assets/legal/", $name, ".", $code, ".md"))),+]
    };
}

const PRIVACY: [&str; 5] = papers!("privacy": "en" "de" "nl" "pl" "fr");
const TERMS: [&str; 5] = papers!("terms": "en" "de" "nl" "pl" "fr");

impl Paper {
    /// Every paper.
    pub const ALL: [Self; 2] = [Self::Privacy, Self::Terms];

    /// The text in a language, at most 4,096 characters.
    #[must_use]
    pub fn text(self, language: Language) -> &'static str {
        let texts = match self {
            Self::Privacy => PRIVACY,
            Self::Terms => TERMS,
        };
        texts[language.index()].trim()
    }
}

/// What a person can do about what is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DataButton {
    /// Get it as a file.
    Export,
    /// Be asked whether it is to be deleted.
    Erase,
    /// Have it deleted.
    EraseForSure,
}

impl DataButton {
    /// Every button.
    pub const ALL: [Self; 3] = [Self::Export, Self::Erase, Self::EraseForSure];
}

impl Words {
    /// The heading of a paper, also on the button that shows it.
    #[must_use]
    pub fn paper_title(self, paper: Paper) -> String {
        let id = match paper {
            Paper::Privacy => "paper-privacy",
            Paper::Terms => "paper-terms",
        };
        self.text(id, &[])
    }

    /// The label of a button, at most 34 characters.
    #[must_use]
    pub fn data_button(self, button: DataButton) -> String {
        let id = match button {
            DataButton::Export => "data-export",
            DataButton::Erase => "data-erase",
            DataButton::EraseForSure => "data-erase-for-sure",
        };
        self.text(id, &[])
    }

    /// Whether everything is to be deleted for sure; so many games go on.
    #[must_use]
    pub fn erase_question(self, games: usize) -> String {
        self.text("data-question", &[("games", games.into())])
    }

    /// That everything is deleted.
    #[must_use]
    pub fn erased(self) -> String {
        self.text("data-erased", &[])
    }

    /// What the file holds.
    #[must_use]
    pub fn exported(self) -> String {
        self.text("data-exported", &[])
    }
}
