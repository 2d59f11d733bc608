//! Lookup of tables and games by person, channel or message.

use std::collections::HashSet;

use crate::service::Service;
use crate::service::api::fault::{Fault, ServiceError, of_one_game};
use crate::service::api::ids::{ChannelId, GameId, GuildId, MessageId, PersonId, Place, Timestamp};
use crate::service::api::refusal::Refusal;
use crate::service::api::request::TableKind;
use crate::service::api::view::game::GameView;
use crate::service::api::view::player::Player;
use crate::service::api::view::table::TableState;
use crate::service::api::view::update::{GameSummary, View};
use crate::service::game::queries::personal_view::PersonalView;
use crate::service::model::watch::Watch;
use crate::service::repository::indices;
use crate::store::{Key, Table};

impl Service {
    /// Returns the game that a person refers to in a channel without naming it: the one there in
    /// which it is the person's turn, else the person's only one there, else the same over all
    /// channels. Tables count if no game has begun.
    ///
    /// # Errors
    ///
    /// There is none, or there are several candidates.
    pub fn find(&self, person: PersonId, channel: ChannelId) -> Result<GameId, ServiceError> {
        Ok(self.meant(person, channel)?.id)
    }

    /// Returns the only game in a channel that a person's answer without a game can refer to,
    /// regardless of whose turn it is.
    ///
    /// # Errors
    ///
    /// There is none, or there are several candidates.
    pub fn find_only(&self, person: PersonId, channel: ChannelId) -> Result<GameId, ServiceError> {
        Ok(only(&self.candidates(person, channel)?)?.id)
    }

    pub(crate) fn meant(
        &self,
        person: PersonId,
        channel: ChannelId,
    ) -> Result<GameSummary, ServiceError> {
        let mut candidates = self.candidates(person, channel)?;
        if candidates.iter().filter(|game| game.your_turn).count() == 1 {
            candidates.retain(|game| game.your_turn);
        }
        only(&candidates).cloned()
    }

    /// Returns the games that a person may refer to in a channel.
    fn candidates(
        &self,
        person: PersonId,
        channel: ChannelId,
    ) -> Result<Vec<GameSummary>, ServiceError> {
        let mut candidates = self.games_of(person)?;
        prefer(&mut candidates, |game| game.begun);
        prefer(&mut candidates, |game| game.place.channel == channel);
        prefer(&mut candidates, |game| !game.is_out);
        Ok(candidates)
    }

    /// Returns a begun game for a person who looks at it from a place: for its players and its
    /// watcher from anywhere, for others from its channel, from one that follows it and, unless it
    /// is private, from its server.
    ///
    /// # Errors
    ///
    /// There is no such game for this person, or it is private.
    pub fn visible_game(
        &self,
        person: PersonId,
        place: Place,
        game: GameId,
    ) -> Result<PersonalView, ServiceError> {
        let check = |view| seen_from(view, person, place);
        match self.view_for(person, place, game, check) {
            // One of its players shows it there.
            Err(ServiceError::Refused(Refusal::NoSuchGame(_)))
                if self.is_followed_in(place.channel, game)? =>
            {
                self.view_for(person, place, game, begun)
            }
            seen => seen,
        }
    }

    /// Returns whether a person in a place may know of a game, as [`Service::visible_game`] decides,
    /// or of a table that has not begun: one that concerns the person, or is public there.
    ///
    /// # Errors
    ///
    /// The store failed, or the game cannot be read.
    pub fn may_know(
        &self,
        person: PersonId,
        place: Place,
        game: GameId,
    ) -> Result<bool, ServiceError> {
        match self.visible_game(person, place, game) {
            Err(ServiceError::Refused(Refusal::NotBegun)) => {
                let view = self.view(game)?;
                let is_own = matches!(&view, View::Table(table) if table.concerns(person));
                Ok(is_own || view.is_public_in(place))
            }
            Err(ServiceError::Refused(_)) => Ok(false),
            seen => seen.map(|_| true),
        }
    }

    /// Returns whether a channel follows a game.
    fn is_followed_in(&self, channel: ChannelId, game: GameId) -> Result<bool, Fault> {
        let watch = self.read::<Watch>(&indices::watch_key(game, channel))?;
        Ok(watch.is_some())
    }

    /// Returns a running game for a person who may act in it and has seen its newest step.
    ///
    /// # Errors
    ///
    /// The person may not act, or has seen another step.
    pub fn playing(
        &self,
        person: PersonId,
        place: Place,
        game: GameId,
        seen: Option<u32>,
    ) -> Result<PersonalView, ServiceError> {
        self.view_for(person, place, game, |view| played_by(person, view, seen))
    }

    /// Returns a game as [`Service::playing`] does, if it is this person's turn.
    ///
    /// # Errors
    ///
    /// It is not this person's turn, the person may not act, or has seen another step.
    pub fn to_move(
        &self,
        person: PersonId,
        place: Place,
        game: GameId,
        seen: Option<u32>,
    ) -> Result<PersonalView, ServiceError> {
        self.view_for(person, place, game, |view| {
            on_turn(person, played_by(person, view, seen)?)
        })
    }

