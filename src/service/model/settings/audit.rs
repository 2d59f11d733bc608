//! Entries of the audit log of a server.

use crate::service::api::ids::{ChannelId, GameId, RoleId, Timestamp};
use crate::service::api::time_control::ClockKind;
use crate::service::api::view::player::Person;
use crate::service::model::settings::appearance::{Orientation, ThemeName};

/// Action taken for a whole server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AuditAction {
    /// Chose the language of public messages, as a two-letter code.
    Language(Option<String>),
    /// Chose the theme of boards.
    Theme(ThemeName),
    /// Chose the orientation of boards.
    Orientation(Orientation),
    /// Chose whether games get threads unless their host says otherwise; `None` to propose them
    /// where a game is running already.
    Threads(Option<bool>),
    /// Chose whether a replay follows the end of a game.
    Replays(bool),
    /// Chose the kinds of clocks that games may have; all if the list is empty.
    Clocks(Vec<ClockKind>),
    /// Added a channel to the list of channels to play in (`true`), or removed it.
    Channel(ChannelId, bool),
    /// Added a role to the list of roles that may play (`true`), or removed it.
    Role(RoleId, bool),
    /// Added a role to the list of roles that may call games off (`true`), or removed it.
    Moderator(RoleId, bool),
    /// Called a game off.
    Abort(GameId),
}

/// Entry of the audit log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditEntry {
    /// Time of the action.
    pub at: Timestamp,
    /// Person who acted, with the name of that time; Discord, with nobody's id, where something
    /// listed was deleted.
    pub by: Person,
    /// The action.
    pub action: AuditAction,
}
