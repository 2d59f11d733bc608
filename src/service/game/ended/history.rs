//! Ended games: lists of them, and permission to view them.

use strum::VariantArray;

use crate::service::Service;
use crate::service::api::fault::{Fault, ServiceError, of_one_game};
use crate::service::api::ids::{GameId, HistoryScope, MessageId, PersonId, Place, Timestamp};
use crate::service::api::refusal::Refusal;
use crate::service::api::view::player::Player;
use crate::service::game::queries::personal_view::PersonalView;
use crate::service::model::game::StartedGame;
use crate::service::repository::indices;
use crate::store::{Stored, Table};
use focus::{Color, ColorSet, Mode};

/// Number of games read together.
const TOGETHER: usize = 32;

/// Number of the newest ended games that are searched for one.
const LOOKED_AT: usize = 200;

/// Result of an ended game for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray)]
pub enum HistoryResult {
    /// The person won, alone or with a partner.
    Won,
    /// Another player won, or others share the draw.
    Lost,
    /// Nobody won, and the person was still in the game.
    Drawn,
}

impl HistoryResult {
    /// Every result.
    pub const ALL: &'static [Self] = Self::VARIANTS;
}

/// Filter for a list of ended games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HistoryFilter {
    /// Person or server whose games are listed.
    pub scope: HistoryScope,
    /// Only games of this mode.
    pub mode: Option<Mode>,
    /// Only games with this person, as an opponent or a partner, or with a
    /// [computer](PersonId::COMPUTER).
    pub opponent: Option<PersonId>,
    /// Only games with this result for the person; on a server only draws are distinguished from
    /// the rest.
    pub result: Option<HistoryResult>,
}

/// Summary of an ended game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryGame {
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

impl HistoryGame {
    /// Returns the result for a person, who may only have watched.
    #[must_use]
    pub fn result_of(&self, person: PersonId) -> Option<HistoryResult> {
        let seat = self
            .players
            .iter()
            .find(|(_, player)| player.id() == Some(person));
        let (color, _) = seat?;
        Some(if self.sharing.contains(*color) {
            HistoryResult::Drawn
        } else if self.winners.contains(*color) {
            HistoryResult::Won
        } else {
            HistoryResult::Lost
        })
    }

    /// Returns the name by which a person played.
    fn name_of(&self, person: PersonId) -> Option<&str> {
        let players = self.players.iter();
        let mut people = players.filter_map(|(_, player)| player.person());
        let found = people.find(|found| found.id == person)?;
        Some(&found.name)
    }
}

/// Page of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryPage {
    /// Games on the page, the newest first.
    pub games: Vec<HistoryGame>,
    /// Number of the page, from 0.
    pub number: usize,
    /// True if there are older games on the next page.
    pub has_next: bool,
}

impl Service {
    /// Returns a game as [`visible_game`](Self::visible_game) does, but only an ended one, so
    /// that it helps no player.
    ///
    /// # Errors
    ///
    /// There is no such game for this person, or it has not ended.
    pub fn look_back(
        &self,
        person: PersonId,
        place: Place,
        game: GameId,
    ) -> Result<PersonalView, ServiceError> {
        let personal = self.visible_game(person, place, game)?;
        if personal.view.ending.is_none() {
            return Err(Refusal::NotOver.into());
        }
        Ok(personal)
    }

