//! Games that have ended: whose they were, and who may look at them.

use strum::VariantArray;

use crate::service::Service;
use crate::service::api::fault::{Fault, SessionError};
use crate::service::api::ids::{GameId, MessageId, PersonId, Place, Scope, Timestamp};
use crate::service::api::refusal::Refusal;
use crate::service::api::view::{GameView, Player};
use crate::service::repository::indices;
use crate::service::repository::mapping;
use crate::store::Table;
use crate::store::records::GameRecord;
use focus::{Color, ColorSet, Mode};

/// How a game ended for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray)]
pub enum PastResult {
    /// The person won, alone or with a partner.
    Won,
    /// Somebody else did, or others share the draw.
    Lost,
    /// Nobody did, and the person was still in the game.
    Drawn,
}

impl PastResult {
    /// Every result.
    pub const ALL: &'static [Self] = Self::VARIANTS;
}

/// Which games are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PastFilter {
    /// Whose.
    pub scope: Scope,
    /// In which mode.
    pub mode: Option<Mode>,
    /// Against, or with, whom.
    pub opponent: Option<PersonId>,
    /// How they ended for the person; on a server only draws can be told from the rest.
    pub result: Option<PastResult>,
}

/// A game that has ended, in short.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastGame {
    /// The number of the game.
    pub id: GameId,
    /// Where it was played.
    pub place: Place,
    /// The message that shows its end.
    pub message: Option<MessageId>,
    /// The mode.
    pub mode: Mode,
    /// Who played each color, in the order of the colors.
    pub players: Vec<(Color, Player)>,
    /// The colors that won; none in a draw.
    pub winners: ColorSet,
    /// The colors that share the draw, if it is one; the others have lost.
    pub sharing: ColorSet,
    /// When it began.
    pub started: Timestamp,
    /// Whether it is seen only by those who played it, and where it was played.
    pub is_private: bool,
}

impl PastGame {
    /// How it ended for a person, who may have watched only.
    #[must_use]
    pub fn result_of(&self, person: PersonId) -> Option<PastResult> {
        let seat = self
            .players
            .iter()
            .find(|(_, player)| player.id() == Some(person));
        let (color, _) = seat?;
        Some(if self.sharing.contains(*color) {
            PastResult::Drawn
        } else if self.winners.contains(*color) {
            PastResult::Won
        } else {
            PastResult::Lost
        })
    }
}

/// A page of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastPage {
    /// The games on it, the newest first.
    pub games: Vec<PastGame>,
    /// Number of the page, from 0.
    pub number: usize,
    /// Whether there are older games on the next page.
    pub has_next: bool,
}

impl Service {
    /// A game that has begun, for somebody who plays it, or looks at it from the server where it
    /// is played.
    ///
    /// # Errors
    ///
    /// There is no such game for this person, or it is private.
    pub fn look_from(
        &self,
        person: PersonId,
        place: Place,
        game: GameId,
    ) -> Result<GameView, SessionError> {
        let view = self.look(person, place.channel, game)?;
        let is_of_person = view.color_of(person).is_some() || view.watcher == Some(person);
        if is_of_person || (place.guild.is_some() && view.place.guild == place.guild) {
            Ok(view)
        } else {
            Err(Refusal::NoSuchGame(game).into())
        }
    }

    /// The same, if the game has ended, so that nobody is helped.
    ///
    /// # Errors
    ///
    /// There is no such game for this person, or it goes on.
    pub fn look_back(
        &self,
        person: PersonId,
        place: Place,
        game: GameId,
    ) -> Result<GameView, SessionError> {
        let view = self.look_from(person, place, game)?;
        if view.ending.is_none() {
            return Err(Refusal::NotOver.into());
        }
        Ok(view)
    }

    /// The game a person means who wants to look at one without naming it: the one that could be
    /// meant among those that go on, or else the last one that ended in the channel.
    ///
    /// # Errors
    ///
    /// There is none, or several that could be meant.
    pub fn find_any(&self, person: PersonId, place: Place) -> Result<GameId, SessionError> {
        match self.meant(person, place.channel) {
            Ok(game) if game.begun => Ok(game.id),
            Ok(table) => match self.find_past(person, place) {
                Err(SessionError::Refused(_)) => Ok(table.id),
                found => found,
            },
            Err(SessionError::Refused(Refusal::NoGameHere)) => self.find_past(person, place),
            Err(error) => Err(error),
        }
    }