    /// Returns a running game for a person who may call it off and has seen its newest step.
    ///
    /// # Errors
    ///
    /// The person may not, or has seen another step, or it is too late.
    pub fn to_abort(
        &self,
        person: PersonId,
        game: GameId,
        seen: Option<u32>,
    ) -> Result<GameView, ServiceError> {
        match self.view(game)? {
            View::Game(view) if view.watcher == Some(person) && view.ending.is_none() => Ok(*view),
            view @ (View::Game(_) | View::Table(_)) => {
                let view = played_by(person, view, seen)?;
                if view.can_abort() {
                    Ok(view)
                } else {
                    Err(Refusal::TooLateToAbort.into())
                }
            }
        }
    }

    /// Returns a game as [`Service::to_move`] does, if this person may get hints because all others
    /// still in are computers.
    ///
    /// # Errors
    ///
    /// The person may not, or it is not this person's turn.
    pub fn to_hint(
        &self,
        person: PersonId,
        place: Place,
        game: GameId,
    ) -> Result<PersonalView, ServiceError> {
        self.view_for(person, place, game, |view| {
            let view = played_by(person, view, None)?;
            if view.allows_hints() {
                on_turn(person, view)
            } else {
                Err(Refusal::NoHints)
            }
        })
    }

    /// Returns the game that one of the bot's messages shows, and its step.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn by_message(&self, message: MessageId) -> Result<Option<(GameId, u32)>, Fault> {
        let held = self.read(&Key::new().u64(message.0))?;
        Ok(held.map(|held| held.record))
    }

    /// Returns the tables and games of a person: first those that wait for the person, by time
    /// left; then the newest; last those that the person is out of.
    ///
    /// # Errors
    ///
    /// The store failed. Games that cannot be read are skipped.
    pub fn games_of(&self, person: PersonId) -> Result<Vec<GameSummary>, Fault> {
        let entries = self
            .archive
            .store()
            .scan(Table::Seats, &indices::games_of(person))?;
        let mut games = self.summaries(entries.iter().map(|(key, _)| &key[..]), Some(person))?;
        sort_for_owner(&mut games);
        Ok(games)
    }

    /// Returns the tables and games of a person as [`games_of`](Self::games_of) does, with the
    /// clocks that are paused because the bot is no longer on the server of the game.
    ///
    /// # Errors
    ///
    /// The store failed. Games that cannot be read are skipped.
    pub fn listed_games_of(&self, person: PersonId) -> Result<Vec<GameSummary>, Fault> {
        let mut games = self.games_of(person)?;
        let timed = games.iter().filter(|game| game.runs_out.is_some());
        let servers: HashSet<_> = timed
            .filter_map(|game| game.place.joined_server())
            .collect();
        let left = self.left_among(&servers)?;
        for game in &mut games {
            let server = game.place.joined_server();
            if server.is_some_and(|server| left.contains(&server)) {
                game.is_paused = game.runs_out.take().is_some();
            }
        }
        sort_for_owner(&mut games);
        Ok(games)
    }

    /// Returns the tables and games in a channel, newest first.
    ///
    /// # Errors
    ///
    /// The store failed. Games that cannot be read are skipped.
    pub fn games_in(&self, channel: ChannelId) -> Result<Vec<GameSummary>, Fault> {
        let keys = indices::games_in(channel).reversed();
        let entries = self.archive.store().scan(Table::Channels, &keys)?;
        self.summaries(entries.iter().map(|(key, _)| &key[..]), None)
    }

    /// Returns the tables and games on a server, the newest first.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn games_on(&self, guild: GuildId) -> Result<Vec<GameId>, Fault> {
        self.fill(Table::Servers)?;
        let store = self.archive.store();
        let entries = store.scan(Table::Servers, &indices::games_on(guild))?;
        let games = entries.iter().filter_map(|(key, _)| indices::game_of(key));
        Ok(games.collect())
    }

    /// Returns whether a table or game is in a channel.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn has_game_in(&self, channel: ChannelId) -> Result<bool, Fault> {
        let keys = indices::games_in(channel).limit(1);
        let entries = self.archive.store().scan(Table::Channels, &keys)?;
        Ok(!entries.is_empty())
    }

    fn summaries<'k>(
        &self,
        keys: impl Iterator<Item = &'k [u8]>,
        person: Option<PersonId>,
    ) -> Result<Vec<GameSummary>, Fault> {
        let games: Vec<_> = keys.filter_map(indices::game_of).collect();
        let key = |id: &GameId| (Table::Games, indices::game_key(*id));
        let keys: Vec<_> = games.iter().map(key).collect();
        let values = self.archive.store().get_many(&keys)?;
        let mut summaries = Vec::new();
        for (id, value) in games.into_iter().zip(values) {
            let effect = "a game that cannot be read is left out of a list";
            let view = of_one_game(id, self.view_in(id, value), effect)?;
            summaries.extend(view.map(|view| summary(&view, person)));
        }
        Ok(summaries)
    }
}

