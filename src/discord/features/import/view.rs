//! Imported record that a person steps through.

use serenity::all::{CreateActionRow, CreateButton};

use crate::discord::features::import::id::{ImportButton, ImportButtonId};
use crate::discord::interaction::custom_id::replay_cursor::ReplayCursor;
use crate::discord::rest::Outgoing;
use crate::discord::rest::message::Picture;
use crate::discord::views::button_rows::declared;
use crate::i18n::Words;
use crate::service::game::ended::imports::ImportId;
use focus::notation::Record;
use focus::{Direction, Game};
use focus_render::{LastMove, Name, Scene};

/// Record, and the current place in it.
#[derive(Clone, Debug)]
pub(super) struct ImportStep {
    import: ImportId,
    record: Record,
    /// The game up to that place.
    pub(super) game: Game,
    down: Direction,
}

impl ImportStep {
    /// Creates a stage at a place in a record; a place beyond the end counts as the end.
    pub(super) fn new(import: ImportId, record: Record, cursor: ReplayCursor) -> Self {
        let is_end = cursor.ply >= record.game.plies().len();
        let game = if is_end {
            record.game.clone()
        } else {
            record.game.after(cursor.ply)
        };
        Self {
            import,
            record,
            game,
            down: cursor.down,
        }
    }

    /// Returns the scene of the picture.
    pub(super) fn scene(&self, words: Words) -> Scene {
        let mut scene = Scene::new(self.game.position().clone());
        for color in self.game.rules().mode().colors() {
            scene.names[color.index()] = Name {
                wanted: words
                    .recorded_name(&self.record, *color)
                    .unwrap_or_default(),
                plain: words.color(*color),
            };
        }
        scene.outcome = self.game.outcome();
        let last = self.game.plies().last();
        scene.recent = Vec::from_iter(last.copied().map(LastMove::from));
        scene.down = self.down;
        scene
    }

    /// Returns the file name of the picture, which changes with every place.
    pub(super) fn file_name(&self) -> String {
        let (import, cursor) = (self.import.0, self.here().number());
        format!("record-{import}-{cursor}.png")
    }

    fn here(&self) -> ReplayCursor {
        ReplayCursor {
            ply: self.game.plies().len(),
            down: self.down,
        }
    }

    fn button(&self, step: ImportButton, to: ReplayCursor, words: Words) -> CreateButton {
        let id = ImportButtonId {
            step,
            import: self.import,
            cursor: to.number(),
        };
        declared(&id, step.face(), words)
    }

    fn rows(&self, words: Words) -> Vec<CreateActionRow> {
        let (here, last) = (self.here(), self.record.game.plies().len());
        let to = |step, ply: usize| {
            let button = self.button(step, ReplayCursor { ply, ..here }, words);
            button.disabled(ply == here.ply)
        };
        let there = ReplayCursor {
            down: self.down.opposite(),
            ..here
        };
        let turn = self.button(ImportButton::Turn, there, words);
        let mut steps = vec![
            to(ImportButton::First, 0),
            to(ImportButton::Back, here.ply.saturating_sub(1)),
            to(ImportButton::Next, last.min(here.ply + 1)),
            to(ImportButton::Last, last),
        ];
        if last == 0 {
            // A position alone has no moves to step through.
            steps.clear();
        }
        steps.push(turn);
        let play = self.button(ImportButton::PlayOn, here, words);
        let position = self.record.game.reached(here.ply);
        let play = play.disabled(position.is_over() || !position.out().is_empty());
        vec![
            CreateActionRow::Buttons(steps),
            CreateActionRow::Buttons(vec![play]),
        ]
    }
}

/// Returns a position of a record that one person steps through.
pub(super) fn imported(stage: &ImportStep, words: Words, picture: Picture) -> Outgoing {
    Outgoing::text(words.imported(&stage.record, &stage.game))
        .rows(stage.rows(words))
        .picture(picture)
}
