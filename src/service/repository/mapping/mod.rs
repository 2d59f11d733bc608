//! Conversion between records and the types of the service; no other module knows both.

mod action;
mod from_record;
mod to_record;

use crate::service::api::ids::Access;
use crate::service::api::view::update::SupersededKind;
use crate::store::records::LeftoverKind;

pub(crate) use self::action::{action, action_record};
pub(crate) use self::from_record::stored;
pub(crate) use self::to_record::game_record;

/// Number of reminder moments assumed as passed in a record that says only that a reminder was
/// sent.
const PASSED: u8 = 2;

/// Returns how the bot gets to a place, from what a record says of it.
pub(crate) const fn access(visited: bool) -> Access {
    if visited {
        Access::Visitor
    } else {
        Access::Member
    }
}

/// Returns the kind of a superseded message from its record.
pub(crate) const fn superseded_kind(kind: LeftoverKind) -> SupersededKind {
    match kind {
        LeftoverKind::Table => SupersededKind::Table,
        LeftoverKind::Board { from, to } => SupersededKind::Board { from, to },
        LeftoverKind::Moved => SupersededKind::Moved,
        LeftoverKind::Watch => SupersededKind::Watch,
    }
}

/// Converts the kind of a superseded message to its record.
pub(crate) const fn superseded_kind_record(was: SupersededKind) -> LeftoverKind {
    match was {
        SupersededKind::Table => LeftoverKind::Table,
        SupersededKind::Board { from, to } => LeftoverKind::Board { from, to },
        SupersededKind::Moved => LeftoverKind::Moved,
        SupersededKind::Watch => LeftoverKind::Watch,
    }
}
