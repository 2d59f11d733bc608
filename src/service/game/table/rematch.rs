//! Rematches with the same players, and the colors in them.

use std::time::Duration;

use crate::service::Service;
use crate::service::api::fault::ServiceError;
use crate::service::api::ids::{GameId, PersonId, Timestamp};
use crate::service::api::refusal::Refusal;
use crate::service::api::request::Actor;
use crate::service::api::view::message::MessageForm;
use crate::service::api::view::table::TableState;
use crate::service::api::view::update::{Update, View};
use crate::service::game::loading::loaded_game::LoadedGame;
use crate::service::game::table::begin_game;
use crate::service::game::table::reserved_id::ReservedId;
use crate::service::model::TableOrGame;
use crate::service::model::common::{Admission, Common, Rotation};
use crate::service::model::game::StartedGame;
use crate::service::model::table::{GameTable, PersonSeat};
use crate::store::Batch;
use focus::Color;

/// Game that is the rematch.
enum Next<'s> {
    /// An existing table that waits for people.
    Open(GameId),
    /// A table that was just set up.
    New(ReservedId<'s>),
}

impl Service {
    /// Sets up the one rematch of a game, or sits down at it.
    pub(crate) fn rematch(
        &self,
        now: Timestamp,
        actor: &Actor,
        game: GameId,
        seed: u64,
    ) -> Result<Update, ServiceError> {
        let next = self.write(|batch| {
            let old = self.load(game)?;
            let ended = check(&old.held.record, actor)?;
            if let Some(next) = self.open_rematch(actor, ended)? {
                return Ok(Next::Open(next));
            }
            self.check_games_of(actor.person)?;
            let place = ended.common.place;
            self.check_games_in(place.channel)?;
            self.check_games_on(place.guild)?;
            let time = ended.clock.map(|clock| clock.rule);
            if ended.common.rated && time.is_none() {
                return Err(Refusal::RatedWithoutClock.into());
            }
            self.check_clock(place.guild, time)?;
            let next = self.set_up_again(batch, (&old, ended), now, actor, seed)?;
            Ok::<_, ServiceError>(Next::New(next))
        })?;
        match next {
            Next::Open(next) => self.join(now, actor, next),
            Next::New(next) => self.opened(next.id),
        }
    }

    /// Returns whether a rematch would be a new table, because none waits for people.
    ///
    /// # Errors
    ///
    /// If the person may not ask for one, it has begun, or the store failed.
    pub fn is_new_rematch(&self, actor: &Actor, game: GameId) -> Result<bool, ServiceError> {
        let old = self.load(game)?;
        let ended = check(&old.held.record, actor)?;
        Ok(self.open_rematch(actor, ended)?.is_none())
    }

    /// Returns the rematch that waits for people, if there is one.
    ///
    /// # Errors
    ///
    /// It has begun, or somebody else has declined it and would be called again and again.
    fn open_rematch(
        &self,
        actor: &Actor,
        old: &StartedGame,
    ) -> Result<Option<GameId>, ServiceError> {
        let Some(next) = old.rematch else {
            return Ok(None);
        };
        match self.view(next) {
            Ok(View::Game(_)) => Err(Refusal::RematchBegun(next).into()),
            Ok(View::Table(table)) => match table.state {
                TableState::Open => Ok(Some(next)),
                TableState::Declined(by) if by != actor.person => {
                    Err(Refusal::RematchDeclined.into())
                }
                TableState::Declined(_) | TableState::Closed | TableState::Expired => Ok(None),
            },
            // It was closed, and removed since.
            Err(ServiceError::Refused(Refusal::NoSuchGame(_))) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Adds to `batch` the new table and a link to it in the old game.
    fn set_up_again(
        &self,
        batch: &mut Batch,
        (old, ended): (&LoadedGame, &StartedGame),
        now: Timestamp,
        actor: &Actor,
        seed: u64,
    ) -> Result<ReservedId<'_>, ServiceError> {
        let open_for = self.limits.table_open_for;
        let table = new_table((old.id, ended), actor, now, open_for, seed);
        let new = self.open(batch, begin_game::begun_if_full(table, now))?;
        let linked = TableOrGame::Game(Box::new(StartedGame {
            rematch: Some(new.id),
            ..ended.clone()
        }));
        self.replace(batch, old.id, &old.held, &linked, false)?;
        Ok(new)
    }
}

/// Returns the table of a rematch, with the person who asked seated and the others challenged.
fn new_table(
    (of, old): (GameId, &StartedGame),
    host: &Actor,
    now: Timestamp,
    open_for: Duration,
    seed: u64,
) -> GameTable {
    let people = || old.people.iter().map(|player| player.seat.person);
    let hosts = people().filter(|person| *person == host.person);
    let invited: Vec<_> = people().filter(|person| *person != host.person).collect();
    GameTable {
        common: Common {
            parent: None,
            wants_thread: false,
            message: None,
            form: MessageForm::default(),
            version: 1,
            lost: None,
            admission: Admission::Challenge,
            seed,
            created: now,
            expires: now.after(open_for),
            rotation: Some(rotate_colors(of, old)),
            chooses_colors: false,
            idle: None,
            ..old.common.clone()
        },
        state: TableState::Open,
        called: invited.clone(),
        invited,
        uncalled: Vec::new(),
        declined: Vec::new(),
        people: hosts.map(|_| PersonSeat::new(host)).collect(),
        reserved: Vec::new(),
        computers: old.computers.iter().map(|player| player.seat).collect(),
        time: old.clock.map(|clock| clock.rule),
    }
}

/// Returns the colors for a rematch: every player takes the next color; the same color begins as
/// before.
fn rotate_colors(of: GameId, old: &StartedGame) -> Rotation {
    let colors = old.common.rules.mode().colors();
    let next = |color: Color| {
        let at = colors.iter().position(|other| *other == color);
        at.map_or(color, |at| colors[(at + 1) % colors.len()])
    };
    let people = old.people.iter();
    let computers = old.computers.iter();
    Rotation {
        of,
        people: people
            .map(|player| (player.seat.person, next(player.color)))
            .collect(),
        computers: computers.map(|player| next(player.color)).collect(),
        first: old.first,
    }
}

/// Returns the game that a person wants to play again.
fn check<'s>(old: &'s TableOrGame, actor: &Actor) -> Result<&'s StartedGame, Refusal> {
    let (seated, watcher) = match old {
        TableOrGame::Table(table) => (table.is_seated(actor.person), table.common.watcher),
        TableOrGame::Game(game) => (game.color_of(actor.person).is_some(), game.common.watcher),
    };
    if !seated && watcher != Some(actor.person) {
        return Err(Refusal::NotAPlayer);
    }
    let game = match old {
        TableOrGame::Table(table) if table.is_open() => return Err(Refusal::NotBegun),
        TableOrGame::Table(_) => return Err(Refusal::TableClosed),
        TableOrGame::Game(game) => game,
    };
    // A person whose data was deleted cannot be invited.
    if game.color_of(PersonId::GONE).is_some() {
        return Err(Refusal::PlayerGone);
    }
    if game.is_over() {
        Ok(game)
    } else {
        Err(Refusal::GameGoesOn)
    }
}
