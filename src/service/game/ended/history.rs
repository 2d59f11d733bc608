//! Ended games: lists of them, and permission to view them.

use strum::VariantArray;

use crate::service::Service;
use crate::service::api::fault::{Fault, ServiceError};
use crate::service::api::ids::{GameId, MessageId, PastScope, PersonId, Place, Timestamp};
use crate::service::api::refusal::Refusal;
use crate::service::api::view::game::GameView;
use crate::service::api::view::player::Player;
use crate::service::model::game::StartedGame;
use crate::service::repository::indices;
use crate::store::Table;
use focus::{Color, ColorSet, Mode};

/// Result of an ended game for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray)]
pub enum PastResult {
    /// The person won, alone or with a partner.
    Won,
    /// Another player won, or others share the draw.
    Lost,
    /// Nobody won, and the person was still in the game.
    Drawn,
}

impl PastResult {
    /// Every result.
    pub const ALL: &'static [Self] = Self::VARIANTS;
}

/// Filter for a list of ended games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PastFilter {
    /// Person or server whose games are listed.
    pub scope: PastScope,
    /// Only games of this mode.
    pub mode: Option<Mode>,
    /// Only games with this person, as an opponent or a partner.
    pub opponent: Option<PersonId>,
    /// Only games with this result for the person; on a server only draws are distinguished from
    /// the rest.
    pub result: Option<PastResult>,
}

/// Summary of an ended game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastGame {
    /// The number of the game.
    pub id: GameId,
    /// Place where it was played.
    pub place: Place,
    /// The message that shows its end.
    pub message: Option<MessageId>,
    /// The mode.
    pub mode: Mode,
    /// Player of each color, in the order of the colors.
    pub players: Vec<(Color, Player)>,
    /// Colors that won; empty for a draw.
    pub winners: ColorSet,
    /// Colors that share the draw, if it is one; the others have lost.
    pub sharing: ColorSet,
    /// Time when it began.
    pub started: Timestamp,
    /// True if only its players can view it, and only where it was played.
    pub is_private: bool,
}

impl PastGame {
    /// Returns the result for a person, who may only have watched.
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

/// Page of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastPage {
    /// Games on the page, the newest first.
    pub games: Vec<PastGame>,
    /// Number of the page, from 0.
    pub number: usize,
    /// True if there are older games on the next page.
    pub has_next: bool,
}

impl PastPage {
    /// Returns the name by which a person played the newest game on the page.
    #[must_use]
    pub fn name_of(&self, person: PersonId) -> Option<&str> {
        let players = self.games.iter().flat_map(|game| &game.players);
        let mut people = players.filter_map(|(_, player)| player.person());
        let found = people.find(|found| found.id == person)?;
        Some(&found.name)
    }
}

impl Service {
    /// Returns a begun game for one of its players, or for a person who looks at it from the server
    /// or the conversation where it is played.
    ///
    /// # Errors
    ///
    /// There is no such game for this person, or it is private.
    pub fn look_from(
        &self,
        person: PersonId,
        place: Place,
        game: GameId,
    ) -> Result<GameView, ServiceError> {
        let view = self.look(person, place.channel, game)?;
        let is_of_person = view.color_of(person).is_some() || view.watcher == Some(person);
        let is_here = view.place.channel == place.channel
            || (place.guild.is_some() && view.place.guild == place.guild);
        if is_of_person || is_here {
            Ok(view)
        } else {
            Err(Refusal::NoSuchGame(game).into())
        }
    }

    /// Returns a game as [`look_from`](Self::look_from) does, but only an ended one, so that it
    /// helps no player.
    ///
    /// # Errors
    ///
    /// There is no such game for this person, or it has not ended.
    pub fn look_back(
        &self,
        person: PersonId,
        place: Place,
        game: GameId,
    ) -> Result<GameView, ServiceError> {
        let view = self.look_from(person, place, game)?;
        if view.ending.is_none() {
            return Err(Refusal::NotOver.into());
        }
        Ok(view)
    }

    /// Returns the game to show to a person who names none: the running game that the request can
    /// refer to, or else the last one that ended in the channel.
    ///
    /// # Errors
    ///
    /// There is none, or there are several candidates.
    pub fn find_any(&self, person: PersonId, place: Place) -> Result<GameId, ServiceError> {
        match self.meant(person, place.channel) {
            Ok(game) if game.begun => Ok(game.id),
            Ok(table) => match self.find_past(person, place) {
                Err(ServiceError::Refused(_)) => Ok(table.id),
                found => found,
            },
            Err(ServiceError::Refused(Refusal::NoGameHere)) => self.find_past(person, place),
            Err(error) => Err(error),
        }
    }

