//! Message catalogue: Fluent files, one per language and subject, embedded in the binary.

use std::borrow::Cow;
use std::num::NonZeroU64;
use std::sync::OnceLock;

use fluent::concurrent::FluentBundle;
use fluent::{FluentArgs, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

use crate::i18n::language::Language;
use focus::Color;

/// Largest number of characters of a message.
pub(in crate::i18n) const MESSAGE: usize = 2_000;

type Text = Cow<'static, str>;
type Bundle = FluentBundle<FluentResource>;

/// Lists files of a language.
macro_rules! files {
    ($code:literal: $($name:literal)+) => {
        [$(include_str!(concat!("../../assets/locales/", $code, "/", $name, ".ftl"))),+]
    };
}

/// Lists the files of languages, which are the same for every language.
macro_rules! sources {
    ($($code:literal)+) => {
        [$(files!($code:
            "common" "option" "command" "button" "help" "fault" "rules" "illegal" "game" "board"
            "clock" "reminder" "place" "table" "panel" "step" "lesson" "history" "import"
            "refusal" "confirmation" "rating" "settings"
        )),+]
    };
}

/// Sources of the catalogue.
const SOURCES: [[&str; 23]; 5] = sources!("en" "de" "nl" "pl" "fr");

/// Index of the file with the names of commands and options.
const COMMANDS: usize = 2;

/// Parsed catalogues, created on first use. Shape: `[language][language of commands]`.
static BUNDLES: [[OnceLock<Bundle>; 5]; 5] = [const { [const { OnceLock::new() }; 5] }; 5];

fn load(language: Language, commands: Language) -> Bundle {
    let locale: LanguageIdentifier = language.code().parse().expect("well-formed locale");
    let mut bundle = Bundle::new_concurrent(vec![locale]);
    // Some of Discord's clients show the isolation marks around variables as boxes.
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
    if commands != language {
        let names = FluentResource::try_new(names_of_commands(commands));
        bundle.add_resource_overriding(names.unwrap_or_else(|(rest, _)| rest));
    }
    bundle
}

/// Returns the names of commands and options in a language, as a catalogue of their own.
fn names_of_commands(language: Language) -> String {
    let lines = SOURCES[language.index()][COMMANDS].lines();
    let names = lines.filter(|line| {
        let id = line.split_once(" = ").map_or("", |(id, _)| id);
        id.ends_with("-name") || id.contains("-name-")
    });
    names.flat_map(|name| [name, "\n"]).collect()
}

/// Messages of one language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words {
    language: Language,
    /// Language of the names of commands and options.
    commands: Language,
    /// Ids of the emojis of pieces. Shape: `[color]`.
    emojis: [Option<NonZeroU64>; 4],
}

impl Words {
    /// Returns the messages of a language.
    #[must_use]
    pub fn new(language: Language) -> Self {
        Self {
            language,
            commands: language,
            emojis: [None; 4],
        }
    }

    /// Returns the messages of another language, with commands named as in this one: Discord shows
    /// commands only in the language of the person's client.
    #[must_use]
    pub fn in_language(self, language: Language) -> Self {
        Self { language, ..self }
    }

    /// Returns the same messages, with the emoji of a piece before names of its color in texts
    /// beside boards and at tables; descriptions of pictures have none.
    #[must_use]
    pub fn with_emojis(self, emojis: [Option<NonZeroU64>; 4]) -> Self {
        Self { emojis, ..self }
    }

    /// Returns the id of the emoji of a piece, if texts have it.
    #[must_use]
    pub fn emoji(self, color: Color) -> Option<NonZeroU64> {
        self.emojis[color.index()]
    }

    /// Returns a text for a message, without emojis if it would be too long with them.
    pub(in crate::i18n) fn fitting(self, text: impl Fn(Self) -> String) -> String {
        let with_emojis = text(self);
        if with_emojis.chars().count() <= MESSAGE {
            return with_emojis;
        }
        text(self.with_emojis([None; 4]))
    }

    /// Returns the language of the messages.
    #[must_use]
    pub fn language(self) -> Language {
        self.language
    }

    /// Returns the message `id` with its variables filled in.
    ///
    /// Text that people wrote must be [escaped](crate::i18n::escape) first. A missing message
    /// appears in English or, if it is missing there too, as its id.
    #[must_use]
    pub fn text(self, id: &str, args: &[(&str, FluentValue<'_>)]) -> String {
        self.format(id, args)
            .or_else(|| Self::new(Language::English).format(id, args))
            .unwrap_or_else(|| id.to_owned())
    }

    fn format(self, id: &str, args: &[(&str, FluentValue<'_>)]) -> Option<String> {
        let Self {
            language, commands, ..
        } = self;
        let bundle = &BUNDLES[language.index()][commands.index()];
        let bundle = bundle.get_or_init(|| load(language, commands));
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
}

/// Returns a text in every language, by Discord's locales. English is among them: without its own
/// entry, somebody who uses American English may be shown the British one.
#[must_use]
pub fn each_locale(text: impl Fn(Words) -> Option<String>) -> Cow<'static, [(Text, Text)]> {
    let mut texts = Vec::new();
    for language in Language::ALL {
        let Some(text) = text(Words::new(language)) else {
            continue;
        };
        for locale in language.locale_codes() {
            texts.push((Text::Borrowed(*locale), Text::Owned(text.clone())));
        }
    }
    texts.into()
}