/// Returns a begun game, if a person plays or watches it, or everybody in a place may know of it.
///
/// # Errors
///
/// It has not begun, it is private, or it is played on another server: there it does not exist,
/// because numbers can be guessed.
pub(crate) fn seen_from(view: View, person: PersonId, place: Place) -> Result<GameView, Refusal> {
    let is_public = view.is_public_in(place);
    let view = begun(view)?;
    if is_public || view.concerns(person) {
        return Ok(view);
    }
    let is_on_server = view.place.guild.is_some() && view.place.guild == place.guild;
    Err(if is_on_server {
        Refusal::PrivateGame
    } else {
        Refusal::NoSuchGame(view.id)
    })
}

/// Returns a game that has begun.
fn begun(view: View) -> Result<GameView, Refusal> {
    match view {
        View::Game(view) => Ok(*view),
        View::Table(_) => Err(Refusal::NotBegun),
    }
}

/// Sorts the tables and games of a person as [`Service::games_of`] returns them.
fn sort_for_owner(games: &mut [GameSummary]) {
    games.sort_by_key(|game| {
        let runs_out = game.runs_out.unwrap_or(Timestamp(u64::MAX));
        let newest_first = std::cmp::Reverse(game.id);
        let waits = game.your_turn || game.is_overdue;
        (game.is_out, !waits, runs_out, newest_first)
    });
}

fn summary(view: &View, person: Option<PersonId>) -> GameSummary {
    match view {
        View::Table(table) => GameSummary {
            id: table.id,
            place: table.place,
            message: table.message,
            rules: table.rules,
            begun: false,
            seated: table.people.iter().any(|seat| Some(seat.id) == person),
            your_turn: person.is_some_and(|person| table.waits_for(person)),
            is_open: table.kind == TableKind::Open && table.state == TableState::Open,
            is_out: false,
            is_overdue: false,
            others: others(table.players(), person),
            plies: 0,
            steps: 0,
            runs_out: None,
            is_paused: false,
        },
        View::Game(game) => {
            let color = person.and_then(|person| game.color_of(person));
            let your_turn = color.is_some() && game.to_move() == color;
            let mode = game.game.rules().mode();
            let partner = color.and_then(|color| mode.partner(color));
            let is_partners = partner.is_some() && game.to_move() == partner;
            let clock = game.clock.as_ref();
            GameSummary {
                id: game.id,
                place: game.place,
                message: game.message,
                rules: game.game.rules(),
                begun: true,
                seated: color.is_some() || (person.is_some() && game.watcher == person),
                your_turn,
                is_open: false,
                is_out: color.is_some_and(|color| game.game.position().out().contains(color)),
                is_overdue: clock.is_some_and(|clock| clock.claimable_until.is_some())
                    && !is_partners,
                runs_out: clock.filter(|_| your_turn).and_then(|clock| clock.runs_out),
                is_paused: false,
                others: others(
                    game.players.iter().map(|(_, player)| player.clone()),
                    person,
                ),
                plies: game.plies(),
                steps: game.steps,
            }
        }
    }
}

/// Returns a running game if this person may act in it and has seen its newest step.
fn played_by(person: PersonId, view: View, seen: Option<u32>) -> Result<GameView, Refusal> {
    let view = match view {
        View::Table(table) if table.state == TableState::Open => return Err(Refusal::NotBegun),
        View::Table(_) => return Err(Refusal::TableClosed),
        View::Game(view) => *view,
    };
    if view.ending.is_some() {
        return Err(Refusal::GameOver);
    }
    let color = view.color_of(person).ok_or(Refusal::NotAPlayer)?;
    if !view.game.position().still_in().contains(color) {
        return Err(Refusal::OutOfTheGame);
    }
    if seen.is_some_and(|seen| seen != view.steps) {
        return Err(Refusal::Stale);
    }
    Ok(view)
}

/// Returns a game if it is this person's turn, or nobody's.
fn on_turn(person: PersonId, view: GameView) -> Result<GameView, Refusal> {
    let side = view.game.position().side();
    match view.player(side) {
        Some(player) if player.id() != Some(person) => {
            let to_move = player.clone();
            Err(Refusal::NotYourTurn { to_move })
        }
        _ => Ok(view),
    }
}

/// Returns the only one of these games.
fn only(games: &[GameSummary]) -> Result<&GameSummary, ServiceError> {
    match games {
        [] => Err(Refusal::NoGameHere.into()),
        [game] => Ok(game),
        several => Err(Refusal::WhichGame(several.iter().map(|game| game.id).collect()).into()),
    }
}

/// Keeps the games that satisfy `is_wanted`, or all if none does.
fn prefer(games: &mut Vec<GameSummary>, is_wanted: impl Fn(&GameSummary) -> bool) {
    if games.iter().any(&is_wanted) {
        games.retain(is_wanted);
    }
}

fn others(players: impl Iterator<Item = Player>, but: Option<PersonId>) -> Vec<Player> {
    players
        .filter(|player| player.id().is_none_or(|id| Some(id) != but))
        .collect()
}
