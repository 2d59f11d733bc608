//! Uploaded records and positions, as a file or as text.

use serenity::all::Attachment;

use crate::discord::bot::Bot;
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::error::BotError;
use crate::discord::rest::file::{FileError, FileLimits};
use crate::discord::runtime::fault::spawn_blocking;
use crate::i18n::Words;
use crate::metrics::FaultKind;
use crate::service::api::rate_limit::RequestKind;
use crate::service::game::ended::imports::IMPORT_BYTES;
use focus::notation::Record;
use focus::{Game, Mode, Position, Setup};

/// Returns the record in a file or a text; a position is a record without moves.
pub(crate) async fn record(
    bot: &Bot,
    context: &RequestContext,
    file: Option<&Attachment>,
    text: Option<String>,
) -> Result<Record, BotError> {
    let words = context.words;
    bot.service.spend(context, RequestKind::Import)?;
    let text = match (file, text) {
        (Some(_), Some(_)) => return Err(BotError::Said(words.text("import-both", &[]))),
        (None, None) => return Err(BotError::Said(words.text("import-nothing", &[]))),
        (Some(file), None) => contents(bot, words, file).await?,
        (None, Some(text)) => text,
    };
    if text.len() > IMPORT_BYTES {
        return Err(BotError::Said(words.import_too_long(IMPORT_BYTES)));
    }
    // Replaying a long game takes time.
    spawn_blocking(FaultKind::System, move || read(&text, words)).await?
}

/// Returns the content of a file, if it can be a record at all.
async fn contents(bot: &Bot, words: Words, file: &Attachment) -> Result<String, BotError> {
    let kind = file.content_type.as_deref().unwrap_or("text/plain");
    if !(kind.starts_with("text/") || kind.starts_with("application/")) {
        return Err(BotError::Said(words.text("import-not-text", &[])));
    }
    if usize::try_from(file.size).map_or(true, |size| size > IMPORT_BYTES) {
        return Err(BotError::Said(words.import_too_long(IMPORT_BYTES)));
    }
    let limits = FileLimits {
        bytes: IMPORT_BYTES,
        time: bot.rest.response_times.wait_limit(),
    };
    let bytes = bot
        .rest
        .files
        .read(&file.url, limits)
        .await
        .map_err(|error| {
            tracing::info!(%error, "an attachment was not read");
            BotError::Said(match error {
                FileError::TooLarge => words.import_too_long(IMPORT_BYTES),
                FileError::Foreign | FileError::Unreachable(_) => {
                    words.text("import-not-there", &[])
                }
            })
        })?;
    let text = String::from_utf8(bytes).ok();
    // Zero bytes occur in text of two bytes per letter.
    let text = text.filter(|text| !text.contains('\0'));
    text.ok_or_else(|| BotError::Said(words.text("import-not-text", &[])))
}

/// Parses a record, or a position as a record without moves.
fn read(text: &str, words: Words) -> Result<Record, BotError> {
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.starts_with('[') {
        let wrong = |error| BotError::Said(words.unreadable_record(&error));
        return Record::read(text).map_err(wrong);
    }
    let mode = text.split_whitespace().next().unwrap_or_default();
    if mode.parse::<Mode>().is_err() {
        return Err(BotError::Said(words.text("import-neither", &[])));
    }
    let position = position_of(read_setup(text, words)?, words)?;
    Ok(Record::new(Game::from_position(position)))
}

/// Returns a position under the rules that it implies, or an error if it cannot occur.
pub(crate) fn position_of(setup: Setup, words: Words) -> Result<Position, BotError> {
    let rules = setup.implied_rules();
    let position = Position::from_setup(setup, rules);
    position.map_err(|error| BotError::Said(words.illegal_position(&error)))
}

/// Parses a typed position; ignores repeated spaces and those at the ends.
pub(crate) fn read_setup(text: &str, words: Words) -> Result<Setup, BotError> {
    let fields: Vec<_> = text.split_whitespace().collect();
    let setup = fields.join(" ").parse();
    setup.map_err(|error| BotError::Said(words.unreadable_position(&error)))
}
