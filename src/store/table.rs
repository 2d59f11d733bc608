//! The tables and their names on disk.

use std::fmt;
use strum::{EnumString, IntoStaticStr, VariantArray};

/// A named set of keys and values.
///
/// To add one, add a variant, its name and its place in [`Table::ALL`]; nothing else knows them.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    VariantArray,
    EnumString,
    IntoStaticStr,
)]
#[strum(serialize_all = "lowercase")]
pub enum Table {
    /// Facts about the store itself, such as its format.
    Meta,
    /// One record for each game: rules, seats, state.
    Games,
    /// What was done in each game, in order.
    Actions,
    /// Settings and standing of each person.
    Players,
    /// Which messages show which game.
    Messages,
    /// What falls due, by time.
    Deadlines,
    /// Settings of each server.
    Guilds,
    /// At which active games a person sits or is invited.
    Seats,
    /// Which active games a channel holds.
    Channels,
    /// What has not been shown yet.
    Unannounced,
    /// In which games a computer is to move.
    Thinking,
    /// When the bot last was there for people to move.
    Alive,
    /// Who is to be reminded to move.
    Reminders,
    /// Where else a game is followed, by game and channel.
    Watches,
    /// How strong each person is in each mode.
    Ratings,
    /// How each person's games ended.
    Results,
    /// The strongest first, for each server and mode.
    Ladder,
    /// Who wants to be on the lists of all servers.
    Listed,
    /// Which games have ended, by person and by server.
    Past,
    /// Of which games a replay is still to be posted.
    Replays,
    /// Records of games that people brought along.
    Imports,
    /// Which active games a server holds.
    Servers,
    /// Messages that others have taken the place of, still to be changed, by game.
    Leftovers,
    /// Values that could not be read, kept for a person to look at.
    Quarantine,
}

impl Table {
    /// Every table, in the order of the variants.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Name on disk and in backups; it never changes.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The table called `name` on disk.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        name.parse().ok()
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
