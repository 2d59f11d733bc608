//! Conversion between records and the types of the service; no other module knows both.

mod action;
pub(crate) mod downtime;
mod from_record;
mod imports;
mod messages;
mod ratings;
mod settings;
mod to_record;

use crate::service::api::ids::Access;
use crate::service::api::view::message::MessageForm;

pub(crate) use self::action::{action, action_record};
pub(crate) use self::from_record::stored;
pub(crate) use self::to_record::game_record;

/// Number of reminder moments assumed as passed in a record that says only that a reminder was
/// sent.
const PASSED: u8 = 2;

/// Returns how the bot accesses a place, according to a record.
pub(crate) const fn access(visited: bool) -> Access {
    if visited {
        Access::Visitor
    } else {
        Access::Member
    }
}

/// Returns the form of a message, according to a record.
pub(crate) const fn form(of_components: bool) -> MessageForm {
    if of_components {
        MessageForm::Components
    } else {
        MessageForm::Text
    }
}