    /// The last game that ended in a channel, or else the last one of the person.
    ///
    /// # Errors
    ///
    /// There is none.
    pub fn find_past(&self, person: PersonId, place: Place) -> Result<GameId, SessionError> {
        let here = |game: &PastGame| game.place.channel == place.channel;
        let guild = place.guild.map(Scope::Guild);
        let scopes = guild.into_iter().chain([Scope::Person(person)]);
        let mut own = None;
        for scope in scopes {
            let mut found = None;
            self.visit_past(scope, |game| {
                let is_wanted = scope == Scope::Person(person) || here(&game);
                if is_wanted {
                    found = Some(game.id);
                }
                !is_wanted
            })?;
            own = own.or(found);
        }
        own.ok_or_else(|| Refusal::NoPastGame.into())
    }

    /// A page of games that have ended, the newest first.
    ///
    /// Of another person, only games on the server where they are asked for are listed, and of
    /// private games of others only those in the same channel.
    ///
    /// # Errors
    ///
    /// The store failed. What cannot be read is left out.
    pub fn past(
        &self,
        asker: PersonId,
        place: Place,
        filter: PastFilter,
        page: usize,
        per_page: usize,
    ) -> Result<PastPage, SessionError> {
        let is_inside = |game: &PastGame| {
            game.place.channel == place.channel || game.result_of(asker).is_some()
        };
        let is_shown = |game: &PastGame| {
            let is_listed = match filter.scope {
                Scope::Person(person) if person == asker => return true,
                Scope::Person(_) => place.guild.is_some() && game.place.guild == place.guild,
                Scope::Guild(guild) => Some(guild) == place.guild,
            };
            is_listed && (!game.is_private || is_inside(game))
        };
        let mut skip = page.saturating_mul(per_page);
        let (mut games, mut has_next) = (Vec::new(), false);
        self.visit_past(filter.scope, |game| {
            if !is_shown(&game) || !filter.fits(&game) {
                return true;
            }
            if skip > 0 {
                skip -= 1;
            } else if games.len() < per_page {
                games.push(game);
            } else {
                has_next = true;
            }
            !has_next
        })?;
        Ok(PastPage {
            games,
            number: page,
            has_next,
        })
    }

    /// Shows `visit` games that have ended, the newest first, until it has seen enough.
    fn visit_past(
        &self,
        scope: Scope,
        mut visit: impl FnMut(PastGame) -> bool,
    ) -> Result<(), SessionError> {
        self.fill(Table::Past)?;
        let keys = indices::past_of(scope);
        let entries = self.archive.store().scan(Table::Past, &keys);
        for (key, _) in entries.map_err(Fault::from)? {
            let Some(id) = indices::game_of(&key) else {
                continue;
            };
            let held = self.archive.find::<GameRecord>(&indices::game_key(id));
            let Some(held) = held.map_err(Fault::from)? else {
                continue;
            };
            match past_game(id, &held.record) {
                Ok(game) => {
                    if !visit(game) {
                        break;
                    }
                }
                Err(damage) => tracing::error!(game = %id, %damage, "left out of a list"),
            }
        }
        Ok(())
    }
}

impl PastFilter {
    /// All of somebody's.
    #[must_use]
    pub const fn all(scope: Scope) -> Self {
        Self {
            scope,
            mode: None,
            opponent: None,
            result: None,
        }
    }

    fn fits(&self, game: &PastGame) -> bool {
        let has_opponent = |opponent: PersonId| {
            let mut players = game.players.iter();
            players.any(|(_, player)| player.id() == Some(opponent))
        };
        let has_result = |result: PastResult| match self.scope {
            Scope::Person(person) => game.result_of(person) == Some(result),
            Scope::Guild(_) => game.winners.is_empty() == (result == PastResult::Drawn),
        };
        self.mode.is_none_or(|mode| game.mode == mode)
            && self.opponent.is_none_or(has_opponent)
            && self.result.is_none_or(has_result)
    }
}

fn past_game(
    id: GameId,
    record: &GameRecord,
) -> Result<PastGame, crate::service::api::damage::Damage> {
    let result = record.result.as_deref().unwrap_or("=");
    let winners = result.chars().filter_map(Color::from_letter);
    Ok(PastGame {
        id,
        place: mapping::place(record),
        message: mapping::message(record),
        mode: mapping::rules(record)?.mode(),
        players: mapping::players(record)?,
        winners: winners.collect(),
        sharing: mapping::sharing(record)?,
        started: Timestamp(record.started.unwrap_or(record.created)),
        is_private: record.is_private,
    })
}
