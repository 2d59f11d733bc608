//! The message catalogue: Fluent files, one for each language and subject, embedded in the binary.

use std::sync::LazyLock;

use fluent::concurrent::FluentBundle;
use fluent::{FluentArgs, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

use crate::wording::language::Language;

type Bundle = FluentBundle<FluentResource>;

/// Lists the files of a language; every language has the same ones.
macro_rules! sources {
    ($($code:literal)+) => {
        [$([
            include_str!(concat!("../../assets/locales/", $code, "/common.ftl")),
            include_str!(concat!("../../assets/locales/", $code, "/option.ftl")),
            include_str!(concat!("../../assets/locales/", $code, "/command.ftl")),
            include_str!(concat!("../../assets/locales/", $code, "/button.ftl")),
            include_str!(concat!("../../assets/locales/", $code, "/help.ftl")),
            include_str!(concat!("../../assets/locales/", $code, "/rules.ftl")),
            include_str!(concat!("../../assets/locales/", $code, "/illegal.ftl")),
            include_str!(concat!("../../assets/locales/", $code, "/game.ftl")),
            include_str!(concat!("../../assets/locales/", $code, "/board.ftl")),
            include_str!(concat!("../../assets/locales/", $code, "/clock.ftl")),
            include_str!(concat!("../../assets/locales/", $code, "/place.ftl")),
            include_str!(concat!("../../assets/locales/", $code, "/table.ftl")),
            include_str!(concat!("../../assets/locales/", $code, "/step.ftl")),
            include_str!(concat!("../../assets/locales/", $code, "/lesson.ftl")),
            include_str!(concat!("../../assets/locales/", $code, "/past.ftl")),
            include_str!(concat!("../../assets/locales/", $code, "/import.ftl")),
            include_str!(concat!("../../assets/locales/", $code, "/refusal.ftl")),
            include_str!(concat!("../../assets/locales/", $code, "/discord.ftl")),
            include_str!(concat!("../../assets/locales/", $code, "/rating.ftl")),
            include_str!(concat!("../../assets/locales/", $code, "/settings.ftl")),
        ]),+]
    };
}

/// Shape: `[language][file]`, languages in the order of [`Language::ALL`].
const SOURCES: [[&str; 20]; 5] = sources!("en" "de" "nl" "pl" "fr");

static BUNDLES: LazyLock<[Bundle; 5]> = LazyLock::new(|| Language::ALL.map(load));

fn load(language: Language) -> Bundle {
    let locale: LanguageIdentifier = language.code().parse().expect("well-formed locale");
    let mut bundle = Bundle::new_concurrent(vec![locale]);
    // The marks around variables show up as boxes in some of Discord's clients.
    bundle.set_use_isolating(false);
    for source in SOURCES[language.index()] {
        let resource =
            FluentResource::try_new(source.to_owned()).unwrap_or_else(|(rest, errors)| {
                tracing::error!(?language, ?errors, "catalogue has unreadable messages");
                rest
            });
        if let Err(errors) = bundle.add_resource(resource) {
            tracing::error!(?language, ?errors, "catalogue has a message twice");
        }
    }
    bundle
}

/// The words of one language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words {
    language: Language,
}

impl Words {
    /// The words of a language.
    #[must_use]
    pub fn new(language: Language) -> Self {
        Self { language }
    }

    /// The language these words are in.
    #[must_use]
    pub fn language(self) -> Language {
        self.language
    }

    /// The message `id` with its variables filled in.
    ///
    /// What people wrote themselves has to be [escaped](crate::wording::escape) first. A message
    /// that is missing appears in English, and if it is missing there too, as its id.
    #[must_use]
    pub fn text(self, id: &str, args: &[(&str, FluentValue<'_>)]) -> String {
        format(self.language, id, args)
            .or_else(|| format(Language::English, id, args))
            .unwrap_or_else(|| id.to_owned())
    }
}

fn format(language: Language, id: &str, args: &[(&str, FluentValue<'_>)]) -> Option<String> {
    let bundle = &BUNDLES[language.index()];
    let Some(pattern) = bundle.get_message(id).and_then(|message| message.value()) else {
        tracing::error!(?language, id, "message is missing");
        return None;
    };
    let args: FluentArgs = args
        .iter()
        .map(|(name, value)| (*name, value.clone()))
        .collect();
    let mut errors = Vec::new();
    let text = bundle.format_pattern(pattern, Some(&args), &mut errors);
    if !errors.is_empty() {
        tracing::error!(?language, id, ?errors, "message is not filled in");
    }
    Some(text.into_owned())
}
