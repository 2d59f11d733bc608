//! Custom ids of buttons below a list of ended games:
//! `h1:<scope>:<number>:<mode>:<opponent>:<result>:<page>`.

use crate::discord::interaction::custom_id::codec::{Field, Segments, fields, prefixed};
use crate::service::{GuildId, HistoryFilter, HistoryResult, HistoryScope};
use focus::Mode;

/// Custom id of a button that shows a page of a list of ended games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HistoryButtonId {
    /// Filter of the listed games.
    pub filter: HistoryFilter,
    /// Number of the page, counted from 0.
    pub page: u32,
}

fields!(in_order: HistoryButtonId { filter, page });
prefixed!("h1": HistoryButtonId);

impl Field for HistoryFilter {
    fn read(segments: &mut Segments<'_>) -> Option<Self> {
        let scope = match segments.next()? {
            "p" => HistoryScope::Person(Field::read(segments)?),
            "g" => HistoryScope::Guild(GuildId(Field::read(segments)?)),
            _ => return None,
        };
        let mode = match segments.next()? {
            "-" => None,
            token => Some(token.parse().ok()?),
        };
        let opponent = Field::read(segments)?;
        let result = match segments.next()? {
            "-" => None,
            "w" => Some(HistoryResult::Won),
            "l" => Some(HistoryResult::Lost),
            "d" => Some(HistoryResult::Drawn),
            _ => return None,
        };
        Some(Self {
            scope,
            mode,
            opponent,
            result,
        })
    }

    fn write(&self) -> String {
        let (scope, number) = match self.scope {
            HistoryScope::Person(person) => ('p', person.0),
            HistoryScope::Guild(guild) => ('g', guild.0),
        };
        let mode = self.mode.map_or("-", Mode::token);
        let opponent = self.opponent.write();
        let result = match self.result {
            None => '-',
            Some(HistoryResult::Won) => 'w',
            Some(HistoryResult::Lost) => 'l',
            Some(HistoryResult::Drawn) => 'd',
        };
        format!("{scope}:{number}:{mode}:{opponent}:{result}")
    }
}