    /// Returns the last game that ended in a channel, or else the last one of the person.
    ///
    /// # Errors
    ///
    /// There is none.
    pub fn find_past(&self, person: PersonId, place: Place) -> Result<GameId, ServiceError> {
        let here = |game: &PastGame| game.place.channel == place.channel;
        let guild = place.guild.map(PastScope::Guild);
        let scopes = guild.into_iter().chain([PastScope::Person(person)]);
        let mut own = None;
        for scope in scopes {
            let mut found = None;
            self.visit_past(scope, |game| {
                let is_wanted = scope == PastScope::Person(person) || here(&game);
                if is_wanted {
                    found = Some(game.id);
                }
                !is_wanted
            })?;
            own = own.or(found);
        }
        own.ok_or_else(|| Refusal::NoPastGame.into())
    }

    /// Returns whether a person has had no game before the present one.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn is_newcomer(&self, person: PersonId) -> Result<bool, ServiceError> {
        let games = self.games_of(person)?;
        let mut is_new = games.iter().filter(|game| game.seated).count() <= 1;
        if is_new {
            self.visit_past(PastScope::Person(person), |_| {
                is_new = false;
                false
            })?;
        }
        Ok(is_new)
    }

    /// Returns the language of a person's Discord client when the person last sat down, as a
    /// two-letter ISO 639-1 code.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn last_language(&self, person: PersonId) -> Result<Option<String>, ServiceError> {
        let open = self.games_of(person)?;
        let seated = open.iter().filter(|game| game.seated);
        let mut newest = seated.map(|game| game.id).max();
        self.visit_past(PastScope::Person(person), |game| {
            newest = newest.max(Some(game.id));
            false
        })?;
        let Some(newest) = newest else {
            return Ok(None);
        };
        let held = self.find_stored(newest)?;
        let language = held
            .as_ref()
            .and_then(|held| held.record.language_of(person));
        Ok(language.map(str::to_owned))
    }

    /// Returns a page of ended games, the newest first.
    ///
    /// For another person, it lists only games on the server where the request is made, and private
    /// games only if they were played in the same channel.
    ///
    /// # Errors
    ///
    /// The store failed. Games that cannot be read are skipped.
    pub fn past(
        &self,
        viewer: PersonId,
        place: Place,
        filter: PastFilter,
        page: usize,
        per_page: usize,
    ) -> Result<PastPage, ServiceError> {
        let is_inside = |game: &PastGame| {
            game.place.channel == place.channel || game.result_of(viewer).is_some()
        };
        let is_shown = |game: &PastGame| {
            let is_listed = match filter.scope {
                PastScope::Person(person) if person == viewer => return true,
                PastScope::Person(_) => place.guild.is_some() && game.place.guild == place.guild,
                PastScope::Guild(guild) => Some(guild) == place.guild,
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

    /// Returns the name by which a person played the newest ended game that the viewer may see.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn name_in_games(
        &self,
        viewer: PersonId,
        place: Place,
        person: PersonId,
    ) -> Result<Option<String>, ServiceError> {
        let filter = PastFilter::all(PastScope::Person(person));
        let page = self.past(viewer, place, filter, 0, 1)?;
        Ok(page.name_of(person).map(str::to_owned))
    }

    /// Calls `visit` with ended games, the newest first, until it returns `false`.
    fn visit_past(
        &self,
        scope: PastScope,
        mut visit: impl FnMut(PastGame) -> bool,
    ) -> Result<(), ServiceError> {
        self.fill(Table::Past)?;
        let keys = indices::past_of(scope);
        let entries = self.archive.store().scan(Table::Past, &keys);
        for (key, _) in entries.map_err(Fault::from)? {
            let Some(id) = indices::game_of(&key) else {
                continue;
            };
            let held = match self.find_stored(id) {
                Err(fault) if fault.is_of_one_game() => {
                    tracing::error!(game = %id, %fault, "a game that cannot be read is left out of a list");
                    continue;
                }
                held => held?,
            };
            let game = held.as_ref().and_then(|held| held.record.game());
            if game.is_some_and(|game| !visit(past_game(id, game))) {
                break;
            }
        }
        Ok(())
    }
}

impl PastFilter {
    /// Creates a filter for all games of a scope.
    #[must_use]
    pub const fn all(scope: PastScope) -> Self {
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
            PastScope::Person(person) => game.result_of(person) == Some(result),
            PastScope::Guild(_) => game.winners.is_empty() == (result == PastResult::Drawn),
        };
        self.mode.is_none_or(|mode| game.mode == mode)
            && self.opponent.is_none_or(has_opponent)
            && self.result.is_none_or(has_result)
    }
}

fn past_game(id: GameId, game: &StartedGame) -> PastGame {
    let result = game.result;
    PastGame {
        id,
        place: game.common.place,
        message: game.common.message,
        mode: game.common.rules.mode(),
        players: game.players(),
        winners: result.map_or(ColorSet::EMPTY, |result| result.winners),
        sharing: game.sharing(),
        started: game.started,
        is_private: game.common.is_private,
    }
}
