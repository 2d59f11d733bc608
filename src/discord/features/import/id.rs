//! Custom ids of buttons below an imported record: `i1:<step>:<record>:<cursor>`. Only the person who
//! imported the record can find it.

use crate::discord::interaction::custom_id::codec::{buttons, fields, prefixed};
use crate::discord::interaction::custom_id::replay_cursor::ReplayCursor;
use crate::service::game::ended::imports::ImportId;

buttons! {
    /// Button of a record.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum ImportButton {
        /// Shows the first position.
        First = "first" [StepFirst, Secondary],
        /// Shows the previous position.
        Back = "prev" [StepBack, Secondary],
        /// Shows the next position.
        Next = "next" [StepNext, Secondary],
        /// Shows the last position.
        Last = "last" [StepLast, Secondary],
        /// Shows a position from another side.
        Turn = "turn" [Flip, Secondary],
        /// Continues the game from a position.
        PlayOn = "play" [PlayOn, Primary],
    }
}

/// Custom id of a button below a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ImportButtonId {
    /// Kind of button; several buttons may lead to the same place.
    pub step: ImportButton,
    /// Imported record.
    pub import: ImportId,
    /// Number of the [`ReplayCursor`] that the button leads to.
    pub cursor: u32,
}

impl ImportButtonId {
    /// Returns the position that the button leads to.
    #[must_use]
    pub fn cursor(self) -> ReplayCursor {
        ReplayCursor::from_number(self.cursor)
    }
}

fields!(in_order: ImportButtonId { step, import, cursor });
prefixed!("i1": ImportButtonId);
