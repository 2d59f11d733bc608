//! Records and positions that people provide.

use crate::i18n::{Words, escape, plain};
use crate::service::HistoryResult;
use focus::notation::{
    ParsePositionError, ParseRulesError, Record, RecordError, UnreadableRecord, tokens,
};
use focus::{Color, Game, LeaveError};

/// Largest number of characters of a name in a record, as for names on Discord.
const NAME: usize = 32;
/// Largest number of characters quoted from a person's text.
const QUOTED: usize = 60;

impl Words {
    /// Returns the text beside a position of a record.
    #[must_use]
    pub fn imported(self, record: &Record, stage: &Game) -> String {
        let (plies, all) = (stage.plies().len(), record.game.plies().len());
        let mode = record.game.rules().mode();
        let args = [
            ("mode", self.mode(mode).into()),
            ("ply", plies.into()),
            ("plies", all.into()),
        ];
        let id = match all {
            0 => "import-title-position",
            _ => "import-title",
        };
        let mut lines = vec![self.text(id, &args)];
        let seats = mode.colors().iter().filter_map(|color| {
            let name = self.recorded_name(record, *color)?;
            Some(self.seat_with_emoji(*color, &escape(&name)))
        });
        let seats: Vec<_> = seats.collect();
        if !seats.is_empty() {
            lines.push(seats.join(" · "));
        }
        if let Some((last, token)) = stage.plies().last().zip(tokens(stage).last()) {
            let args = [
                ("color", self.color_with_emoji(last.color).into()),
                ("move", token.into()),
            ];
            lines.push(self.text("import-move", &args));
        }
        lines.extend(stage.outcome().map(|outcome| {
            let sharing = stage.sharing();
            if !outcome.is_draw() {
                let winners = self.colors(outcome.winners.iter());
                self.text("history-winner", &[("who", winners.into())])
            } else if mode.is_part(sharing) {
                let who: Vec<_> = sharing.iter().map(|color| self.color(color)).collect();
                let who = self.list(&who);
                self.text("history-drawn-between", &[("who", who.into())])
            } else {
                self.history_result(HistoryResult::Drawn)
            }
        }));
        lines.push(format!("```\n{}\n```", stage.position()));
        lines.push(self.text("import-note", &[]));
        lines.join("\n")
    }

    /// Returns the name of a color's player in a record, if it has one, cut to the length of a
    /// name.
    #[must_use]
    pub fn recorded_name(self, record: &Record, color: Color) -> Option<String> {
        let name = &record.names[color.index()];
        let name = (!name.trim().is_empty()).then(|| plain(name))?;
        Some(name.chars().take(NAME).collect())
    }

    /// Says that a file or a text is too long.
    #[must_use]
    pub fn import_too_long(self, bytes: usize) -> String {
        self.text("import-too-long", &[("limit", (bytes / 1024).into())])
    }

    /// Says why a text is not a record, and where.
    #[must_use]
    pub fn unreadable_record(self, wrong: &UnreadableRecord) -> String {
        let reason = self.record_error(&wrong.error);
        match wrong.line {
            Some(line) => {
                let args = [("line", line.into()), ("reason", reason.into())];
                self.text("import-line", &args)
            }
            None => reason,
        }
    }

    fn record_error(self, error: &RecordError) -> String {
        let quoting = |id, text: &str| self.text(id, &[("text", quote(text).into())]);
        let of_move = |ply: usize, token: &str, reason: String| {
            let args = [
                ("ply", ply.into()),
                ("text", quote(token).into()),
                ("reason", reason.into()),
            ];
            self.text("import-wrong-move", &args)
        };
        match error {
            RecordError::Tag(line) => quoting("import-tag", line),
            RecordError::RepeatedTag(tag) => quoting("import-tag-twice", tag),
            RecordError::MissingTag(tag) => quoting("import-tag-missing", tag),
            RecordError::NotFocus(game) => quoting("import-other-game", game),
            RecordError::Rules(error) => quoting("import-rules", wrong_rule(error)),
            RecordError::First { expected, got } => {
                let args = [
                    ("text", quote(got).into()),
                    ("letters", expected.to_string().into()),
                ];
                self.text("import-first", &args)
            }
            RecordError::Position(ParsePositionError::Text(error)) => {
                self.unreadable_position(error)
            }
            RecordError::Position(ParsePositionError::Illegal(error)) => {
                self.illegal_position(error)
            }
            RecordError::OpenComment => self.text("import-comment", &[]),
            RecordError::Leave(LeaveError::Over) => self.text("illegal-game-over", &[]),
            RecordError::Leave(LeaveError::DoesNotPlay(color) | LeaveError::AlreadyOut(color)) => {
                self.text("import-leave", &[("color", self.color(*color).into())])
            }
            RecordError::MoveText { ply, token, error } => {
                of_move(*ply, token, self.unreadable_move(error))
            }
            RecordError::Move { ply, token, error } => of_move(*ply, token, self.move_error(error)),
            RecordError::Result { expected, got } => {
                let args = [
                    ("expected", quote(expected).into()),
                    ("got", got.as_str().into()),
                ];
                self.text("import-result", &args)
            }
            RecordError::Termination { expected, .. } => quoting("import-end", expected),
        }
    }
}

/// Returns the part of a rules text that cannot be parsed.
fn wrong_rule(error: &ParseRulesError) -> &str {
    match error {
        ParseRulesError::NoMode(word) | ParseRulesError::NotAnOption(word) => word,
        ParseRulesError::Mode(_) => "mode",
        ParseRulesError::UnknownOption { name, .. } => name,
        ParseRulesError::Repeated(option) => option.token(),
        ParseRulesError::Value { value, .. } => value,
    }
}

/// Quotes the beginning of a text, escaped.
fn quote(text: &str) -> String {
    let beginning: String = text.chars().take(QUOTED).collect();
    escape(&beginning)
}
