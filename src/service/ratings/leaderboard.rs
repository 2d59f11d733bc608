//! Leaderboards of a server or of all servers, page by page.

use crate::service::Service;
use crate::service::api::fault::Fault;
use crate::service::api::ids::{PersonId, Timestamp};
use crate::service::api::rating::ShownRating;
use crate::service::model::ratings::LeaderboardLine;
use crate::service::ratings::keys;
use crate::store::{Entries, Keys, Versioned};
use focus::Mode;

pub use crate::service::model::ratings::LeaderboardScope;
pub use crate::service::ratings::keys::LeaderboardPosition;

/// Number of lines on a page.
pub const PAGE: u8 = 10;

/// Part of a list to show. Pages are located by their neighbor, never by counting, so every page
/// costs the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeaderboardPage {
    /// The strongest.
    Top,
    /// The lines below the line with this number.
    Below(u32, LeaderboardPosition),
    /// The lines above the line with this number.
    Above(u32, LeaderboardPosition),
}

/// Part of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaderboard {
    /// The list.
    pub list: LeaderboardScope,
    /// The mode.
    pub mode: Mode,
    /// The lines, the strongest first.
    pub lines: Vec<LeaderboardRow>,
    /// True if there are lines above.
    pub has_above: bool,
    /// True if there are lines below.
    pub has_below: bool,
}

/// Line of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaderboardRow {
    /// Number in the list, counted from 1. If the list changes while somebody turns its pages,
    /// numbers may be off by as many places until the first page is shown again.
    pub number: u32,
    /// The person.
    pub person: PersonId,
    /// Name at the end of the last rated game, or of the last one on the server of the list.
    pub name: String,
    /// The rating.
    pub points: ShownRating,
    /// Standard deviation in points.
    pub deviation: i32,
    /// Rated games won, drawn and lost.
    pub record: [u32; 3],
}

impl LeaderboardRow {
    /// Returns the position of the line, for a page that begins after it or ends before it.
    #[must_use]
    pub fn position(&self) -> LeaderboardPosition {
        LeaderboardPosition {
            is_sure: self.points.is_sure,
            points: self.points.points,
            person: self.person,
        }
    }
}

impl Service {
    /// Returns a part of a list. Whoever is found there with a rating that is no longer sure,
    /// because the last game was long ago, is first moved below all sure ones.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn leaderboard(
        &self,
        list: LeaderboardScope,
        mode: Mode,
        part: LeaderboardPage,
        now: Timestamp,
    ) -> Result<Leaderboard, Fault> {
        loop {
            let found = self.part_of(list, mode, part)?;
            let sure = found.lines.iter().filter(|row| row.points.is_sure);
            let sure: Vec<_> = sure.map(|row| row.person).collect();
            // Each is moved once, so this ends.
            if sure.is_empty() || !self.fade(&sure, mode, now)? {
                return Ok(found);
            }
        }
    }

    /// Returns a part of a list as it is in the store.
    fn part_of(
        &self,
        list: LeaderboardScope,
        mode: Mode,
        part: LeaderboardPage,
    ) -> Result<Leaderboard, Fault> {
        let all = keys::list(list, mode);
        let key = |position| keys::position_key(list, mode, position);
        let page = usize::from(PAGE);
        let one_more = page + 1;
        let (mut lines, has_above, has_below) = match part {
            LeaderboardPage::Top => {
                let lines = self.lines(1, &Keys::prefix(&all).limit(one_more))?;
                let has_below = lines.len() > page;
                (lines, false, has_below)
            }
            LeaderboardPage::Below(number, position) => {
                let below = Keys::prefix(&all).after(key(position)).limit(one_more);
                let lines = self.lines(number.saturating_add(1), &below)?;
                if lines.is_empty() {
                    return self.part_of(list, mode, LeaderboardPage::Top);
                }
                let has_below = lines.len() > page;
                (lines, true, has_below)
            }
            LeaderboardPage::Above(number, position) => {
                let above = Keys::prefix(&all).before(key(position));
                let above = above.reversed().limit(one_more);
                let mut entries = self.scan(&above)?;
                let first = number.saturating_sub(u32::from(PAGE));
                // Only the top page always has the right numbers.
                if entries.len() <= page || first <= 1 {
                    return self.part_of(list, mode, LeaderboardPage::Top);
                }
                entries.truncate(page);
                entries.reverse();
                (numbered(first, entries), true, true)
            }
        };
        lines.truncate(page);
        Ok(Leaderboard {
            list,
            mode,
            lines,
            has_above,
            has_below,
        })
    }

    fn lines(&self, first: u32, keys: &Keys) -> Result<Vec<LeaderboardRow>, Fault> {
        Ok(numbered(first, self.scan(keys)?))
    }
}

fn numbered(first: u32, entries: Entries<Versioned<LeaderboardLine>>) -> Vec<LeaderboardRow> {
    let positions = entries.into_iter().filter_map(|(key, held)| {
        let position = keys::position_of(&key)?;
        Some((position, held.record))
    });
    (first..)
        .zip(positions)
        .map(|(number, (position, line))| LeaderboardRow {
            number,
            person: position.person,
            name: line.name,
            points: ShownRating {
                points: position.points,
                is_sure: position.is_sure,
            },
            deviation: line.deviation,
            record: line.tally,
        })
        .collect()
}
