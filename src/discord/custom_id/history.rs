//! Custom ids of buttons below a list of finished games:
//! `h1:<scope>:<number>:<mode>:<opponent>:<result>:<page>`.

use std::fmt;
use std::str::FromStr;

use crate::discord::custom_id::game::{ForeignId, spelled};
use crate::service::{GuildId, PastFilter, PastResult, PastScope, PersonId};
use focus::Mode;

/// Page of a list of finished games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PastId {
    /// Filter of the listed games.
    pub filter: PastFilter,
    /// Number of the page, counted from 0.
    pub page: u32,
}

impl fmt::Display for PastId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let filter = &self.filter;
        let (scope, number) = match filter.scope {
            PastScope::Person(person) => ('p', person.0),
            PastScope::Guild(guild) => ('g', guild.0),
        };
        let mode = filter.mode.map_or("-", Mode::token);
        let opponent = filter.opponent.map_or(0, |person| person.0);
        let result = match filter.result {
            None => '-',
            Some(PastResult::Won) => 'w',
            Some(PastResult::Lost) => 'l',
            Some(PastResult::Drawn) => 'd',
        };
        let page = self.page;
        write!(f, "h1:{scope}:{number}:{mode}:{opponent}:{result}:{page}")
    }
}

impl FromStr for PastId {
    type Err = ForeignId;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parts: Vec<_> = text.split(':').collect();
        let ["h1", scope, number, mode, opponent, result, page] = parts[..] else {
            return Err(ForeignId);
        };
        let read = |text: &str| text.parse::<u64>().map_err(|_| ForeignId);
        let whose = read(number)?;
        let scope = match scope {
            "p" => PastScope::Person(PersonId(whose)),
            "g" => PastScope::Guild(GuildId(whose)),
            _ => return Err(ForeignId),
        };
        let mode = match mode {
            "-" => None,
            token => Some(token.parse().map_err(|_| ForeignId)?),
        };
        let result = match result {
            "-" => None,
            "w" => Some(PastResult::Won),
            "l" => Some(PastResult::Lost),
            "d" => Some(PastResult::Drawn),
            _ => return Err(ForeignId),
        };
        let opponent = Some(read(opponent)?).filter(|number| *number != 0);
        let id = Self {
            filter: PastFilter {
                scope,
                mode,
                opponent: opponent.map(PersonId),
                result,
            },
            page: page.parse().map_err(|_| ForeignId)?,
        };
        spelled(id, text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_list_survives_its_text_within_the_limit() {
        let scopes = [
            PastScope::Person(PersonId(u64::MAX)),
            PastScope::Guild(GuildId(7)),
        ];
        let modes = Mode::ALL.into_iter().map(Some).chain([None]);
        let results = PastResult::ALL.iter().copied().map(Some).chain([None]);
        for scope in scopes {
            for mode in modes.clone() {
                for result in results.clone() {
                    for opponent in [None, Some(PersonId(u64::MAX))] {
                        let filter = PastFilter {
                            scope,
                            mode,
                            opponent,
                            result,
                        };
                        let id = PastId {
                            filter,
                            page: u32::MAX,
                        };
                        let text = id.to_string();
                        assert_eq!(text.parse(), Ok(id));
                        assert!(text.len() <= 100, "{text}");
                    }
                }
            }
        }
    }

    #[test]
    fn foreign_ids_are_told_apart() {
        for text in [
            "",
            "h1:p:1:-:0:-",
            "h1:p:1:-:0:-:0:0",
            "h1:x:1:-:0:-:0",
            "h1:p:01:-:0:-:0",
            "h1:p:1:5:0:-:0",
            "h1:p:1:-:0:x:0",
            "h1:p:1:-:0:-:-1",
            "f1:join:1:0",
        ] {
            assert_eq!(text.parse::<PastId>(), Err(ForeignId), "{text}");
        }
    }
}