    /// Returns a game as [`visible_game`](Self::visible_game) does, but a running one only if no
    /// other person plays in it: anyone who plays on from its position with a computer gets hints.
    ///
    /// # Errors
    ///
    /// There is no such game for this person, or others are still playing it.
    pub fn look_to_play_on(
        &self,
        person: PersonId,
        place: Place,
        game: GameId,
    ) -> Result<PersonalView, ServiceError> {
        let personal = self.visible_game(person, place, game)?;
        let players = personal.view.players.iter();
        let mut people = players.filter_map(|(_, player)| player.id());
        if personal.view.ending.is_none() && people.any(|other| other != person) {
            return Err(Refusal::NotOver.into());
        }
        Ok(personal)
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
            Ok(table) => match self.find_ended(person, place) {
                Err(ServiceError::Refused(_)) => Ok(table.id),
                found => found,
            },
            Err(ServiceError::Refused(Refusal::NoGameHere)) => self.find_ended(person, place),
            Err(error) => Err(error),
        }
    }

    /// Returns the last game that ended in a channel, if it is among the newest of the server, or
    /// else the last one of the person.
    ///
    /// # Errors
    ///
    /// There is none.
    pub fn find_ended(&self, person: PersonId, place: Place) -> Result<GameId, ServiceError> {
        let is_here = |game: &HistoryGame| game.place.channel == place.channel;
        if let Some(guild) = place.guild
            && let Some(game) = self.newest_ended(HistoryScope::Guild(guild), is_here)?
        {
            return Ok(game.id);
        }
        let own = self.last_ended(person)?;
        Ok(own.ok_or(Refusal::NoEndedGame)?.id)
    }

    /// Returns whether a person has had no game before the present one.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn is_newcomer(&self, person: PersonId) -> Result<bool, ServiceError> {
        let games = self.games_of(person)?;
        let is_new = games.iter().filter(|game| game.seated).count() <= 1;
        Ok(is_new && self.last_ended(person)?.is_none())
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
        let ended = self.last_ended(person)?.map(|game| game.id);
        let Some(newest) = seated.map(|game| game.id).chain(ended).max() else {
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
    pub fn history(
        &self,
        viewer: PersonId,
        place: Place,
        filter: HistoryFilter,
        page: usize,
        per_page: usize,
    ) -> Result<HistoryPage, ServiceError> {
        let mut skip = page.saturating_mul(per_page);
        let (mut games, mut has_next) = (Vec::new(), false);
        self.visit_history(filter.scope, |game| {
            if !filter.shows(&game, viewer, place) {
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
        Ok(HistoryPage {
            games,
            number: page,
            has_next,
        })
    }

    /// Returns the name by which a person played the newest ended game that the viewer may see, if
    /// it is among the person's last ones.
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
        let filter = HistoryFilter::all(HistoryScope::Person(person));
        let newest = self.newest_ended(filter.scope, |game| filter.shows(game, viewer, place))?;
        Ok(newest.and_then(|game| game.name_of(person).map(str::to_owned)))
    }

    /// Returns the last ended game of a person.
    fn last_ended(&self, person: PersonId) -> Result<Option<HistoryGame>, ServiceError> {
        self.newest_ended(HistoryScope::Person(person), |_| true)
    }

    /// Returns the newest ended game that satisfies `is_wanted` among the last [`LOOKED_AT`].
    fn newest_ended(
        &self,
        scope: HistoryScope,
        is_wanted: impl Fn(&HistoryGame) -> bool,
    ) -> Result<Option<HistoryGame>, ServiceError> {
        let (mut newest, mut looked_at) = (None, 0);
        self.visit_history(scope, |game| {
            newest = Some(game).filter(&is_wanted);
            looked_at += 1;
            newest.is_none() && looked_at < LOOKED_AT
        })?;
        Ok(newest)
    }

    /// Calls `visit` with ended games, the newest first, until it returns `false`.
    fn visit_history(
        &self,
        scope: HistoryScope,
        mut visit: impl FnMut(HistoryGame) -> bool,
    ) -> Result<(), ServiceError> {
        self.fill(Table::History)?;
        let store = self.archive.store();
        let mut keys = indices::history_of(scope).limit(TOGETHER);
        loop {
            let entries = store.scan(Table::History, &keys).map_err(Fault::from)?;
            let games = entries.iter().filter_map(|(key, _)| indices::game_of(key));
            let games: Vec<_> = games.collect();
            let places = games.iter().copied().map(indices::game_key);
            let places: Vec<_> = places.map(|key| (Table::Games, key)).collect();
            let values = store.get_many(&places).map_err(Fault::from)?;
            for (id, value) in games.into_iter().zip(values) {
                if self.ended_in(id, value)?.is_some_and(|game| !visit(game)) {
                    return Ok(());
                }
            }
            let Some((last, _)) = entries.last().filter(|_| entries.len() == TOGETHER) else {
                return Ok(());
            };
            keys = keys.before(last.clone());
        }
    }

    /// Returns the game in a value just read, if there is one that can be read.
    fn ended_in(&self, id: GameId, value: Option<Stored>) -> Result<Option<HistoryGame>, Fault> {
        let held = self.stored_in(id, value).map_err(ServiceError::from);
        let effect = "a game that cannot be read is left out of a list";
        let held = of_one_game(id, held, effect)?.flatten();
        let game = held.as_ref().and_then(|held| held.record.game());
        Ok(game.map(|game| history_game(id, game)))
    }
}

impl HistoryFilter {
    /// Creates a filter for all games of a scope.
    #[must_use]
    pub const fn all(scope: HistoryScope) -> Self {
        Self {
            scope,
            mode: None,
            opponent: None,
            result: None,
        }
    }

    /// Returns whether a game is listed for a person who asks from a place.
    fn shows(&self, game: &HistoryGame, viewer: PersonId, place: Place) -> bool {
        let is_here = place.guild.is_some() && game.place.guild == place.guild;
        let is_open = || {
            !game.is_private
                || game.place.channel == place.channel
                || game.result_of(viewer).is_some()
        };
        let is_listed = match self.scope {
            HistoryScope::Person(person) if person == viewer => true,
            HistoryScope::Person(_) => is_here && is_open(),
            HistoryScope::Guild(guild) => Some(guild) == place.guild && is_open(),
        };
        is_listed && self.fits(game)
    }

    fn fits(&self, game: &HistoryGame) -> bool {
        let has_opponent = |opponent: PersonId| {
            let mut players = game.players.iter();
            players.any(|(_, player)| player.id().unwrap_or(PersonId::COMPUTER) == opponent)
        };
        let has_result = |result: HistoryResult| match self.scope {
            HistoryScope::Person(person) => game.result_of(person) == Some(result),
            HistoryScope::Guild(_) => game.winners.is_empty() == (result == HistoryResult::Drawn),
        };
        self.mode.is_none_or(|mode| game.mode == mode)
            && self.opponent.is_none_or(has_opponent)
            && self.result.is_none_or(has_result)
    }
}

fn history_game(id: GameId, game: &StartedGame) -> HistoryGame {
    let result = game.result;
    HistoryGame {
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
